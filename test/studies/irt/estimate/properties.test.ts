// What must hold of any fit: slopes are those of the value, names and order do not matter, truth is recovered, nothing is NaN.
import {describe, expect, test} from "vitest";
import {adaptiveMarginal} from "../../../../pipelines/studies/irt/estimate/adaptiveQuadrature.js";
import {exponential} from "../../../../pipelines/studies/irt/estimate/exponential.js";
import {type FitOptions, fit as fitted} from "../../../../pipelines/studies/irt/estimate/fit.js";
import {gridMarginal} from "../../../../pipelines/studies/irt/estimate/grid.js";
import {packColumns, packRows, passInputOf} from "../../../../pipelines/studies/irt/estimate/layout.js";
import {shapeOf} from "../../../../pipelines/studies/irt/estimate/parameters.js";
import {cubature, hermite, normalGrid} from "../../../../pipelines/studies/irt/estimate/quadrature.js";
import {MISSING, type Responses} from "../../../../pipelines/studies/irt/item.js";

let state = 5;
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4294967296;
};
const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

function simulated(n: number, size: number, {guess = 0.15, missing = 0} = {}) {
  const theta = Array.from({length: n}, normal);
  const items = Array.from({length: size}, () => ({a: Math.exp(0.3 * normal()), b: normal()}));
  const cells = Uint8Array.from({length: n * size}, (_, at) => {
    const {a, b} = items[at % size]!;
    const p = guess + (1 - guess) / (1 + Math.exp(-a * (theta[Math.floor(at / size)]! - b)));
    return random() < missing ? MISSING : Number(random() < p);
  });
  const names = (prefix: string, count: number) => Array.from({length: count}, (_, i) => `${prefix}${i}`);
  const responses: Responses = {persons: names("m", n), items: names("i", size), cells};
  return {responses, theta, items};
}
const all = (size: number) => Array.from({length: size}, (_, j) => j);
const MAP: FitOptions = {
  model: "3pl",
  estimate: "map",
  priors: {a: {mean: 0, sd: 0.5}, c: {alpha: 5, beta: 17}, d: {mean: 0, sd: 2}}
};

describe("slopes are those of the value", () => {
  const {responses} = simulated(40, 12, {missing: 0.2});
  const shape = shapeOf("3pl", 12);
  const x = Float64Array.from({length: 36}, (_, i) => (i % 3 === 2 ? -1.5 : 0.4 * Math.sin(i)));
  const marginals = {
    grid: () => gridMarginal(packRows(responses, all(12)), shape, normalGrid()),
    adaptive: () => {
      const {columns, centre, width} = packColumns(responses, all(12));
      return adaptiveMarginal(passInputOf(columns, {shape, persons: 40, nodes: 15}), {centre, width});
    }
  };
  test.each(Object.entries(marginals))("%s", (_, make) => {
    const marginal = make();
    marginal.value(x);
    marginal.value(x);
    const gradient = new Float64Array(36);
    marginal.slope(x, gradient, new Float64Array(72));
    for (const i of all(36)) {
      const at = (move: number) => marginal.value(x.map((value, k) => (k === i ? value + move : value)));
      expect((at(1e-4) - at(-1e-4)) / 2e-4).toBeCloseTo(gradient[i]!, 5);
    }
  });

  test("both ways integrate alike", () => {
    const adaptive = marginals.adaptive();
    expect(adaptive.value(x)).toBeCloseTo(marginals.grid().value(x), 3);
  });
});

test("the order of models and items does not matter", () => {
  const {responses} = simulated(120, 10);
  const turned: Responses = {
    persons: responses.persons.toReversed(),
    items: responses.items.toReversed(),
    cells: responses.cells.toReversed()
  };
  const [one, other] = [fitted(responses, MAP), fitted(turned, MAP)];
  expect(other.loglik).toBeCloseTo(one.loglik, 5);
  for (const [j, {a, d, se_a}] of one.items.entries()) {
    const twin = other.items[9 - j]!;
    expect([twin.a, twin.d, twin.se_a].map(value => value.toFixed(3))).toEqual([a, d, se_a].map(value => value.toFixed(3)));
  }
});

test("a response that is missing adds nothing: an item that one model answered alone leaves the others as they were", () => {
  const {responses} = simulated(80, 8, {missing: 0.1});
  const wider: Responses = {
    persons: [...responses.persons, "late"],
    items: responses.items,
    cells: Uint8Array.from([...responses.cells, ...new Uint8Array(8).fill(MISSING)])
  };
  const [one, other] = [fitted(responses, MAP), fitted(wider, MAP)];
  expect(other.loglik).toBeCloseTo(one.loglik, 5);
  const {eap, eap_se, ml} = other.ability.at(-1)!;
  expect(eap).toBeCloseTo(0, 6);
  expect(eap_se).toBeCloseTo(1, 4);
  expect(ml).toBeNull();
});

test("few models and many items: abilities are recovered and their intervals cover", () => {
  const {responses, theta} = simulated(50, 1_000);
  const {ability, converged} = fitted(responses, {model: "3pl", estimate: "eb"});
  expect(converged).toBe(true);
  const mean = theta.reduce((sum, t) => sum + t, 0) / 50;
  const sd = Math.sqrt(theta.reduce((sum, t) => sum + (t - mean) ** 2, 0) / 50);
  const covered = ability.filter(({lo, hi}, i) => lo <= (theta[i]! - mean) / sd && (theta[i]! - mean) / sd <= hi).length;
  // of 50 intervals that cover 95 %, fewer than 42 do in 1 case of 1,000 (binomial)
  expect(covered).toBeGreaterThanOrEqual(42);
});

describe("degenerate input has a treatment, and nothing is NaN", () => {
  const of = (rows: string[]): Responses => ({
    persons: rows.map((_, i) => `m${i}`),
    items: [...rows[0]!].map((_, j) => `i${j}`),
    cells: Uint8Array.from(rows.join(""), mark => (mark === "." ? MISSING : Number(mark)))
  });
  const cases: [string, string[]][] = [
    ["a single model", ["0110"]],
    ["two models", ["01101", "01011"]],
    ["all right", ["1111", "1111", "1111"]],
    ["an item that nobody answered", ["01.", "10.", "11.", "00."]],
    ["a model without answers", ["0101", "....", "1100", "0011"]],
    ["models that answer alike", ["0110", "0110", "0110", "1001"]]
  ];
  const estimates: FitOptions[] = [
    MAP,
    {model: "2pl", estimate: "ml"},
    {model: "rasch", estimate: "ml"},
    {model: "3pl", estimate: "eb"}
  ];
  test.each(cases)("%s", (_, rows) => {
    for (const options of estimates) {
      const fit = fitted(of(rows), {...options, mostIterations: 200});
      expect(Number.isFinite(fit.loglik)).toBe(true);
      for (const {eap, eap_se, lo, hi, map} of fit.ability)
        for (const value of [eap, eap_se, lo, hi, map]) expect(value).not.toBeNaN();
      for (const {a, b, c, d} of fit.items) for (const value of [a, b, c, d]) expect(value).not.toBeNaN();
    }
  });
});

test("quadrature is exact to its degree", () => {
  for (const count of [3, 5, 7, 11, 15]) {
    const {nodes, weights} = hermite(count);
    // moments of the standard normal: 1, 0, 1, 0, 3
    for (const [degree, moment] of [1, 0, 1, 0, 3].entries())
      expect(nodes.reduce((sum, x, k) => sum + weights[k]! * x ** degree, 0)).toBeCloseTo(moment, 9);
  }
  for (const n of [1, 2, 3]) {
    const {points, weights, count} = cubature(n);
    const mean = (value: (point: Float64Array) => number) =>
      all(count).reduce((sum, k) => sum + weights[k]! * value(points.subarray(k * n, (k + 1) * n)), 0);
    expect(mean(() => 1)).toBeCloseTo(1, 12);
    expect(mean(([x]) => x! ** 2)).toBeCloseTo(1, 12);
    expect(mean(([x]) => x! ** 4)).toBeCloseTo(3, 12);
    if (n > 1) expect(mean(([x, y]) => x! ** 2 * y! ** 2)).toBeCloseTo(1, 12);
  }
});

test("the table's exponential is Math.exp", () => {
  for (const x of [-300, -31.7, -1e-9, 0, 0.3, 17.123, 299.9]) expect(exponential(x) / Math.exp(x)).toBeCloseTo(1, 13);
});
