// A thread that makes one study's tables. Its starter holds the lock of the store.
import {parentPort, workerData} from "node:worker_threads";
import {loadUserExtensions} from "../extend/own.node.js";
import {UserError} from "../rows/error.js";
import {makerOf, type StudyMessage} from "./make.node.js";
import type {StudyName} from "./registry.js";

const {name, folder} = workerData as {name: StudyName; folder: string};
const tell = (message: StudyMessage) => parentPort!.postMessage(message);
const report = {
  info: (text: string) => tell({kind: "info", text}),
  warn: (text: string) => tell({kind: "warn", text}),
  progress() {},
  done() {}
};
try {
  await loadUserExtensions({golden: false}); // the command that started this thread has looked
  const {make} = await makerOf(name);
  await make(folder, {report});
  tell({kind: "end", failure: null});
} catch (error) {
  tell({kind: "end", failure: {error, user: error instanceof UserError}});
}
