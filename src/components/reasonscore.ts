// Walk through the score, its coverage and its sensitivity, on page ReasonScore.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {spearman, type TierScore} from "../pipelines/charts/reasonscore/reasonscore.js";
import {evaluationColumn} from "../pipelines/charts/shared/evaluationColumn.js";
import type {Rows} from "../pipelines/charts/shared/sql.js";
import {randomOf} from "../pipelines/generate/seed.js";
import type {StoredReading} from "../pipelines/score/answer/storedReading.js";
import {plus} from "../pipelines/score/counters.js";
import {exactCoverage, simulatedCoverage} from "../pipelines/score/coverage.js";
import {
  type PointCounters,
  pool,
  reasonScore,
  type ScoreParts,
  type Suite,
  scoreParts,
  suiteOf,
  TASK_FLOOR,
  tiered
} from "../pipelines/score/reasonscore.js";
import {type ReadingName, sensitivity} from "../pipelines/score/sensitivity.js";
import {Z975} from "../pipelines/stats/distributions.js";
import {groupBy} from "../pipelines/stats/groupBy.js";
import {plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  evaluationLabels,
  formatCount,
  formatEstimate,
  nameAxis,
  numberColumn,
  plotFigure,
  STATUS_NAMES,
  tip
} from "./shared/charts.js";
import {tableBox} from "./shared/page.js";
import {answerFound, untrusted} from "./shared/text.js";

// Sensitivity of ranks to the choices in the definition of the score.

/** The columns of `points` that scores need. */
interface ScoredPoint extends PointCounters {
  model: string;
  template: string;
  sampler: string;
  simulated: boolean;
}

/** One evaluation's scores and ranks under each definition; `samples` is the n of all of them. */
type Sensitive = Pick<ScoredPoint, "model" | "template" | "sampler" | "simulated"> & {
  samples: number;
  /** interval of the published score, whose coverage is at least 95 % */
  low: number | null;
  high: number | null;
  readings: ReturnType<typeof sensitivity>[number];
};

const OTHERS = {
  formula: {
    label: "formula score",
    symbol: "star",
    says: "the formula score, mean of what was gained over guessing, in per cent"
  },
  lower_bound: {label: "lower bound", symbol: "triangle", says: "points and tasks count with the lower ends of their intervals"},
  arithmetic_mean: {label: "arithmetic mean", symbol: "square", says: "a tier is the arithmetic mean of its tasks"},
  truncated_wrong: {label: "truncated = wrong", symbol: "diamond2", says: "a truncated sample is a wrong answer"}
} as const satisfies Record<Exclude<ReadingName, "standard">, {label: string; symbol: string; says: string}>;
type Other = keyof typeof OTHERS;
const others = Object.keys(OTHERS) as Other[];

const tenth = new Intl.NumberFormat("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1});

/** Points of the store that scores are made of. */
interface ScorePoints<Point> {
  points: readonly Point[];
  /** tasks of each tier, of all points */
  suite: Suite;
  /** points of each evaluation, by its name */
  evaluations: ReadonlyMap<string, Point[]>;
}

/** Returns the points of a group, with the suite of all. @param group "all" for every point */
export function readPoints<Point extends WalkPoint & {groups: readonly string[]}>(
  rows: Iterable<{toJSON(): unknown}>,
  group: string
): ScorePoints<Point> {
  const everyPoint = tiered(plainRows<Point>(rows as Rows, ["tiers", "groups"]));
  const points = everyPoint.filter(({groups}) => group === "all" || groups.includes(group));
  const label = evaluationLabels(points);
  const evaluations = new Map(byEvaluation(points).map(ofOne => [label(ofOne[0]!), ofOne]));
  return {points, suite: suiteOf(everyPoint), evaluations};
}

/** The points of each evaluation, in order of name. */
function byEvaluation<Point extends ScoredPoint>(points: readonly Point[]): Point[][] {
  const groups = groupBy(points, ({model, template, sampler}) => JSON.stringify([model, template, sampler]));
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/**
 * Evaluations that have a score, best first.
 * @param tier null for the mean of all tiers
 * @param stored their rows of the table `scores`, for the intervals
 */
export function sensitivityRows(
  points: readonly ScoredPoint[],
  {tier, suite, stored}: {tier: string | null; suite: Suite; stored: readonly TierScore[]}
): Sensitive[] {
  const groups = byEvaluation(points);
  return sensitivity(groups, {tier, suite})
    .map((readings, i) => {
      const {model, template, sampler, simulated} = groups[i]![0]!;
      const own = groups[i]!.filter(point => tier === null || point.tiers.includes(tier));
      const samples = own.reduce((sum, {correct, incorrect, truncated}) => sum + correct + incorrect + truncated, 0);
      const same = stored.find(row => row.model === model && row.template === template && row.sampler === sampler);
      return {model, template, sampler, simulated, samples, low: same?.low ?? null, high: same?.high ?? null, readings};
    })
    .filter(({readings}) => readings.standard.rank !== null)
    .sort((a, b) => a.readings.standard.rank! - b.readings.standard.rank!);
}

/** `12 (+3)`: the rank, and how many places it differs from the standard rank. */
function moved({readings}: Sensitive, reading: Other): string {
  const by = readings.standard.rank! - readings[reading].rank!;
  const shift = by === 0 ? "" : by > 0 ? ` (up ${by})` : ` (down ${-by})`;
  return `${readings[reading].rank}${shift}`;
}

/** Table of the ranks under each definition; empty without rows. */
export const sensitivityTable = (rows: readonly Sensitive[]): DocumentFragment =>
  tableBox("readings", rows, sensitivityColumns(rows), {sort: "rank", key: "readings-sort"});

function sensitivityColumns(rows: readonly Sensitive[]): Column<Sensitive>[] {
  return [
    evaluationColumn(rows),
    numberColumn(
      "rank",
      "Rank",
      row => row.readings.standard.rank,
      row => String(row.readings.standard.rank),
      "as scored, without its interval, which the leaderboard shows"
    ),
    numberColumn(
      "score",
      "Score",
      row => row.readings.standard.score,
      row => formatEstimate({value: row.readings.standard.score, low: row.low, high: row.high}),
      "as published; its interval covers at least 95 %"
    ),
    ...others.flatMap((reading): Column<Sensitive>[] => [
      numberColumn(
        `${reading}_rank`,
        `Rank, ${OTHERS[reading].label}`,
        row => row.readings[reading].rank,
        row => moved(row, reading),
        OTHERS[reading].says
      ),
      numberColumn(
        `${reading}_score`,
        "Score",
        row => row.readings[reading].score,
        row => tenth.format((reading === "formula" ? 100 : 1) * row.readings[reading].score!),
        OTHERS[reading].says
      )
    ]),
    countColumn("samples", "Samples")
  ];
}

/** Ranks of each evaluation: the line is its standard rank, symbols are those under the other definitions. */
export function sensitivityPlot(rows: readonly Sensitive[], {width}: {width: number}): HTMLElement {
  const label = evaluationLabels(rows);
  const names = nameAxis(rows.map(label), width);
  const places = rows.flatMap(row =>
    others.map(reading => ({
      name: label(row),
      reading: OTHERS[reading].label,
      rank: row.readings[reading].rank!,
      title: `${label(row)}${row.simulated ? " (simulated)" : ""}\nrank ${row.readings.standard.rank}\n${OTHERS[reading].label}: ${moved(row, reading)}`
    }))
  );
  const simulated = rows.some(row => row.simulated);
  return plotFigure({
    title: "What the rank would be under other readings",
    simulated,
    id: "sensitivity-plot",
    caption: `The grey line is the rank as scored. ${others.map(reading => `${capital(OTHERS[reading].label)}: ${OTHERS[reading].says}.`).join(" ")} n per evaluation as in the table below.`,
    width,
    height: 76 + 15 * rows.length,
    marginLeft: names.margin,
    marginTop: 40,
    x: {
      label: "rank",
      labelAnchor: "center",
      axis: "both",
      grid: true,
      domain: [0, rows.length + 1],
      ticks: Math.min(width < 500 ? 4 : 8, rows.length + 1),
      tickFormat: "d"
    },
    y: {domain: rows.map(label), label: null, tickFormat: names.format, tickSize: 0},
    symbol: {
      domain: others.map(reading => OTHERS[reading].label),
      range: others.map(reading => OTHERS[reading].symbol),
      legend: true
    },
    color: {
      domain: others.map(reading => OTHERS[reading].label),
      range: ["#00796b", "var(--theme-blue)", "#c2570c", "#7a4fbf"]
    },
    marks: [
      Plot.line(rows, {x: row => row.readings.standard.rank, y: label, stroke: "var(--theme-foreground-muted)", curve: "step"}),
      Plot.dot(places, {x: "rank", y: "name", symbol: "reading", stroke: "reading", r: 3.5, strokeWidth: 1.5}),
      tip(places, {x: "rank", y: "name", title: "title"})
    ]
  });
}

/** How much ranks depend on each choice: one sentence, computed. */
export function sensitivitySentence(rows: readonly Sensitive[]): string {
  if (rows.length < 5) return "Fewer than five evaluations have a score here: too few to say how well the orders agree.";
  const label = evaluationLabels(rows);
  const parts = others.map(reading => {
    const shift = (row: Sensitive) => Math.abs(row.readings[reading].rank! - row.readings.standard.rank!);
    const most = rows.reduce((a, b) => (shift(b) > shift(a) ? b : a));
    const {rho} = spearman(rows.map(({readings}) => ({x: readings.standard.rank!, y: readings[reading].rank!})));
    const mover =
      shift(most) === 0
        ? "no evaluation moves"
        : `${label(most)} moves most, from ${most.readings.standard.rank} to ${most.readings[reading].rank}`;
    return `under “${OTHERS[reading].label}” the order agrees with ρ = ${rho.toFixed(3)} and ${mover}`;
  });
  return `Among the ${formatCount(rows.length)} evaluations here, ${parts.join("; ")}.`;
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

// Shows the computation of ReasonScore step by step, with the functions that compute the score itself.

/** One scored response of the task used as the example. */
interface WalkSample extends StoredReading {
  params: string;
  index: number;
  item_id: string;
  /** 0 incorrect, 1 correct, 2 truncated */
  status: number;
  expected: string;
  guess_chance: number;
  completion_tokens: number;
}

interface WalkPoint extends ScoredPoint {
  params: string;
}

interface Walk {
  sample: WalkSample;
  tier: string;
  base_task: string;
  /** all points of the evaluation */
  points: readonly WalkPoint[];
  suite: Suite;
  /** the tier's row of the table `scores`, which the computation must reproduce */
  stored: TierScore | undefined;
}

const three = new Intl.NumberFormat("en-US", {minimumFractionDigits: 3, maximumFractionDigits: 3});
const number = (x: number) => three.format(x).replace("-", "−");
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Five steps, each with its numbers. */
export function walk({sample, tier, base_task, points, suite, stored}: Walk): HTMLElement {
  const inTier = points.filter(point => point.tiers.includes(tier));
  const ofTask = inTier.filter(point => point.base_task === base_task);
  const own = ofTask.find(point => point.params === sample.params);
  if (!own) return html`<p>This evaluation has no such point.`;
  const scores = reasonScore(points, {suite});
  const tasks = [...(scores.tasks.get(tier) ?? [])];
  const samples = sum(points.map(({correct, incorrect, truncated}) => correct + incorrect + truncated));
  const tokens = points.map(point => point.completion_tokens).reduce(plus, 0);
  const point = step(own, scoreParts(own));
  const pooled = pool(ofTask);
  return html`<ol class="rb-walk">
    <li><h3>The sample is ${STATUS_NAMES[sample.status]}</h3>${facts({
      Test: html`<span>number ${String(sample.index)} of ${base_task} at <code>${sample.params}</code>`,
      Answer: html`<span>${answerFound(sample)}; expected ${untrusted(sample.expected)}</span>`,
      "Guess chance": number(sample.guess_chance),
      Tokens: formatCount(sample.completion_tokens),
      "It adds": ADDS[sample.status] ?? ""
    })}</li>
    <li><h3>The point scores ${point.score}</h3>${point.facts}</li>
    <li><h3>The task scores ${number(tasks.find(([task]) => task === base_task)?.[1] ?? 0)}</h3>
      ${facts({Points: `${formatCount(ofTask.length)} of ${base_task} in the tier ${tier}, their counters added up`})}${step(pooled, scoreParts(pooled)).facts}</li>
    <li><h3>The tier scores ${score(scores.tiers.get(tier))}</h3>${facts({
      Tasks: tasks.map(([task, value]) => `${task} ${number(value)}`).join(" · "),
      Mean: `1,000 × (${tasks.map(([, value]) => number(Math.max(TASK_FLOOR, value))).join(" × ")}) ^ (1 ÷ ${tasks.length}) = ${score(scores.tiers.get(tier))}`,
      "In the table": stored
        ? html`<span id="walk-stored">${formatEstimate({value: stored.score, low: stored.low, high: stored.high})}, n = ${formatCount(stored.n)}</span>`
        : "–"
    })}</li>
    <li><h3>Per token it is ${scores.perToken === null ? "–" : number(scores.perToken)}</h3>${facts({
      "Mean of the tiers": `(${[...scores.tiers].map(([name, value]) => `${name} ${score(value)}`).join(" + ")}) ÷ ${scores.tiers.size} = ${score(scores.mean)}`,
      "Tokens per answer":
        tokens === null ? "not known" : `${formatCount(tokens)} ÷ ${formatCount(samples)} samples = ${score(tokens / samples)}`,
      "Score per token":
        scores.perToken === null || tokens === null
          ? "–"
          : `${score(scores.mean)} ÷ ${score(tokens / samples)} = ${number(scores.perToken)}`
    })}</li>
  </ol>`;
}

const ADDS = [
  "1 to incorrect, and its guess chance to Σg",
  "1 to correct, and its guess chance to Σg",
  "1 to truncated, and nothing to the interval"
];

/** How layers 1 and 2 transform the counts, in words and numbers. */
function step(counts: ReturnType<typeof pool>, {accuracy, n, center, margin, truncated, score}: ScoreParts) {
  const {correct, incorrect, guess_sum} = counts;
  const samples = correct + incorrect + counts.truncated;
  return {
    score: number(score),
    facts: facts({
      Counters: `${formatCount(correct)} correct, ${formatCount(incorrect)} incorrect, ${formatCount(counts.truncated)} truncated of ${formatCount(samples)}; Σg = ${number(guess_sum)}`,
      "Excess accuracy":
        accuracy === null
          ? "nothing to say"
          : `(${formatCount(correct)} − ${number(guess_sum)}) ÷ (${formatCount(correct + incorrect)} − ${number(guess_sum)}) = ${number(accuracy)}`,
      "Adjusted interval": `centre ${number(center)} ± ${number(margin)}, Wilson's at n = ${number(n)}`,
      Truncated: `${formatCount(counts.truncated)} ÷ ${formatCount(samples)} = ${number(truncated)}`,
      Score: `${number(center)} + ${number(margin)} − ${number(truncated)} = ${number(center + margin - truncated)}${score === center + margin - truncated ? "" : `, kept within 0 and 1: ${number(score)}`}`
    })
  };
}

const score = (value: number | null | undefined) => formatEstimate({value: value ?? null, low: null, high: null});

const facts = (of: Record<string, string | Node>): HTMLElement =>
  html`<dl class="rb-facts">${Object.entries(of).map(([term, fact]) => html.fragment`<dt>${term}</dt><dd>${fact}</dd>`)}</dl>`;

/** Each task of the tier: its interval, how truncation lowers its upper end, and the resulting score. */
export function tasksPlot({points, tier, suite}: Pick<Walk, "points" | "tier" | "suite">, {width}: {width: number}): HTMLElement {
  const rows = (suite.get(tier) ?? []).flatMap(task => {
    const own = points.filter(point => point.base_task === task && point.tiers.includes(tier));
    if (own.length === 0) return [];
    const counts = pool(own);
    const parts = scoreParts(counts);
    return [
      {
        task,
        samples: counts.correct + counts.incorrect + counts.truncated,
        low: parts.center - parts.margin,
        high: parts.center + parts.margin,
        ...parts
      }
    ];
  });
  const simulated = points.some(point => point.simulated);
  const counts = rows.map(({samples}) => samples);
  return plotFigure({
    title: `The tasks of the tier ${tier}`,
    simulated,
    id: "walk-tasks",
    caption: `Bars are the adjusted 95 % intervals with their centres; an arrow is what truncation takes off the upper end; the dot is the score. n per task ${formatCount(Math.min(...counts))}–${formatCount(Math.max(...counts))}.`,
    width,
    height: 70 + 24 * rows.length,
    marginLeft: 20 + 6.5 * Math.max(4, ...rows.map(({task}) => task.length)),
    x: {domain: [0, 1], label: "score of a task →", grid: true},
    y: {domain: rows.map(({task}) => task), label: null},
    marks: [
      Plot.link(rows, {y: "task", x1: "low", x2: "high", stroke: "var(--theme-foreground-muted)", strokeWidth: 2}),
      Plot.arrow(
        rows.filter(({truncated}) => truncated > 0.005),
        {y: "task", x1: "high", x2: "score", stroke: "#c2570c", headLength: 6}
      ),
      Plot.tickX(rows, {y: "task", x: "center", stroke: "currentColor", insetTop: 6, insetBottom: 6}),
      Plot.dot(rows, {
        y: "task",
        x: "score",
        r: 4,
        fill: simulated ? "var(--theme-background)" : "var(--theme-blue)",
        stroke: "var(--theme-blue)",
        strokeWidth: 1.5,
        title: row =>
          `${row.task}\ncentre ${number(row.center)} ± ${number(row.margin)}\ntruncated ${number(row.truncated)}\nscore ${number(row.score)}\nn = ${formatCount(row.samples)}`
      })
    ]
  });
}

// Simulated coverage of the intervals of excess accuracy.

/** Number of steps between guessing and perfect accuracy at which coverage is computed. */
const STEPS = 50;
/** Most answers drawn for one curve, so that the page stays fast at any n. */
const ANSWERS = 6_000_000;
const MOST_DRAWS = 4_000;
/** Standard normal quantile of a two-sided 95 % interval. */
const NAMES = {adjusted: "adjusted (enters ReasonScore)", rescaled: "rescaled (shown on pages)"} as const;
type Kind = keyof typeof NAMES;
const kinds = Object.keys(NAMES) as Kind[];

/** Coverage of one interval at one true excess accuracy: simulated with its 95 % interval, and exact. */
interface Covered {
  kind: Kind;
  p: number;
  simulated: number;
  low: number;
  high: number;
  exact: number;
}

/** Curves of one number of samples and one guess chance, with their summary. */
interface CoverageCurves {
  n: number;
  guess: number;
  draws: number;
  rows: Covered[];
  sentence: string;
}

/**
 * Coverage at true excess accuracies from that of a model that is never right, −g ÷ (1 − g) but at least −1, to 1. Below 0 only the
 * rescaled interval is computed, since the adjusted one ends there.
 * @param n number of untruncated samples
 * @param guess guess chance of each test, 0…1
 */
export function coverageCurves({n, guess}: {n: number; guess: number}): CoverageCurves {
  const least = -Math.floor(STEPS * Math.min(1, guess / (1 - guess)) + 1e-9);
  const truths = Array.from({length: STEPS - least + 1}, (_, step) => (least + step) / STEPS);
  const draws = Math.min(MOST_DRAWS, Math.round(ANSWERS / n / truths.length));
  const random = randomOf(`coverage ${n} ${guess}`);
  const rows = truths.flatMap(p => {
    const exact = exactCoverage({n, guess, p});
    const found = simulatedCoverage({n, guess, p}, {draws, random});
    return (p < 0 ? kinds.filter(kind => kind === "rescaled") : kinds).map(kind => {
      const half = Z975 * Math.sqrt((found[kind] * (1 - found[kind])) / draws);
      return {
        kind,
        p,
        simulated: found[kind],
        low: Math.max(0, found[kind] - half),
        high: Math.min(1, found[kind] + half),
        exact: exact[kind]
      };
    });
  });
  return {n, guess, draws, rows, sentence: coverageSentence({rows, draws})};
}

/** Coverage of each interval over the true value: simulated values as dots with Monte-Carlo error, exact values as lines. */
export function coveragePlot({n, guess, rows, draws}: CoverageCurves, {width}: {width: number}): HTMLElement {
  const floor = Math.floor(10 * Math.min(0.8, ...rows.map(row => row.low))) / 10;
  const name = (row: Covered) => NAMES[row.kind];
  return plotFigure({
    title: `Coverage of the two 95 % intervals at n = ${formatCount(n)}, guess chance ${percent(guess)}`,
    id: "coverage-plot",
    caption: `Symbols: share of ${formatCount(draws)} simulated runs whose interval holds the truth, with its 95 % Monte-Carlo error. Lines: the same by summing the binomial distribution. Dashed: the promised 95 %.`,
    width,
    height: 340,
    marginLeft: 48,
    marginTop: 30,
    x: {label: "true excess accuracy (%) →", percent: true, domain: [100 * rows[0]!.p, 100]},
    y: {label: "↑ coverage (%)", percent: true, grid: true, domain: [100 * floor, 100]},
    color: {domain: kinds.map(kind => NAMES[kind]), range: ["#c2570c", "var(--theme-blue)"]},
    symbol: {domain: kinds.map(kind => NAMES[kind]), range: ["triangle", "circle"], legend: true},
    marks: [
      Plot.ruleY([0.95], {stroke: "var(--theme-foreground-muted)", strokeDasharray: "4 3"}),
      Plot.line(rows, {x: "p", y: "exact", z: "kind", stroke: name, strokeWidth: 1.2}),
      Plot.ruleX(rows, {x: "p", y1: "low", y2: "high", stroke: name, strokeOpacity: 0.55}),
      Plot.dot(rows, {
        x: "p",
        y: "simulated",
        stroke: name,
        symbol: name,
        r: 2.5,
        title: (row: Covered) =>
          `${name(row)}\ntrue excess accuracy ${(100 * row.p).toFixed(0)} %\nsimulated ${percent(row.simulated)} [${percent(row.low)}, ${percent(row.high)}]\nexact ${percent(row.exact)}`
      })
    ]
  });
}

/** Summary of the curves. */
function coverageSentence({rows, draws}: Pick<CoverageCurves, "rows" | "draws">): string {
  const parts = kinds.map(kind => {
    const own = rows.filter(row => row.kind === kind);
    const worst = own.reduce((a, b) => (b.exact < a.exact ? b : a));
    const mean = own.reduce((sum, row) => sum + row.simulated, 0) / own.length;
    return `the ${kind} interval holds the truth in ${percent(mean)} of runs on average, and is weakest where the true excess accuracy is ${(100 * worst.p).toFixed(0)} %: ${percent(worst.simulated)} [${percent(worst.low)}, ${percent(worst.high)}], exactly ${percent(worst.exact)}`;
  });
  return `In ${formatCount(draws)} simulated runs at each truth, ${parts.join("; ")}.`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
