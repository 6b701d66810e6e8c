// Items to be checked, and categories whose items depend on each other, from the tables of the study.
import {html} from "npm:htl";
import {areaOf} from "../../pipelines/stats/area.js";
import {wilsonInterval} from "../../pipelines/stats/intervals.js";
import {type Column, countColumn, formatCount, numberColumn, pColumn, plural, textColumn} from "../shared/charts.js";
import {untrusted} from "../shared/text.js";
import {number, shareSpan, spanText} from "./calibration.js";
import {itemChooser} from "./items.js";

/** A row of the table suspect_items. */
export interface Suspect {
  reason: "order" | "agreement" | null;
  rank: number | null;
  item_id: string;
  category: string;
  n: number;
  right: number;
  q: number | null;
  p: number | null;
  adjusted: number | null;
  rest: number | null;
  rest_low: number | null;
  rest_high: number | null;
  expected: string;
  rival: string | null;
  rival_n: number | null;
  other_expected: string | null;
  tested: number;
  decidable: number;
  evaluations: number;
}

/** Number of items to be checked by each sign, and how weak the evidence is. */
export function suspectSentence(rows: readonly Suspect[]): string {
  const [first] = rows;
  if (!first) return "No item was checked here: at least three evaluations and 100 items are needed.";
  const {tested, decidable, evaluations} = first;
  const [order, agreement] = (["order", "agreement"] as const).map(reason => rows.filter(row => row.reason === reason)) as [
    Suspect[],
    Suspect[]
  ];
  const sure = order.filter(({adjusted}) => adjusted! <= LEVEL).length;
  const significant =
    sure > 0 && sure === order.length
      ? `the list ends there, and ${sure === 1 ? "that one is" : "all of them are"} significant (Benjamini–Hochberg at 5 %): further items may be, which are not counted`
      : `${formatCount(sure)} of the list ${sure === 1 ? "is" : "are"} significant (Benjamini–Hochberg at 5 %)`;
  const weak =
    evaluations < FEW
      ? ` ${evaluations} evaluations show this only of gross cases: of ${plural(tested, "item")}, ${formatCount(decidable)} would be significant even if exactly the least able were right.`
      : "";
  const agreed =
    agreement.length > 0
      ? ` ${plural(agreement.length, "more item")} ${agreement.length === 1 ? "was" : "were"} answered by all evaluations (10 at least) with the same value, which is not the key.`
      : "";
  return `To be checked, which does not mean wrong: ${plural(order.length, "item")} that abler evaluations fail most unlike other items (n = ${plural(evaluations, "evaluation")}, ${plural(tested, "item")} tested); ${significant}. The test expects every item to distinguish as the others do; a curve fitted to one item may be flat, so that an item can fit its curve and be listed.${weak}${agreed}`;
}
const LEVEL = 0.05;
/** Evaluations below which the sentence says how weak the test is. */
const FEW = 50;

/** How many of the items to be checked have another key in another release; empty where the store has one key each. */
export function releaseSentence(rows: readonly Suspect[]): string {
  const revised = rows.filter(({other_expected}) => other_expected !== null);
  if (revised.length === 0) return "";
  const part = (reason: keyof typeof REASONS, name: string) => {
    const all = rows.filter(row => row.reason === reason);
    if (all.length === 0) return "";
    const hits = all.filter(({other_expected}) => other_expected !== null);
    const span = shareSpan({value: hits.length / all.length, ...wilsonInterval(hits.length / all.length, all.length)});
    const same = hits.filter(({other_expected, rival}) => other_expected === rival).length;
    const sameKey = hits.length > 0 ? `; the other key is the answer given in ${formatCount(same)} of them` : "";
    return ` Of the ${plural(all.length, "item")} ${name}, ${formatCount(hits.length)} are among them: ${span}${sameKey}.`;
  };
  const ranks = revised.flatMap(({rank}) => (rank === null ? [] : [rank]));
  const area = areaOf(
    ranks.map(rank => -rank),
    placesBut(ranks, rows[0]!.tested).map(rank => -rank)
  );
  const place =
    area.value === null
      ? ""
      : ` Of their items, the ${formatCount(ranks.length)} that could be tested are more suspicious than ${shareSpan({...area, value: area.value})} of the others; the rest had too few answers, or nobody was right.`;
  return `${plural(revised.length / 2, "question")} ${revised.length === 2 ? "has" : "have"} another key in another release of the benchmark.${part("agreement", "that all answered alike")}${part("order", "that abler evaluations fail")}${place}`;
}

/** The places 1 … n that are not among some. */
function placesBut(places: readonly number[], n: number): number[] {
  const excluded = new Set(places);
  return Array.from({length: n}, (_, k) => k + 1).filter(place => !excluded.has(place));
}

const REASONS = {order: "abler evaluations fail it", agreement: "all gave another answer"} as const;

export const suspectColumns = (rows: readonly Suspect[]): Column<Suspect>[] => [
  textColumn("item", "Item", row => itemChooser(row.item_id), {by: row => row.item_id}),
  textColumn("category", "Category", row => row.category),
  textColumn("reason", "Reason", row => REASONS[row.reason!], {by: row => row.reason!}),
  countColumn("n", "n"),
  countColumn("right", "Right"),
  textColumn("key", "Key", row => untrusted(row.expected || "–"), {by: row => row.expected}),
  textColumn<Suspect, string | Node>(
    "rival",
    "Most frequent other answer",
    row => (row.rival === null ? "–" : html`<span>${untrusted(row.rival)} (${formatCount(row.rival_n)})</span>`),
    {by: row => row.rival ?? "", description: "and how many evaluations gave it"}
  ),
  numberColumn(
    "rest",
    "Item–rest",
    row => row.rest,
    row => (row.rest === null ? "–" : spanText({value: row.rest, low: row.rest_low!, high: row.rest_high!})),
    "correlation with the share right on all other items; below 0 better models fail it"
  ),
  numberColumn(
    "q",
    "Q",
    row => row.q,
    row => (row.q === null ? "–" : number(row.q)),
    "Rost & von Davier 1994: 0 the ablest are right, 0.5 ability makes no difference, 1 the least able are right"
  ),
  pColumn("p", "p", "exact, given the number of right answers, under the Rasch model"),
  pColumn("adjusted", "adjusted", "among all tested items (Benjamini–Hochberg)"),
  ...(rows.some(({other_expected}) => other_expected !== null)
    ? [
        textColumn<Suspect, string | Node>(
          "other",
          "Key in another release",
          row => (row.other_expected === null ? "–" : untrusted(row.other_expected)),
          {by: row => row.other_expected ?? ""}
        )
      ]
    : [])
];

/** A row of the table item_dependence. */
export interface Dependence {
  category: string;
  items: number;
  answers: number;
  evaluations: number;
  r: number;
  low: number | null;
  high: number | null;
  effective: number;
}

const dependent = (rows: readonly Dependence[]): Dependence[] => rows.filter(({low}) => low !== null && low > 0);

export function dependenceSentence(rows: readonly Dependence[]): string {
  const [most] = rows;
  if (!most) return "These items are of one category, or were not fitted: their dependence is unknown.";
  const sure = dependent(rows);
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  const effective = rows.reduce((sum, row) => sum + row.effective, 0);
  return `Items of ${formatCount(sure.length)} of ${plural(rows.length, "category", "categories")} depend on each other significantly (95 % interval above 0, n = ${plural(most.evaluations, "evaluation")}): answers to two of them agree more than ability explains, most in ${most.category}, r = ${spanOf(most)}. Of the ability over all categories, ${plural(items, "item")} say as much as about ${formatCount(Math.round(effective))} independent ones, so that errors that take items as independent are too small where categories are a sample of others.`;
}
const spanOf = ({r, low, high}: Dependence): string => spanText({value: r, low: low ?? Number.NaN, high: high ?? Number.NaN}, 3);

export const dependenceColumns = (): Column<Dependence>[] => [
  textColumn("category", "Category", row => row.category),
  countColumn("items", "Items"),
  countColumn("answers", "Answers"),
  numberColumn(
    "r",
    "Mean Q3",
    row => row.r,
    spanOf,
    "mean residual correlation of two of its items, above that of items of different categories"
  ),
  numberColumn(
    "effective",
    "Independent items",
    row => row.effective,
    row => number(row.effective, 0),
    "that say as much of the ability over all categories: items ÷ (1 + (items − 1) r)"
  )
];
