import {load} from "../pipelines/run/loader.js";

await load(import.meta.url);
