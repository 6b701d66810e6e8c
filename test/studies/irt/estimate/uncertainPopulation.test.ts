// Variances of abilities under an uncertain population, against scores by finite differences and a plain inverse of the whole matrix.
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {shapeOf} from "../../../../pipelines/studies/irt/estimate/parameters.js";
import {type ItemPoints, type Population, weigher} from "../../../../pipelines/studies/irt/estimate/population.js";
import {variancesOf} from "../../../../pipelines/studies/irt/estimate/uncertainPopulation.js";
import {normal} from "../simulated.js";

const ITEMS = 30;
const COUNT = 5;
const THETA = [-1.2, -0.3, 0.4, 1.1];
const STEP = 1e-5;

test.each(["rasch", "2pl", "3pl"] as const)("%s: those of the whole information matrix, standardised", model => {
  const random = randomOf(`uncertain ${model}`);
  const shape = shapeOf(model, ITEMS);
  const free = model === "rasch" ? [1] : model === "2pl" ? [0, 1] : [0, 1, 2];
  const points = Float64Array.from({length: ITEMS * COUNT * 3}, (_, k) =>
    free.includes(k % 3) ? (k % 3 === 2 ? -1.5 : 0) + 0.4 * normal(random) : 0
  );
  const columns = Uint8Array.from({length: ITEMS * THETA.length}, () => (random.real() < 0.1 ? 2 : Number(random.real() < 0.6)));
  const weights = Float64Array.from({length: ITEMS * COUNT}, () => Math.log(0.1 + random.real()));
  const logsAt = (theta: readonly number[]) =>
    weights.map((weight, jk) => {
      const [a, d, c] = [Math.exp(points[3 * jk]!), points[3 * jk + 1]!, 1 / (1 + Math.exp(-points[3 * jk + 2]!))];
      const lower = model === "3pl" ? c : 0;
      return theta.reduce((sum, t, i) => {
        const answer = columns[Math.floor(jk / COUNT) * theta.length + i]!;
        const p = lower + (1 - lower) / (1 + Math.exp(-a * t - d));
        return answer === 2 ? sum : sum + Math.log(answer === 1 ? p : 1 - p);
      }, weight);
    });
  const populationOf = (x: readonly number[]): Population => ({
    mean: [x[3] ?? 0, x[0]!, model === "3pl" ? x[2]! : -1.5],
    sd: [Math.exp(x[4] ?? 0), Math.exp(x[1]!), 0.35],
    power: x[5] ?? 0
  });
  // mean and log spread of z, mean of logit c, mean and log spread of log a, power
  const used = model === "rasch" ? [0, 1] : model === "2pl" ? [0, 1, 3, 4, 5] : [0, 1, 2, 3, 4, 5];
  const coordinates = model === "rasch" ? [0.1, -0.2] : [0.1, -0.2, -1.4, 0.05, -0.8, 0.5];
  const marginals = (theta: readonly number[], x: readonly number[]): number[] => {
    const weighItem = weigher({count: COUNT, free, points, logs: logsAt(theta)}, populationOf(x));
    return Array.from({length: ITEMS}, (_, j) => weighItem(j, new Float64Array(COUNT)));
  };
  const moved = (list: readonly number[], at: number, by: number) => list.map((value, k) => (k === at ? value + by : value));
  const slopes = [
    ...THETA.map((_, i) => [-1, 1].map(side => marginals(moved(THETA, i, side * STEP), coordinates))),
    ...used.map(k => [-1, 1].map(side => marginals(THETA, moved(coordinates, k, side * STEP))))
  ].map(([low, high]) => high!.map((value, j) => (value - low![j]!) / (2 * STEP)));
  const n = THETA.length;
  const spread = THETA.map((_, i) => THETA.map((_, k) => 0.01 + (i === k ? 0.1 + 0.05 * i : 0)));
  const information = inverseOf(spread);
  const whole = slopes.map((a, u) =>
    slopes.map((b, v) => (u < n && v < n ? information[u]![v]! : a.reduce((sum, x, j) => sum + x * b[j]!, 0) + Number(u === v)))
  );
  const block = inverseOf(whole).slice(0, n);
  const centred = THETA.map(t => t - THETA.reduce((sum, each) => sum + each, 0) / n);
  const square = centred.reduce((sum, t) => sum + t * t, 0);
  // takes the mean and the scale out of abilities
  const left = centred.map((a, i) => centred.map((b, k) => Number(i === k) - 1 / n - (a * b) / square));
  const expected = left.map(row =>
    row.reduce((sum, x, i) => sum + row.reduce((inner, y, k) => inner + x * block[i]![k]! * y, 0), 0)
  );
  const item: ItemPoints & {every: number} = {count: COUNT, free, points, logs: logsAt(THETA), every: 1};
  const variances = variancesOf(item, {
    shape,
    columns,
    theta: Float64Array.from(THETA),
    covariance: Float64Array.from(spread.flat()),
    population: populationOf(coordinates)
  });
  for (const [i, value] of variances.entries()) expect(value).toBeCloseTo(expected[i]!, 6);
});

/** The inverse by Gauss and Jordan's elimination with pivots. */
function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, k) => Number(i === k))]);
  for (let column = 0; column < n; column++) {
    const pivot = rows.findIndex(
      (row, i) => i >= column && Math.abs(row[column]!) === Math.max(...rows.slice(column).map(each => Math.abs(each[column]!)))
    );
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const head = rows[column]!.map(value => value / rows[column]![column]!);
    rows[column] = head;
    for (let i = 0; i < n; i++) if (i !== column) rows[i] = rows[i]!.map((value, k) => value - rows[i]![column]! * head[k]!);
  }
  return rows.map(row => row.slice(n));
}
