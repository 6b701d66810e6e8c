// The commands `irt dif` and `irt check`: items that function differently for a group of models, and the fit of a model with a single
// ability.
import {readFile} from "node:fs/promises";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {falseDiscoveryRate} from "../stats/falseDiscovery.js";
import {csvText, significant, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import {type AnswerSimilarity, copiesText, fitSimilarity} from "../studies/irt/diagnose/answerSimilarity.js";
import {anchoredFit, differentialItems, likelihoodRatio} from "../studies/irt/diagnose/dif.js";
import {overallFit} from "../studies/irt/diagnose/overallFit.js";
import {type ItemPair, localDependence, residualsOf} from "../studies/irt/diagnose/residuals.js";
import {type Fit, fit as fitted} from "../studies/irt/estimate/fit.js";
import {refuseUnfit} from "../studies/irt/estimate/settings.js";
import {answersTo, type Responses} from "../studies/irt/item.js";
import {type Checked, checkSchema, type Differences, differencesSchema, outputText} from "../studies/irt/outputs.js";
import {readResponses} from "../studies/irt/readResponses.node.js";
import {option, printingCommand} from "./command.js";
import {missingOption, path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

/** Number of pairs and of items that are printed. */
const SHOWN = 20;
/** Most items for Q3: pairs grow with the square of the items, and two million pairs take some seconds and 300 MB. */
const MAX_Q3_ITEMS = 2_000;

const responses = path("a file of rows, as irt fit reads it");

export const difCommand = printingCommand({
  name: "irt dif",
  summary: "find items that are harder for a group of models than for others of the same ability (differential item functioning)",
  options: z.strictObject({
    responses,
    missing: missingOption,
    focal: option(z.string(), "models of the group, separated by commas, or @FILE with one name a line; * stands for any text", {
      value: "names"
    }),
    method: option(
      differencesSchema.shape.method.default("mantel-haenszel"),
      "mantel-haenszel: matched by score, purified; likelihood-ratio: a 2PL with the item split, the groups' abilities free to differ",
      {value: "name"}
    ),
    out: path("CSV file for all items instead of printing the most significant ones").optional()
  }),
  examples: ["--responses responses.csv --focal 'open-*'", "--responses responses.csv --focal @group.txt --out dif.csv"],
  outputSchema: () => z.toJSONSchema(differencesSchema, {io: "input"}),
  async run({responses: file, missing, focal: names, method, out}, io): Promise<Differences> {
    await checkOut(out);
    const responses = await readResponses(file, {missing});
    refuseUnfit(responses, file);
    const focal = await groupOf(responses.persons, names, file);
    const own = focal.filter(Boolean).length;
    const rows = method === "mantel-haenszel" ? byTables(responses, focal) : byLikelihood(responses, focal);
    if (out !== undefined) await writeOut(csvText(tableOf(rows)), out, io);
    return {method, focal: own, others: focal.length - own, items: responses.items.length, rows};
  },
  print(differences, {out}) {
    const {columns, rows} = tableOf(differences.rows);
    const table =
      out === undefined && rows.length > 0
        ? tableText({columns, rows: rows.slice(0, SHOWN).map(row => row.map(short))}, {count: false})
        : "";
    return `${table}${difText(differences)}\n`;
  },
  json: result => outputText(result)
});

function difText({focal, others, items, rows}: Differences): string {
  const who = `${plural(focal, "model")} against ${plural(others, "other")}`;
  const untested = items - rows.length;
  if (rows.length === 0)
    return `${who}: no test is possible for ${plural(items, "item")}: no two models of similar ability, one from each group, differ in their answers`;
  const sure = rows.filter(({adjusted}) => adjusted !== null && adjusted <= 0.05).length;
  return `${who}: ${sure} of ${plural(rows.length, "item")} significantly ${sure === 1 ? "treats" : "treat"} them differently (Benjamini–Hochberg at 5 %)${untested > 0 ? `; the other ${untested.toLocaleString("en-US")} cannot be tested` : ""}`;
}

/** Rows as a table with their own columns; infinite ends of intervals are written as such. */
function tableOf(rows: Differences["rows"]): QueryResult {
  const columns = Object.keys(rows[0] ?? {item: ""});
  return {columns, rows: rows.map(row => Object.values(row).map(plain))};
}
/** A value as a table shows it. */
function plain(value: unknown): unknown {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === Number.POSITIVE_INFINITY) return "inf";
  return value === Number.NEGATIVE_INFINITY ? "-inf" : value;
}

function byTables(responses: Responses, focal: readonly boolean[]): Differences["rows"] {
  return differentialItems(responses, focal)
    .flatMap((each, j) => (each ? [{item: responses.items[j]!, ...each}] : []))
    .sort((a, b) => a.p - b.p)
    .map(({item, n, delta, low, high, p, adjusted, size}) => ({item, n, delta, low, high, p, adjusted, ets: size}));
}

function byLikelihood(responses: Responses, focal: readonly boolean[]): Differences["rows"] {
  const log = report();
  const anchored = anchoredFit(responses, focal);
  const found = responses.items.flatMap((item, j) => {
    if (j % 10 === 0) log.info(`irt: splitting item ${j + 1} of ${responses.items.length}`);
    const ratio = likelihoodRatio(responses, focal, {item: j, anchored});
    return ratio ? [{item, ...ratio}] : [];
  });
  const adjusted = falseDiscoveryRate(
    found.map(({p}) => p),
    "BH"
  );
  return found
    .map(({item, g2, df, p, converged}, k) => ({item, g2, df, p, adjusted: adjusted[k]!, converged}))
    .sort((a, b) => a.p - b.p);
}

/** Whether each model belongs to the group. Throws UserError for a name that no model has, and for a group of no models or of all. */
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
      throw new UserError(`--focal names "${name}", which is not a model of ${file}; its first is "${persons[0] ?? ""}"`);
    return pattern;
  });
  const focal = persons.map(person => patterns.some(pattern => pattern.test(person)));
  const own = focal.filter(Boolean).length;
  if (own === 0 || own === persons.length)
    throw new UserError(
      `--focal names ${own === 0 ? "no model" : `all ${persons.length} models`} of ${file}; a group needs others to be compared with`
    );
  return focal;
}

export const checkCommand = printingCommand({
  name: "irt check",
  summary:
    "check whether one ability explains a matrix: M2 with RMSEA (up to 30 items, answered by all), pairs of items that are locally dependent (Q3), and copies of a model among the models",
  options: z.strictObject({
    responses,
    missing: missingOption,
    model: option(checkSchema.shape.model.default("2pl"), "model to fit", {value: "name"})
  }),
  examples: ["--responses responses.csv", "--responses responses.csv --model rasch --json"],
  outputSchema: () => z.toJSONSchema(checkSchema, {io: "input"}),
  async run({responses: file, missing, model}) {
    const all = await readResponses(file, {missing});
    refuseUnfit(all, file);
    const {fit: m2, text} = overallFit(all, model);
    const fit = fitted(all, {model, estimate: "eb"});
    const {items, pairs, mean} = pairsOf(all, fit);
    const {converged} = fit;
    const sure = pairs.filter(({adjusted}) => adjusted <= 0.05).length;
    const q3 = pairs
      .slice(0, SHOWN)
      .map(({i, j, n, q3, expected, p, adjusted}) => ({item: items[i]!, other: items[j]!, n, q3, expected, p, adjusted}));
    const similarity = namedSimilarity(fitSimilarity(fit, all), all.persons);
    const checked: Checked = {model, m2, m2_text: text, pairs: pairs.length, sure, mean_q3: mean, converged, q3, similarity};
    return {checked, items: items.length};
  },
  print: ({checked, items}) => `${checkText(checked, items)}${similarityText(checked.similarity)}`,
  json: ({checked}) => outputText(checked)
});

function checkText({m2_text, pairs, sure, mean_q3, converged, q3}: Checked, items: number): string {
  const m2 = `M2    ${m2_text}\n`;
  const warning = !converged && pairs > 0 ? "warning: the fit that Q3 rests on has not converged\n" : "";
  if (items > MAX_Q3_ITEMS)
    return `${m2}Q3    not made: ${plural(items, "item")} have too many pairs; give at most ${MAX_Q3_ITEMS.toLocaleString("en-US")} items\n`;
  if (pairs === 0)
    return `${m2}Q3    not made: no pair of items has right and wrong answers by 20 models, which the test needs\n`;
  const [, ...columns] = Object.keys(q3[0]!);
  const table = tableText({columns: ["item", ...columns], rows: q3.map(row => Object.values(row).map(short))}, {count: false});
  const dependent = `${sure.toLocaleString("en-US")} of ${plural(pairs, "pair")} of items significantly locally dependent (Benjamini–Hochberg at 5 %)`;
  return `${m2}Q3    ${dependent}; mean ${mean_q3!.toFixed(3).replace(/^-(?=0\.000$)/, "")}\n${table}${warning}`;
}

/** Q3 of all pairs under a fit by empirical Bayes; none where there are too many items. */
function pairsOf(all: Responses, fit: Fit): {items: readonly string[]; pairs: ItemPair[]; mean: number} {
  if (all.items.length > MAX_Q3_ITEMS) return {items: all.items, pairs: [], mean: Number.NaN};
  const part = answersTo(all, fit.items);
  // on the scale of a standard normal population, which Rasch's logits do not use
  const residuals = residualsOf(
    fit.items.map(item => ({...item, a: item.a * fit.spread})),
    part,
    fit.ability.map(({eap}) => eap / fit.spread)
  );
  return {items: part.items, ...localDependence(residuals)};
}

/** The similarity with names for indexes, the strongest pairs only. */
const namedSimilarity = (
  {compared, alike, effective, copies, pairs}: AnswerSimilarity,
  names: readonly string[]
): Checked["similarity"] => ({
  compared,
  alike,
  effective,
  copies: copies.map(group => group.map(i => names[i]!)),
  pairs: pairs.slice(0, SHOWN).map(({i, j, n, r, low, high, adjusted}) => ({
    model: names[i]!,
    other: names[j]!,
    n,
    r,
    low,
    high,
    adjusted
  }))
});

function similarityText({compared, alike, effective, copies, pairs}: Checked["similarity"]): string {
  if (compared === 0)
    return "Models  not compared: no two of them have 20 items in common and 5 right and 5 wrong answers each\n";
  const heading = `Models  ${alike.toLocaleString("en-US")} of ${plural(compared, "pair")} of models answer alike beyond ability and difficulty (Benjamini–Hochberg at 5 %); all amount to about ${effective!.toFixed(0)} independent ones\n`;
  const table =
    pairs.length > 0
      ? tableText({columns: Object.keys(pairs[0]!), rows: pairs.map(row => Object.values(row).map(short))}, {count: false})
      : "";
  return `${heading}${table}${copies.map(group => `${copiesText(group)}\n`).join("")}`;
}

const short = significant(4);
