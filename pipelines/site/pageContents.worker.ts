// A thread that works out the first contents of pages. Cells that need a browser fail without a listener, which ends nothing but their page.
import {parentPort, workerData} from "node:worker_threads";
import {type BuiltPage, type Content, MAX_MILLISECONDS, pageContents} from "./pageContents.js";

/** A message of the thread: a page's contents, none where it failed, and whether no cell was cut short; null at the end. */
export type ContentsMessage = {name: string; contents: Content[]; isWhole: boolean} | null;

process.on("unhandledRejection", () => {});
const {dist, pages} = workerData as {dist: string; pages: readonly BuiltPage[]};
const send = (message: ContentsMessage) => parentPort!.postMessage(message);
for (const page of pages) {
  const start = performance.now();
  const contents = await pageContents(dist, page).catch(() => []);
  send({name: page.name, contents, isWhole: performance.now() - start < MAX_MILLISECONDS});
}
send(null);
