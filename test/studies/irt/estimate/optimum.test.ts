// The search against an independent optimiser: over random shapes, priors, missing patterns and reversed items, neither from the fit nor
// from a start of its own does plain ascent on the formula find a higher value.
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../../pipelines/generate/seed.js";
import {fit as fitted} from "../../../../pipelines/studies/irt/estimate/fit.js";
import type {ModelName} from "../../../../pipelines/studies/irt/estimate/parameters.js";
import type {Priors} from "../../../../pipelines/studies/irt/estimate/priors.js";
import {type Item, MISSING, type Responses} from "../../../../pipelines/studies/irt/item.js";
import {answers, normal} from "../simulated.js";

type Vector = number[];
interface Case {
  seed: string;
  model: ModelName;
  priors: Priors | null;
  responses: Responses;
  reversed: number;
}

function drawCase(k: number): Case {
  const random = randomOf(`optimum ${k}`);
  const size = 4 + (k % 4);
  const model = (["2pl", "3pl", "rasch", "3pl"] as const)[k % 4]!;
  const reversed = model === "rasch" ? 0 : k % 3;
  const items: Item[] = Array.from({length: size}, (_, j) => {
    const a = Math.exp(0.3 + 0.3 * normal(random)) * (j < reversed ? -1 : 1);
    return {id: `item ${j}`, a, d: normal(random), c: model === "3pl" ? 0.15 * random.real() : 0, u: 1};
  });
  const theta = Array.from({length: 60 + 30 * (k % 5)}, () => normal(random));
  const responses = answers(theta, () => items, `optimum ${k}`);
  const missing = [0, 0.15, 0.4][k % 3]!;
  for (let at = 0; at < responses.cells.length; at++) if (random.real() < missing) responses.cells[at] = MISSING;
  return {seed: `case ${k}`, model, priors: priorsOf(k, random), responses, reversed};
}

function priorsOf(k: number, random: Random): Priors | null {
  const chosen =
    k % 2 === 0
      ? null
      : [
          {alpha: 5, beta: 17},
          {alpha: 1.2, beta: 20}
        ][(k >> 1) % 2]!;
  return chosen && {a: {mean: 0, sd: 0.4 + 0.3 * random.real()}, c: chosen, ...(k % 3 === 0 && {d: {mean: 0, sd: 2}})};
}

const logGammaOf = (x: number): number =>
  x < 20 ? logGammaOf(x + 1) - Math.log(x) : (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x);
const normalDensity = (x: number, {mean, sd}: {mean: number; sd: number}) =>
  Math.log(Math.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI)));

/** The log posterior as its formula stands, of (a, d, c) of each item, on 61 nodes from −6 to 6. */
function logPosterior({responses: {persons, cells}, priors, model}: Case, items: {a: number; d: number; c: number}[]): number {
  const nodes = Array.from({length: 61}, (_, q) => -6 + q / 5);
  const mass = nodes.map(theta => Math.exp((-theta * theta) / 2));
  const total = mass.reduce((sum, x) => sum + x, 0);
  const right = items.map(({a, d, c}) => nodes.map(theta => c + (1 - c) / (1 + Math.exp(-a * theta - d))));
  let sum = 0;
  for (let i = 0; i < persons.length; i++) {
    let chance = 0;
    for (let q = 0; q < nodes.length; q++) {
      let p = mass[q]! / total;
      for (let j = 0; j < items.length; j++) {
        const cell = cells[i * items.length + j]!;
        if (cell !== MISSING) p *= cell === 1 ? right[j]![q]! : 1 - right[j]![q]!;
      }
      chance += p;
    }
    sum += Math.log(chance);
  }
  for (const [j, {a, d, c}] of items.entries()) {
    // the one discrimination of a Rasch model has its prior once
    if (priors?.a && (model !== "rasch" || j === 0))
      sum += normalDensity(Math.log(Math.abs(a)), priors.a) - Math.log(Math.abs(a));
    if (priors?.d) sum += normalDensity(d, priors.d);
    if (priors?.c && model === "3pl") {
      const {alpha, beta} = priors.c;
      sum +=
        logGammaOf(alpha + beta) -
        logGammaOf(alpha) -
        logGammaOf(beta) +
        (alpha - 1) * Math.log(c) +
        (beta - 1) * Math.log(1 - c);
    }
  }
  return sum;
}

/** Parameters from free numbers: a itself, signs and all, without priors; its logarithm beside a given sign with them. */
function itemsOf({model, priors}: Case, signs: number[], v: Vector) {
  return signs.map((sign, j) => {
    const at = (k: number) => v[3 * (k === 0 && model === "rasch" ? 0 : j) + k]!;
    return {a: priors ? sign * Math.exp(at(0)) : at(0), d: at(1), c: model === "3pl" ? 1 / (1 + Math.exp(-at(2))) : 0};
  });
}

/** Quasi-Newton ascent (BFGS) with slopes by central differences and halved steps. */
function ascend(value: (v: Vector) => number, start: Vector, rounds = 60): number {
  const n = start.length;
  const slopeAt = (v: Vector) => v.map((x, i) => (value(v.with(i, x + 1e-5)) - value(v.with(i, x - 1e-5))) / 2e-5);
  let [v, best] = [start, value(start)];
  let slope = slopeAt(v);
  let inverse: number[][] = v.map((_, i) => v.map((__, j) => (i === j ? 0.05 : 0)));
  for (let round = 0; round < rounds; round++) {
    const way = inverse.map(row => row.reduce((sum, x, i) => sum + x * slope[i]!, 0));
    const most = Math.max(1, ...way.map(Math.abs));
    let [step, next, found] = [1 / most, v, best];
    for (; step > 1e-8; step /= 2) {
      next = v.map((x, i) => x + step * way[i]!);
      found = value(next);
      if (found > best) break;
    }
    if (!(found > best)) break;
    const slopeNext = slopeAt(next);
    const [s, y] = [next.map((x, i) => x - v[i]!), slope.map((x, i) => x - slopeNext[i]!)];
    const sy = s.reduce((sum, x, i) => sum + x * y[i]!, 0);
    const gained = found - best;
    [v, best, slope] = [next, found, slopeNext];
    if (sy > 1e-10) {
      const hy = inverse.map(row => row.reduce((sum, x, i) => sum + x * y[i]!, 0));
      const yhy = hy.reduce((sum, x, i) => sum + x * y[i]!, 0);
      inverse = inverse.map((row, i) =>
        row.map((x, j) => x + ((1 + yhy / sy) * s[i]! * s[j]!) / sy - (hy[i]! * s[j]! + s[i]! * hy[j]!) / sy)
      );
    } else inverse = Array.from({length: n}, (_, i) => Array.from({length: n}, (__, j) => (i === j ? 0.05 : 0)));
    if (gained < 1e-6) break;
  }
  return best;
}

test.each(Array.from({length: 8}, (_, k) => k))("case %i: no other optimiser finds a higher value", k => {
  const drawn = drawCase(k);
  const {model, priors, responses, reversed} = drawn;
  const fit = fitted(responses, {model, estimate: priors ? "map" : "ml", ...(priors && {priors})});
  expect(fit.left_out).toEqual([]);
  const unit = model === "rasch" ? fit.spread : 1;
  const own = fit.items.map(({a, d, c}) => ({a: a * unit, d, c}));
  const reached = fit.loglik + (priors ? fit.logprior : 0);
  expect(reached).toBeCloseTo(logPosterior(drawn, own), 5);
  const signs = own.map(({a}) => Math.sign(a));
  const value = (v: Vector) => logPosterior(drawn, itemsOf(drawn, signs, v));
  const slack = model === "3pl" && !priors ? 0.1 : 0.01;
  const logit = (c: number) => Math.max(-12, Math.log(c / (1 - c)));
  const from = own.flatMap(({a, d, c}) => [priors ? Math.log(Math.abs(a)) : a, d, logit(c)]);
  expect(ascend(value, from)).toBeLessThan(reached + slack);
  // a start of its own: slopes of 1 that point as the items were drawn, guessing of 0.15
  const plain = own.flatMap((_, j) => [priors ? 0 : j < reversed ? -1 : 1, 0, -1.7]);
  expect(ascend(value, plain)).toBeLessThan(reached + slack);
});
