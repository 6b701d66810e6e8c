import {loaded} from "../pipelines/run/results.js";
import {publish} from "../pipelines/store/publish.js";
import {study} from "../pipelines/studies/make.js";

await publish("judge_votes", study("judge_votes", await loaded()));
