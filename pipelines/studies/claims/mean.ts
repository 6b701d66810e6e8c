// Claims about means, sums, products and quotients of a report's own figures.

import {type FigureRange, figureOf, holds, show, slackOf} from "./figure.js";
import {type Cell, columnOf, type Finding, listed, percentOf, printedOf, recomputed} from "./finding.js";
import {judge, type RoundingVerdict, reachOf, reachOfSum} from "./rounding.js";
import type {ClaimOf, ClaimTable} from "./schema.js";

export function auditMean(claim: ClaimOf<"mean">, table: ClaimTable): Finding[] {
  const cells = columnOf(table, claim.column);
  const weights = claim.weights === undefined ? null : columnOf(table, claim.weights);
  const printed = figureOf(claim.printed);
  const value = weightedMean(
    cells.map(({value}) => value),
    weights?.map(({value}) => value)
  );
  const range = rangeOfMean(cells, weights);
  const verdicted = judge({value, range, printed}, reachOfMean(cells, weights));
  const terms = cells.map((cell, i) => (weights ? `${weights[i]!.text} × ${cell.text}` : cell.text));
  const total = weights
    ? show(
        weights.reduce((sum, {value}) => sum + value, 0),
        6
      )
    : String(cells.length);
  return [
    {
      part: "",
      ...printedOf(printed),
      value,
      ...range,
      quantity: `${weights ? `mean weighted by ${claim.weights}` : "plain mean"} of ${claim.column}`,
      n: cells.length,
      n_of: "rows",
      ...verdicted,
      arithmetic: `(${listed(terms, " + ")}) ÷ ${total} = ${recomputed(value, range, printed)}${roomUsed({value, range, printed, chance: verdicted.chance})}`,
      reading: verdicted.verdict === "reproduced" ? "" : meanReading(claim, {table, cells, printed})
    }
  ];
}

/** Share of the rounding range that the printed figure requires. */
export function roomUsed({
  value,
  range,
  printed,
  chance
}: {value: number; range: FigureRange; printed: FigureRange} & Pick<RoundingVerdict, "chance">): string {
  if (chance === null || chance === 0) return "";
  const needed =
    value < printed.low ? (printed.low - value) / (range.high - value) : (value - printed.high) / (value - range.low);
  return `; it takes ${Math.round(100 * needed)} % of the room that rounding leaves, which independent errors reach in ${percentOf(chance)} of cases`;
}

export function weightedMean(values: readonly number[], weights: readonly number[] = values.map(() => 1)): number {
  let [sum, total] = [0, 0];
  values.forEach((value, i) => {
    sum += weights[i]! * value;
    total += weights[i]!;
  });
  return sum / total;
}

/**
 * The smallest and the largest possible mean. With rounded weights an extreme is reached where the largest values have their largest
 * weights and the others their smallest (Karnik & Mendel 2001, doi:10.1016/S0020-0255(01)00069-X): every such split is tried.
 */
export function rangeOfMean(cells: readonly FigureRange[], weights: readonly FigureRange[] | null): FigureRange {
  const end = (side: "low" | "high"): number => {
    const order = cells
      .map((cell, i) => ({value: cell[side], weight: weights?.[i] ?? {low: 1, high: 1}}))
      .sort((a, b) => (side === "high" ? b.value - a.value : a.value - b.value));
    const means = [...order, null].map((_, split) =>
      weightedMean(
        order.map(({value}) => value),
        order.map(({weight}, i) => (i < split ? weight.high : Math.max(0, weight.low)))
      )
    );
    const finite = means.filter(Number.isFinite);
    return side === "high" ? Math.max(...finite) : Math.min(...finite);
  };
  return {low: end("low"), high: end("high")};
}

function reachOfMean(cells: readonly Cell[], weights: readonly Cell[] | null): (edge: number, upwards: boolean) => number {
  if (weights?.some(({half}) => half > 0)) {
    const n = cells.length;
    return reachOf([...cells, ...weights], values => weightedMean(values.slice(0, n), values.slice(n)));
  }
  const shares = weights?.map(({value}) => value) ?? cells.map(() => 1);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return reachOfSum(
    shares.map(share => share / total),
    cells
  );
}

/** Other means of the same column that give the figure; the nearest one where none does. */
function meanReading(
  claim: ClaimOf<"mean">,
  {
    table,
    cells,
    printed
  }: {table: ClaimTable; cells: Cell[]; printed: FigureRange & {value: number; digits: number; unit: string}}
): string {
  const values = cells.map(({value}) => value);
  const readings: {name: string; value: number}[] = [];
  if (claim.weights !== undefined) readings.push({name: "the plain mean of the rows", value: weightedMean(values)});
  for (const [column, scale] of Object.entries(table.columns)) {
    if (column === claim.weights || column === claim.column || scale !== "count") continue;
    const weights = columnOf(table, column).map(({value}) => value);
    if (weights.some(weight => weight > 0))
      readings.push({name: `the mean weighted by ${column}`, value: weightedMean(values, weights)});
  }
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
  readings.push({name: "the median of the rows", value: middle});
  const own = claim.weights === undefined ? undefined : columnOf(table, claim.weights).map(({value}) => value);
  const without = (list: readonly number[], i: number) => list.filter((_, at) => at !== i);
  if (values.length > 2)
    cells.forEach(({row}, i) => {
      readings.push({name: `the same mean without ${row}`, value: weightedMean(without(values, i), own && without(own, i))});
    });
  const described = ({name, value}: {name: string; value: number}) =>
    `${name}, ${show(value, printed.digits + 2)}${printed.unit && ` ${printed.unit}`}`;
  const giving = readings.filter(({value}) => holds(printed, value));
  if (giving.length > 0) return `${giving.slice(0, 2).map(described).join("; or ")} gives it`;
  const nearest = readings
    .filter(({value}) => Number.isFinite(value))
    .reduce((best, each) => (Math.abs(each.value - printed.value) < Math.abs(best.value - printed.value) ? each : best));
  return `no mean of these rows that was tried gives it; nearest: ${described(nearest)}`;
}

/** The sum; for counts, also each of them as the sum minus the others. */
export function auditSum(claim: ClaimOf<"sum">, table: ClaimTable): Finding[] {
  const cells = columnOf(table, claim.column);
  const printed = figureOf(claim.printed, {exact: table.columns[claim.column] === "count"});
  const ranges: FigureRange[] = cells;
  const sum = (side: "value" | "low" | "high") => cells.reduce((total, cell) => total + cell[side], 0);
  const [value, range] = [sum("value"), {low: sum("low"), high: sum("high")}];
  const verdicted = judge(
    {value, range, printed},
    reachOfSum(
      cells.map(() => 1),
      ranges
    )
  );
  const whole: Finding = {
    part: "",
    ...printedOf(printed),
    value,
    ...range,
    quantity: `sum of ${claim.column}`,
    n: cells.length,
    n_of: "rows",
    ...verdicted,
    arithmetic: `${listed(
      cells.map(({text}) => text),
      " + "
    )} = ${recomputed(value, range, printed)}${roomUsed({value, range, printed, chance: verdicted.chance})}`,
    reading:
      verdicted.verdict === "reproduced"
        ? ""
        : `the rows miss the printed sum by ${show(printed.value - value, printed.digits + 2)}`
  };
  if (verdicted.verdict !== "reproduced" || table.columns[claim.column] !== "count") return [whole];
  return [
    whole,
    ...cells.map((cell, i) =>
      leftover(
        cell,
        cells.filter((_, at) => at !== i),
        printed,
        claim.column
      )
    )
  ];
}

function leftover(cell: Cell, others: readonly Cell[], total: ReturnType<typeof figureOf>, column: string): Finding {
  const sum = (side: "value" | "low" | "high") => others.reduce((all, other) => all + other[side], 0);
  const value = total.value - sum("value");
  const range = {low: total.low - sum("high"), high: total.high - sum("low")};
  const ranges: FigureRange[] = [total, ...others];
  const verdicted = judge({value, range, printed: cell}, reachOfSum([1, ...others.map(() => -1)], ranges));
  return {
    part: cell.row,
    ...printedOf(cell),
    value,
    ...range,
    quantity: `${column}: total less the other rows`,
    n: others.length,
    n_of: "other rows",
    ...verdicted,
    arithmetic: `${total.text} − ${show(sum("value"), cell.digits + 2)} in the other rows = ${recomputed(value, range, cell)}`,
    reading: ""
  };
}

export function auditProduct(claim: ClaimOf<"product">): Finding[] {
  const factors = claim.factors.map(({text, exact}) => figureOf(text, {exact}));
  const of = (values: readonly number[]) => values.reduce((product, value) => product * value, 1);
  return [arithmeticFinding(claim, {inputs: factors, of, sign: " × ", quantity: "product"})];
}

export function auditQuotient(claim: ClaimOf<"quotient">): Finding[] {
  const inputs = [claim.of, claim.by].map(({text, exact}) => figureOf(text, {exact}));
  return [arithmeticFinding(claim, {inputs, of: ([a, b]) => a! / b!, sign: " ÷ ", quantity: "quotient"})];
}

function arithmeticFinding(
  {printed: text}: {printed: string},
  {
    inputs,
    of,
    sign,
    quantity
  }: {inputs: ReturnType<typeof figureOf>[]; of: (values: readonly number[]) => number; sign: string; quantity: string}
): Finding {
  const printed = figureOf(text);
  const value = of(inputs.map(({value}) => value));
  const range = rangeOver(inputs, of);
  const verdicted = judge({value, range, printed}, reachOf(inputs, of));
  return {
    part: "",
    ...printedOf(printed),
    value,
    ...range,
    quantity,
    n: inputs.length,
    n_of: "figures",
    ...verdicted,
    arithmetic: `${inputs.map(({text}) => text).join(sign)} = ${recomputed(value, range, printed)}${roomUsed({value, range, printed, chance: verdicted.chance})}`,
    reading: verdicted.verdict === "not reproducible" ? roundedTo(value, printed) : ""
  };
}

/**
 * Whether the values agree after rounding to the number of significant digits that the printed figure appears to have: reports round
 * 247,988 to 248,000.
 */
function roundedTo(value: number, printed: {value: number; text: string}): string {
  const digits = printed.text
    .replace(/[^\d.]/gu, "")
    .replace(/^[0.]+/u, "")
    .replace(/0+$/u, "")
    .replace(".", "").length;
  const rounded = Number(value.toPrecision(Math.max(1, digits)));
  const agrees = Math.abs(rounded - printed.value) <= slackOf(printed.value);
  return agrees ? `rounded to ${digits} significant digits it is ${printed.text}` : "";
}

/** Range of a function that is monotone in each of a few inputs: from its values at all corners. */
export function rangeOver(inputs: readonly FigureRange[], of: (values: readonly number[]) => number): FigureRange {
  let corners: number[][] = [[]];
  for (const {low, high} of inputs)
    corners = corners.flatMap(corner =>
      low === high
        ? [[...corner, low]]
        : [
            [...corner, low],
            [...corner, high]
          ]
    );
  const values = corners.map(of).filter(value => !Number.isNaN(value));
  return {low: Math.min(...values), high: Math.max(...values)};
}
