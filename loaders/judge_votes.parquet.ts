import {loaded} from "../pipelines/results.js";
import {publish} from "../pipelines/store/publish.js";
import {study} from "../pipelines/studies.js";

await publish("judge_votes", study("judge_votes", await loaded()));
