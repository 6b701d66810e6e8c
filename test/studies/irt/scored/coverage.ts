// How often 95 % intervals of graded and continuous items and of abilities hold the truth, how wide they are, and the table of it in
// docs/coverage.md.
import {type Random, randomOf} from "../../../../pipelines/generate/seed.js";
import {Z975} from "../../../../pipelines/stats/distributions.js";
import {type Item, probability, type ScoredResponses, slopeInterval} from "../../../../pipelines/studies/irt/item.js";
import {categoryLogs} from "../../../../pipelines/studies/irt/scoreCurve.js";
import {fitScores} from "../../../../pipelines/studies/irt/scored/fit.js";
import {scoredResponses} from "../../../../pipelines/studies/irt/scored/responses.js";
import {normal} from "../simulated.js";

/** graded: four categories · beta: scores of a beta distribution with a fifth of the variance of right or wrong · checks: share of 2 to 6 checks passed, so that many scores are 0 or 1 */
export const SCORE_TRUTHS = ["graded", "beta", "checks"] as const;
export type ScoreTruth = (typeof SCORE_TRUTHS)[number];

export interface ScoreGrid {
  truth: ScoreTruth;
  persons: number;
  items: number;
  repetitions: number;
}

const NAMES = ["a", "b", "thresholds", "ability"] as const;
export type ScoreParameter = (typeof NAMES)[number];
export interface ScoreCoverage {
  /** of each parameter: share of intervals that hold the truth, mean width, number */
  byName: Record<ScoreParameter, {share: number; width: number; n: number}>;
  /** mean estimated over mean true dispersion; NaN of graded items */
  dispersion: number;
  converged: number;
}

/** log a ~ N(0, 0.3); middle difficulty N(0, 1), thresholds of graded items 0.9 apart. */
export function scoredItems(truth: ScoreTruth, count: number, random: Random): (Item & {checks: number})[] {
  return Array.from({length: count}, (_, j) => {
    const a = Math.exp(0.3 * normal(random)) * (truth === "graded" ? 1.3 : 1);
    const b = normal(random) * (truth === "graded" ? 0.7 : 1);
    const checks = 2 + (j % 5);
    const item = {id: `item ${j}`, a, d: -a * b, c: 0, u: 1, checks};
    if (truth !== "graded") return {...item, dispersion: truth === "beta" ? 0.2 : 1 / checks};
    return {...item, steps: [-0.9, 0, 0.9].map(from => -a * (b + from))};
  });
}

/** Gamma variate of shape k (Marsaglia & Tsang). */
function gamma(k: number, random: Random): number {
  if (k < 1) return gamma(k + 1, random) * (1 - random.real()) ** (1 / k);
  const d = k - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.real()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

function drawScore(truth: ScoreTruth, item: Item & {checks: number}, theta: number, random: Random): number {
  const p = probability(item, theta);
  if (truth === "beta") {
    const [left, right] = [gamma(4 * p, random), gamma(4 * (1 - p), random)];
    return left + right > 0 ? left / (left + right) : Number(random.real() < p);
  }
  if (truth === "checks")
    return Array.from({length: item.checks}, () => Number(random.real() < p)).reduce((u, v) => u + v, 0) / item.checks;
  let left = random.real();
  return [...categoryLogs(item, theta)].findIndex(log => (left -= Math.exp(log)) < 0);
}

export function drawScores(truth: ScoreTruth, {persons, items, seed}: {persons: number; items: number; seed: string}) {
  const random = randomOf(seed);
  const theta = Array.from({length: persons}, () => normal(random));
  const curves = scoredItems(truth, items, random);
  const scores = Float64Array.from(theta.flatMap(ability => curves.map(item => drawScore(truth, item, ability, random))));
  const responses: ScoredResponses = scoredResponses({
    persons: theta.map((_, i) => `model ${i}`),
    items: curves.map(({id}) => id),
    scores
  });
  return {theta, curves, responses};
}

const scaleOf = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {mean, sd: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)};
};

/**
 * Repetition `r` has the seed `scores TRUTH PERSONS ITEMS r`. With more items than persons the answers fix neither origin nor unit of the
 * abilities: true and estimated ones are then standardised over the persons, and items follow.
 */
export function scoreCoverage({truth, persons, items, repetitions}: ScoreGrid): ScoreCoverage {
  const sums = Object.fromEntries(NAMES.map(name => [name, {held: 0, width: 0, n: 0}])) as Record<
    ScoreParameter,
    {held: number; width: number; n: number}
  >;
  let [converged, estimatedDispersion, trueDispersion] = [0, 0, 0];
  const add = (name: ScoreParameter, real: number, {low, high}: {low: number; high: number}) => {
    sums[name].n++;
    sums[name].held += Number(low <= real && real <= high);
    sums[name].width += high - low;
  };
  for (let r = 0; r < repetitions; r++) {
    const {theta, curves, responses} = drawScores(truth, {persons, items, seed: `scores ${truth} ${persons} ${items} ${r}`});
    const {fit} = fitScores(responses, {model: truth === "graded" ? "graded" : "continuous"});
    converged += Number(fit.converged);
    const isWide = items > persons;
    const [real, estimated] = isWide
      ? [scaleOf(theta), scaleOf(fit.ability.map(({eap}) => eap))]
      : [
          {mean: 0, sd: 1},
          {mean: 0, sd: 1}
        ];
    // an ability t of the truth is found as mean + sd (t − mean) ÷ sd
    const moved = (value: number) => estimated.mean + (estimated.sd * (value - real.mean)) / real.sd;
    const curve = new Map(curves.map(item => [item.id, item]));
    for (const item of fit.items) {
      const {a, d, steps, dispersion = 1} = curve.get(item.id)!;
      const thresholds = (steps ?? [d]).map(step => moved(-step / a));
      add("a", (a * real.sd) / estimated.sd, slopeInterval(item));
      const spanOf = (value: number, se: number) => ({low: value - Z975 * se, high: value + Z975 * se});
      add("b", thresholds.reduce((u, v) => u + v, 0) / thresholds.length, spanOf(item.b, item.se_b));
      if (truth === "graded" && item.thresholds.length === thresholds.length)
        for (const [k, value] of thresholds.entries())
          add("thresholds", value, spanOf(item.thresholds[k]!, item.se_thresholds[k]!));
      estimatedDispersion += item.dispersion;
      trueDispersion += dispersion;
    }
    for (const [i, {lo, hi}] of fit.ability.entries()) add("ability", moved(theta[i]!), {low: lo, high: hi});
  }
  const byName = Object.fromEntries(
    NAMES.map(name => [name, {share: sums[name].held / sums[name].n, width: sums[name].width / sums[name].n, n: sums[name].n}])
  ) as ScoreCoverage["byName"];
  return {byName, dispersion: truth === "graded" ? Number.NaN : estimatedDispersion / trueDispersion, converged};
}

/** Sizes of the table; so many repetitions that each has a hundred items and more. */
export const SCORE_SIZES: readonly Omit<ScoreGrid, "truth">[] = [
  {persons: 60, items: 12, repetitions: 40},
  {persons: 93, items: 300, repetitions: 3},
  {persons: 200, items: 20, repetitions: 20},
  {persons: 500, items: 10, repetitions: 40}
];

const HEADING = "## Graded and continuous scores";
const HEAD =
  "| truth | models | items | a | b | thresholds | ability | dispersion over true | converged | items in all | repetitions | seeds | date |";

const cellOf = ({share, width, n}: {share: number; width: number; n: number}): string =>
  n === 0 ? "–" : `${(100 * share).toFixed(1)} %, ${width.toFixed(3)}`;

/** A line of the table. */
export function scoreRow(
  {truth, persons, items, repetitions}: ScoreGrid,
  {byName, dispersion, converged}: ScoreCoverage,
  date: string
): string {
  const spread = Number.isNaN(dispersion) ? "–" : dispersion.toFixed(3);
  const seeds = `scores ${truth} ${persons} ${items} 0…${repetitions - 1}`;
  return `| ${[truth, persons, items, ...NAMES.map(name => cellOf(byName[name])), spread, converged, byName.b.n, repetitions, seeds, date].join(" | ")} |`;
}

const keyOf = (line: string): string => line.split("|").slice(1, 4).join("|");

/** The document with rows of this table in place of those of the same truth and size. */
export function withScoreRows(text: string, rows: readonly string[]): string {
  const lines = text.trimEnd().split("\n");
  const start = lines.indexOf(HEAD, lines.indexOf(HEADING)) + 2;
  const length = lines.slice(start).findIndex(line => !line.startsWith("|"));
  const end = length < 0 ? lines.length : start + length;
  const others = lines.slice(start, end).filter(line => !rows.some(row => keyOf(row) === keyOf(line)));
  const order = (line: string) => {
    const [truth, persons, items] = line
      .split("|")
      .slice(1)
      .map(cell => cell.trim());
    return 1e9 * (SCORE_TRUTHS as readonly string[]).indexOf(truth!) + 1e5 * Number(persons) + Number(items);
  };
  const sorted = [...others, ...rows].sort((u, v) => order(u) - order(v));
  return `${[...lines.slice(0, start), ...sorted, ...lines.slice(end)].join("\n")}\n`;
}

export interface ScoreRow extends ScoreGrid {
  date: string;
  /** share and width of each parameter; absent where the truth has none */
  byName: Partial<Record<ScoreParameter, {share: number; width: number}>>;
}

/** The rows of the document's table. */
export function readScoreRows(text: string): ScoreRow[] {
  const part = text.slice(text.indexOf(HEAD)).split("\n").slice(2);
  const end = part.findIndex(line => !line.startsWith("|"));
  return part.slice(0, end < 0 ? part.length : end).map(line => {
    const cells = line.split("|").map(cell => cell.trim());
    const byName: ScoreRow["byName"] = {};
    for (const [k, name] of NAMES.entries()) {
      const [share, width] = cells[4 + k]!.split(", ").map(Number.parseFloat);
      if (width !== undefined) byName[name] = {share: share! / 100, width};
    }
    const [persons, items, repetitions] = [cells[2], cells[3], cells[11]].map(Number) as [number, number, number];
    return {truth: cells[1] as ScoreTruth, persons, items, repetitions, date: cells[13]!, byName};
  });
}
