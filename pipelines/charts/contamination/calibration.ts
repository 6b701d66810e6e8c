// How well distances of embeddings tell rewordings of a question from other questions of its template: a ROC, a table and a sentence.
import * as Plot from "npm:@observablehq/plot";
import type {CalibrationRow} from "../../studies/contamination/calibration/curve.js";
import {BANDING, type Banding, proposed} from "../../studies/contamination/duplicates.js";
import {DEFAULTS} from "../../studies/contamination/settings.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatEstimate, formatRate} from "../shared/interval.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

/** A row of the table `contamination_calibration`. */
export interface CalibratedRow extends CalibrationRow {
  embedder: string;
  described: string;
  area: number | null;
  area_low: number;
  area_high: number;
}

const recall = ({recall, recall_low, recall_high, paraphrases}: CalibratedRow): string =>
  formatRate({value: recall, low: recall_low, high: recall_high, n: paraphrases});
const falsely = ({false_positive_rate, false_low, false_high, negatives}: CalibratedRow): string =>
  formatRate({value: false_positive_rate, low: false_low, high: false_high, n: negatives});
const area = ({area, area_low, area_high}: CalibratedRow): string =>
  formatEstimate({value: area, low: area_low, high: area_high}, {digits: 2});

/** The table's columns, at one threshold: what each model finds rightly and wrongly. */
export function calibrationColumns(): Column<CalibratedRow>[] {
  return [
    {key: "embedder", label: "Model of embeddings", by: row => row.embedder, show: row => row.embedder},
    {
      key: "recall",
      label: "Rewordings found",
      numeric: true,
      by: (row: CalibratedRow) => row.recall,
      show: recall,
      description: "share of rewordings within the distance, with Wilson's 95 % interval"
    },
    {key: "paraphrases", label: "n", numeric: true, by: row => row.paraphrases, show: row => formatCount(row.paraphrases)},
    {
      key: "false",
      label: "Other questions found",
      numeric: true,
      description: "share of other questions of the same template within the distance, with Wilson's 95 % interval",
      by: row => row.false_positive_rate,
      show: falsely
    },
    {key: "negatives", label: "n", numeric: true, by: row => row.negatives, show: row => formatCount(row.negatives)},
    {
      key: "precision",
      label: "Precision",
      numeric: true,
      by: (row: CalibratedRow) => row.precision,
      description: "rewordings among what is found, where there are as many of both, with Wilson's 95 % interval",
      show: ({precision, precision_low, precision_high, found, wrong}) =>
        found + wrong === 0
          ? "none found"
          : formatRate({value: precision, low: precision_low, high: precision_high, n: found + wrong})
    },
    {
      key: "area",
      label: "Area under ROC",
      numeric: true,
      by: (row: CalibratedRow) => row.area,
      show: area,
      description: "chance that a rewording is nearer than another question, over all thresholds: 0.5 is chance; 95 % interval"
    },
    {key: "described", label: "What it is", show: row => row.described}
  ];
}

/** The share of rewordings found over the share of other questions found, as the threshold rises; the published one is marked. */
export function calibrationPlot(
  rows: readonly CalibratedRow[],
  {published, width = 640}: {published: number; width?: number}
): HTMLElement {
  const drawn = rows.filter(row => row.recall !== null && row.false_positive_rate !== null);
  const marked = drawn.filter(({threshold}) => Math.abs(threshold - published) < 1e-9);
  const x = (row: CalibratedRow) => 100 * row.false_positive_rate!;
  const y = (row: CalibratedRow) => 100 * row.recall!;
  const size = Math.min(width, 460);
  const plot = drawPlot({
    width: size,
    height: size - 40,
    marginLeft: 44,
    marginRight: 16,
    x: {label: "other questions found (%)", domain: [0, 100], grid: true},
    y: {label: "rewordings found (%)", domain: [0, 100], grid: true},
    color: {domain: [...new Set(drawn.map(({embedder}) => embedder))], legend: true},
    marks: [
      Plot.line(
        [
          [0, 0],
          [100, 100]
        ],
        {strokeDasharray: "4 3", strokeOpacity: 0.6}
      ),
      Plot.line(drawn, {x, y, z: "embedder", stroke: "embedder", strokeWidth: 1.8, sort: "threshold"}),
      Plot.ruleX(marked, {x, y1: row => 100 * row.recall_low, y2: row => 100 * row.recall_high, stroke: "embedder"}),
      Plot.ruleY(marked, {y, x1: row => 100 * row.false_low, x2: row => 100 * row.false_high, stroke: "embedder"}),
      Plot.dot(marked, {x, y, fill: "embedder", r: 5}),
      Plot.tip(
        drawn,
        Plot.pointer({
          x,
          y,
          title: (row: CalibratedRow) =>
            `${row.embedder}\ndistance ${row.threshold.toFixed(2)}\nrewordings ${recall(row)}, n = ${formatCount(row.paraphrases)}\nother questions ${falsely(row)}, n = ${formatCount(row.negatives)}`
        })
      )
    ]
  }) as HTMLElement;
  return figure(plot, {
    title: "Rewordings against other questions of the template",
    id: "calibration",
    caption: `Each curve follows the distance from 0 up; the dot, with 95 % intervals, is the published ${published}. An uninformative distance runs along the dashed line; one that separates the two goes to the upper left.`
  });
}

/** What each model finds at one threshold, and whether it tells the two kinds of pairs apart. */
export function calibrationSentence(rows: readonly CalibratedRow[]): string {
  if (rows.length === 0) return "No model of embeddings has been calibrated.";
  const apart = rows.filter(row => row.area_low > 0.5).length;
  const each = rows.map(
    row =>
      `${row.embedder} finds ${recall(row)} of rewordings (n = ${formatCount(row.paraphrases)}) and ${falsely(row)} of other questions (n = ${formatCount(row.negatives)}), area under the ROC ${area(row)}`
  );
  const comparison =
    apart === rows.length
      ? "Rewordings are nearer than other questions by each of them"
      : apart === 0
        ? "None of them puts rewordings nearer than other questions"
        : `${apart} of ${rows.length} put rewordings nearer than other questions`;
  return `At a distance of ${rows[0]!.threshold.toFixed(2)} ${each.join("; ")}. ${comparison}${apart === rows.length ? "." : ", so that distances decide nothing."}`;
}

// How surely MinHash and banding propose a pair of documents of a given similarity.

const STEPS = 200;

/** Bandings that are compared: that of the command, and one with fewer bands of fewer rows. */
const BANDINGS: readonly Banding[] = [BANDING, {bands: 16, rows: 8}];

/** The probability that a pair is proposed, over its Jaccard similarity, for several bandings. */
export function bandingPlot({published = DEFAULTS.published, width = 640} = {}): HTMLElement {
  const name = ({bands, rows}: Banding) => `${bands} bands of ${rows} rows`;
  const points = BANDINGS.flatMap(banding =>
    Array.from({length: STEPS + 1}, (_, i) => ({name: name(banding), x: i / STEPS, y: proposed(i / STEPS, banding)}))
  );
  const at = BANDINGS.map(banding => ({name: name(banding), x: published, y: proposed(published, banding)}));
  const plot = drawPlot({
    width,
    height: 260,
    marginLeft: 44,
    x: {label: "Jaccard similarity", domain: [0, 1]},
    y: {label: "probability of being proposed", domain: [0, 1], grid: true},
    color: {domain: BANDINGS.map(name), legend: true},
    marks: [
      Plot.ruleX([published], {strokeDasharray: "4 3"}),
      Plot.line(points, {x: "x", y: "y", stroke: "name", strokeWidth: 1.8}),
      Plot.dot(at, {x: "x", y: "y", fill: "name"}),
      Plot.tip(at, Plot.pointer({x: "x", y: "y", title: ({name, y}) => `${name}: ${y.toFixed(4)} at ${published}`}))
    ]
  }) as HTMLElement;
  return figure(plot, {
    title: "Pairs proposed by MinHash",
    id: "banding",
    caption: `The dashed line is the published threshold, ${published}. Proposed pairs are compared exactly; a pair that is not proposed is never seen.`
  });
}
