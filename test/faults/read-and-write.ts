// A child process for test/faults/damage.test.ts: reads every entry of each cache and writes some more. What matters is that it ends by itself.
import {openCache} from "../../pipelines/infer/cache.node.js";
import {requestKey} from "../../pipelines/infer/request.node.js";
import {ask, completion} from "../infer/loopback.js";

for (const folder of process.argv.slice(2))
  try {
    const cache = openCache(folder);
    for (const key of cache.keys()) cache.get(key);
    for (let i = 0; i < 100; i++) await cache.put(requestKey(ask(`new ${i}`)), completion({text: `${i} `.repeat(1_000)}));
    await cache.close();
  } catch (error) {
    process.stderr.write(`${folder}: ${(error as Error).message}\n`);
  }
