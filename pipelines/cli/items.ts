// The command `items`: imports, checks, shows and exports item banks.
import {createWriteStream} from "node:fs";
import {dirname, join} from "node:path";
import {finished} from "node:stream/promises";
import {z} from "zod";
import {FORMATS, LAYOUTS} from "../book/bankSchemas.js";
import {checkBank} from "../book/banks/check.node.js";
import {importBank} from "../book/banks/importBank.node.js";
import {layouts} from "../book/banks/layouts.node.js";
import {summaryLines} from "../book/banks/summary.js";
import type {Bank} from "../book/banks/types.js";
import {STATES} from "../book/categoryStates.js";
import {plural} from "../book/plural.js";
import {bankNames, currentBook, FOLDER, readBankNamed, readSuites} from "../book/read.node.js";
import {templateSchema} from "../book/schemas.js";
import type {Book, Category} from "../book/types.js";
import {bankTask} from "../generate/bankTask.node.js";
import {benchmarks, benchmarkTasks} from "../generate/benchmarks/registry.js";
import {filledBy, fillOf, sourcesOf} from "../generate/categories.js";
import type {DrawnItem} from "../generate/task.js";
import {messagesOf} from "../infer/template.node.js";
import {UserError} from "../rows/error.js";
import {EXPORTS, exportLines, exportParquet} from "../run/bankExport.js";
import {benchmarkBank, type ShownBank} from "../run/benchmarkItems.js";
import {suiteOption} from "./bookOptions.js";
import {command, option, positional, printingCommand} from "./command.js";
import {auditCommand} from "./itemsAudit.js";
import {editionCommand} from "./itemsEdition.js";
import {getCommand} from "./itemsGet.js";
import {upkeepCommands} from "./itemsUpkeep.js";
import {flag, path, wholeNumber} from "./optionTypes.js";
import {checkOut} from "./out.js";

const BANKS = join(FOLDER, "banks");
/** Most problems that are printed. */
const MAX_PRINTED = 20;

/** The options that `show` and `export` share. */
const nameOfItems = positional(z.string(), "a bank of data/banks, or a generated benchmark");
const edition = wholeNumber("of a generated benchmark: another edition").default(1);

const importCommand = printingCommand({
  name: "items import",
  summary: "read a file of questions, write data/banks/NAME.yaml and its items, and report the result",
  options: z.strictObject({
    file: positional(z.array(z.string()).min(1), "CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML; .gz or .zst may follow"),
    layout: option(z.enum(LAYOUTS), "arrangement of the file's fields", {value: "name"}),
    name: option(z.string(), "the bank's name", {value: "name"}),
    format: option(z.enum(FORMATS).optional(), "format of the file, where its name does not show it", {value: "name"}),
    domain: option(z.string().optional(), "domain of all items", {value: "name"}),
    category: option(z.string().optional(), "category of all items, where the layout has none", {value: "name"}),
    licence: option(z.string().optional(), "licence of the items", {value: "text"}),
    source: option(z.string().optional(), "source of the items", {value: "text"}),
    force: flag("replace a bank of this name")
  }),
  examples: ["questions.csv --layout plain --name mine", "test.jsonl.gz --layout gsm8k --name gsm8k --licence MIT"],
  async run({file: files, ...options}, io) {
    const {yaml, items: file, summary, prefixed} = await importBank({...options, files, folder: BANKS});
    const {problems, faulty} = summary;
    for (const problem of problems.slice(0, MAX_PRINTED)) io.stderr.write(`left out: ${problem}\n`);
    if (faulty > MAX_PRINTED) io.stderr.write(`left out: ${(faulty - MAX_PRINTED).toLocaleString("en")} more\n`);
    if (prefixed) io.stderr.write("ids restart in the files: each id begins with the name of its file\n");
    io.stderr.write(`${yaml} and ${file}; a suite asks it with "- bank: ${options.name}" under tasks\n`);
    return {yaml, items_file: file, ...summary};
  },
  print: summary => `${summaryLines(summary).join("\n")}\n`
});

const check = printingCommand({
  name: "items check",
  summary: "read a bank again and list every record that cannot be asked; exit code 1 where there is one",
  options: z.strictObject({name: positional(z.string(), "a bank of data/banks")}),
  examples: ["mine"],
  async run({name}, io) {
    const summary = await checkBank(join(BANKS, `${name}.yaml`), {within: FOLDER});
    io.stderr.write(`${summaryLines(summary).join("\n")}\n`);
    return summary;
  },
  print: ({problems, faulty}) =>
    [...problems, ...(faulty > problems.length ? [`and ${faulty - problems.length} more`] : [])]
      .map(line => `${line}\n`)
      .join(""),
  exitCode: ({faulty}) => (faulty > 0 ? 1 : 0)
});

const show = command({
  name: "items show",
  summary: "print items of a bank or of a generated benchmark as the model is asked them",
  options: z.strictObject({
    name: nameOfItems,
    count: wholeNumber("number of items").default(1),
    from: wholeNumber("number of the first item, from 0", {min: 0, value: "number"}).default(0),
    json: flag("print JSON lines with the item's fields"),
    edition
  }),
  examples: ["mine --count 3", "mine --from 10 --json"],
  async run({name, count, from, edition, json}, io) {
    const bank = await shownBank(name, edition);
    if (from >= bank.size) throw new UserError(`--from ${from}: ${JSON.stringify(name)} has ${bank.size} items, numbered from 0`);
    const template = {...templateSchema.parse({}), id: "plain"};
    for (let i = from; i < Math.min(from + count, bank.size); i++) {
      const {item, id} = bank.item(i);
      const test = bank.test(i);
      const scorer = bank.scorerOf(item);
      if (json) io.stdout.write(`${JSON.stringify({...item, id, scorer: test.scorer ?? scorer, prompt: test.prompt})}\n`);
      else {
        const messages = messagesOf(template, {...test, base_task: bank.name}).map(({role, content}) => `[${role}]\n${content}`);
        io.stdout.write(
          `item ${i}, ${id}, ${item.domain} / ${item.category}, scored by ${(test.scorer ?? scorer).kind}\n\n${messages.join("\n\n")}\n\n[right answer]\n${item.answer}\n\n`
        );
      }
    }
  }
});

const exportCommand = command({
  name: "items export",
  summary: "write the items of a bank or of a generated benchmark for other programs",
  options: z.strictObject({
    name: nameOfItems,
    format: option(
      z.enum(EXPORTS).default("jsonl"),
      "jsonl: as stored; inspect, lm-eval: records of those harnesses; listops-tsv, lra-listops, verbose-listops: as in those layouts",
      {value: "name"}
    ),
    out: path("file to write; needed for parquet, else stdout").optional(),
    edition
  }),
  examples: ["mine --format inspect --out mine.jsonl", "mine --format parquet --out mine.parquet"],
  async run({name, format, out, edition}, io) {
    if (format === "parquet" && out === undefined) throw new UserError("--format parquet needs --out FILE");
    await checkOut(out);
    const bank = await shownBank(name, edition);
    if (format === "parquet") return exportParquet(bank, out!, {folder: dirname(out!)});
    if (out === undefined) return exportLines(bank, format, io.stdout);
    const file = createWriteStream(out);
    await exportLines(bank, format, file);
    file.end();
    await finished(file);
  }
});

const list = printingCommand({
  name: "items list",
  summary: "list banks and generated benchmarks with their sizes, and the sources of the categories of the book's suites",
  options: z.strictObject({
    suite: suiteOption("one or more suites in place of the book's")
  }),
  examples: ["", "--suite data/suites/zen.yaml"],
  async run({suite}) {
    const book = suite ? await readSuites(suite) : await currentBook();
    return {
      banks: listedBanks(await Promise.all((await bankNames()).map(async name => readBankNamed(name)))),
      suites: suitesOf(book)
    };
  },
  print: ({banks, suites}) => `${[...bankLines(banks), ...suites.flatMap(categoryLines)].join("\n")}\n`
});

const layoutsCommand = printingCommand({
  name: "items layouts",
  summary: "list the layouts that can be read",
  options: z.strictObject({}),
  examples: ["", "--json"],
  run: async () => LAYOUTS.map(name => ({name, summary: layouts[name].summary})),
  print: all => all.map(({name, summary}) => `${name.padEnd(16)} ${summary}\n`).join("")
});

export const commands = [
  getCommand,
  importCommand,
  check,
  show,
  exportCommand,
  auditCommand,
  ...upkeepCommands,
  editionCommand,
  list,
  layoutsCommand
];

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

interface ListedBank {
  name: string;
  size: number;
  about: string;
}

/** The generated benchmarks and the banks. */
function listedBanks(banks: readonly Bank[]): ListedBank[] {
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
  return [...made, ...read];
}

function bankLines(banks: readonly ListedBank[]): string[] {
  if (banks.length === 0) return ["no bank in data/banks, and no generated benchmark"];
  const width = Math.max(...banks.map(({name}) => name.length));
  return banks.map(({name, size, about}) => `${name.padEnd(width)}  ${plural(size, "item").padStart(14)}  ${about}`);
}

/** State of a category, and the command that fills an empty one. */
function stateOf(category: Category, banks: readonly Bank[]) {
  const filled = filledBy(category, {banks});
  return {
    domain: category.domain,
    name: category.name,
    ...filled,
    fill: filled.state === "empty" ? fillOf(category) : null
  };
}

/** The categories of each suite that lists domains, each with its state. */
const suitesOf = ({suites, banks = []}: Pick<Book, "suites" | "banks">) =>
  suites.flatMap(({suite, categories}) =>
    categories
      ? [
          {
            suite: suite.id,
            categories: categories.map(category => ({
              ...stateOf(category, banks),
              sources: sourcesOf(category).map(source => stateOf(source, banks))
            }))
          }
        ]
      : []
  );

/** Names the source of each category of a suite, and how to fill the empty ones. */
function categoryLines({suite, categories}: ReturnType<typeof suitesOf>[number]): string[] {
  const counts = STATES.map(state => `${categories.filter(each => each.state === state).length} ${state}`);
  const lineOf = (name: string, {state, base_task, items, reason, fill}: ReturnType<typeof stateOf>) =>
    fill !== null ? `  ${name}: empty, ${reason}\n    ${fill}` : `  ${name}: ${state}, ${base_task}, ${plural(items, "item")}`;
  const lines = categories.flatMap(({sources, ...category}) => {
    const name = `${category.domain} / ${category.name}`;
    return [lineOf(name, category), ...sources.map(source => lineOf(`${name}, source ${source.name}`, source))];
  });
  return ["", `suite ${suite}: ${plural(categories.length, "category", "categories")}, ${counts.join(", ")}`, ...lines];
}
