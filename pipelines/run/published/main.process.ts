// npm run published -- make --from DIR [--out FOLDER]: makes the published store again, for maintainers who have the raw files.
import {parseArgs} from "node:util";
import {report} from "../../infer/progress.node.js";
import {processIo} from "../../io/node.process.js";
import {UserError} from "../../rows/error.js";
import {PUBLISHED} from "../../store/publish.node.js";
import {makePublished} from "./make.js";

const USAGE = "usage: npm run published -- make --from DIR [--out FOLDER]";

try {
  const {from, out} = optionsOf();
  const {models, samples} = await makePublished({from, folder: out, report: report()});
  processIo().stdout.write(`${out}: ${samples.toLocaleString("en")} answers of ${models.length} models\n`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  processIo().stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

function optionsOf(): {from: string; out: string} {
  const options = {from: {type: "string"}, out: {type: "string", default: PUBLISHED}} as const;
  const {values, positionals} = parseArgs({allowPositionals: true, strict: false, options});
  const {from, out} = values;
  const isKnown = Object.keys(values).every(name => name in options);
  if (!isKnown || positionals.join() !== "make" || typeof from !== "string" || typeof out !== "string")
    throw new UserError(USAGE);
  return {from, out};
}
