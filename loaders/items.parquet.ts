import {loaded} from "../pipelines/run/results.js";
import {publish} from "../pipelines/store/publish.js";

await publish("items", loaded());
