import {loaded} from "../pipelines/results.js";
import {publish} from "../pipelines/store/publish.js";
import {study} from "../pipelines/studies.js";

await publish("annotation_pairs", study("annotation_pairs", await loaded()));
