// The command `items edition`: moves a suite of generated categories to a quarter, which renews an eighth of their items.
import {readFile, writeFile} from "node:fs/promises";
import {z} from "zod";
import {editionName, editionOf, quarterBefore} from "../book/editions.js";
import {plural} from "../book/plural.js";
import {readSuites} from "../book/read.node.js";
import {countRenewed} from "../generate/benchmarks/benchmark.js";
import {benchmarks} from "../generate/benchmarks/registry.js";
import {UserError} from "../rows/error.js";
import {option, positional, printingCommand} from "./command.js";
import {flag} from "./optionTypes.js";

export const editionCommand = printingCommand({
  name: "items edition",
  summary:
    "set the quarter of a suite's generated items: each quarter renews an eighth of every category and keeps the others as anchors",
  options: z.strictObject({
    quarter: positional(z.string(), "the quarter, such as 2027Q1"),
    suite: option(z.string().default("data/suites/zen.yaml"), "the suite, a file that lists domains", {value: "file"}),
    dry_run: flag("print what would be renewed, and write nothing")
  }),
  examples: ["2027Q1 --dry-run", "2027Q1 --suite data/suites/zen.yaml"],
  async run({quarter, suite, dry_run: dry}, io) {
    const edition = editionOf(quarter);
    const before = edition === null ? null : quarterBefore(edition);
    if (edition === null || before === null)
      throw new UserError(
        `${JSON.stringify(quarter)}: expected a quarter after 2026Q4, whose items are edition 1, such as 2027Q1`
      );
    const {suites} = await readSuites([suite]);
    const {categories} = suites[0]!;
    if (!categories) throw new UserError(`${suite} lists no domains: give its tasks \`params: {edition: ${edition}}\` instead`);
    const rows = categories.map(({domain, name, task, bank}) => {
      const benchmark = task === undefined ? undefined : benchmarks.get(task);
      if (!benchmark) return {domain, category: name, base_task: task ?? bank!, items: null, renewed: null, anchors: null};
      const items = benchmark.cells.reduce((sum, {size}) => sum + size, 0);
      const renewed = countRenewed(benchmark, before, edition);
      return {domain, category: name, base_task: task!, items, renewed, anchors: items - renewed};
    });
    if (!dry) await writeFile(suite, withEdition(await readFile(suite, "utf8"), editionName(edition), suite));
    const counts = rows.filter(({items}) => items !== null);
    const sum = (field: "items" | "renewed"): number => counts.reduce((total, row) => total + row[field]!, 0);
    io.stderr.write(
      `${plural(sum("renewed"), "item")} of ${sum("items").toLocaleString("en")} in ${plural(counts.length, "generated category", "generated categories")} ${dry ? "would be" : "are"} new against ${editionName(before)}${dry ? "" : `; ${suite} asks ${editionName(edition)}`}\n`
    );
    return {edition: editionName(edition), number: edition, categories: rows};
  },
  print: ({categories}) =>
    categories
      .map(({domain, category, base_task, items, renewed, anchors}) =>
        items === null
          ? `${domain} / ${category}: not generated; npm run items -- rotate ${base_task}, where it is a bank\n`
          : `${domain} / ${category}: ${renewed} of ${items} new (${((100 * renewed!) / items).toFixed(1)} %), ${anchors} anchors\n`
      )
      .join("")
});

/** The text of a suite with another edition; comments and order stay. Throws a UserError. */
function withEdition(text: string, name: string, file: string): string {
  const line = `edition: ${name}\n`;
  if (/^edition:.*\n/mu.test(text)) return text.replace(/^edition:.*\n/mu, line);
  if (!/^domains:/mu.test(text))
    throw new UserError(`${file} has no line that begins with "domains:"; add "edition: ${name}" by hand`);
  return text.replace(/^domains:/mu, `${line}domains:`);
}
