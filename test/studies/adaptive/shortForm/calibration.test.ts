import {describe, expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {type Answers, areRelated, familiesOf, meanScore} from "../../../../pipelines/studies/adaptive/shortForm/answers.js";
import {abilityAt, chance, fitCurves} from "../../../../pipelines/studies/adaptive/shortForm/curves.js";
import {equalGroups, residualsOf, varianceOf} from "../../../../pipelines/studies/adaptive/shortForm/effects.js";
import {calibrateFolds} from "../../../../pipelines/studies/adaptive/shortForm/folds.js";
import {anchors, wideningFactor} from "../../../../pipelines/studies/adaptive/shortForm/replay.js";
import {someItems} from "../../irt/simulated.js";

/** Simulated right and wrong answers: models of rising ability, three families in turn. */
function simulated(models: number, items: number): Answers {
  const random = randomOf(`short forms ${models} ${items}`);
  const curves = someItems(items, random).map(({a, d}) => ({a, d}));
  const rows = Array.from({length: models}, (_, i) =>
    curves.map(({a, d}) => Number(random.chance(chance(a * ((4 * i) / Math.max(1, models - 1) - 2) + d))))
  );
  return {
    models: rows.map((_, i) => ({name: `model-${i}`, families: new Set([`family-${i % 3}`])})),
    items: curves.map((_, j) => `item-${j}`),
    contents: new Int32Array(items),
    cells: Float64Array.from(rows.flat())
  };
}

describe("abilities and curves", () => {
  test("on items of even odds the ability is the logit of the share, over the slope", () => {
    const flat = {a: new Float64Array(4).fill(2), d: new Float64Array(4)};
    expect(abilityAt(Float64Array.of(1, 1, 0, 1), flat)).toBeCloseTo(Math.log(3) / 2, 8);
    expect(abilityAt(Float64Array.of(1, Number.NaN, 0, Number.NaN), flat)).toBeCloseTo(0, 8);
  });

  test("all right and nothing right have the highest and the lowest ability", () => {
    const flat = {a: new Float64Array(4).fill(1), d: new Float64Array(4)};
    expect(abilityAt(new Float64Array(4).fill(1), flat)).toBe(6);
    expect(abilityAt(new Float64Array(4), flat)).toBe(-6);
  });

  test("the order of difficulty follows shares right; an item that separates models is steeper than one that does not", () => {
    const rows = [0, 1, 2, 3, 4, 5].map(i => Float64Array.of(1, Number(i > 2), Number(i < 3), 0, Number(i > 1), Number(i > 3)));
    const {a, d} = fitCurves(rows, 6);
    expect(d[0]).toBeGreaterThan(d[1]!);
    expect(d[1]).toBeGreaterThan(d[3]!);
    expect(a[1]).toBeGreaterThan(a[2]!);
  });

  test.each([
    ["one model", [Float64Array.of(1, 0, 0.5)]],
    ["nothing right", [new Float64Array(3), new Float64Array(3)]],
    ["all right", [new Float64Array(3).fill(1), new Float64Array(3).fill(1)]],
    ["an item without an answer", [Float64Array.of(1, Number.NaN, 0), Float64Array.of(0, Number.NaN, 1)]]
  ])("curves of %s are finite and rise", (_, rows) => {
    const {a, d} = fitCurves(rows, 3);
    expect([...a, ...d].every(Number.isFinite)).toBe(true);
    expect(Math.min(...a)).toBeGreaterThan(0);
  });
});

describe("effects", () => {
  test("groups are equally many by value, ties in order", () => {
    expect([...equalGroups(Float64Array.of(5, 1, 3, 3, 9, 0), 3)]).toEqual([2, 0, 1, 1, 2, 0]);
  });

  test("residuals of all groups add up to nothing, since the ability fits the whole score", () => {
    const curves = {a: Float64Array.of(1, 2, 0.5, 1), d: Float64Array.of(0, 1, -1, 0.5)};
    const residuals = residualsOf(Float64Array.of(1, 0, 1, 0), curves, {name: "", groups: Int32Array.of(0, 0, 1, 1), count: 2});
    expect(residuals[0]!.sum + residuals[1]!.sum).toBeCloseTo(0, 6);
  });

  test("the variance is the mean square of effects without their error, plus the added 0.15", () => {
    const residuals = [3, -3, 3, -3].map(sum => ({sum, variance: 4}));
    expect(varianceOf(residuals)).toBeCloseTo(0.15 + (3 / 4) ** 2 - 1 / 4, 10);
    expect(varianceOf([{sum: 0, variance: 4}])).toBe(0.15);
    expect(varianceOf([])).toBe(0.15);
  });
});

describe("families", () => {
  test("a developer, the base models in a name, or the name alone", () => {
    expect([...familiesOf("hermes-3-llama-3.1-70b", "Nous Research")]).toEqual(["Nous Research", "Meta"]);
    expect([...familiesOf("deepseek-coder", null)]).toEqual(["DeepSeek"]);
    expect([...familiesOf("my-model", null)]).toEqual(["my-model"]);
    expect(areRelated(familiesOf("qwen2-math-72b", null), familiesOf("Qwen2-7B-Instruct", "Alibaba"))).toBe(true);
    expect(areRelated(familiesOf("my-model", null), familiesOf("Qwen2-7B-Instruct", "Alibaba"))).toBe(false);
  });

  test("a model's curves do not depend on answers of its family", () => {
    const answers = simulated(18, 40);
    const changed = {...answers, cells: answers.cells.slice()};
    for (let i = 0; i < 18; i += 3) changed.cells.fill(1, i * 40, (i + 1) * 40);
    expect(calibrateFolds(changed)[0]!.curves).toEqual(calibrateFolds(answers)[0]!.curves);
    expect(calibrateFolds(changed)[1]!.curves).not.toEqual(calibrateFolds(answers)[1]!.curves);
  });

  test("with fewer than five models of other families nothing is calibrated", () => {
    expect(calibrateFolds(simulated(6, 10))).toEqual(new Array(6).fill(undefined));
  });
});

test("the mean leaves out missing scores", () => {
  expect(meanScore(Float64Array.of(1, Number.NaN, 0.5))).toBe(0.75);
  expect(meanScore(Float64Array.of(Number.NaN))).toBeNaN();
});

test("intervals are widened to the conformal rank of the errors, and never narrowed", () => {
  const errors = Array.from({length: 39}, (_, k) => (k + 1) * 1.959963984540054);
  expect(wideningFactor(errors)).toBeCloseTo(38, 10); // ⌈.95 × 40⌉
  expect(wideningFactor(errors.slice(0, 10))).toBeCloseTo(10, 10);
  expect(wideningFactor([-0.1, 0.2])).toBe(1);
  expect(wideningFactor([])).toBe(1);
});

test("anchors are the steepest items of strata of difficulty", () => {
  const curves = {a: Float64Array.of(1, 2, 1, 3), d: Float64Array.of(-2, -1, 1, 2)};
  expect(anchors({curves, groupings: [], references: 5}, [0, 1, 2, 3], 2)).toEqual([1, 3]);
  expect(anchors({curves, groupings: [], references: 5}, [0, 2], 2)).toEqual([0, 2]);
});
