// The command `import`: makes a store of results that another program wrote (docs/import.md).
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {FORMATS} from "../run/imports/foreign.js";
import {importResults} from "../run/imports/importResults.js";
import {outcomesOf} from "../run/outcomes.js";
import {VERDICTS} from "../store/manifest.node.js";
import {option, positional, printingCommand} from "./command.js";
import {flag, path} from "./optionTypes.js";
import {resultTextOf} from "./resultText.js";

/** The store that is written without --out. */
const OUT = "data/imported";

const importCommand = printingCommand({
  name: "import",
  summary: "make a store of results that another program wrote, and report what could not be mapped (docs/import.md)",
  options: z.strictObject({
    path: positional(z.array(z.string()).min(1), "files, or folders with files, whose format is recognised"),
    format: option(z.enum(FORMATS).optional(), "only files of this format", {value: "name"}),
    out: path("the store to write", {value: "folder"}).default(OUT),
    score: option(
      z.string().optional(),
      "the score that decides right or wrong, where there are several; lm-eval: metric,filter",
      {value: "name"}
    ),
    pass: option(
      z.number().gt(0).max(1).optional(),
      "graded scores of at least this share of their scale count as right (default: full marks)",
      {value: "share", expects: "a share above 0 and at most 1 such as 0.5"}
    ),
    verdict: option(z.enum(VERDICTS).default("theirs"), "the verdict that counts where both have one", {value: "whose"}),
    truncated: option(
      z.enum(["truncated", "scored"]).default("truncated"),
      "status of a response that ended at the token limit",
      {
        value: "as"
      }
    ),
    skip_bad: flag("leave out samples that cannot be read, and count them")
  }),
  examples: ["logs/ --out data/imported", "samples_gsm8k.jsonl --format lm-eval --score exact_match,strict-match"],
  async run({path: paths, out, skip_bad: skipBad, ...options}) {
    const log = report();
    const {manifest, repeated} = await importResults({paths, folder: out, skipBad, ...options, report: log});
    const {samples, points, models, failed, imported, simulated} = manifest;
    const further = repeated > 0 ? ` and ${plural(repeated, "repetition")}` : "";
    const left = failed > 0 ? `, ${failed.toLocaleString("en")} left out` : "";
    log.info(
      `imported ${plural(samples, "sample")}${further} of ${plural(models.length, "model")}${simulated ? " (simulated)" : ""} over ${plural(points, "point")} from ${plural(imported!.files, "file")} (${imported!.formats.join(", ")})${left}`
    );
    return {...manifest, outcomes: await outcomesOf(out)};
  },
  print: ({outcomes}, {out}) => resultTextOf(outcomes, out)
});

export const commands = [importCommand];
