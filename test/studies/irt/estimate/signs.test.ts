// Negative discriminations in the passes over the answers: their values are those of the plain formula, and slopes are those of the value.
import {describe, expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {adaptiveMarginal} from "../../../../pipelines/studies/irt/estimate/adaptiveQuadrature.js";
import {gridMarginal} from "../../../../pipelines/studies/irt/estimate/grid.js";
import {packColumns, packRows, passInputOf} from "../../../../pipelines/studies/irt/estimate/layout.js";
import {shapeOf} from "../../../../pipelines/studies/irt/estimate/parameters.js";
import {normalGrid} from "../../../../pipelines/studies/irt/estimate/quadrature.js";
import {MISSING} from "../../../../pipelines/studies/irt/item.js";
import {answers, normal, someItems} from "../simulated.js";

const SIZE = 12;
const PERSONS = 60;
const random = randomOf("signs of discriminations");
const turned = someItems(SIZE, random).map((item, j) => (j % 4 === 1 ? {...item, a: -item.a, c: 0.1} : {...item, c: 0.2}));
const responses = answers(
  Array.from({length: PERSONS}, () => normal(random)),
  () => turned,
  "answers to reversed items"
);
for (let at = 0; at < responses.cells.length; at += 7) responses.cells[at] = MISSING;
const all = turned.map((_, j) => j);
const shape = shapeOf("3pl", SIZE);
for (const [j, {a}] of turned.entries()) shape.sign[j] = Math.sign(a);
const x = Float64Array.from(turned.flatMap(({a, d, c}) => [Math.log(Math.abs(a)), d, Math.log(c / (1 - c))]));

const {columns, centre, width} = packColumns(responses, all);
const marginals = {
  grid: () => gridMarginal(packRows(responses, all), shape, normalGrid()),
  adaptive: () => {
    const passInput = passInputOf(columns, {shape, persons: PERSONS, nodes: 15});
    return adaptiveMarginal(passInput, {centre: Float64Array.from(centre), width: Float64Array.from(width)});
  }
};

/** The formula as it stands, on a fine grid of its own. */
function plainly(): number {
  let sum = 0;
  for (let i = 0; i < PERSONS; i++) {
    let [chance, density] = [0, 0];
    for (let theta = -8; theta <= 8; theta += 0.01) {
      let p = Math.exp((-theta * theta) / 2);
      density += p;
      for (const [j, {a, d, c}] of turned.entries()) {
        const answer = responses.cells[i * SIZE + j]!;
        const right = c + (1 - c) / (1 + Math.exp(-a * theta - d));
        if (answer !== MISSING) p *= answer === 1 ? right : 1 - right;
      }
      chance += p;
    }
    sum += Math.log(chance / density);
  }
  return sum;
}

describe.each(Object.entries(marginals))("%s", (name, make) => {
  const marginal = make();
  marginal.value(x);
  test("the value is that of the formula", () => {
    expect(marginal.value(x)).toBeCloseTo(plainly(), name === "grid" ? 7 : 3);
  });

  test("slopes are those of the value", () => {
    const gradient = new Float64Array(3 * SIZE);
    marginal.value(x);
    marginal.slope(x, gradient, new Float64Array(6 * SIZE));
    for (let i = 0; i < gradient.length; i++) {
      const at = (move: number) => marginal.value(x.map((value, k) => (k === i ? value + move : value)));
      expect((at(1e-4) - at(-1e-4)) / 2e-4).toBeCloseTo(gradient[i]!, 4);
    }
  });
});
