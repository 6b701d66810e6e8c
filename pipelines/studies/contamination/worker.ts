// One worker thread of an audit: searches the files that it is given, one after the other.
import {parentPort, workerData} from "node:worker_threads";
import {type FileResult, fileAuditor} from "./auditFile.js";
import type {ItemIndex} from "./itemIndex.js";

/** Messages of a worker: bytes read since the last one, or a file's result. */
export type AuditMessage = {bytes: number} | {result: FileResult};

/** Bytes after which progress is reported. */
const TELL_EVERY = 2 ** 22;

const audit = fileAuditor(workerData as ItemIndex);
const send = (message: AuditMessage) => parentPort!.postMessage(message);
let unsaid = 0;
parentPort!.on("message", async (file: string) => {
  const result = await audit(file, bytes => {
    unsaid += bytes;
    if (unsaid < TELL_EVERY) return;
    send({bytes: unsaid});
    unsaid = 0;
  });
  send({bytes: unsaid});
  unsaid = 0;
  send({result});
});
