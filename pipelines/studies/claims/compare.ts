// Claims of the form "x % better" and "x times": the value from two rows of a table, and which other reading would give the printed figure.
import {normalQuantile} from "../../stats/distributions.js";
import {type Figure, type FigureRange, figureOf, holds, meet, show, showRange} from "./figure.js";
import {type Cell, columnOf, type Finding, printedOf, recomputed, scaleOf} from "./finding.js";
import {rangeOver, roomUsed, weightedMean} from "./mean.js";
import {judge, reachOf} from "./rounding.js";
import {type ClaimOf, type ClaimTable, SCALES, type UnitOfFigure} from "./schema.js";

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

export function auditCompare(claim: Compare, table: ClaimTable): Finding[] {
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
