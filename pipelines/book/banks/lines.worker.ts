// One thread that reads lines of item banks.
import {parentPort, workerData} from "node:worker_threads";
import {eachRecord} from "../../rows/jsonLines.js";
import {knowOwnScorers} from "../ownScorers.js";
import {buffersOf, recordPacker} from "./itemLines.node.js";
import type {Run, ThreadMessage, ThreadWork} from "./lineThreads.node.js";

const {source, ids, scorers} = workerData as ThreadWork;
knowOwnScorers(scorers);
const pack = recordPacker(source, {ids});
const send = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => parentPort!.postMessage(message, transfer);

parentPort!.on("message", ({bytes, name, prefix}: Run) => {
  const packer = pack(name, prefix);
  const lines = eachRecord(bytes, packer.add);
  const read = packer.close();
  send({lines, read}, buffersOf(read));
});
send("ready");
