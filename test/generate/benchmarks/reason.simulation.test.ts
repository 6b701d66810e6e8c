import {reason} from "../../../pipelines/generate/benchmarks/reason/reason.js";
import {solveReason} from "./forwardChained.js";
import {qualityTests} from "./quality/qualityTests.js";

qualityTests({benchmark: reason, solve: solveReason, least_rate: 2_000}, {size: 4_800});
