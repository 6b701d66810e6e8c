// The command `export`: writes a store's results for other programs (docs/export.md).
import {type Command, Option} from "commander";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.js";
import {EXPORT_FORMATS, type ExportedFormat, exportResults} from "../run/exports/exportResults.js";
import {STORE} from "../run/results.js";

/** Adds the command to the program. */
export function exportCommands(program: Command): void {
  program
    .command("export")
    .description("write a store's results, with responses, for other programs (docs/export.md)")
    .addOption(
      new Option(
        "--format <name>",
        "inspect: JSON logs; lm-eval: samples_*.jsonl with results_*.json; parquet: tidy, with a data dictionary"
      )
        .choices(EXPORT_FORMATS)
        .makeOptionMandatory()
    )
    .requiredOption("--out <folder>", "the folder to write into")
    .option("--store <folder>", "the store", STORE)
    .action(async ({format, out, store}: {format: ExportedFormat; out: string; store: string}) => {
      const log = report();
      const files = await exportResults({store, out, format, report: log});
      log.info(`${plural(files.length, "file")} in ${out}`);
    });
}
