// The model that is chosen for a matrix: what it allows, that intervals hold, and that nothing degenerate is fitted.
import {describe, expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {warnings} from "../../../../pipelines/studies/irt/diagnose/warnings.js";
import {fit as estimated} from "../../../../pipelines/studies/irt/estimate/fit.js";
import {allowedBy, fitResponses, unfit} from "../../../../pipelines/studies/irt/estimate/settings.js";
import {MISSING, type Responses} from "../../../../pipelines/studies/irt/item.js";
import {answers, family, normal, someItems} from "../simulated.js";

const rows = (...lines: string[]): Responses => ({
  persons: lines.map((_, i) => `model ${i}`),
  items: [...lines[0]!].map((_, j) => `item ${j}`),
  cells: Uint8Array.from(lines.flatMap(line => [...line].map(cell => (cell === "." ? MISSING : Number(cell)))))
});

test.each([
  [3, 5, "rasch map"],
  [15, 60, "rasch map"],
  [4, 300, "rasch eb"],
  [60, 8, "2pl eb"],
  [60, 100, "2pl eb"],
  [1_000, 9, "2pl eb"],
  [1_000, 12, "3pl eb"],
  [60, 2_000, "3pl eb"]
])("%i models × %i items: %s", (persons, items, expected) => {
  const random = randomOf("sizes");
  const lines = Array.from({length: persons}, () => Array.from({length: items}, () => Number(random.real() < 0.5)).join(""));
  const {settings, why} = allowedBy(rows(...lines));
  expect(`${settings[0]!.model} ${settings[0]!.estimate}`).toBe(expected);
  expect(why).toMatch(/\d answers? to|\d items do not|\d answers do not/);
});

test("missing answers are not counted as answers", () => {
  const line = (i: number) =>
    Array.from({length: 12}, (_, j) => ((i + j) % 4 ? "." : String((i * j + (i % 3 ? 1 : 0)) % 2))).join("");
  const {settings} = allowedBy(rows(...Array.from({length: 60}, (_, i) => line(i))));
  expect(settings[0]!.model).toBe("rasch"); // 60 rows, but 15 answers to an item
});

describe("95 % intervals of what is chosen hold between 90 and 100 % of abilities and difficulties", () => {
  test.each([
    [4, 10, 60],
    [8, 30, 30],
    [15, 30, 20],
    [40, 20, 12],
    [200, 30, 4]
  ])("%i models × %i items", (persons, size, repetitions) => {
    const random = randomOf(`coverage ${persons}`);
    let [held, n, heldItems, items] = [0, 0, 0, 0];
    for (let r = 0; r < repetitions; r++) {
      const theta = Array.from({length: persons}, () => normal(random));
      // Rasch is chosen for few models: with discriminations that differ, no interval of it need hold
      const curves = someItems(size, random).map(item => (persons < 20 ? {...item, a: 1, d: item.d / item.a} : item));
      const responses = answers(theta, () => curves, `coverage ${persons} ${r}`);
      if (unfit(responses)) continue;
      const {fit: found} = fitResponses(responses);
      expect(found.converged).toBe(true);
      const middle = theta.reduce((sum, each) => sum + each, 0) / persons;
      const spread = persons < 20 ? 1 : Math.sqrt(theta.reduce((sum, each) => sum + (each - middle) ** 2, 0) / persons);
      for (const [i, {lo, hi}] of found.ability.entries()) {
        const at = (theta[i]! - middle) / spread;
        if (lo <= at && at <= hi) held++;
        n++;
      }
      for (const {id, b, se_b} of found.items) {
        const {a, d} = curves[Number(id.slice(5))]!;
        if (Math.abs(b - (-d / a - middle) / spread) <= 1.96 * se_b) heldItems++;
        items++;
      }
    }
    expect(held / n).toBeGreaterThan(0.9);
    expect(heldItems / items).toBeGreaterThan(0.9);
  });
});

test("a model that does not converge gives way to a simpler one, and that is said", () => {
  // abilities so close together that hardly anything tells them, or guessing chances, apart
  const {responses} = family(100, 249, {seed: "small 100 0.05", spread: 0.05});
  const begun: string[] = [];
  const {fit: found, why} = fitResponses(responses, {}, {begin: ({model}) => begun.push(model)});
  expect(begun.slice(0, 2)).toEqual(["3pl", "2pl"]);
  expect(found.model).toBe(begun.at(-1));
  expect(found.converged || found.model === "rasch").toBe(true);
  expect(why).toMatch(/^3PL was tried first and did not converge; /);
});

test("what is asked for is not replaced", () => {
  const responses = rows("1100", "0110", "0011", "1001", "1010", "0101");
  const {fit: found, why} = fitResponses(responses, {model: "2pl", estimate: "map", priors: {a: {mean: 0, sd: 0.5}}});
  expect({model: found.model, estimate: found.estimate, why}).toEqual({model: "2pl", estimate: "map", why: null});
});

test("a search that is cut while the population of items still moves has not converged, however flat the slope", () => {
  const random = randomOf("drift 3");
  const theta = Array.from({length: 300}, () => normal(random));
  const curves = someItems(6, random);
  const responses = answers(theta, () => curves, "drift 3");
  const whole = estimated(responses, {model: "3pl", estimate: "eb"});
  expect(whole.converged).toBe(true);
  for (let most = 2; most < whole.iterations; most += 3) {
    const cut = estimated(responses, {model: "3pl", estimate: "eb", mostIterations: most});
    if (cut.converged) expect(cut.loglik + cut.logprior).toBeCloseTo(whole.loglik + whole.logprior, 2);
    else expect(warnings(cut, responses)[0]).toMatch(/did not converge/);
    if (most < 6) expect(cut.converged).toBe(false);
  }
});

test.each([
  [
    "one model",
    rows("0110"),
    /^1 model has answers, which cannot separate able models from easy items; at least 3 models and 3 items/
  ],
  ["two models", rows("0110", "1001"), /^2 models have answers/],
  ["one item", rows("0", "1", "1"), /^1 item cannot separate able models from easy ones/],
  ["all right", rows("111", "111", "111"), /^no item tells models apart \(3 answered right by all\); at least 3 must$/],
  ["all wrong", rows("000", "000", "000"), /\(3 answered wrong by all\)/],
  ["nothing", rows("...", "...", "..."), /^no model has an answer/],
  ["models without answers", rows("...", "101", "011"), /^2 models have answers/],
  [
    "one telling item",
    rows("110", "010", "110"),
    /^only 1 item of 3 tells models apart \(1 answered right by all, 1 answered wrong by all\)/
  ]
])("%s is refused in words", (_, responses, message) => {
  expect(unfit(responses)).toMatch(message);
});

test.each([
  ["the least that is fitted", rows("110", "011", "101")],
  ["a perfect order", rows("0000", "1000", "1100", "1110", "1111")],
  ["all or nothing", rows("1111", "0000", "1111", "0000")],
  ["blanks and one answer each", rows("1...", "0...", ".1..", ".0..", "..1.", "..0.")],
  ["a better model fails an item", rows("1110", "1110", "0001", "0001", "1010", "0101")]
])("%s: numbers are finite, intervals hold their estimates", (_, responses) => {
  expect(unfit(responses)).toBeNull();
  const {fit: found} = fitResponses(responses);
  for (const {a, b, c, d, se_a, se_b} of found.items) expect([a, b, c, d, se_a, se_b].every(Number.isFinite)).toBe(true);
  for (const {eap, eap_se, lo, hi} of found.ability) {
    expect(lo).toBeLessThan(eap);
    expect(eap).toBeLessThan(hi);
    expect(eap_se).toBeGreaterThan(0);
  }
  expect(warnings(found, responses).join()).toMatch(/are too few to estimate how far models differ/);
  expect(warnings(found, responses).join()).not.toMatch(/NaN|undefined|Infinity/);
});
