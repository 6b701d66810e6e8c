// The command `items`: imports, checks, shows and exports item banks.
import {dirname, join} from "node:path";
import {type Command, Option} from "commander";
import {FORMATS, type Format, LAYOUTS, type LayoutName} from "../book/bankSchemas.js";
import {checkBank} from "../book/banks/check.node.js";
import {importBank} from "../book/banks/importBank.node.js";
import {layouts} from "../book/banks/layouts.node.js";
import {summaryLines} from "../book/banks/summary.node.js";
import type {Bank} from "../book/banks/types.js";
import {STATES} from "../book/categoryStates.js";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {bankNames, currentBook, FOLDER, readBankNamed, readSuites} from "../book/read.node.js";
import {templateSchema} from "../book/schemas.js";
import type {Book} from "../book/types.js";
import {bankTask} from "../generate/bankTask.node.js";
import {benchmarks, benchmarkTasks} from "../generate/benchmarks/registry.js";
import {filledBy, fillOf} from "../generate/categories.js";
import type {DrawnItem} from "../generate/task.js";
import {messagesOf} from "../infer/template.node.js";
import {EXPORTS, type ExportFormat, exportLines, exportParquet} from "../run/bankExport.js";
import {benchmarkBank, type ShownBank} from "../run/benchmarkItems.js";
import {auditCommand} from "./itemsAudit.js";
import {upkeepCommands} from "./itemsUpkeep.js";
import {count, positive} from "./options.js";
import {checkOut} from "./out.js";

const BANKS = join(FOLDER, "banks");
/** Most problems that are printed. */
const MOST_PRINTED = 20;

interface ImportOptions {
  layout: LayoutName;
  name: string;
  format?: Format;
  domain?: string;
  category?: string;
  licence?: string;
  source?: string;
  force?: boolean;
}

/** Adds the command with its subcommands to the program. */
export function itemsCommands(program: Command): void {
  const items = program
    .command("items")
    .description("item banks and generated benchmarks: import, check, list, show and export questions (docs/banks.md)");
  items
    .command("import")
    .description("read a file of questions, write data/banks/NAME.yaml and its items, and report what was found")
    .argument("<file...>", "JSON lines, JSON, CSV, TSV or Parquet; .gz may follow")
    .addOption(new Option("--layout <name>", "how the file is arranged").choices(LAYOUTS).makeOptionMandatory())
    .requiredOption("--name <name>", "the bank's name")
    .addOption(new Option("--format <name>", "format of the file, where its name does not show it").choices(FORMATS))
    .option("--domain <name>", "domain of all items")
    .option("--category <name>", "category of all items, where the layout has none")
    .option("--licence <text>", "licence of the items")
    .option("--source <text>", "where they come from")
    .option("--force", "replace a bank of this name")
    .action(async (files: string[], options: ImportOptions) => {
      const {yaml, items: file, summary, prefixed} = await importBank({...options, files, folder: BANKS});
      printProblems(summary.problems, summary.faulty);
      if (prefixed) process.stderr.write("ids restart in the files: each id begins with the name of its file\n");
      process.stdout.write(`${summaryLines(summary).join("\n")}\n`);
      process.stderr.write(`${yaml} and ${file}; a suite asks it with "- bank: ${options.name}" under tasks\n`);
    });
  items
    .command("check")
    .description("read a bank again and list every record that cannot be asked; exit code 1 where there is one")
    .argument("<name>", "a bank of data/banks")
    .action(async (name: string) => {
      const summary = await checkBank(join(BANKS, `${name}.yaml`), {within: FOLDER});
      for (const problem of summary.problems) process.stdout.write(`${problem}\n`);
      if (summary.faulty > summary.problems.length)
        process.stdout.write(`and ${summary.faulty - summary.problems.length} more\n`);
      process.stderr.write(`${summaryLines(summary).join("\n")}\n`);
      process.exitCode = summary.faulty > 0 ? 1 : 0;
    });
  items
    .command("show")
    .description("print items of a bank or of a generated benchmark as the model is asked them")
    .argument("<name>", "a bank of data/banks, or a generated benchmark")
    .option("--count <n>", "how many", positive("count"), 1)
    .option("--from <number>", "number of the first item, from 0", count("from"), 0)
    .option("--json", "as JSON lines with the item's fields")
    .option("--edition <n>", "of a generated benchmark: another edition", positive("edition"), 1)
    .action(
      async (name: string, {count, from, edition, json}: {count: number; from: number; edition: number; json?: boolean}) => {
        const bank = await shownBank(name, edition);
        if (from >= bank.size)
          throw new UserError(`--from ${from}: ${JSON.stringify(name)} has ${bank.size} items, numbered from 0`);
        const template = {...templateSchema.parse({}), id: "plain"};
        for (let i = from; i < Math.min(from + count, bank.size); i++) {
          const {item, id} = bank.item(i);
          const test = bank.test(i);
          const scorer = bank.scorerOf(item);
          if (json)
            process.stdout.write(`${JSON.stringify({...item, id, scorer: test.scorer ?? scorer, prompt: test.prompt})}\n`);
          else {
            const messages = messagesOf(template, {...test, base_task: bank.name}).map(
              ({role, content}) => `[${role}]\n${content}`
            );
            process.stdout.write(
              `item ${i}, ${id}, ${item.domain} / ${item.category}, scored by ${(test.scorer ?? scorer).kind}\n\n${messages.join("\n\n")}\n\n[right answer]\n${item.answer}\n\n`
            );
          }
        }
      }
    );
  items
    .command("export")
    .description("write the items of a bank or of a generated benchmark for other programs")
    .argument("<name>", "a bank of data/banks, or a generated benchmark")
    .addOption(
      new Option(
        "--format <name>",
        "jsonl: as stored; inspect, lm-eval: records of those harnesses; listops-tsv, lra-listops, verbose-listops: as in those layouts"
      )
        .choices(EXPORTS)
        .default("jsonl")
    )
    .option("--out <file>", "file to write; needed for parquet, else stdout")
    .option("--edition <n>", "of a generated benchmark: another edition", positive("edition"), 1)
    .action(async (name: string, {format, out, edition}: {format: ExportFormat; out?: string; edition: number}) => {
      if (format === "parquet" && out === undefined) throw new UserError("--format parquet needs --out FILE");
      await checkOut(out);
      const bank = await shownBank(name, edition);
      if (format === "parquet") return exportParquet(bank, out!, {folder: dirname(out!)});
      if (out === undefined) return exportLines(bank, format, process.stdout);
      await exportToFile(bank, format, out);
    });
  auditCommand(items);
  upkeepCommands(items);
  items
    .command("list")
    .description("list banks and generated benchmarks with their sizes, and what fills the categories of the book's suites")
    .option("--suite <file...>", "one or more suites in place of the book's")
    .action(async ({suite}: {suite?: string[]}) => {
      const book = suite ? await readSuites(suite) : await currentBook();
      const banks = await Promise.all((await bankNames()).map(async name => readBankNamed(name)));
      process.stdout.write(`${[...bankLines(banks), ...categoryLines(book)].join("\n")}\n`);
    });
  items
    .command("layouts")
    .description("list the layouts that can be read")
    .action(() => {
      for (const name of LAYOUTS) process.stdout.write(`${name.padEnd(16)} ${layouts[name].summary}\n`);
    });
}

/** A bank of data/banks, or the items of a generated benchmark, with each item as it is asked. */
async function shownBank(name: string, edition: number): Promise<ShownBank & {test(i: number): DrawnItem}> {
  const benchmark = benchmarkTasks.get(name);
  if (benchmark) {
    const bank = benchmarkBank(benchmark, {edition});
    return {...bank, test: i => benchmark.items.at(i, {edition})};
  }
  const bank = await readBankNamed(name);
  return {...bank, test: i => bankTask(bank).items.at(i)};
}

/** A line for each generated benchmark and each bank. */
function bankLines(banks: readonly Bank[]): string[] {
  const made = [...benchmarks.values()].map(({name, version, domain, category, cells}) => ({
    name,
    size: cells.reduce((sum, {size}) => sum + size, 0),
    about: `generated, version ${version}: ${domain} / ${category}`
  }));
  const read = banks.map(({name, size, categories, definition: {imported_layout, layout}}) => ({
    name,
    size,
    about: `bank, ${imported_layout ?? layout ?? "fields of its own"}: ${plural(categories.length, "category", "categories")}`
  }));
  const all = [...made, ...read];
  if (all.length === 0) return ["no bank in data/banks, and no generated benchmark"];
  const width = Math.max(...all.map(({name}) => name.length));
  return all.map(({name, size, about}) => `${name.padEnd(width)}  ${plural(size, "item").padStart(14)}  ${about}`);
}

/** What fills the categories of each suite that lists domains, and how the empty ones are filled. */
const categoryLines = ({suites, banks = []}: Pick<Book, "suites" | "banks">): string[] =>
  suites.flatMap(({suite, categories}) => {
    if (!categories) return [];
    const filled = categories.map(category => ({category, ...filledBy(category, {banks})}));
    const counts = STATES.map(state => `${filled.filter(each => each.state === state).length} ${state}`);
    const lines = filled.map(({category, state, base_task, items, reason}) =>
      state === "empty"
        ? `  ${category.domain} / ${category.name}: empty, ${reason}\n    ${fillOf(category)}`
        : `  ${category.domain} / ${category.name}: ${state}, ${base_task}, ${plural(items, "item")}`
    );
    return ["", `suite ${suite.id}: ${plural(categories.length, "category", "categories")}, ${counts.join(", ")}`, ...lines];
  });

async function exportToFile(
  bank: Parameters<typeof exportLines>[0],
  format: Exclude<ExportFormat, "parquet">,
  file: string
): Promise<void> {
  const {createWriteStream} = await import("node:fs");
  const {finished} = await import("node:stream/promises");
  const out = createWriteStream(file);
  await exportLines(bank, format, out);
  out.end();
  await finished(out);
}

function printProblems(problems: readonly string[], all: number): void {
  for (const problem of problems.slice(0, MOST_PRINTED)) process.stderr.write(`left out: ${problem}\n`);
  if (all > MOST_PRINTED) process.stderr.write(`left out: ${(all - MOST_PRINTED).toLocaleString("en")} more\n`);
}
