import {loaded} from "../pipelines/results.js";
import {publish} from "../pipelines/store/publish.js";

await publish("samples", loaded());
