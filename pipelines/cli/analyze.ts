// The command `analyze`: the results of the pages as text, data and pictures.

import {extname} from "node:path";
import {type Command, Option} from "commander";
import {z} from "zod";
import {type AnalyzeCommand, FORMATS, type Format, isPicture} from "../analyze/command.js";
import {filterSchema} from "../analyze/filter.js";
import {commands} from "../analyze/registry.js";
import {rendered} from "../analyze/render.js";
import {openStore} from "../analyze/store.js";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";
import {readDataset} from "../book/read.node.js";
import {STORE} from "../run/results.js";
import {olderReaderText} from "../store/readerVersion.node.js";
import {count} from "./options.js";
import {checkOut, writeOut} from "./out.js";
import {addOptions, parsed} from "./schemaOptions.js";

interface Common {
  format?: Format;
  out?: string;
  store: string;
  dataset?: string;
  width: number;
  wide?: string;
  schema?: boolean;
}

const BY_ENDING: Record<string, Format> = {
  ".json": "json",
  ".md": "markdown",
  ".csv": "csv",
  ".svg": "svg",
  ".png": "png",
  ".txt": "table"
};

/** Adds the command with all its subcommands to the program. */
export function analyzeCommands(program: Command): void {
  const analyze = program
    .command("analyze")
    .description("results as tables, JSON, markdown, CSV, SVG or PNG")
    .usage("<subcommand> [options]")
    .argument("[subcommand]")
    .allowUnknownOption()
    .allowExcessArguments()
    .action((name?: string) => {
      const names = [...commands.keys()];
      if (name === undefined || name.startsWith("-")) throw new UserError(`analyze needs a subcommand: ${names.join(", ")}`);
      throw new UserError(`unknown subcommand "${name}"${didYouMean(name, names) || `; expected one of: ${names.join(", ")}`}`);
    });
  for (const analyzeCommand of commands.values()) commandOf(analyze, analyzeCommand);
}

function commandOf(analyze: Command, analyzeCommand: AnalyzeCommand): void {
  const command = analyze
    .command(analyzeCommand.name)
    .description(analyzeCommand.description)
    .allowUnknownOption(false)
    .allowExcessArguments(false);
  addOptions(command, analyzeCommand.options);
  addOptions(command, filterSchema);
  command
    .addOption(
      new Option(
        "--format <name>",
        `one of: ${FORMATS.filter(format => analyzeCommand.plots || !isPicture(format)).join(", ")}; by default the ending of --out, else table`
      )
    )
    .option("--out <file>", "write there instead of to stdout")
    .option("--store <folder>", "the store, or a dataset's file", STORE)
    .option("--dataset <name>", "only the evaluations of data/datasets/<name>.yaml, with its groups and tags")
    .option("--width <pixels>", "width of a picture", count("width"), 800)
    .option("--wide <column>", "one row per evaluation, with columns for each value of this column, e.g. base_task")
    .option("--schema", "print the JSON Schema of the JSON output instead")
    .action((options: Common & Record<string, unknown>) => run(analyzeCommand, options));
}

async function run(analyzeCommand: AnalyzeCommand, options: Common & Record<string, unknown>): Promise<void> {
  if (options.schema)
    return void process.stdout.write(`${JSON.stringify(z.toJSONSchema(z.array(analyzeCommand.row)), null, 2)}\n`);
  const format = formatOf(options, analyzeCommand);
  if (format === "png" && options.out === undefined && process.stdout.isTTY)
    throw new UserError("a PNG cannot be shown in a terminal; add --out picture.png");
  if (options.width < 200 || options.width > 8_000)
    throw new UserError(`--width expects 200 to 8000 pixels, got ${options.width}`);
  if (options.wide !== undefined && isPicture(format)) throw new UserError("--wide is for tables; a picture has no wide form");
  await checkOut(options.out);
  const filter = parsed(filterSchema, options);
  const chosen = parsed(analyzeCommand.options, options);
  const source = options.dataset === undefined ? options.store : (await readDataset(options.dataset)).file;
  const store = await openStore(source, filter, {needs: analyzeCommand.needs});
  const older = await olderReaderText(store.folder);
  try {
    if (older !== null) process.stderr.write(`${older}\n`);
    for (const line of store.found) process.stderr.write(`${line}\n`);
    const output = await rendered(analyzeCommand, {store, options: chosen, format, width: options.width, wide: options.wide});
    await writeOut(output, options.out);
  } finally {
    store.close();
  }
}

function formatOf({format, out}: Common, {name, plots}: AnalyzeCommand): Format {
  const ending = out === undefined ? undefined : extname(out).toLowerCase();
  const chosen = format ?? (ending === undefined ? "table" : BY_ENDING[ending]);
  if (chosen === undefined) throw new UserError(`--out ${out}: the ending "${ending}" names no format; add --format`);
  if (!FORMATS.includes(chosen))
    throw new UserError(
      `--format: unknown format "${chosen}"${didYouMean(chosen, FORMATS) || `; expected one of: ${FORMATS.join(", ")}`}`
    );
  if (isPicture(chosen) && !plots) throw new UserError(`${name} has no picture; choose table, json, markdown or csv`);
  return chosen;
}
