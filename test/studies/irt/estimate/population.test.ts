// The population of items by empirical Bayes: held to moments and integrals that are computed here by other means, and to the truth by
// simulation. `npm run coverage` is the long form.
import {describe, expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {fit as fitted} from "../../../../pipelines/studies/irt/estimate/fit.js";
import {gridMarginal} from "../../../../pipelines/studies/irt/estimate/grid.js";
import {itemPosteriors, meetItems, ownErrors, weighItems} from "../../../../pipelines/studies/irt/estimate/itemPosterior.js";
import {packRows} from "../../../../pipelines/studies/irt/estimate/layout.js";
import {shapeOf} from "../../../../pipelines/studies/irt/estimate/parameters.js";
import {fitPopulation, type Population} from "../../../../pipelines/studies/irt/estimate/population.js";
import {cubature, normalGrid, product} from "../../../../pipelines/studies/irt/estimate/quadrature.js";
import {MISSING, slopeInterval} from "../../../../pipelines/studies/irt/item.js";
import {accuracies, answers, family, guessingItems, normal, rankCorrelation} from "../simulated.js";

const START: Population = {mean: [0, 0, -1.6], sd: [0.5, 1.5, 0.4], power: 0.5};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const sd = (values: readonly number[]) => Math.sqrt(mean(values.map(value => (value - mean(values)) ** 2)));

test.each([
  0, 1
])("items that are known exactly give their own moments, and how intercepts grow with discriminations: %i", power => {
  const random = randomOf(`known ${power}`);
  const items = Array.from({length: 4_000}, () => {
    const a = 0.1 + 0.4 * normal(random);
    return [a, (0.3 + 1.2 * normal(random)) * Math.exp(power * (a - 0.1)), -1.3 + 0.4 * normal(random)];
  });
  let found = START;
  const known = {count: 1, free: [0, 1, 2], points: Float64Array.from(items.flat()), logs: new Float64Array(items.length)};
  for (let round = 0; round < 40; round++) found = fitPopulation(known, found);
  expect(Math.abs(found.power - power)).toBeLessThan(0.09); // three standard errors
  for (const r of [0, 2]) {
    const own = items.map(item => item[r]!);
    expect(found.mean[r]).toBeCloseTo(mean(own), 2);
    expect(found.sd[r]).toBeCloseTo(sd(own), 2);
  }
  expect(found.mean[1]).toBeCloseTo(0.3, 1);
  expect(found.sd[1]).toBeCloseTo(1.2, 1);
});

test("an item's posterior is that of a fine grid over its three parameters, the persons integrated out", () => {
  const random = randomOf("posterior");
  const [persons, size] = [150, 8];
  const theta = Array.from({length: persons}, () => normal(random));
  const curves = guessingItems(size, random);
  const responses = answers(theta, () => curves, "posterior answers");
  const shape = shapeOf("3pl", size);
  const x = Float64Array.from(curves.flatMap(({a, d, c}) => [Math.log(a), d, Math.log(c / (1 - c))]));
  const grid = normalGrid({size: 61});
  const marginal = gridMarginal(packRows(responses, [...curves.keys()]), shape, grid);
  marginal.value(x);
  const population: Population = {mean: [0, 0, -1.6], sd: [0.3, 1.1, 0.35], power: 0.7};

  // by the definition: prod over persons of the integral over θ of the other items' likelihood and this item's
  const j = 2;
  const p = ([a, d, c]: readonly [number, number, number], t: number) => c + (1 - c) / (1 + Math.exp(-a * t - d));
  const others = Array.from({length: persons}, (_, i) =>
    Array.from(grid.nodes, (t, q) =>
      curves.reduce(
        (product, {a, d, c}, k) =>
          k === j ? product : product * (responses.cells[i * size + k] ? p([a, d, c], t) : 1 - p([a, d, c], t)),
        grid.weights[q]!
      )
    )
  );
  const cells: {at: number[]; log: number}[] = [];
  const steps = (from: number, to: number, count: number) =>
    Array.from({length: count}, (_, k) => from + ((to - from) * k) / (count - 1));
  for (const la of steps(-1.2, 1.2, 13))
    for (const d of steps(x[j * 3 + 1]! - 2.4, x[j * 3 + 1]! + 2.4, 17))
      for (const lc of steps(-3.1, 0.1, 11)) {
        const item = [Math.exp(la), d, 1 / (1 + Math.exp(-lc))] as const;
        const chances = Array.from(grid.nodes, t => p(item, t));
        const z = d * Math.exp(-0.7 * la);
        let log = -0.5 * ((la / 0.3) ** 2 + (z / 1.1) ** 2 + ((lc + 1.6) / 0.35) ** 2) - 0.7 * la;
        for (const [i, weights] of others.entries()) {
          const right = responses.cells[i * size + j];
          log += Math.log(weights.reduce((sum, weight, q) => sum + weight * (right ? chances[q]! : 1 - chances[q]!), 0));
        }
        cells.push({at: [la, d, lc, Math.exp(la)], log});
      }
  const most = Math.max(...cells.map(({log}) => log));
  const total = cells.reduce((sum, {log}) => sum + Math.exp(log - most), 0);
  const expected = (of: (at: number[]) => number) =>
    cells.reduce((sum, {at, log}) => sum + (Math.exp(log - most) / total) * of(at), 0);

  for (const [rule, close] of [
    [product([7, 7, 7]), 0.03],
    [product([3, 5, 3]), 0.2],
    [cubature(3), 0.3]
  ] as const) {
    const own = itemPosteriors(shape, [0, 1, 2], rule);
    own.mean.set(x);
    for (let k = 0; k < size; k++) own.covariance.set([0.06, 0, 0, 0.15, 0, 0.1], 6 * k);
    for (let round = 0; round < 4; round++) {
      meetItems(own, marginal.posteriors(), {shape, x});
      weighItems(own, population);
    }
    const [aa, , , dd, , cc] = own.covariance.subarray(6 * j, 6 * j + 6);
    for (const [r, variance] of [aa!, dd!, cc!].entries()) {
      const middle = expected(at => at[r]!);
      const spread = Math.sqrt(expected(at => (at[r]! - middle) ** 2));
      expect(Math.abs(own.mean[3 * j + r]! - middle) / spread).toBeLessThan(close);
      expect(Math.abs(Math.sqrt(variance) / spread - 1)).toBeLessThan(close);
    }
    const a = Math.exp(own.mean[3 * j]!);
    const error = Math.sqrt(expected(at => (at[3]! - a) ** 2));
    expect(Math.abs(ownErrors(own, population, shape)[4 * j]! / error - 1)).toBeLessThan(2 * close);
  }
});

test.each([
  ["as many nodes of their own as there are abilities in a table", 400, 0],
  ["few enough that each node is a row of the table", 12, 1e-9]
] as const)("persons with %s have the likelihood of persons who share nodes", (_, persons, close) => {
  const random = randomOf(`nodes ${persons}`);
  const curves = guessingItems(6, random);
  const theta = Array.from({length: persons}, () => normal(random));
  const responses = answers(theta, () => curves, `nodes answers ${persons}`);
  const shape = shapeOf("3pl", curves.length);
  const x = Float64Array.from(curves.flatMap(({a, d, c}) => [Math.log(a), d, Math.log(c / (1 - c))]));
  // 0.37 is no multiple of the table's spacing, so that the persons' own nodes lie between its abilities
  const grid = normalGrid({size: 25, reach: 0.37 * 12});
  const marginal = gridMarginal(packRows(responses, [...curves.keys()]), shape, grid);
  marginal.value(x);
  const shared = marginal.posteriors();
  const logs = [shared, {...shared, theta: (p: number) => shared.theta(p).slice()}].map(posteriors => {
    const own = itemPosteriors(shape, [0, 1, 2], product([3, 5, 5]));
    own.mean.set(x);
    for (let k = 0; k < curves.length; k++) own.covariance.set([0.06, 0, 0, 0.15, 0, 0.1], 6 * k);
    meetItems(own, posteriors, {shape, x});
    return own.logs;
  });
  const worst = Math.max(...Array.from(logs[0]!, (log, k) => Math.abs(log - logs[1]![k]!)));
  expect(worst).toBeLessThanOrEqual(close || 0.02);
});

describe("more persons than items", () => {
  test("the population's spreads and the items' intervals hold", () => {
    const random = randomOf("population 500");
    const theta = Array.from({length: 500}, () => normal(random));
    const curves = guessingItems(60, random);
    const {converged, items, population} = fitted(
      answers(theta, () => curves, "population 500 answers"),
      {model: "3pl", estimate: "eb"}
    );
    expect(converged).toBe(true);
    expect(population!.sd[0] / sd(curves.map(({a}) => Math.log(a)))).toBeGreaterThan(0.7);
    expect(population!.sd[0] / sd(curves.map(({a}) => Math.log(a)))).toBeLessThan(1.3);
    expect(population!.sd[2]).toBeGreaterThan(0.2);
    const held = (of: (k: number) => boolean) => items.filter((_, k) => of(k)).length / items.length;
    // one matrix: its items err together, so that less than 95 % is no surprise; guessing chances were held in 52 % at worst
    expect(held(k => Math.abs(items[k]!.c - curves[k]!.c) <= 1.96 * items[k]!.se_c)).toBeGreaterThan(0.8);
    const slopes = items.map(slopeInterval);
    expect(held(k => slopes[k]!.low <= curves[k]!.a && curves[k]!.a <= slopes[k]!.high)).toBeGreaterThan(0.85);
    expect(held(k => Math.abs(items[k]!.d - curves[k]!.d) <= 1.96 * items[k]!.se_d)).toBeGreaterThan(0.85);
  });
});

test.each([
  0, 2, 3
])("every item has an error of the others' size where what moves all items together is hardly known: draw %i", draw => {
  const random = randomOf(`coverage 400 25 ${draw}`);
  const theta = Array.from({length: 400}, () => normal(random));
  const curves = guessingItems(25, random);
  const {items} = fitted(
    answers(theta, () => curves, `coverage answers 400 25 ${draw}`),
    {model: "3pl", estimate: "eb"}
  );
  for (const name of ["se_a", "se_c", "se_d"] as const) {
    const errors = items.map(item => item[name]).sort((a, b) => a - b);
    expect(errors[0]).toBeGreaterThan(0);
    expect(errors.at(-1)! / errors[12]!).toBeLessThan(6);
  }
  // guessing chances that nothing is known of have the standard deviation of the population, about 0.05
  expect(Math.max(...items.map(({se_c}) => se_c))).toBeLessThan(0.12);
});

describe("items integrated out", () => {
  test("items' intervals hold, and the middle of the guessing chances is found", () => {
    const random = randomOf("wide 60");
    const theta = Array.from({length: 60}, () => normal(random));
    const curves = guessingItems(800, random);
    const {items, population} = fitted(
      answers(theta, () => curves, "wide 60 answers"),
      {model: "3pl", estimate: "eb"}
    );
    const [middle, spread] = [mean(theta), sd(theta)];
    const truth = new Map(curves.map(({id, a, d, c}) => [id, {a: a * spread, d: d + a * middle, c}]));
    expect(Math.abs(population!.mean[2] - mean(curves.map(({c}) => Math.log(c / (1 - c)))))).toBeLessThan(0.2);
    const held = (name: "a" | "c" | "d", se: "se_a" | "se_c" | "se_d") =>
      items.filter(item => Math.abs(item[name] - truth.get(item.id)![name]) <= 1.96 * item[se]).length / items.length;
    expect(held("a", "se_a")).toBeGreaterThan(0.925);
    expect(held("d", "se_d")).toBeGreaterThan(0.925);
    expect(held("c", "se_c")).toBeGreaterThan(0.925);
  });

  test("models of one family, a seventh of the items reversed: the value does not fall, and the best state is returned", () => {
    const {responses} = family(100, 249, {seed: "one family", spread: 0.5});
    const values: number[] = [];
    const {ability, loglik} = fitted(responses, {model: "3pl", estimate: "eb", progress: ({value}) => values.push(value)});
    const falls = values.slice(1).map((value, k) => values[k]! - value);
    expect(Math.max(...falls)).toBeLessThan(1);
    expect(loglik).toBeGreaterThan(Math.max(...values) - 2);
    expect(
      rankCorrelation(
        ability.map(({eap}) => eap),
        accuracies(responses)
      )
    ).toBeGreaterThan(0.8);
  });

  test.each([3, 4, 5])("a step that overshoots is taken back and the search goes on: 20 models, draw %i", k => {
    const random = randomOf(`overshoot ${k}`);
    const theta = Array.from({length: 20}, () => normal(random));
    const curves = Array.from({length: 400}, (_, j) => {
      const [a, d] = [Math.exp(0.3 * normal(random)), 1.4 * normal(random)];
      return {id: `item ${j}`, a, d, c: random.real() < 0.2 ? 0.5 : 0, u: 1};
    });
    const responses = answers(theta, () => curves, `overshoot answers ${k}`);
    for (let at = 0; at < responses.cells.length; at++) if (random.real() < 0.15) responses.cells[at] = MISSING;
    const values: number[] = [];
    const {converged} = fitted(responses, {model: "2pl", estimate: "eb", progress: ({value}) => values.push(value)});
    expect(converged).toBe(true);
    expect(new Set(values).size).toBe(values.length); // no cycle stands where the one before it stood
  });
});
