// One worker thread of an audit: searches the files that it is given, one after the other.
import {parentPort, workerData} from "node:worker_threads";
import type {CompressedJson} from "../../store/compressedJson.node.js";
import {type FileResult, fileAuditor} from "./auditFile.node.js";
import {type ItemIndex, itemIndex} from "./itemIndex.js";
import {receivedItems} from "./sentItems.node.js";

/** Messages of a worker: bytes read since the last one, a file's result, or why it has no items to search for. */
export type AuditMessage = {bytes: number} | {result: FileResult} | {refused: string};

/** Bytes after which progress is reported. */
const TELL_EVERY = 2 ** 22;

/** Items that another process has sent are read and indexed here, so that the thread which answers for this process is not held up. */
async function indexOf(given: ItemIndex | CompressedJson): Promise<ItemIndex> {
  if ("tables" in given) return given;
  const {items, settings} = await receivedItems(given);
  return itemIndex(items, settings);
}

const auditor = indexOf(workerData as ItemIndex | CompressedJson).then(
  index => ({audit: fileAuditor(index)}),
  (error: Error) => ({refused: error.message})
);
const send = (message: AuditMessage) => parentPort!.postMessage(message);
let unsaid = 0;
parentPort!.on("message", async (file: string) => {
  const made = await auditor;
  if ("refused" in made) return send(made);
  const result = await made.audit(file, bytes => {
    unsaid += bytes;
    if (unsaid < TELL_EVERY) return;
    send({bytes: unsaid});
    unsaid = 0;
  });
  send({bytes: unsaid});
  unsaid = 0;
  send({result});
});
