// A thread that compares models of the same answers, while the caller fits them.
import {parentPort, workerData} from "node:worker_threads";
import {type Comparison, compareModels} from "./compareModels.js";

parentPort!.postMessage(compareModels(workerData as Comparison));
