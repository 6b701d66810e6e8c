// npm run test:histories -- --seed 1 --count 300: random histories of runs; a failure prints the seed that repeats it.
import {register} from "node:module";
import {parseArgs} from "node:util";

register("./lmdbHook.mjs", import.meta.url); // before anything imports lmdb
const {playHistories} = await import("./histories.js");
const {values} = parseArgs({options: {seed: {type: "string", default: "1"}, count: {type: "string", default: "300"}}});
const [first, count] = [Number(values.seed), Number(values.count)];
let [played, failed] = [0, 0];
await playHistories(
  Array.from({length: count}, (_, i) => first + i),
  ({seed, events, failure}) => {
    if (++played % 100 === 0) console.log(`${played} histories, ${failed} failed`);
    if (failure === null) return;
    failed++;
    console.log(`--seed ${seed} --count 1 (${events.join("; ")}): ${failure}`);
  }
);
console.log(`${played} histories, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
