// The command `import`: makes a store of results that another program wrote (docs/import.md).
import {type Command, Option} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {FORMATS, type Format} from "../run/imports/foreign.js";
import {importResults} from "../run/imports/importResults.js";
import {VERDICTS, type Verdict} from "../store/manifest.node.js";

interface Options {
  out: string;
  format?: Format;
  score?: string;
  pass?: number;
  verdict: Verdict;
  truncated: "truncated" | "scored";
  skipBad?: boolean;
  json?: boolean;
}

/** Where a store is written without --out. */
const OUT = "data/imported";

/** Adds the command to the program. */
export function importCommands(program: Command): void {
  program
    .command("import")
    .description("make a store of results that another program wrote, and report what could not be mapped (docs/import.md)")
    .argument("<path...>", "files, or folders with files, whose format is recognised")
    .addOption(new Option("--format <name>", "only files of this format").choices(FORMATS))
    .option("--out <folder>", "the store to write", OUT)
    .option("--score <name>", "the score that decides right or wrong, where there are several; lm-eval: metric,filter")
    .option("--pass <share>", "graded scores of at least this share of their scale count as right (default: full marks)", share)
    .addOption(new Option("--verdict <whose>", "whose verdict counts where both have one").choices(VERDICTS).default("theirs"))
    .addOption(
      new Option("--truncated <as>", "what a response that ended at the token limit counts as")
        .choices(["truncated", "scored"])
        .default("truncated")
    )
    .option("--skip-bad", "leave out samples that cannot be read, and count them")
    .option("--json", "the manifest as JSON on stdout")
    .action(async (paths: string[], {out, json, ...options}: Options) => {
      const log = report();
      const {manifest, repeated} = await importResults({paths, folder: out, ...options, report: log});
      const {samples, points, models, failed, imported, simulated} = manifest;
      const further = repeated > 0 ? ` and ${plural(repeated, "repetition")}` : "";
      const left = failed > 0 ? `, ${failed.toLocaleString("en")} left out` : "";
      log.info(
        `imported ${plural(samples, "sample")}${further} of ${plural(models.length, "model")}${simulated ? " (simulated)" : ""} over ${plural(points, "point")} from ${plural(imported!.files, "file")} (${imported!.formats.join(", ")})${left}; npm run dev -- --store ${out} shows them`
      );
      if (json) process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);
    });
}

function share(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value > 0 && value <= 1)) throw new UserError(`--pass expects a share above 0 and at most 1 such as 0.5, got "${text}"`);
  return value;
}
