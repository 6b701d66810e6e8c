// npm run test:crash: each call of a run that changes files, one fault for each by turns; with --all every fault at every call, with --every N
// at every Nth call. --forget takes the stored answers away after each fault, which must be found out.
import {register} from "node:module";
import {parseArgs} from "node:util";

register("./lmdbHook.mjs", import.meta.url); // before anything imports lmdb
const {enumerateFaults, MODES} = await import("./crash.js");
const {values} = parseArgs({
  options: {
    all: {type: "boolean", default: false},
    every: {type: "string", default: "1"},
    forget: {type: "boolean", default: false}
  }
});
const every = Number(values.every);
let [tried, failed] = [0, 0];
const calls = await enumerateFaults(
  (k, mode) =>
    values.forget
      ? k % every === 0 && mode === "after"
      : values.all || (k % every === 0 && MODES[(k / every) % MODES.length] === mode),
  ({k, mode, call, failure}) => {
    if (++tried % 50 === 0) console.log(`${tried} tried, ${failed} failed`);
    if (failure === null) return;
    failed++;
    console.log(`call ${k} (${call}), ${mode}: ${failure}`);
  },
  {forgets: values.forget}
);
console.log(`${calls} calls, ${tried} faults tried, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
