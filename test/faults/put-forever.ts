// A child process for test/faults/infer.test.ts: puts completions until it is killed, and prints each number once its put has resolved.
import {writeSync} from "node:fs";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {requestKey} from "../../pipelines/infer/request.node.js";
import {ask, completion} from "../infer/loopback.js";

const [folder, prefix = ""] = process.argv.slice(2);
const cache = openCache(folder!);
let next = 0;

/** Writes at once, and waits where the pipe is full because its reader is busy. */
const pause = new Int32Array(new SharedArrayBuffer(4));
function say(line: string): void {
  for (;;)
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
}

const lane = async () => {
  for (;;) {
    const number = next++;
    await cache.put(requestKey(ask(`${prefix}${number}`)), completion({text: `answer ${number} `.repeat(50)}));
    say(`${number}\n`);
  }
};
await Promise.all(Array.from({length: 16}, lane));
