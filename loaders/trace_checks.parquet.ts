import {loaded} from "../pipelines/run/results.js";
import {publish} from "../pipelines/store/publish.js";
import {study} from "../pipelines/studies/make.js";

await publish("trace_checks", study("trace_checks", await loaded()));
