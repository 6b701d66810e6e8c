// Checks of a fit: misfit, differential functioning, residuals, held-out answers, saturation.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {Z975} from "../../pipelines/stats/distributions.js";
import {MIN_COPY_R} from "../../pipelines/studies/irt/diagnose/answerSimilarity.js";
import {comparableGroups, differentialItems, type MantelHaenszel} from "../../pipelines/studies/irt/diagnose/dif.js";
import {type ItemFit, itemFits} from "../../pipelines/studies/irt/diagnose/itemFit.js";
import type {Residual} from "../../pipelines/studies/irt/diagnose/observed.js";
import {reliabilityOf} from "../../pipelines/studies/irt/diagnose/reliability.js";
import {residualCells, residualLayout} from "../../pipelines/studies/irt/diagnose/residuals.js";
import {type Saturation, saturation, topOf} from "../../pipelines/studies/irt/diagnose/saturation.js";
import {MOST_Q3_ITEMS, type ModelChecks, STRONG_Q3} from "../../pipelines/studies/irt/diagnose/warnings.js";
import {slopeInterval} from "../../pipelines/studies/irt/item.js";
import {
  type Column,
  countColumn,
  forest,
  formatCount,
  formatP,
  nameAxis,
  numberColumn,
  pColumn,
  plotFigure,
  plural,
  textColumn,
  tip
} from "../shared/charts.js";
import {
  type Answered,
  type CalibratedItem,
  type Calibration,
  categoriesOf,
  hasScores,
  number,
  shareSpan,
  simulatedIn,
  spanText,
  thetas
} from "./calibration.js";
import {itemChooser} from "./items.js";

// Table of items by misfit: their fit statistics, and on request their text.

export interface Misfit extends ItemFit {
  item: CalibratedItem;
}

const Q = 0.05;

/** Fit of every item, worst first. */
export const misfits = (calibration: Answered): Misfit[] =>
  byMisfit(calibration.items, itemFits(calibration.items, calibration.responses, thetas(calibration)));

/** Items with their fit, worst first. */
export const byMisfit = (items: readonly CalibratedItem[], fits: readonly ItemFit[]): Misfit[] =>
  fits.map((own, i) => ({...own, item: items[i]!})).sort((a, b) => (a.p ?? 2) - (b.p ?? 2));

const misfitting = (rows: readonly Misfit[]): Misfit[] => rows.filter(({adjusted}) => adjusted !== null && adjusted <= Q);

export function misfitColumns(rows: readonly Misfit[]): Column<Misfit>[] {
  const ms = (key: "infit" | "outfit", z: "zInfit" | "zOutfit"): Column<Misfit> =>
    numberColumn(
      key,
      key,
      row => row[z],
      row => `${number(row[key])} (z ${number(row[z], 1)})`,
      "mean square, expects 1; z is its normal deviate. Sorted by z: large is noisier than the model, small is too regular"
    );
  const score: Column<Misfit> = numberColumn(
    "sx2",
    "S-X²",
    row => row.sx2?.x2 ?? null,
    row => (row.sx2?.x2 == null ? "–" : `${number(row.sx2.x2, 1)} (df ${row.sx2.df})`),
    "Orlando & Thissen 2000: observed and expected right answers by total score"
  );
  return [
    textColumn("item", "Item", row => itemChooser(row.item.id), {by: row => row.item.id}),
    textColumn("category", "Category", row => row.item.category),
    countColumn("n", "n"),
    numberColumn(
      "b",
      "Difficulty",
      row => row.item.b,
      ({item: {b, se_b}}) => spanOf({value: b, low: b - Z975 * se_b, high: b + Z975 * se_b})
    ),
    numberColumn(
      "a",
      "Discrimination",
      row => row.item.a,
      ({item}) => spanOf({value: item.a, ...slopeInterval(item)})
    ),
    ms("infit", "zInfit"),
    ms("outfit", "zOutfit"),
    ...(rows.some(({sx2}) => sx2) ? [score] : []),
    numberColumn(
      "rest",
      "Item–rest",
      row => (Number.isFinite(row.screen.rest) ? row.screen.rest : null),
      row =>
        Number.isFinite(row.screen.rest) ? spanText({value: row.screen.rest, low: row.screen.low, high: row.screen.high}) : "–",
      "correlation with the share right on all other items; below 0 better models fail it"
    ),
    pColumn("p", "p", "S-X² where it is made, else the smaller of infit and outfit, doubled"),
    pColumn("adjusted", "adjusted", "among all items (Benjamini–Hochberg)")
  ];
}
const pText = (p: number | null): string => (formatP(p).startsWith("<") ? formatP(p) : `= ${formatP(p)}`);
const spanOf = (span: {value: number; low: number; high: number}): string =>
  Number.isFinite(span.low) && Number.isFinite(span.high) ? spanText(span) : `${number(span.value)} [–]`;

export function misfitSentence(rows: readonly Misfit[]): string {
  const bad = misfitting(rows);
  const noisy = bad.filter(({zOutfit, zInfit}) => zOutfit + zInfit > 0).length;
  if (bad.length === 0)
    return `No item of ${formatCount(rows.length)} misfits its curve significantly (Benjamini–Hochberg at 5 %).`;
  return `${formatCount(bad.length)} of ${plural(rows.length, "item")} ${bad.length === 1 ? "misfits its curve" : "misfit their curves"} significantly (Benjamini–Hochberg at 5 %): ${formatCount(noisy)} noisier than the model, ${formatCount(bad.length - noisy)} more regular. The worst is ${bad[0]!.item.id} (${bad[0]!.item.category === "all" ? "" : `${bad[0]!.item.category}, `}p ${pText(bad[0]!.p)}).`;
}

/** Every item as a row of a CSV file. */
export const misfitCsv = (rows: readonly Misfit[]): Record<string, unknown>[] =>
  rows.map(({item, screen, sx2, ...fit}) => {
    const {cov: _, ...own} = item;
    return {...own, ...fit, rest: screen.rest, rest_low: screen.low, rest_high: screen.high, sx2: sx2?.x2, sx2_df: sx2?.df};
  });

// Table of differential item functioning between a group of models and the others.

export interface DifRow extends MantelHaenszel {
  item: CalibratedItem;
}

/** Groups with enough evaluations on either side. */
export const groupsOf = ({persons}: Calibration): string[] => comparableGroups(persons.map(({groups}) => groups));

/** Mantel–Haenszel test of each item, with the group as the focal one, matched by ability; most significant first. */
export function difRows(calibration: Answered, group: string): DifRow[] {
  const focal = calibration.persons.map(({groups}) => groups.includes(group));
  return differentialItems(calibration.responses, focal, {matching: thetas(calibration)})
    .flatMap((found, i) => (found ? [{...found, item: calibration.items[i]!}] : []))
    .sort((a, b) => a.p - b.p);
}

/** End of an interval; infinite where one group is entirely right or the other entirely wrong. */
const end = (value: number): string => (Number.isFinite(value) ? number(value) : value < 0 ? "−∞" : "∞");

export function difColumns(): Column<DifRow>[] {
  return [
    textColumn("item", "Item", row => itemChooser(row.item.id), {by: row => row.item.id}),
    textColumn("category", "Category", row => row.item.category),
    numberColumn(
      "delta",
      "Δ",
      row => row.delta,
      ({delta, low, high}) =>
        Number.isFinite(delta) ? spanText({value: delta, low, high}) : `${end(delta)} [${end(low)}, ${end(high)}]`,
      "delta of Mantel–Haenszel, −2.35 ln odds, with its 95 % interval; below 0 the item is harder for the group"
    ),
    textColumn("size", "ETS", row => row.size, {description: "A negligible, B moderate, C large"}),
    countColumn("n", "n"),
    pColumn("p", "p"),
    pColumn("adjusted", "adjusted", "among all items (Benjamini–Hochberg)")
  ];
}

export function difSentence(rows: readonly DifRow[], group: string, calibration: Calibration): string {
  const own = calibration.persons.filter(({groups}) => groups.includes(group)).length;
  const sure = rows.filter(({adjusted}) => adjusted <= 0.05);
  const large = sure.filter(({size}) => size === "C").length;
  const harder = sure.filter(({delta}) => delta < 0).length;
  const who = `${plural(own, "evaluation")} of ${group} against ${formatCount(calibration.persons.length - own)} others of like ability`;
  if (sure.length === 0)
    return `${who}: no item of ${formatCount(rows.length)} significantly treats them differently (Benjamini–Hochberg at 5 %).`;
  return `${who}: ${formatCount(sure.length)} of ${plural(rows.length, "item")} significantly ${sure.length === 1 ? "treats" : "treat"} them differently (Benjamini–Hochberg at 5 %), ${formatCount(harder)} being harder for the group, ${formatCount(large)} of the size that ETS calls large.`;
}

// Map of residuals: where answers deviate from the model, by evaluation and group of items.

export interface ResidualCells {
  rows: string[];
  columns: string[];
  cells: Residual[];
  /** meaning of rows and columns */
  by: string;
}

/**
 * Residuals of evaluations (or groups of similar ability, if there are many), ablest first, by category (or, without categories, by groups
 * of similar difficulty).
 * @param cells those of the table irt_residuals, or of `residuals`
 */
export function residualMapOf(calibration: Calibration, cells: readonly Residual[]): ResidualCells {
  const {items, persons} = calibration;
  const {rows, columns} = residualLayout(items, thetas(calibration));
  const [few, named] = [rows.some(({person}) => person !== null), columns.some(({category}) => category !== null)];
  return {
    rows: few ? rows.map(({person}) => persons[person!]!.name) : rangesText(rows),
    columns: named ? columns.map(({category}) => category!) : rangesText(columns),
    cells: [...cells],
    by: `${few ? "Evaluations, ablest first" : "Groups of evaluations of like ability, ablest first"}, by ${named ? "category" : "groups of items of like difficulty, easiest first"}`
  };
}

/** The map of residuals, computed from the responses. */
export const residuals = (calibration: Answered): ResidualCells =>
  residualMapOf(calibration, residualCells(calibration.items, calibration.responses, thetas(calibration)));

const rangesText = (ranges: readonly {from: number; to: number}[]): string[] =>
  ranges
    .map(({from, to}) => `${number(from)} … ${number(to)}`)
    .map((name, k, all) => (all.indexOf(name) === k ? name : `${name} · ${k + 1}`));

const STRONG = 3;

export function residualHeatmap(
  {rows, columns, cells, by}: ResidualCells,
  calibration: Calibration,
  {width = 640} = {}
): HTMLElement {
  const names = nameAxis(rows, width);
  const room = Math.max(24, Math.min(80, (width - names.margin - 90) / columns.length));
  const longest = Math.max(...columns.map(name => name.length));
  const slanted = 6.5 * longest > room;
  const top = 16 + (slanted ? 4.8 * longest : 0);
  const right = slanted ? 16 + 5 * longest : 40;
  const place = {x: (cell: Residual) => columns[cell.column], y: (cell: Residual) => rows[cell.row]};
  return plotFigure({
    title: "Residuals",
    caption: `${by}. Right answers minus what ability and curves expect, in standard errors (z); + and − mark |z| > ${STRONG}. Under the model about 3 cells of 1,000 would be marked.`,
    simulated: simulatedIn(calibration),
    id: "residuals",
    width: names.margin + right + room * columns.length,
    height: top + 12 + 14 * rows.length,
    marginLeft: names.margin,
    marginTop: top,
    marginRight: right,
    marginBottom: 8,
    padding: 0.05,
    x: {domain: columns, axis: "top", label: null, tickRotate: slanted ? -40 : 0, tickSize: 0},
    y: {domain: rows, label: null, tickFormat: names.format, tickSize: 0},
    color: {type: "diverging", scheme: "PuOr", domain: [-6, 6], clamp: true, label: "z", legend: true},
    marks: [
      Plot.cell(cells, {...place, fill: "z"}),
      Plot.text(
        cells.filter(({z}) => Math.abs(z) > STRONG),
        {
          ...place,
          text: ({z}: Residual) => (z > 0 ? "+" : "−"),
          fontSize: 11,
          fill: ({z}: Residual) => (Math.abs(z) > 4.5 ? "white" : "black")
        }
      ),
      tip(cells, {
        ...place,
        title: (cell: Residual) =>
          `${rows[cell.row]}\n${columns[cell.column]}\nobserved ${number(100 * cell.observed, 1)} %, expected ${number(100 * cell.expected, 1)} %\nz = ${number(cell.z, 1)}, n = ${formatCount(cell.n)}`
      })
    ]
  });
}

export function residualSentence({rows, columns, cells}: ResidualCells): string {
  const strong = cells.filter(({z}) => Math.abs(z) > STRONG).length;
  const expected = cells.length * 0.0027;
  const most = cells.reduce((a, b) => (Math.abs(b.z) > Math.abs(a.z) ? b : a));
  const share = (x: number) => `${number(100 * x, 1)} %`;
  return `${formatCount(strong)} of ${plural(cells.length, "cell")} lie more than three standard errors from the model, where chance would leave about ${number(expected, expected < 10 ? 1 : 0)}; furthest is row ${rows[most.row]}, column ${columns[most.column]}: ${share(most.observed)} right instead of ${share(most.expected)} (n = ${plural(most.n, "answer")}).`;
}

// Table of how well Rasch, 2PL and 3PL predict held-out answers.

/** A row of the table irt_fit. */
export interface FitRow {
  irt_model: string;
  /** lower asymptotes: none, known or estimated */
  guessing: string;
  truncated: string;
  estimate: string;
  persons: number;
  items: number;
  converged: boolean;
  heldout_n: number | null;
  heldout_mean: number | null;
  heldout_behind: number | null;
  heldout_low: number | null;
  heldout_high: number | null;
}

const NAMES: Record<string, string> = {rasch: "Rasch", "2pl": "2PL", "3pl": "3PL"};
const ASYMPTOTES: Record<string, string> = {known: ", guess chance as asymptote", estimated: ", asymptotes estimated"};
const nameOf = ({irt_model, guessing}: FitRow): string => `${NAMES[irt_model] ?? irt_model}${ASYMPTOTES[guessing] ?? ""}`;

/** The fits that were compared, best first. */
export const comparedFits = (fits: readonly FitRow[]): FitRow[] =>
  fits.filter(({heldout_mean}) => heldout_mean !== null).sort((a, b) => b.heldout_mean! - a.heldout_mean!);

export const modelColumns = (): Column<FitRow>[] => [
  textColumn("model", "Model", nameOf, {by: row => row.irt_model}),
  numberColumn(
    "behind",
    "Behind the best",
    row => row.heldout_behind,
    row => spanText({value: row.heldout_behind!, low: row.heldout_low!, high: row.heldout_high!}, 4),
    "mean log-probability of a held-out answer minus the best model's, with its 95 % interval over evaluations"
  ),
  numberColumn(
    "mean",
    "Mean",
    row => row.heldout_mean,
    row => number(row.heldout_mean!, 4),
    "log-probability of a held-out answer; −0.693 is tossing a coin"
  ),
  numberColumn(
    "n",
    "n",
    row => row.heldout_n,
    row => formatCount(row.heldout_n),
    "answers predicted"
  ),
  textColumn("converged", "Converged", row => (row.converged ? "yes" : "no"), {by: row => String(row.converged)})
];

export function modelSentence(rows: readonly FitRow[]): string {
  const [best, ...others] = rows;
  if (!best) return "Models were not compared on held-out answers here.";
  const worse = others.filter(({heldout_high}) => heldout_high! < 0).map(nameOf);
  const open = others.filter(({heldout_high}) => heldout_high! >= 0).map(nameOf);
  const comparisons = [
    worse.length > 0 ? `significantly better than ${worse.join(" and ")}` : "",
    open.length > 0 ? `not significantly better than ${open.join(" and ")}` : ""
  ].filter(Boolean);
  return `Of held-out answers (n =  ${formatCount(best.heldout_n)}), ${nameOf(best)} predicts best${comparisons.length > 0 ? `: ${comparisons.join(", ")}` : ""}.`;
}

// Table of saturation: how well each category still separates the ablest models.

export interface SaturationRow extends Saturation {
  category: string;
}

/** All items together, then each category. */
export function saturationRows(calibration: Calibration): SaturationRow[] {
  const top = topOf(calibration.persons.map(({eap}) => eap));
  const row = (category: string, items = calibration.items) => ({category, ...saturation(items, top)});
  const categories = categoriesOf(calibration);
  const rows = categories.map(category =>
    row(
      category,
      calibration.items.filter(item => item.category === category)
    )
  );
  return categories.length > 1 ? [row("all"), ...rows] : rows;
}

export function saturationColumns(calibration: Pick<Calibration, "model">): Column<SaturationRow>[] {
  const scored = hasScores(calibration);
  const span = (
    key: "above" | "headroom" | "information" | "resolved" | "resolvedShare",
    label: string,
    description: string,
    show: (of: Saturation) => string
  ) => numberColumn(key, label, (row: SaturationRow) => row[key].value, show, description);
  return [
    textColumn("category", "Category", row => row.category),
    countColumn("items", "Items"),
    span(
      "above",
      "Items above .95",
      scored ? "share of items with a mean score above 0.95" : "share of items that more than 95 % of evaluations got right",
      row => shareSpan(row.above)
    ),
    span(
      "headroom",
      "Headroom",
      scored
        ? "share of the highest score that an evaluation at the top is expected to miss"
        : "share of items that an evaluation at the top is expected to get wrong",
      row => shareSpan(row.headroom)
    ),
    span("information", "Information at the top", "sum of the items' Fisher information at the top abilities", row =>
      spanText(row.information, 1)
    ),
    span(
      "resolved",
      "Resolved",
      "smallest difference of two abilities at the top that these items distinguish, in standard deviations",
      row => spanText(row.resolved)
    ),
    span(
      "resolvedShare",
      "in points",
      scored
        ? "the same difference as percentage points of the expected score"
        : "the same difference as percentage points of expected right answers",
      row => shareSpan(row.resolvedShare)
    )
  ];
}

export function saturationSentence(rows: readonly SaturationRow[], calibration: Calibration): string {
  const own = rows.length > 1 ? rows.slice(1) : rows;
  const by = (of: (row: SaturationRow) => number) => [...own].sort((a, b) => of(a) - of(b));
  const [least, most] = [by(row => row.headroom.value)[0]!, by(row => row.headroom.value).at(-1)!];
  const top = topOf(calibration.persons.map(({eap}) => eap)).length;
  const [verb, ending] = hasScores(calibration) ? ["to miss", "of the highest score on"] : ["to get", "of"];
  const wrong = hasScores(calibration) ? "" : " wrong";
  const missed = (row: SaturationRow) => `${shareSpan(row.headroom)} ${ending} ${plural(row.items, "item")}`;
  const ablest = `The ${top} ablest of ${plural(calibration.persons.length, "evaluation")}`;
  if (least === most)
    return `${ablest} are expected ${verb} ${missed(least)}${wrong}, and two of them can be distinguished when they differ by ${spanText(least.resolved)} standard deviations of ability.`;
  return `${ablest} have least room in ${least.category}, where they are expected ${verb} ${missed(least)}${wrong}, and most in ${most.category}, ${missed(most)}; all ${plural(rows[0]!.items, "item")} together tell two of them apart when they differ by ${spanText(rows[0]!.resolved)} standard deviations of ability.`;
}

export function headroomPlot(rows: readonly SaturationRow[], calibration: Calibration, {width = 640} = {}): HTMLElement {
  const simulated = simulatedIn(calibration);
  return forest(
    rows.map(row => ({
      name: row.category,
      simulated,
      estimate: {
        value: 100 * row.headroom.value,
        low: 100 * row.headroom.low,
        high: 100 * row.headroom.high,
        clusters: row.items
      },
      detail: `headroom ${shareSpan(row.headroom)}\nabove .95: ${shareSpan(row.above)}\nn = ${plural(row.items, "item")}\nresolves ${number(row.resolved.value)} standard deviations`
    })),
    {
      width,
      title: "Headroom",
      caption: `Share of ${hasScores(calibration) ? "the highest score that the ablest evaluations are expected to miss" : "items that the ablest evaluations are expected to get wrong"}, in percent, with 95 % intervals over items of the same kind. Near 0 a category is saturated.`,
      id: "headroom",
      x: {label: "headroom, %", zero: true}
    }
  );
}

// Checks that should be read before the results are believed.

export interface Finding {
  name: string;
  text: string;
}

/** @param checks of the same items, as `checksOf` computes them or the study's tables hold them */
export function findings(calibration: Calibration, rows: readonly Misfit[], checks: ModelChecks): Finding[] {
  return [
    reliability(calibration),
    alike(calibration, rows),
    negative(rows),
    dependence(calibration, checks),
    {name: "Overall fit (M2)", text: `${checks.m2[0]!.toUpperCase()}${checks.m2.slice(1)}.`},
    similar(calibration, checks),
    aberrant(calibration, checks)
  ];
}

function reliability({persons}: Calibration): Finding {
  const {value, low, high} = reliabilityOf(persons);
  return {
    name: "Reliability",
    text: `${number(value, 3)} [${number(low, 3)}, ${number(high, 3)}] of the spread of abilities is not error (empirical, n = ${plural(persons.length, "evaluation")}).`
  };
}

function alike({leftOut, items}: Calibration, rows: readonly Misfit[]): Finding {
  const nearly = rows.filter(
    ({screen}) => screen.alike === null && screen.n > 1 && Math.min(screen.right, screen.n - screen.right) === 1
  ).length;
  return {
    name: "Items answered alike",
    text: `${plural(leftOut, "item")} were answered alike by all, or by nobody, and are left out of the fit; ${formatCount(nearly)} of the other ${formatCount(items.length)} rest on one deviating answer.`
  };
}

function negative(rows: readonly Misfit[]): Finding {
  const found = rows.filter(({screen}) => screen.negative);
  const below = rows.filter(({screen}) => screen.rest < 0).length;
  const ids = found.slice(0, 5).map(({item}) => item.id);
  const expected = rows.length * 0.025;
  return {
    name: "Negative item–rest correlation",
    text: `${formatCount(found.length)} of ${plural(rows.length, "item")} are failed significantly more by better models (95 % interval below 0; chance alone would leave up to ${number(expected, 0)}); ${formatCount(below)} are below 0 at all.${ids.length > 0 ? ` First: ${ids.join(", ")}. Look for a wrong key.` : ""}`
  };
}

function dependence({items}: Calibration, {q3}: ModelChecks): Finding {
  const name = "Local dependence (Q3)";
  if (q3 === null)
    return {
      name,
      text: `Pairs of ${formatCount(items.length)} items are too many to go through here; choose a category of at most ${MOST_Q3_ITEMS} items.`
    };
  const {pairs, strong, mean, strongest} = q3;
  if (pairs === 0)
    return {name, text: "No pair of items has right and wrong answers by enough evaluations to test their dependence."};
  return {
    name,
    text: `${formatCount(strong)} of ${plural(pairs, "pair")} of items ${strong === 1 ? "has" : "have"} residual correlations (Q3) significantly more than ${STRONG_Q3} above what the model expects (mean Q3 ${number(mean ?? Number.NaN, 3)}).${strongest ? ` Strongest: ${items[strongest.i]!.id} and ${items[strongest.j]!.id}, Q3 = ${number(strongest.r)}, n = ${formatCount(strongest.n)}.` : ""}`
  };
}

/** Groups of copies that are named. */
const MAX_GROUPS = 8;

function similar({persons}: Calibration, {similarity: {pairs, copies, compared, alike, effective}}: ModelChecks): Finding {
  const nameOf = (i: number) => persons[i]!.name;
  const [closest] = pairs;
  const groups = copies.map(group => {
    const r = pairs.filter(({i, j}) => group.includes(i) && group.includes(j)).map(pair => pair.r);
    return `${group.map(nameOf).join(", ")} (r ${r.length === 1 ? number(r[0]!) : `${number(Math.min(...r))} to ${number(Math.max(...r))}`})`;
  });
  return {
    name: "Evaluations that are not independent",
    text: [
      compared === 0
        ? "No pair has answers to enough common items to test whether more of them answer alike."
        : `Beyond ability and difficulty, ${formatCount(alike)} of ${plural(compared, "compared pair")} ${alike === 1 ? "answers" : "answer"} alike significantly, so that all together carry as much information as about ${number(effective, 0)} independent ones.`,
      groups.length > 0
        ? `Copies of one model, or versions of it, by the lower end of r above ${MIN_COPY_R}: ${groups.slice(0, MAX_GROUPS).join("; ")}${groups.length > MAX_GROUPS ? `; and ${plural(groups.length - MAX_GROUPS, "other group")}` : ""}.`
        : "",
      closest
        ? `Closest: ${nameOf(closest.i)} and ${nameOf(closest.j)}, r = ${number(closest.r)} [${number(closest.low)}, ${number(closest.high)}], n = ${plural(closest.n, "item")}.`
        : ""
    ]
      .filter(Boolean)
      .join(" ")
  };
}

function aberrant({persons}: Calibration, checks: ModelChecks): Finding {
  const low = checks.persons
    .flatMap(({zh, n}, i) => (zh < -2 ? [{zh, name: persons[i]!.name, n}] : []))
    .sort((a, b) => a.zh - b.zh);
  return {
    name: "Person fit (Zh)",
    text: `${formatCount(low.length)} of ${plural(checks.persons.length, "evaluation")} ${low.length === 1 ? "has" : "have"} less likely answers than the model expects (Zh below −2; about ${number(0.023 * checks.persons.length, 0)} by chance).${low[0] ? ` Furthest: ${low[0].name}, Zh = ${number(low[0].zh, 1)}, n = ${plural(low[0].n, "answer")}.` : ""}`
  };
}

export const findingsList = (found: readonly Finding[]): HTMLElement =>
  html`<dl class="rb-facts" id="screens">${found.map(({name, text}) => html.fragment`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`;
