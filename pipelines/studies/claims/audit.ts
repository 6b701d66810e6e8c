// Audits a file of claims: one row per figure.

import {normalQuantile} from "../../stats/distributions.js";
import {
  auditMean,
  auditMeanOfColumns,
  auditOrder,
  auditProduct,
  auditQuotient,
  auditRatio,
  auditShare,
  auditSum,
  rangeOver,
  roomUsed,
  weightedMean
} from "./columns.js";
import {auditInterval, auditRankCorrelation} from "./correlation.js";
import {
  type Figure,
  type FigureRange,
  figureOf,
  holds,
  judge,
  meet,
  ONE_WAY,
  reachOf,
  show,
  showRange,
  VERDICTS,
  type Verdict
} from "./figure.js";
import {type Cell, columnOf, type Finding, percentOf, printedOf, recomputed, scaleOf} from "./finding.js";

import {auditList} from "./nestedList.js";
import {type Claim, type ClaimOf, type ClaimsFile, type ClaimTable, SCALES, type UnitOfFigure} from "./schema.js";

export interface Audited extends Finding {
  /** The claim's name, followed by a slash and its part, if there are several. */
  id: string;
  claim: string;
  kind: Claim["kind"];
  /** The report's words, or the question that is asked of its figures. */
  says: string;
  quoted: boolean;
}

/** Findings for every figure of a file, in the file's order. */
export function audit({tables, claims}: ClaimsFile): Audited[] {
  return claims.flatMap(claim =>
    findings(claim, tables).map(finding => ({
      id: finding.part === "" ? claim.id : `${claim.id}/${finding.part}`,
      claim: claim.id,
      kind: claim.kind,
      says: claim.says ?? claim.asks ?? "",
      quoted: claim.says !== undefined,
      ...finding,
      // Binary arithmetic gives 82.19999999999999 where 82.2 is meant.
      value: tidied(finding.value),
      low: tidied(finding.low),
      high: tidied(finding.high)
    }))
  );
}

const tidied = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(12));

function findings(claim: Claim, tables: ClaimsFile["tables"]): Finding[] {
  const table = "table" in claim ? tables[claim.table]! : null;
  switch (claim.kind) {
    case "mean":
      return auditMean(claim, table!);
    case "sum":
      return auditSum(claim, table!);
    case "product":
      return auditProduct(claim);
    case "quotient":
      return auditQuotient(claim);
    case "list":
      return auditList(claim);
    case "better":
    case "times":
      return auditCompare(claim, table!);
    case "below":
    case "above":
      return auditBound(claim, table!);
    case "largest":
      return auditLargest(claim, table!);
    case "interval":
      return auditInterval(claim, table!);
    case "rank-correlation":
      return auditRankCorrelation(claim, table!);
    case "ratio":
    case "relative":
      return auditRatio(claim, table!);
    case "share":
      return auditShare(claim, table!);
    case "mean-of-columns":
      return auditMeanOfColumns(claim, table!);
    case "same-order":
      return auditOrder(claim, table!);
    case "auc":
      return auditAuc(claim, table!);
    case "agreement":
      return auditAgreement(claim);
    case "design":
      return auditDesign(claim);
  }
}

/** Number of figures with each verdict, best first, without verdicts that do not occur. */
export const verdictCounts = (rows: readonly Pick<Audited, "verdict">[]): {verdict: Verdict; count: number}[] =>
  VERDICTS.map(verdict => ({verdict, count: rows.filter(row => row.verdict === verdict).length})).filter(({count}) => count > 0);

// Figures that cannot be recomputed from the report: what they imply, and whether that is possible.

function auditAuc(claim: ClaimOf<"auc">, table: ClaimTable): Finding[] {
  return columnOf(table, claim.column).map(cell => {
    const dPrime = (auc: number) => Math.SQRT2 * normalQuantile(auc);
    const range = {low: dPrime(cell.low), high: dPrime(cell.high)};
    return {
      part: cell.row,
      ...printedOf(cell),
      value: cell.value,
      low: cell.low,
      high: cell.high,
      quantity: "area under the curve: what rounding allows, no more is printed",
      n: 1,
      n_of: "figure",
      verdict: "possible",
      chance: null,
      arithmetic: `Gini 2 × ${cell.text} − 1 = ${show(2 * cell.value - 1, cell.digits + 1)}; d′ = √2 Φ⁻¹(${cell.text}) = ${show(dPrime(cell.value), 2)} ${showRange(range, 2)}; without the scores, or the counts of both classes, neither it nor its interval can be recomputed`,
      reading: ""
    };
  });
}

/** Range of κ = (Po − Pe) ÷ (1 − Pe), where Pe = Σpⱼ² lies between 1/q, with all q answers equally frequent, and 1. */
function auditAgreement({printed: text, categories}: ClaimOf<"agreement">): Finding[] {
  const printed = figureOf(text, {within: [-1, 1]});
  const observed = (kappa: number) => kappa + (1 - kappa) / categories;
  const range = {low: observed(printed.low), high: observed(printed.high)};
  const possible = Math.abs(printed.value) <= 1;
  return [
    {
      part: "",
      ...printedOf(printed),
      value: printed.value,
      low: printed.low,
      high: printed.high,
      quantity: "agreement beyond chance: what rounding allows, no more is printed",
      n: categories,
      n_of: "categories",
      verdict: possible ? "possible" : "not reproducible",
      chance: null,
      arithmetic: `${text} + (1 − ${text}) ÷ ${categories} = ${show(observed(printed.value), 3)} ${showRange(range, 3)}: so often two judges agree if all ${categories} answers are equally common, and more often if they are not; without the votes neither it nor its interval can be recomputed`,
      reading: ""
    }
  ];
}

function auditDesign({judgments, models}: ClaimOf<"design">): Finding[] {
  const pairs = (models * (models - 1)) / 2;
  const each = judgments / pairs;
  const even = Number.isInteger(each);
  return [
    {
      part: "",
      printed: `${show(judgments, 0)} judgments, ${models} models`,
      printed_value: null,
      printed_low: null,
      printed_high: null,
      value: each,
      low: null,
      high: null,
      quantity: "judgments per pair of models",
      n: judgments,
      n_of: "judgments",
      verdict: "possible",
      chance: null,
      arithmetic: `${models} × ${models - 1} ÷ 2 = ${pairs} pairs; ${show(judgments, 0)} ÷ ${pairs} = ${show(each, 2)} judgments a pair, ${show((2 * judgments) / models, 1)} a model`,
      reading: even ? "" : "no whole number: the pairs cannot all have been judged equally often"
    }
  ];
}

// Claims about all rows of a column: "below y in all rows", "the largest of".

function auditBound(claim: ClaimOf<"below" | "above">, table: ClaimTable): Finding[] {
  const cells = columnOf(table, claim.column);
  const bound = figureOf(claim.bound, {exact: true});
  const below = claim.kind === "below";
  // "above" is the mirror image of "below"
  const within = ({low, high}: FigureRange) => (below ? (bound.value - low) / (high - low) : (high - bound.value) / (high - low));
  const inside = (value: number) => (below ? value < bound.value : value > bound.value);
  const worst = cells.reduce((most, cell) => ((below ? cell.value > most.value : cell.value < most.value) ? cell : most));
  const failing = cells.filter(({value}) => !inside(value));
  const range = {low: extreme(cells, "low", below), high: extreme(cells, "high", below)};
  // A row on the bound satisfies it with the share of its rounding range on the right side; rounding errors of rows are independent.
  const chance = failing.reduce((all, cell) => all * Math.min(1, Math.max(0, cell.low === cell.high ? 0 : within(cell))), 1);
  const verdict: Verdict =
    failing.length === 0 ? "reproduced" : chance === 0 ? "not reproducible" : chance < ONE_WAY ? VERDICTS[2] : "possible";
  const named = failing.map(({row, text, low, high}) => `${row} ${text} ${showRange({low, high}, worst.digits + 2)}`);
  return [
    {
      part: "",
      ...printedOf(bound),
      value: worst.value,
      ...range,
      quantity: `${below ? "largest" : "smallest"} ${claim.column}`,
      n: cells.length,
      n_of: "rows",
      verdict,
      chance: failing.length === 0 ? null : chance,
      arithmetic:
        failing.length === 0
          ? `the ${below ? "largest" : "smallest"} of ${cells.length} is ${worst.row}, ${worst.text} ${showRange(range, worst.digits + 2)}`
          : `${below ? "not below" : "not above"} ${bound.text}: ${named.join(", ")}; ${cells.length - failing.length} of ${cells.length} rows hold${chance > 0 ? `, all of them in ${percentOf(chance)} of the cases that rounding allows` : ""}`,
      reading: verdict === "reproduced" ? "" : boundReading(claim, {table, worst, below, bound: bound.value})
    }
  ];
}

const extreme = (cells: readonly FigureRange[], side: "low" | "high", below: boolean): number =>
  (below ? Math.max : Math.min)(...cells.map(cell => cell[side]));

function boundReading(
  claim: ClaimOf<"below" | "above">,
  {table, worst, below, bound}: {table: ClaimTable; worst: Cell; below: boolean; bound: number}
): string {
  const step = worst.half > 0 ? 2 * worst.half : 1;
  const holds = show(below ? worst.value + step : worst.value - step, worst.digits);
  const others = Object.keys(table.columns).filter(column => {
    if (column === claim.column || table.columns[column] !== table.columns[claim.column]) return false;
    return columnOf(table, column).every(({value}) => (below ? value < bound : value > bound));
  });
  const side = below ? "below" : "above";
  return [
    `all rows are ${side} ${holds}`,
    ...others.map(column => `the column ${column} is ${side} ${claim.bound} in all rows`)
  ].join("; ");
}

function auditLargest(claim: ClaimOf<"largest">, table: ClaimTable): Finding[] {
  const cells = columnOf(table, claim.column).filter(({row}) => claim.among.includes(row) || row === claim.row);
  const own = cells.find(({row}) => row === claim.row)!;
  const others = cells.filter(({row}) => row !== claim.row);
  const ahead = others.filter(({value}) => value > own.value);
  const beyond = others.filter(({low}) => low > own.high);
  const best = cells.reduce((most, cell) => (cell.value > most.value ? cell : most));
  const verdict: Verdict = beyond.length > 0 ? "not reproducible" : ahead.length === 0 ? "reproduced" : "possible";
  const described = ({row, text, low, high}: Cell) => `${row} ${text} ${showRange({low, high}, own.digits + 1)}`;
  return [
    {
      part: "",
      ...printedOf(own),
      value: best.value,
      low: best.low,
      high: best.high,
      quantity: `largest ${claim.column}`,
      n: cells.length,
      n_of: "rows",
      verdict,
      chance: null,
      arithmetic:
        ahead.length === 0 ? `no row is above ${described(own)}` : `above ${described(own)}: ${ahead.map(described).join(", ")}`,
      reading: ahead.length === 0 ? "" : `the largest of these rows is ${best.row}, ${best.text}`
    }
  ];
}

// Claims of the form "x % better" and "x times": the value from two rows of a table, and which other reading would give the printed figure.

type Compare = ClaimOf<"better" | "times">;

/** One way to compare a with b; `tell` formats it with figures. Monotone in a and in b. */
interface FigureReading {
  name: string;
  of(a: number, b: number): number;
  formula(a: string, b: string): string;
}

/** The readings of a claim, the most literal first. */
function readingsOf(kind: Compare["kind"], scale: UnitOfFigure): FigureReading[] {
  const {top} = SCALES[scale];
  const [one, full] = top === null ? ["", Number.NaN] : [String(top), top];
  const better = kind === "better";
  const factor = better ? 100 : 1;
  const ratio = (of: (a: number, b: number) => number) => (a: number, b: number) => factor * (of(a, b) - (better ? 1 : 0));
  const described = (text: string) => (better ? `${text} − 1` : text);
  const readings: FigureReading[] = [
    {name: better ? "more, relatively" : "ratio", of: ratio((a, b) => a / b), formula: (a, b) => described(`${a} ÷ ${b}`)}
  ];
  if (top !== null)
    readings.push(
      better
        ? {
            name: `what is missing to ${one}, less by`,
            of: (a, b) => factor * (1 - (full - a) / (full - b)),
            formula: (a, b) => `1 − (${one} − ${a}) ÷ (${one} − ${b})`
          }
        : {
            name: `what is missing to ${one}, the other way round`,
            of: (a, b) => (full - b) / (full - a),
            formula: (a, b) => `(${one} − ${b}) ÷ (${one} − ${a})`
          }
    );
  if (better && top !== null)
    readings.push({name: "points", of: (a, b) => (100 / full) * (a - b), formula: (a, b) => `${a} − ${b}`});
  if (scale === "correlation")
    readings.push({
      name: "explained variance r²",
      of: ratio((a, b) => (a * a) / (b * b)),
      formula: (a, b) => described(`${a}² ÷ ${b}²`)
    });
  if (scale === "auc")
    readings.push(
      {
        name: "area beyond chance",
        of: ratio((a, b) => (a - 0.5) / (b - 0.5)),
        formula: (a, b) => described(`(${a} − ½) ÷ (${b} − ½)`)
      },
      // For two normal distributions of equal variance, d′ = √2 Φ⁻¹(AUC) (Green & Swets 1966).
      {
        name: "discriminability d′",
        of: ratio((a, b) => normalQuantile(a) / normalQuantile(b)),
        formula: (a, b) => described(`Φ⁻¹(${a}) ÷ Φ⁻¹(${b})`)
      }
    );
  return readings;
}

function auditCompare(claim: Compare, table: ClaimTable): Finding[] {
  const cells = columnOf(table, claim.column);
  const find = (row: string) => cells.find(cell => cell.row === row)!;
  const [a, b] = [find(claim.of), find(claim.over)];
  const printed = figureOf(claim.printed);
  const readings = readingsOf(claim.kind, scaleOf(table, claim.column));
  const plainest = readings[0]!;
  const of = ([x, y]: readonly number[]) => plainest.of(x!, y!);
  const value = of([a.value, b.value]);
  const range = rangeOver([a, b], of);
  const verdicted = judge({value, range, printed}, reachOf([a, b], of));
  return [
    {
      part: "",
      ...printedOf(printed),
      value,
      ...range,
      quantity: claim.kind === "better" ? "per cent more" : "times as much",
      n: 2,
      n_of: "figures",
      ...verdicted,
      arithmetic: `${plainest.formula(a.text, b.text)} = ${recomputed(value, range, unitOf(claim, printed))}${roomUsed({value, range, printed, chance: verdicted.chance})}${besideOf(claim, table, printed)}`,
      reading: verdicted.verdict === "reproduced" ? "" : compareReading(claim, {cells, a, b, printed, readings})
    }
  ];
}

/** The figure that the table itself prints for the same ratio, and whether the two agree. */
function besideOf({beside, of, over}: Compare, table: ClaimTable, printed: Figure): string {
  if (beside === undefined) return "";
  const cell = columnOf(table, beside).find(({row}) => row === of)!;
  return meet(cell, printed)
    ? `; the table's column ${beside} has ${cell.text} for ${of}, too`
    : `; the table's own column ${beside} has ${cell.text} for ${of} over ${over}, which contradicts ${printed.text}`;
}

const unitOf = ({kind}: Compare, {digits}: Figure) => ({digits, unit: kind === "better" ? "%" : ""});

interface Candidate {
  text: string;
  value: number;
  range: FigureRange;
  /** 0 for the same pair, 1 for the same row compared with another */
  distance: number;
}

function compareReading(
  claim: Compare,
  {cells, a, b, printed, readings}: {cells: Cell[]; a: Cell; b: Cell; printed: Figure; readings: FigureReading[]}
): string {
  const among = cells.filter(({row}) => claim.among === undefined || claim.among.includes(row));
  const candidates: Candidate[] = [];
  for (const reading of readings)
    for (const other of [b, ...among.filter(({row}) => row !== a.row && row !== b.row)]) {
      const of = ([x, y]: readonly number[]) => reading.of(x!, y!);
      const value = of([a.value, other.value]);
      if (!Number.isFinite(value)) continue;
      const text = `${reading.formula(a.text, other.text)} (${reading.name}; ${a.row} over ${other.row})`;
      candidates.push({text, value, range: rangeOver([a, other], of), distance: other === b ? 0 : 1});
    }
  const described = ({text, value, range}: Candidate) => `${text} = ${recomputed(value, range, unitOf(claim, printed))}`;
  const parts: string[] = [];
  const giving = candidates.filter(({value}) => holds(printed, value)).sort(byDistance(printed));
  const allowing = candidates.filter(({range}) => meet(range, printed)).sort(byDistance(printed));
  if (giving.length > 0) parts.push(`${described(giving[0]!)} gives it`);
  else if (allowing.length > 0) parts.push(`${described(allowing[0]!)}, which rounding allows`);
  else parts.push(`no reading that was tried gives it; nearest: ${described([...candidates].sort(byMiss(printed))[0]!)}`);
  if (giving.length + allowing.length === 0) parts.push(...baselines(claim, {a, among, printed, plainest: readings[0]!}));
  return parts.join("; ");
}

const miss = (printed: Figure, {value}: Candidate) => Math.abs(value - printed.value);
const byMiss = (printed: Figure) => (x: Candidate, y: Candidate) => miss(printed, x) - miss(printed, y);
const byDistance = (printed: Figure) => (x: Candidate, y: Candidate) => x.distance - y.distance || byMiss(printed)(x, y);

/** The value that the figure would have to be compared with, and the row closest to it; also the mean of all rows. */
function baselines(
  claim: Compare,
  {a, among, printed, plainest}: {a: Cell; among: Cell[]; printed: Figure; plainest: FigureReading}
): string[] {
  const growth = (x: number) => (claim.kind === "better" ? 1 + x / 100 : x);
  const others = among.filter(({row}) => row !== a.row);
  if (others.length === 0 || growth(printed.low) <= 0) return [];
  const needed = a.value / growth(printed.value);
  const range = rangeOver([a, printed], ([x, y]) => x! / growth(y!));
  const nearest = others.reduce((best, each) => (Math.abs(each.value - needed) < Math.abs(best.value - needed) ? each : best));
  const unit = unitOf(claim, printed);
  const compared = (name: string, {value, low, high, text}: FigureRange & {value: number; text: string}) => {
    const result = rangeOver([a, {low, high}], ([x, y]) => plainest.of(x!, y!));
    return `${name} ${text}, gives ${recomputed(plainest.of(a.value, value), result, unit)}`;
  };
  const parts = [
    `${printed.text} over ${a.text} takes a baseline of ${show(needed, a.digits + 2)} ${showRange(range, a.digits + 2)}; the row nearest to that, ${compared(nearest.row, nearest)}`
  ];
  if (others.length > 1) {
    const mean = (side: "value" | "low" | "high") => weightedMean(others.map(other => other[side]));
    const all = {value: mean("value"), low: mean("low"), high: mean("high"), text: show(mean("value"), a.digits + 2)};
    parts.push(compared(`the mean of ${others.length} others,`, all));
  }
  return parts;
}
