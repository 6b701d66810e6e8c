import {loaded} from "../pipelines/results.js";
import {publish} from "../pipelines/store/publish.js";
import {study} from "../pipelines/studies.js";

await publish("irt_variance", study("irt_variance", await loaded()));
