// The command `items audit`: whether a category measures anything.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {readBankNamed} from "../book/read.node.js";
import {benchmarks} from "../generate/benchmarks/registry.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {type Audit, audit, type Earned, percent} from "../run/audit/audit.js";
import {type AuditedCategory, categoriesOfBank, categoryOfBenchmark, type Sampled} from "../run/audit/categories.js";
import {command, positional} from "./command.js";
import {flag, wholeNumber} from "./optionTypes.js";

export const auditCommand = command({
  name: "items audit",
  summary:
    "measure how far answerers that know nothing score above chance, and how reliably items distinguish models; exit code 1 where a category fails",
  options: z.strictObject({
    name: positional(
      z.array(z.string()).default([]),
      "generated benchmarks, or banks of data/banks; all generated benchmarks if absent"
    ),
    count: wholeNumber("items of each category, drawn at random; all if absent").optional(),
    edition: wholeNumber("edition of generated items").default(1),
    json: flag("print JSON lines, one a category")
  }),
  examples: ["mine", "--count 500 --json"],
  async run({name: names, json, ...sampled}, io) {
    const failed: string[] = [];
    let audited = 0;
    for (const name of names.length > 0 ? names : benchmarks.keys())
      for (const category of await categoriesOf(name, sampled)) {
        const result = await audit(category);
        audited++;
        if (result.fails.length > 0) failed.push(`${result.name} ${result.category}`);
        io.stdout.write(json ? `${JSON.stringify(result)}\n` : `${auditLines(result).join("\n")}\n\n`);
      }
    io.stderr.write(
      failed.length === 0
        ? `${plural(audited, "category", "categories")} audited, none fails\n`
        : `${failed.length} of ${plural(audited, "category", "categories")} fail: ${failed.join(", ")}\n`
    );
    return failed.length > 0 ? 1 : 0;
  }
});

async function categoriesOf(name: string, sampled: Sampled): Promise<AuditedCategory[]> {
  const benchmark = benchmarks.get(name);
  if (benchmark) return [categoryOfBenchmark(benchmark, sampled)];
  const bank = await readBankNamed(name).catch((error: unknown) => {
    const meant = didYouMean(name, benchmarks.keys());
    throw error instanceof UserError && meant !== ""
      ? new UserError(`no generated benchmark ${JSON.stringify(name)}${meant}`)
      : error;
  });
  return categoriesOfBank(bank, sampled);
}

/** An audit as lines of a terminal. */
function auditLines({
  name,
  domain,
  category,
  size,
  items,
  distinct,
  chance,
  earned,
  reliability,
  unreliable,
  by_text,
  fails
}: Audit): string[] {
  const whole = (n: number) => n.toLocaleString("en");
  const rows = earned.filter(({n, unscored}) => n + unscored > 0).map(rowOf);
  const head = ["answerer", "n", "accuracy", "95 % interval", "chance", "beyond"];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  ")}`.trimEnd();
  return [
    `${name}: ${domain} / ${category}`,
    `  ${whole(items)}${items < size ? ` of ${whole(size)}` : ""} items, ${whole(distinct)} different, chance ${percent(chance)}`,
    line(head),
    ...rows.map(line),
    reliability
      ? `  reliability ${reliability.alpha.toFixed(3)} [${reliability.low.toFixed(3)}, ${reliability.high.toFixed(3)}] of ${reliability.items} items on ${reliability.persons} simulated models, ${percent(reliability.answered)} of whose answers are right`
      : `  reliability: ${unreliable}`,
    ...(fails.length === 0
      ? [by_text ? "  passes" : "  passes, by its items and reliability alone: no text by itself answers any"]
      : fails.map(reason => `  fails: ${reason}`))
  ];
}

function rowOf({answerer, n, accuracy, low, high, chance, unscored}: Earned): string[] {
  if (accuracy === null) return [answerer, "0", "not by text", "", "", ""];
  const beyond = 100 * (accuracy - chance!);
  return [
    unscored > 0 ? `${answerer} (${unscored.toLocaleString("en")} unscored)` : answerer,
    n.toLocaleString("en"),
    percent(accuracy),
    `${percent(low!)} to ${percent(high!)}`,
    percent(chance!),
    `${beyond >= 0 ? "+" : "−"}${Math.abs(beyond).toFixed(1)}`
  ];
}
