// Simulates judges with planted sensitivity and specificity and a few people's labels, and counts how often intervals of accuracy hold it.
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {Z975} from "../../../../pipelines/stats/distributions.js";
import {shareOf} from "../../../../pipelines/stats/intervals.js";
import {
  addLabel,
  efficientAccuracy,
  type LabelCounts,
  noLabels,
  roganGladen
} from "../../../../pipelines/studies/preferences/judging/correctedAccuracy.js";

export interface JudgedCell {
  accuracy: number;
  sensitivity: number;
  specificity: number;
  answers: number;
  labels: number;
}

/** Sensitivity and specificity of judges: a good, a fair, a lenient, and one that knows little. */
export const JUDGES = [
  [0.97, 0.9],
  [0.9, 0.7],
  [0.99, 0.5],
  [0.6, 0.6]
] as const;
export const ACCURACIES = [0.1, 0.5, 0.8, 0.95] as const;
export const ANSWERS = [200, 1_000] as const;
export const LABELS = [20, 50, 150] as const;

/** Intervals of accuracy: by labels alone, efficient, Rogan and Gladen's, and the published one of Lee et al. */
const METHODS = ["labels", "efficient", "rogan-gladen", "published"] as const;
export type Method = (typeof METHODS)[number];

export interface JudgedResult {
  coverage: number;
  /** mean width of the intervals */
  width: number;
  narrowest: number;
}

/** One draw: the judge's verdicts on all answers, and labels of the first ones. */
export function drawJudged(
  {accuracy, sensitivity, specificity, answers, labels}: JudgedCell,
  random: {chance(p: number): boolean}
) {
  let right = 0;
  const counts = noLabels();
  for (let i = 0; i < answers; i++) {
    const label = random.chance(accuracy);
    const verdict = random.chance(label ? sensitivity : 1 - specificity);
    if (verdict) right++;
    if (i < labels) addLabel(counts, {verdict, label});
  }
  return {judged: shareOf(right, answers), right, counts};
}

/** Coverage and width of each interval over simulated judges; an interval without ends counts as one that misses, of width 0. */
export function simulateJudged(cell: JudgedCell, repetitions: number): Record<Method, JudgedResult> {
  const {accuracy, sensitivity, specificity, answers, labels} = cell;
  const random = randomOf(`judged ${accuracy} ${sensitivity} ${specificity} ${answers} ${labels}`);
  const results = Object.fromEntries(METHODS.map(name => [name, {coverage: 0, width: 0, narrowest: 1}])) as Record<
    Method,
    JudgedResult
  >;
  for (let run = 0; run < repetitions; run++) {
    const {judged, right, counts} = drawJudged(cell, random);
    const intervals = {
      labels: shareOf(counts.truePositive + counts.falseNegative, labels),
      efficient: efficientAccuracy(judged, counts),
      "rogan-gladen": roganGladen(judged, counts),
      published: publishedInterval({right, answers, counts})
    };
    for (const name of METHODS) {
      const {low, high} = intervals[name];
      const width = Math.max(0, high! - low!) || 0;
      results[name].coverage += Number(low! <= accuracy && accuracy <= high!) / repetitions;
      results[name].width += width / repetitions;
      results[name].narrowest = Math.min(results[name].narrowest, width);
    }
  }
  return results;
}

/**
 * The interval of Lee et al. by the delta method with a right and a wrong label added to each kind of answer, as in confidence_interval of
 * llm_judge_reporting/calibration.py in UW-Madison-Lee-Lab/LLM-judge-reporting.
 */
export function publishedInterval({right, answers, counts}: {right: number; answers: number; counts: LabelCounts}) {
  const z = Z975 ** 2;
  const n = answers + z;
  const wrongLabels = counts.trueNegative + counts.falsePositive + 2;
  const rightLabels = counts.truePositive + counts.falseNegative + 2;
  const [p, specificity, sensitivity] = [
    (right + z / 2) / n,
    (counts.trueNegative + 1) / wrongLabels,
    (counts.truePositive + 1) / rightLabels
  ];
  const informedness = specificity + sensitivity - 1;
  const value = (p + specificity - 1) / informedness;
  const [ofWrong, ofRight] = [(specificity * (1 - specificity)) / wrongLabels, (sensitivity * (1 - sensitivity)) / rightLabels];
  const shift = 2 * z * (value * ofRight - (1 - value) * ofWrong);
  const error = Math.sqrt((p * (1 - p)) / n + (1 - value) ** 2 * ofWrong + value ** 2 * ofRight) / informedness;
  const limited = (x: number) => Math.min(1, Math.max(0, x));
  return {low: limited(value + shift - Z975 * error), high: limited(value + shift + Z975 * error)};
}

const HEADING = "## A judge's grades, corrected by people";
const HEADER = [
  "| sensitivity, specificity | answers | labels | accuracy | labels alone | efficient | Rogan–Gladen | as published | repetitions | seeds | date |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
];

/** A row of the table in docs/coverage.md. */
export function judgedRow(cell: JudgedCell, {repetitions, date}: {repetitions: number; date: string}): string {
  const results = simulateJudged(cell, repetitions);
  const cells = METHODS.map(name => `${(100 * results[name].coverage).toFixed(1)} %, ${results[name].width.toFixed(3)}`);
  const {accuracy, sensitivity, specificity, answers, labels} = cell;
  const seeds = `judged ${accuracy} ${sensitivity} ${specificity} ${answers} ${labels}`;
  return `| ${[`${sensitivity}, ${specificity}`, answers, labels, accuracy, ...cells, repetitions, seeds, date].join(" | ")} |`;
}

/** The document with other rows in the table of corrected grades, which ends at the next heading. */
export function withJudgedRows(document: string, rows: readonly string[]): string {
  const start = document.indexOf(HEADING);
  const table = document.indexOf(HEADER[0]!, start);
  if (start < 0 || table < 0) throw new Error(`no table after ${HEADING}`);
  const next = document.indexOf("\n## ", table);
  return `${document.slice(0, table)}${[...HEADER, ...rows].join("\n")}\n${next < 0 ? "" : document.slice(next)}`;
}
