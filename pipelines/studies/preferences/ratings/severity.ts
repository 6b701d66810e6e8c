// Severity of judges, and models' means adjusted for it: an additive model of a rating with effects of model, judge and prompt.
import {tQuantile} from "../../../stats/distributions.js";
import {cholesky, inverse, product, solve, square} from "../../../stats/linalg/dense.js";
import {grouped, meatBy} from "../bradleyTerry/errors.js";
import {spreadOf} from "./means.js";
import type {Ratings} from "./ratings.js";

export interface JudgeSeverity {
  judge: string;
  /** number of ratings */
  n: number;
  mean: number;
  /** by how many points it rates below the average of these judges, given the same models and prompts; negative: lenient */
  severity: number;
  /** 95 % interval over prompts; null with a single prompt */
  lo: number | null;
  hi: number | null;
}

/** A model's mean adjusted to all these judges and prompts; the interval is of its difference from the models' average, over prompts. */
interface Adjusted {
  value: number;
  lo: number | null;
  hi: number | null;
}

export interface Severities {
  /** most severe first */
  judges: JudgeSeverity[];
  adjusted: Map<string, Adjusted>;
}

/** Most models and judges: with more, the fit would block a page. */
const MOST_COLUMNS = 500;
/** A pivot below this share of its diagonal entry marks a column that is a linear combination of others. */
const LEAST_PIVOT = 1e-9;

/**
 * Least squares of rating = model + judge + prompt (question × turn), with sums of 0 over models and over judges. Prompts are partialled
 * out first (Frisch & Waugh 1933), so that only models and judges are solved for. Errors are sandwich estimates clustered by question: they
 * generalise to other prompts, not to other judges. Where judges and models are confounded (groups that share no prompt or no model), `why`
 * says so.
 */
export function severities(ratings: Ratings): Severities | {why: string} {
  const {n, value} = ratings;
  const [models, model] = presentOf(ratings.models, ratings.model);
  const [judges, judge] = presentOf(ratings.judges, ratings.judge);
  if (judges.length < 2) return {why: "fewer than two judges"};
  const size = models.length + judges.length;
  if (size > MOST_COLUMNS) return {why: `more than ${MOST_COLUMNS} models and judges`};
  const columns = {n, model, judge: judge.map(j => models.length + j), size};
  const items = itemsOf(ratings, columns);
  const {information, right} = normalEquations(columns, value, items);
  for (const [from, to] of [
    [0, models.length],
    [models.length, size]
  ] as const)
    for (let i = from; i < to; i++)
      for (let j = from; j < to; j++) information[i * size + j] = information[i * size + j]! + n / (to - from) ** 2;
  const factor = cholesky(information, size);
  const loose = (i: number) => factor![i * size + i]! ** 2 < LEAST_PIVOT * information[i * size + i]!;
  if (!factor || models.some((_, i) => loose(i)) || judges.some((_, j) => loose(models.length + j)))
    return {why: "groups of judges share no prompt or model: severity cannot be separated from the models' level"};
  const found = solve(factor, right);
  const residual = Float64Array.from({length: n}, (_, r) => {
    const own = items.of[r]!;
    return value[r]! - own.mean - found[columns.model[r]!]! - found[columns.judge[r]!]! + centreOf(own, found);
  });
  const bread = inverse(factor, size);
  // The residuals of a prompt sum to 0, and prompts lie within clusters: partialling prompts out of the columns would not change any
  // cluster's sum.
  const {meat, clusters} = meatBy({n, size, cluster: ratings.question}, (r, add) => {
    add(columns.model[r]!, residual[r]!);
    add(columns.judge[r]!, residual[r]!);
  });
  const correction = clusters > 1 ? clusters / (clusters - 1) : 0;
  const matrix = product(product(bread, meat, size), bread, size).map(each => each * correction);
  const level = items.all.reduce((sum, own) => sum + own.mean - centreOf(own, found), 0) / items.all.length;
  const ends = (center: number, i: number, prompts: number) => {
    const half = prompts > 1 + 1e-9 ? Math.sqrt(matrix[i * size + i]!) * tQuantile(0.975, prompts - 1) : 0;
    return half > 0 ? {lo: center - half, hi: center + half} : {lo: null, hi: null};
  };
  const ofModels = spreadOf(model, ratings.question, models.length).effective;
  const ofJudges = spreadOf(judge, ratings.question, judges.length).effective;
  const adjusted = models.map((name, k): [string, Adjusted] => {
    const center = level + found[k]!;
    return [name, {value: center, ...ends(center, k, ofModels[k]!)}];
  });
  const sums = meansBy(judge, value, judges.length);
  const rows = judges.map((name, j): JudgeSeverity => {
    const severity = -found[models.length + j]!;
    return {judge: name, ...sums(j), severity, ...ends(severity, models.length + j, ofJudges[j]!)};
  });
  return {judges: rows.sort((x, y) => y.severity - x.severity), adjusted: new Map(adjusted)};
}

/** Names that occur, and the index of each entry among them. */
function presentOf(names: readonly string[], column: Int32Array): [names: string[], column: Int32Array] {
  const place = new Int32Array(names.length).fill(-1);
  for (const i of column) place[i] = 0;
  const kept = names.filter((_, i) => place[i] === 0);
  let next = 0;
  for (let i = 0; i < place.length; i++) if (place[i] === 0) place[i] = next++;
  return [kept, column.map(i => place[i]!)];
}

/** A prompt: the mean of its ratings, and each column's share of them. */
interface Item {
  n: number;
  mean: number;
  columns: [column: number, share: number][];
}

interface Columns {
  n: number;
  model: Int32Array;
  judge: Int32Array;
  size: number;
}

const centreOf = ({columns}: Item, found: Float64Array): number =>
  columns.reduce((sum, [i, share]) => sum + share * found[i]!, 0);

function itemsOf({item, value}: Ratings, {n, model, judge}: Columns): {all: Item[]; of: Item[]} {
  const {order, starts} = grouped(item, n);
  const all: Item[] = [];
  const of = new Array<Item>(n);
  for (let g = 0; g + 1 < starts.length; g++) {
    const rows = order.subarray(starts[g]!, starts[g + 1]!);
    const shares = new Map<number, number>();
    let mean = 0;
    for (const r of rows) {
      mean += value[r]! / rows.length;
      for (const column of [model[r]!, judge[r]!]) shares.set(column, (shares.get(column) ?? 0) + 1 / rows.length);
    }
    const own = {n: rows.length, mean, columns: [...shares]};
    all.push(own);
    for (const r of rows) of[r] = own;
  }
  return {all, of};
}

function normalEquations({n, model, judge, size}: Columns, value: Float64Array, {all, of}: {all: Item[]; of: Item[]}) {
  const information = square(size);
  const right = new Float64Array(size);
  const put = (i: number, j: number, amount: number) => {
    information[i * size + j] = information[i * size + j]! + amount;
  };
  for (let r = 0; r < n; r++) {
    const [k, j, off] = [model[r]!, judge[r]!, value[r]! - of[r]!.mean];
    put(k, k, 1);
    put(j, j, 1);
    put(k, j, 1);
    put(j, k, 1);
    right[k] = right[k]! + off;
    right[j] = right[j]! + off;
  }
  for (const own of all) for (const [i, x] of own.columns) for (const [j, y] of own.columns) put(i, j, -own.n * x * y);
  return {information, right};
}

function meansBy(index: Int32Array, value: Float64Array, size: number): (i: number) => {n: number; mean: number} {
  const [n, sum] = [new Float64Array(size), new Float64Array(size)];
  index.forEach((i, r) => {
    n[i] = n[i]! + 1;
    sum[i] = sum[i]! + value[r]!;
  });
  return i => ({n: n[i]!, mean: sum[i]! / n[i]!});
}
