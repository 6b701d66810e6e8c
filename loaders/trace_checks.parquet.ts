import {loaded} from "../pipelines/results.js";
import {publish} from "../pipelines/store/publish.js";
import {study} from "../pipelines/studies.js";

await publish("trace_checks", study("trace_checks", await loaded()));
