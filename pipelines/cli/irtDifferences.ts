// `irt dif` and `irt check`: items that treat a group of models unlike, and whether a fit of one ability holds as a whole.
import {readFile, writeFile} from "node:fs/promises";
import {type Command, Option} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {readResponses} from "../irt/read.js";
import {report} from "../progress.js";
import {csvText, tableText} from "../store/show.js";
import {adjust} from "../study/discovery.js";
import {anchoredFit, differentialItems, likelihoodRatio} from "../study/irt/dif.js";
import {fit as fitted} from "../study/irt/fit.js";
import {partOf, type Responses} from "../study/irt/item.js";
import {overallFit} from "../study/irt/overallFit.js";
import {localDependence, residualsOf} from "../study/irt/q3.js";
import {refuseUnfit} from "../study/irt/settings.js";

/** Pairs and items that are printed. */
const SHOWN = 20;

export function differencesOfIrt(irt: Command): void {
  irt
    .command("dif")
    .description("differential item functioning: items that are harder for a group of models than for others of the same ability")
    .requiredOption("--responses <file>", "CSV, JSON lines or Parquet, as irt fit reads it")
    .requiredOption(
      "--focal <names>",
      "models of the group, separated by commas, or @FILE with a name a line; * stands for any text"
    )
    .addOption(
      new Option(
        "--method <name>",
        "mantel-haenszel: matched by score, purified; likelihood-ratio: a 2PL with the item split, the groups' abilities free to differ"
      )
        .choices(["mantel-haenszel", "likelihood-ratio"])
        .default("mantel-haenszel")
    )
    .option("--out <file>", "CSV file for all items instead of printing the surest")
    .action(difWord);
  irt
    .command("check")
    .description(
      "whether one ability explains a matrix: M2 with RMSEA (up to 30 items, answered by all), and the pairs of items that hang together (Q3)"
    )
    .requiredOption("--responses <file>", "CSV, JSON lines or Parquet, as irt fit reads it")
    .addOption(new Option("--model <name>", "what is fitted").choices(["rasch", "2pl"]).default("2pl"))
    .action(checkWord);
}

interface DifWords {
  responses: string;
  focal: string;
  method: "mantel-haenszel" | "likelihood-ratio";
  out?: string;
}

async function difWord({responses: file, focal: named, method, out}: DifWords): Promise<void> {
  const responses = await readResponses(file);
  refuseUnfit(responses, file);
  const focal = await groupOf(responses.persons, named, file);
  const own = focal.filter(Boolean).length;
  const table = method === "mantel-haenszel" ? mantelHaenszelTable(responses, focal) : ratioTable(responses, focal);
  if (out) {
    await writeFile(out, csvText(table));
  } else process.stdout.write(tableText({...table, rows: table.rows.slice(0, SHOWN).map(row => row.map(short))}, {count: false}));
  const at = table.columns.indexOf("adjusted");
  const sure = table.rows.filter(row => typeof row[at] === "number" && row[at] <= 0.05).length;
  process.stdout.write(
    `${plural(own, "model")} against ${plural(focal.length - own, "other")}: ${sure} of ${plural(table.rows.length, "item")} surely treat them differently (Benjamini–Hochberg at 5 %)${table.rows.length < responses.items.length ? `; of the other ${responses.items.length - table.rows.length} nothing can be told` : ""}\n`
  );
}

function mantelHaenszelTable(responses: Responses, focal: readonly boolean[]) {
  const rows = differentialItems(responses, focal)
    .flatMap((each, j) => (each && Number.isFinite(each.delta) ? [{item: responses.items[j]!, ...each}] : []))
    .sort((a, b) => a.p - b.p);
  return {
    columns: ["item", "n", "delta", "low", "high", "p", "adjusted", "ets"],
    rows: rows.map(
      ({item, n, delta, low, high, p, adjusted, size}) => [item, n, delta, low, high, p, adjusted, size] as unknown[]
    )
  };
}

function ratioTable(responses: Responses, focal: readonly boolean[]) {
  const told = report();
  const anchored = anchoredFit(responses, focal);
  const found = responses.items.flatMap((item, j) => {
    if (j % 10 === 0) told.info(`irt: splitting item ${j + 1} of ${responses.items.length}`);
    const ratio = likelihoodRatio(responses, focal, {item: j, anchored});
    return ratio ? [{item, ...ratio}] : [];
  });
  const adjusted = adjust(
    found.map(({p}) => p),
    "BH"
  );
  const rows = found.map((each, k) => ({...each, adjusted: adjusted[k]!})).sort((a, b) => a.p - b.p);
  return {
    columns: ["item", "g2", "df", "p", "adjusted", "converged"],
    rows: rows.map(({item, g2, df, p, adjusted, converged}) => [item, g2, df, p, adjusted, converged ? "yes" : "no"] as unknown[])
  };
}

/** Whether each model is of the group. Throws UserError for a name that no model has, and for a group of nobody or of all. */
async function groupOf(persons: readonly string[], named: string, file: string): Promise<boolean[]> {
  const text = named.startsWith("@")
    ? await readFile(named.slice(1), "utf8").catch((error: Error) => {
        throw new UserError(`cannot read the names of --focal: ${error.message}`);
      })
    : named;
  const names = text
    .split(named.startsWith("@") ? /\r?\n/ : ",")
    .map(name => name.trim())
    .filter(Boolean);
  const patterns = names.map(name => {
    const pattern = new RegExp(
      `^${name
        .split("*")
        .map(part => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
        .join(".*")}$`
    );
    if (!persons.some(person => pattern.test(person)))
      throw new UserError(`--focal names "${name}", which is no model of ${file}; its first is "${persons[0] ?? ""}"`);
    return pattern;
  });
  const focal = persons.map(person => patterns.some(pattern => pattern.test(person)));
  const own = focal.filter(Boolean).length;
  if (own === 0 || own === persons.length)
    throw new UserError(
      `--focal names ${own === 0 ? "no model" : `all ${persons.length} models`} of ${file}; a group has others beside it`
    );
  return focal;
}

async function checkWord({responses: file, model}: {responses: string; model: "rasch" | "2pl"}): Promise<void> {
  const all = await readResponses(file);
  refuseUnfit(all, file);
  process.stdout.write(`M2    ${overallFit(all, model).text}\n`);
  const fit = fitted(all, {model, estimate: "eb"});
  const place = new Map(all.items.map((id, j) => [id, j]));
  const kept = fit.items.map(({id}) => place.get(id)!);
  const part = partOf(all, {columns: kept});
  // on the scale of a standard normal population, which Rasch's logits are not
  const {mean, pairs} = localDependence(
    residualsOf(
      fit.items.map(item => ({...item, a: item.a * fit.spread})),
      part,
      fit.ability.map(({eap}) => eap / fit.spread)
    )
  );
  const sure = pairs.filter(({adjusted}) => adjusted <= 0.05).length;
  process.stdout.write(
    pairs.length === 0
      ? "Q3    no pair of items has answers that vary\n"
      : `Q3    ${sure} of ${plural(pairs.length, "pair")} of items hang together, or apart, more than chance explains (Benjamini–Hochberg at 5 %); mean ${mean.toFixed(3)}\n`
  );
  if (pairs.length === 0) return;
  process.stdout.write(
    tableText(
      {
        columns: ["item", "item ", "n", "Q3", "expected", "p", "adjusted"],
        rows: pairs
          .slice(0, SHOWN)
          .map(({i, j, n, q3, expected, p, adjusted}) => [part.items[i], part.items[j], n, q3, expected, p, adjusted].map(short))
      },
      {count: false}
    )
  );
}

const short = (value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
