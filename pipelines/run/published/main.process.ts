// npm run published -- make --from DIR [--out FOLDER]: makes the published store again, for maintainers who have the raw files.
// npm run published -- audit --from DIR: keeps the facts of an audit of training sets, which `contamination audit --out DIR` made.
import {parseArgs} from "node:util";
import {report} from "../../infer/progress.node.js";
import {processIo} from "../../io/node.process.js";
import {UserError} from "../../rows/error.js";
import {PUBLISHED} from "../../store/publish.node.js";
import {AUDIT_FACTS, writeAuditFacts} from "./audit.js";
import {makePublished} from "./make.js";

const USAGE = "usage: npm run published -- make --from DIR [--out FOLDER], or npm run published -- audit --from DIR";

try {
  const {work, from, out} = optionsOf();
  if (work === "audit") {
    await writeAuditFacts(from);
    processIo().stdout.write(`${AUDIT_FACTS} is written\n`);
  } else {
    const {models, samples} = await makePublished({from, folder: out, report: report()});
    processIo().stdout.write(`${out}: ${samples.toLocaleString("en")} answers of ${models.length} models\n`);
  }
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  processIo().stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

function optionsOf(): {work: "audit" | "make"; from: string; out: string} {
  const options = {from: {type: "string"}, out: {type: "string", default: PUBLISHED}} as const;
  const {values, positionals} = parseArgs({allowPositionals: true, strict: false, options});
  const {from, out} = values;
  const isKnown = Object.keys(values).every(name => name in options);
  const work = positionals.join();
  if (!isKnown || (work !== "make" && work !== "audit") || typeof from !== "string" || typeof out !== "string")
    throw new UserError(USAGE);
  return {work, from, out};
}
