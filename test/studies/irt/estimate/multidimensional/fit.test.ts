import {expect, test} from "vitest";
import {randomOf} from "../../../../../pipelines/generate/seed.js";
import {fitStructure} from "../../../../../pipelines/studies/irt/estimate/multidimensional/fit.js";
import {layNodes, marginal} from "../../../../../pipelines/studies/irt/estimate/multidimensional/marginal.js";

import {expand, layoutOf, PAIRS, pull, WIDTH} from "../../../../../pipelines/studies/irt/estimate/multidimensional/structure.js";
import {MISSING} from "../../../../../pipelines/studies/irt/item.js";
import {normal} from "../../simulated.js";
import {drawn} from "./drawn.js";

const A = drawn("golden", {persons: 400, groups: 3, each: 4, specific: a => 0.9 * a});
const B = drawn("golden bifactor", {persons: 300, groups: 2, each: 5, specific: (_, g) => 1.2 - 0.4 * g});

/*
 * Golden values: scipy 1.x, scipy.optimize.minimize(method="L-BFGS-B", gtol=1e-6) of the marginal log-likelihood summed in numpy over
 * 35 × 35 product Gauss-Hermite nodes of (θ, η) that do not adapt, with analytic gradients; of two abilities the best of four random
 * starts, all alike, and of the bifactor model the best of two, alike.
 */
test.each([
  ["one", A, {structure: "one"}, -2922.11284],
  ["testlet", A, {structure: "testlet"}, -2881.11589],
  ["Rasch testlet", A, {structure: "testlet", tied: true}, -2886.64225],
  ["two abilities", A, {structure: "two"}, -2885.08947],
  ["bifactor", B, {structure: "bifactor"}, -1672.18895]
] as const)("%s: the maximum and the estimates that an independent optimiser finds", (name, {
  responses,
  group
}, options, loglik) => {
  const fit = fitStructure(responses, {...options, group, estimate: "ml"});
  expect(fit.converged).toBe(true);
  expect(Math.abs(fit.loglik - loglik)).toBeLessThan(0.02);
  if (name === "testlet") {
    const a = [1.146, 1.3729, 1.0777, 0.989, 0.7334, 1.0416, 0.6845, 1.088, 0.6971, 1.0722, 1.1091, 1.1613];
    for (const [j, value] of a.entries()) expect(fit.slopes[WIDTH * j]).toBeCloseTo(value, 2);
    for (const [g, sd] of [1.013, 1.2273, 0.5873].entries()) expect(fit.spreads[g]).toBeCloseTo(sd, 2);
  }
  if (name === "Rasch testlet") {
    expect(fit.slopes[0]).toBeCloseTo(0.9962, 2);
    expect([...fit.spreads].map(each => Number(each.toFixed(2)))).toEqual([1.2, 1.02, 0.5]);
  }
});

test("gradients are those of finite differences, for every structure, with missing answers, asymptotes and reversed items", () => {
  const random = randomOf("gradients");
  for (const [structure, tied] of [
    ["one", false],
    ["testlet", false],
    ["testlet", true],
    ["bifactor", false],
    ["two", false]
  ] as const) {
    const {responses, group} = drawn(`gradient ${structure}`, {persons: 25, groups: 2, each: 4, specific: a => 0.6 * a});
    const {persons, items} = responses;
    const cells = responses.cells.map(cell => (random.chance(0.15) ? MISSING : cell));
    const lower = Float64Array.from(items, () => (random.chance(0.5) ? 0.25 : 0));
    const second = persons.map((_, i) => i % 3 === 0);
    const layout = layoutOf({structure, tied, group, lower, populations: 2});
    const own = marginal(layout, layNodes(layout, persons.length, [9, structure === "one" ? 1 : 7]), {cells, second});
    const x = Float64Array.from({length: layout.size}, () => 0.7 * normal(random));
    own.lay(x);
    const gradient = new Float64Array(layout.size);
    const bySlopes = new Float64Array(WIDTH * items.length);
    const information = new Float64Array(PAIRS * items.length);
    own.value(x);
    const by = own.slope(bySlopes, information);
    pull(layout, x, {bySlopes, information}, {gradient, diagonal: new Float64Array(layout.size)});
    [gradient[layout.population], gradient[layout.population + 1]] = [by.mean, by.logSd];
    for (const k of x.keys()) {
      const at = (step: number) => own.value(x.map((each, l) => (l === k ? each + step : each)));
      expect(gradient[k], `${structure} ${k}`).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 4);
    }
    expect(expand(layout, x)[2]).toBe(structure === "one" || structure === "two" ? 0 : expand(layout, x)[2]);
  }
});

test("the general ability's error carries the testlets: one ability is far too sure, the testlet model is not", () => {
  // three testlets tell their own spreads roughly, so that a single draw covers 86 to 94 % and the mean of three about 91 %
  const covered = {one: 0, testlet: 0};
  for (const seed of ["coverage", "c2", "c3"]) {
    const {responses, group, theta} = drawn(seed, {persons: 150, groups: 3, each: 8, specific: a => 1.3 * a});
    for (const structure of ["one", "testlet"] as const) {
      const nodes: [number, number] = [7, structure === "one" ? 1 : 5];
      const {eap, se} = fitStructure(responses, {structure, group, nodes, estimate: "ml", tolerance: 0.1});
      covered[structure] += theta.filter((t, i) => Math.abs(t - eap[i]!) <= 1.96 * se[i]!).length / theta.length / 3;
    }
  }
  expect(covered.one).toBeLessThan(0.75);
  expect(covered.testlet).toBeGreaterThan(0.87);
});

test("groups of one or two items have no slopes of their own, and one group is one ability", () => {
  const free = (structure: "testlet" | "bifactor", group: number[]) => layoutOf({structure, group});
  expect([...free("bifactor", [0, 0, 1, 1, 1]).free]).toEqual([0, 0, 1, 1, 1]);
  expect([...free("testlet", [0, 1, 1]).spread].map(at => at >= 0)).toEqual([false, true]);
  expect([...layoutOf({structure: "two", group: [0, 1, 1, 2]}).free]).toEqual([0, 1, 1, 1]);
});

test("an item that better models fail has a negative slope", () => {
  const {responses, group} = drawn("reversed", {persons: 300, groups: 2, each: 4, specific: a => 0.5 * a});
  const cells = responses.cells.map((cell, k) => (k % 8 === 3 ? 1 - cell : cell));
  const fit = fitStructure({...responses, cells}, {structure: "testlet", group, nodes: [7, 5]});
  expect(Array.from({length: 8}, (_, j) => Math.sign(fit.slopes[WIDTH * j]!))).toEqual([1, 1, 1, -1, 1, 1, 1, 1]);
});

test("nothing right, all alike, nothing answered: finite, and abilities as the population's", () => {
  for (const cell of [0, 1, MISSING]) {
    const responses = {persons: ["p", "q", "r"], items: ["a", "b", "c", "d"], cells: new Uint8Array(12).fill(cell)};
    for (const structure of ["one", "testlet", "bifactor", "two"] as const) {
      const fit = fitStructure(responses, {structure, group: [0, 0, 1, 1]});
      expect([...fit.eap, ...fit.se, fit.loglik, fit.predict(0, 0)].every(Number.isFinite)).toBe(true);
      expect(new Set([...fit.eap].map(each => each.toFixed(3))).size).toBe(1);
    }
  }
});
