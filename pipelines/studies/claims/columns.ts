// Claims about several columns of one table: a score as a mean of others, the order that columns imply for rows, shares of counts.

import {spearman} from "../../stats/correlation.js";
import {
  type Figure,
  type FigureRange,
  figureOf,
  holds,
  judge,
  meet,
  type RoundingVerdict,
  reachOf,
  reachOfSum,
  show,
  slackOf
} from "./figure.js";
import {type Cell, columnOf, type Finding, listed, percentOf, printedOf, recomputed} from "./finding.js";
import type {ClaimOf, ClaimTable} from "./schema.js";

export function auditMeanOfColumns(claim: ClaimOf<"mean-of-columns">, table: ClaimTable): Finding[] {
  const scores = columnOf(table, claim.column);
  const columns = claim.of.map(column => columnOf(table, column));
  const parts = (i: number) => columns.map(column => column[i]!);
  return [...scores.map((score, i) => plainMeanFinding(score, parts(i))), anyWeights(claim, {scores, parts})];
}

function plainMeanFinding(score: Cell, parts: readonly Cell[]): Finding {
  const value = weightedMean(parts.map(({value}) => value));
  const range = rangeOfMean(parts, null);
  const verdicted = judge(
    {value, range, printed: score},
    reachOfSum(
      parts.map(() => 1 / parts.length),
      parts
    )
  );
  const [least, most] = [Math.min(...parts.map(({low}) => low)), Math.max(...parts.map(({high}) => high))];
  const between = meet(score, {low: least, high: most});
  return {
    part: score.row,
    ...printedOf(score),
    value,
    ...range,
    quantity: `mean of ${parts.length} columns`,
    n: parts.length,
    n_of: "columns",
    ...verdicted,
    arithmetic: `(${parts.map(({text}) => text).join(" + ")}) ÷ ${parts.length} = ${recomputed(value, range, score)}${roomUsed({value, range, printed: score, chance: verdicted.chance})}`,
    reading:
      verdicted.verdict === "reproduced"
        ? ""
        : between
          ? `some unequal weights give ${score.text}, off the plain mean by ${show(score.value - value, score.digits + 2)}`
          : `no mean of these columns gives it: they run from ${show(least, score.digits + 1)} to ${show(most, score.digits + 1)}`
  };
}

/** Whether one set of weights reproduces the scores of all rows. */
function anyWeights(
  {column, of}: ClaimOf<"mean-of-columns">,
  {scores, parts}: {scores: readonly Cell[]; parts: (row: number) => Cell[]}
): Finding {
  const rows = scores.map((score, i) => ({score, parts: parts(i)}));
  const best = bestWeights(rows);
  const described = best?.weights.map((weight, i) => `${show(weight, 2)} ${of[i]}`).join(" + ");
  const possible = best !== null && best.miss <= 1e-9;
  const finding = {
    part: "any weights",
    printed: `${column} of ${scores.length} rows`,
    printed_value: 0,
    printed_low: 0,
    printed_high: 0,
    value: best?.miss ?? null,
    low: best?.miss ?? null,
    high: best?.miss ?? null,
    quantity: "largest miss of the best weights, beyond what rounding allows",
    n: scores.length,
    n_of: "rows",
    chance: null
  };
  if (!best) return {...finding, verdict: "possible", arithmetic: "not searched: too many columns and rows", reading: ""};
  return {
    ...finding,
    verdict: possible ? "possible" : "not reproducible",
    arithmetic: `least largest miss over all weights ≥ 0 that add up to 1, and all figures that print alike: ${show(best.miss, 3)}, by ${described}`,
    reading: possible
      ? `${column} = ${described} fits all ${scores.length} rows`
      : `${column} is not a mean of these ${of.length} columns with the same weights for all rows: it must rest on more than they show`
  };
}

export function auditOrder(claim: ClaimOf<"same-order">, table: ClaimTable): Finding[] {
  const by = columnOf(table, claim.column);
  return claim.of.map(column => {
    const cells = columnOf(table, column);
    const {tau, rho, certain, doubtful} = rankOrder(by, cells);
    const named = (pairs: readonly (readonly [number, number])[]) =>
      pairs.map(([i, k]) => `${by[i]!.row} (${cells[i]!.text}) and ${by[k]!.row} (${cells[k]!.text})`).join(", ");
    return {
      part: column,
      printed: `the order of ${claim.column}`,
      printed_value: 1,
      printed_low: 1,
      printed_high: 1,
      value: tau,
      low: null,
      high: null,
      quantity: "Kendall's τ-b with the order of the other column",
      n: cells.length,
      n_of: "rows",
      verdict: certain.length > 0 ? "not reproducible" : doubtful.length > 0 ? "possible" : "reproduced",
      chance: null,
      arithmetic: `Kendall's τ-b = ${show(tau, 3)}, Spearman's ρ = ${show(rho, 3)}${certain.length > 0 ? `; swapped: ${named(certain)}` : ""}${doubtful.length > 0 ? `; tied, or within rounding: ${named(doubtful)}` : ""}`,
      reading:
        certain.length > 0
          ? `all but ${certain.length} of ${(cells.length * (cells.length - 1)) / 2} pairs stand as in ${claim.column}`
          : ""
    };
  });
}

/** The figure of each row as the ratio of two columns, or of a column to its value in one row. */
export function auditRatio(claim: ClaimOf<"ratio" | "relative">, table: ClaimTable): Finding[] {
  const above = columnOf(table, claim.of);
  const below = claim.kind === "ratio" ? columnOf(table, claim.by) : above.map(() => above.find(({row}) => row === claim.to)!);
  const quantity = claim.kind === "ratio" ? `${claim.of} ÷ ${claim.by}` : `${claim.of} ÷ that of ${claim.to}`;
  return columnOf(table, claim.column).map((printed, i) => {
    const [a, b] = [above[i]!, below[i]!];
    const finding = {part: printed.row, ...printedOf(printed), quantity, n: 2, n_of: "figures", reading: ""};
    if (b.value === 0) {
      const arithmetic = `${a.text} ÷ ${b.text}: nothing can be divided by 0`;
      return {...finding, value: null, low: null, high: null, verdict: "not reproducible", chance: null, arithmetic};
    }
    // the ratio of a row to itself is 1, however the figure was rounded
    const own = claim.kind === "relative" && a.row === b.row;
    const of = ([x, y]: readonly number[]) => (own ? 1 : x! / y!);
    const value = of([a.value, b.value]);
    const range = own ? {low: 1, high: 1} : rangeOver([a, b], of);
    const verdicted = judge({value, range, printed}, reachOf([a, b], of));
    const arithmetic = `${a.text} ÷ ${b.text} = ${recomputed(value, range, printed)}${roomUsed({value, range, printed, chance: verdicted.chance})}`;
    return {...finding, value, ...range, ...verdicted, arithmetic};
  });
}

/** Whether a whole number of items gives this share of the count (the GRIM test of Brown & Heathers 2017, doi:10.1177/1948550616673876). */
export function auditShare(claim: ClaimOf<"share">, table: ClaimTable): Finding[] {
  const counts = columnOf(table, claim.of);
  return columnOf(table, claim.column).map((cell, i) => {
    const count = counts[i]!;
    const items = {
      low: Math.ceil((cell.low / 100) * count.value - 1e-6),
      high: Math.floor((cell.high / 100) * count.value + 1e-6)
    };
    const possible = items.low <= items.high && count.value > 0;
    const nearest = Math.round((cell.value / 100) * count.value);
    const share = (100 * nearest) / count.value;
    return {
      part: cell.row,
      ...printedOf(cell),
      value: count.value > 0 ? share : null,
      ...shareRange(cell, possible ? {low: (100 * items.low) / count.value, high: (100 * items.high) / count.value} : null),
      quantity: `% that a whole number of ${claim.of} can be`,
      n: count.value,
      n_of: claim.of,
      verdict: possible ? "possible" : "not reproducible",
      chance: null,
      arithmetic: possible
        ? `${cell.text} % of ${show(count.value, 0)} is ${show(items.low, 0)}${items.high > items.low ? ` to ${show(items.high, 0)}` : ""} items`
        : `no whole number out of ${show(count.value, 0)} prints as ${cell.text} %`,
      reading: possible ? "" : `${show(nearest, 0)} of ${show(count.value, 0)} is ${show(share, cell.digits + 2)} %`
    };
  });
}

const shareRange = (cell: Cell, range: FigureRange | null) => range ?? {low: cell.low, high: cell.high};

// Agreement of the orders in which two columns put the same rows.

type Pair = readonly [number, number];

/**
 * Kendall's τ-b (Kendall 1945) and Spearman's ρ over figures as printed, and the pairs of rows whose order differs, for certain or only
 * within rounding. NaN where a column is constant.
 */
export function rankOrder(
  a: readonly Figure[],
  b: readonly Figure[]
): {tau: number; rho: number; certain: Pair[]; doubtful: Pair[]} {
  const [certain, doubtful]: [Pair[], Pair[]] = [[], []];
  let [score, untiedA, untiedB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++)
    for (let k = i + 1; k < a.length; k++) {
      const [inA, inB] = [Math.sign(a[i]!.value - a[k]!.value), Math.sign(b[i]!.value - b[k]!.value)];
      score += inA * inB;
      untiedA += inA * inA;
      untiedB += inB * inB;
      if (inA * inB > 0) continue;
      const open = meet(a[i]!, a[k]!) || meet(b[i]!, b[k]!);
      (open ? doubtful : certain).push([i, k]);
    }
  const values = (cells: readonly Figure[]) => cells.map(({value}) => value);
  return {
    tau: score / Math.sqrt(untiedA * untiedB),
    rho: spearman(values(a), values(b)),
    certain,
    doubtful
  };
}

// Finds weights of a mean that several rows may have in common.

/** Most corners that are tried. */
const MOST_CORNERS = 300_000;

interface Row {
  score: FigureRange;
  parts: readonly FigureRange[];
}

/**
 * Weights w ≥ 0, Σw = 1, whose mean of the parts comes closest to every row's score within rounding: the smallest t with Σ w·high ≥
 * score.low − t and Σ w·low ≤ score.high + t in all rows. This is a linear program in (w, t) whose optimum lies in a corner; with few
 * columns all corners can be tried. Null where there are too many.
 */
export function bestWeights(rows: readonly Row[]): {weights: number[]; miss: number} | null {
  const size = rows[0]!.parts.length;
  // half-spaces c·(w, t) ≥ d
  const spaces = [
    ...rows.flatMap(({score, parts}) => [
      {c: [...parts.map(({high}) => high), 1], d: score.low},
      {c: [...parts.map(({low}) => -low), 1], d: -score.high}
    ]),
    ...Array.from({length: size + 1}, (_, i) => ({c: Array.from({length: size + 1}, (_, k) => Number(i === k)), d: 0}))
  ];
  if (choose(spaces.length, size) > MOST_CORNERS) return null;
  const simplex = {c: [...Array.from({length: size}, () => 1), 0], d: 1};
  let best: number[] | null = null;
  for (const chosen of subsets(spaces.length, size)) {
    const corner = solve([simplex, ...chosen.map(i => spaces[i]!)]);
    if (!corner || (best && corner[size]! >= best[size]! - 1e-12)) continue;
    if (spaces.every(({c, d}) => c.reduce((sum, factor, i) => sum + factor * corner[i]!, -d) >= -1e-7)) best = corner;
  }
  return best && {weights: best.slice(0, size).map(weight => Math.max(0, weight)), miss: Math.max(0, best[size]!)};
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

function* subsets(n: number, k: number, from = 0): Generator<number[]> {
  if (k === 0) return yield [];
  for (let first = from; first <= n - k; first++) for (const rest of subsets(n, k - 1, first + 1)) yield [first, ...rest];
}

/** Gauss–Jordan elimination with partial pivoting; null for a singular system. */
function solve(equations: readonly {c: readonly number[]; d: number}[]): number[] | null {
  const rows = equations.map(({c, d}) => [...c, d]);
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column + 1; i < n; i++) if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    const lead = rows[pivot]![column]!;
    if (Math.abs(lead) < 1e-10) return null;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const row = rows[column]!.map(value => value / lead);
    rows[column] = row;
    for (const [i, other] of rows.entries()) {
      const factor = other[column]!;
      if (i !== column && factor !== 0) rows[i] = other.map((value, at) => value - factor * row[at]!);
    }
  }
  return rows.map(row => row[n]!);
}

// Claims about means, sums, products and quotients of a report's own figures.

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
