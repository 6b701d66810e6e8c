import {loaded} from "../pipelines/results.js";
import {publish} from "../pipelines/store/publish.js";
import {study} from "../pipelines/studies.js";

await publish("adaptive_auc", study("adaptive_auc", await loaded()));
