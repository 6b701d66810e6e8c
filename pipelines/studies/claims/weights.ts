// Finds weights of a mean that several rows may have in common.
import type {FigureRange} from "./figure.js";

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
