// Fits of a general and specific abilities reach their maximum: against an optimiser that shares nothing with theirs, and, where items
// are far more than persons, against the spreads that the answers were drawn with.
import {expect, test} from "vitest";
import {randomOf} from "../../../../../pipelines/generate/seed.js";
import {fitStructure, type StructureFit} from "../../../../../pipelines/studies/irt/estimate/multidimensional/fit.js";
import {WIDTH} from "../../../../../pipelines/studies/irt/estimate/multidimensional/structure.js";
import {MISSING, type Responses} from "../../../../../pipelines/studies/irt/item.js";
import {normal} from "../../simulated.js";
import {drawn} from "./drawn.js";

const NODES = Array.from({length: 31}, (_, q) => -5 + q / 3);
const WEIGHTS = NODES.map(t => Math.exp((-t * t) / 2)).map((w, _, all) => w / all.reduce((sum, each) => sum + each, 0));

/** Marginal log-likelihood on the product of equally spaced nodes of θ and of each η. @param at a and d of each item, then each group's σ */
function loglikOf({cells, persons, items}: Responses, group: ArrayLike<number>, at: readonly number[]): number {
  const groups = at.length - 2 * items.length;
  return persons.reduce((total, _, i) => {
    let sum = 0;
    for (const [q, theta] of NODES.entries()) {
      let product = WEIGHTS[q]!;
      for (let g = 0; g < groups; g++) {
        let own = 0;
        for (const [r, eta] of NODES.entries()) {
          let p = WEIGHTS[r]!;
          for (let j = 0; j < items.length; j++) {
            const cell = cells[i * items.length + j]!;
            if (group[j] !== g || cell === MISSING) continue;
            const z = at[2 * j]! * (theta + at[2 * items.length + g]! * eta) + at[2 * j + 1]!;
            p /= 1 + Math.exp(cell === 1 ? -z : z);
          }
          own += p;
        }
        product *= own;
      }
      sum += product;
    }
    return total + Math.log(sum);
  }, 0);
}

/** Hooke & Jeeves' pattern search (1961): no gradients, no preconditioner, only values. Returns the highest value found. */
function climbed(value: (x: readonly number[]) => number, start: readonly number[], sweeps: number): number {
  let [x, best, step] = [[...start], value(start), 0.2];
  for (let passInput = 0; passInput < sweeps && step > 1e-4; passInput++) {
    const before = best;
    for (const k of x.keys())
      for (const sign of [1, -1]) {
        const trial = x.with(k, x[k]! + sign * step);
        const found = value(trial);
        if (found > best) [x, best] = [trial, found];
      }
    if (best - before < 1e-3) step /= 3;
  }
  return best;
}

test.each([1])("matrix %i: a search by values alone, from there and from the truth, finds nothing higher", seed => {
  const random = randomOf(`optimum ${seed}`);
  const sds = [0.3 + random.real(), 0.3 + random.real()];
  const {responses, group, slopes} = drawn(`optimum ${seed}`, {
    persons: 100,
    groups: 2,
    each: 3,
    specific: (a, g) => a * sds[g]!
  });
  const part = {...responses, cells: responses.cells.map(cell => (random.chance(0.1) ? MISSING : cell))};
  const fit = fitStructure(part, {structure: "testlet", group, estimate: "ml", nodes: [21, 15]});
  const pairs = (of: ArrayLike<number>) => Array.from(group, (_, j) => [of[WIDTH * j]!, of[WIDTH * j + 1]!]).flat();
  const value = (x: readonly number[]) => loglikOf(part, group, x);
  const there = [...pairs(fit.slopes), ...fit.spreads];
  expect(value(there)).toBeCloseTo(fit.loglik, 1);
  const found = Math.max(climbed(value, there, 1), climbed(value, [...pairs(slopes), ...sds], 3));
  if (fit.converged) expect(found - value(there)).toBeLessThan(0.05);
  // a fit that has not come to rest says so: a slope or a bound is in its way
  else expect(fit.maxGradient > 1e-3 || fit.slopes.some(each => Math.abs(each) >= 25)).toBe(true);
});

/** Tasks of many items, whose discriminations differ in size from task to task. */
function wide(seed: string, sds: readonly number[], each: number): {fit: StructureFit; one: StructureFit} {
  const random = randomOf(seed);
  const group = Int32Array.from({length: sds.length * each}, (_, j) => Math.floor(j / each));
  const items = Array.from(group, g => [(g % 2 === 0 ? 2 : 0.8) * Math.exp(0.5 * normal(random)), 1.5 * normal(random)] as const);
  const persons = Array.from({length: 50}, (_, i) => `m${i}`);
  const cells = Uint8Array.from(
    persons.flatMap(() => {
      const theta = normal(random);
      const own = sds.map(sd => theta + sd * normal(random));
      return items.map(([a, d], j) => Number(random.real() < 1 / (1 + Math.exp(-a * own[group[j]!]! - d))));
    })
  );
  const responses = {persons, items: Array.from(group, (g, j) => `t${g}.${j}`), cells};
  const of = (structure: "testlet" | "one") => fitStructure(responses, {structure, group, tolerance: 0.05, most: 200});
  return {fit: of("testlet"), one: of("one")};
}

test("with more items than persons, tasks of steep items take no large ability of their own for their unit", () => {
  const {fit, one} = wide("steep", [0.1, 0.1, 0.5, 0.1], 60);
  // fifty persons tell a spread roughly; one that is drawn away ends at its bound of 10
  expect(fit.converged).toBe(true);
  expect(fit.spreads.indexOf(Math.max(...fit.spreads))).toBe(2);
  expect(Math.max(...fit.spreads)).toBeLessThan(1.5);
  expect(fit.evidence).toBeGreaterThan(one.evidence);
});
