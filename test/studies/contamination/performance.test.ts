import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {performanceEffects, type SetScores, setOfRows} from "../../../pipelines/studies/contamination/performance.js";
import {performanceRowSchema} from "../../../pipelines/studies/contamination/performanceRow.js";
import {normal, simulatedSets} from "./simulatedSets.js";

/**
 * Effects that the published implementation (github.com/eth-sri/ConStat, commit of 2024, 1,000 draws, no model of random guesses' chance) gave
 * for the sets below, with their standard deviations over its draws.
 */
const PUBLISHED = [
  [0.0586, 0.0444],
  [-0.0144, 0.0464],
  [0.047, 0.0386],
  [-0.0056, 0.0539],
  [-0.0793, 0.0343],
  [-0.0202, 0.0402],
  [0.0622, 0.0463],
  [-0.0118, 0.056],
  [-0.0027, 0.0405],
  [-0.0154, 0.0503],
  [-0.0005, 0.0379],
  [-0.0296, 0.0409]
] as const;

test("effects are those of the published implementation within half of its standard error", () => {
  const random = randomOf("two sets");
  const [count, items] = [12, 400];
  const abilities = Array.from({length: count}, () => 1.2 * normal(random));
  const difficulties = Array.from({length: items}, () => normal(random));
  const others = Array.from({length: items}, () => normal(random) - 0.5);
  const answer = (gap: number) => Number(random.chance(1 / (1 + Math.exp(-gap))));
  const models = abilities.map((_, m) => `m${m}`);
  const scores = abilities.flatMap((theta, m) =>
    difficulties.map((b, i) => Number((m === 0 && i % 4 === 0) || answer(theta - b)))
  );
  const referenceScores = abilities.flatMap(theta => others.map(b => answer(theta - b)));
  const rows = performanceEffects(
    {models, items: difficulties.map((_, i) => `a${i}`), scores},
    {models, items: others.map((_, i) => `b${i}`), scores: referenceScores}
  );
  for (const [m, [effect, error]] of PUBLISHED.entries()) expect(Math.abs(rows[m]!.effect! - effect)).toBeLessThan(error / 2);
});

const withoutTest = {expected: null, effect: null, low: null, high: null, p: null, q: null, inflated: null};

test("a model that has seen half of the set is found, and its effect is the share that it gained", () => {
  const size = {models: 20, items: 600, reference: 600};
  const rows = performanceEffects(...pairOf(simulatedSets("found", {...size, seen: 0.5})));
  const clean = performanceEffects(...pairOf(simulatedSets("found", size)));
  expect(rows.filter(({inflated}) => inflated).map(({model}) => model)).toEqual(["model 0"]);
  const {effect, low, high, score} = rows[0]!;
  expect(low!).toBeLessThan(score! - clean[0]!.score!);
  expect(high!).toBeGreaterThan(score! - clean[0]!.score!);
  expect(low!).toBeGreaterThan(0);
  expect(effect!).toBeGreaterThan(0.1);
  for (const row of rows) performanceRowSchema.parse(row);
});

test("the same answers give the same rows in any order of the models", () => {
  const {set, reference} = simulatedSets("order", {models: 8, items: 60, reference: 60});
  const once = performanceEffects(set, reference);
  expect(performanceEffects(set, reference)).toEqual(once);
  const turned = (scores: SetScores): SetScores => ({
    ...scores,
    models: [...scores.models].reverse(),
    scores: [...scores.models]
      .reverse()
      .flatMap((_, m) => scores.items.map((_, i) => scores.scores[(scores.models.length - 1 - m) * scores.items.length + i]!))
  });
  const again = performanceEffects(turned(set), reference).reverse();
  for (const [m, row] of once.entries()) {
    expect(again[m]!.effect).toBeCloseTo(row.effect!, 9);
    expect(again[m]!.p).toBeCloseTo(row.p!, 9);
  }
});

test("twins with the same ids are drawn together, which makes intervals narrower", () => {
  const size = {models: 12, items: 200, reference: 200, isPaired: true, peculiarity: 2};
  const {set, reference} = simulatedSets("twins", size);
  const width = (rows: ReturnType<typeof performanceEffects>) => rows.reduce((sum, {low, high}) => sum + high! - low!, 0);
  const apart = {...reference, items: reference.items.map(id => `other ${id}`)};
  expect(width(performanceEffects(set, reference))).toBeLessThan(width(performanceEffects(set, apart)));
});

test("too few models, items or answers, and models that are alike: no test, and the reason", () => {
  const reasons = (sets: {set: SetScores; reference: SetScores}) => performanceEffects(...pairOf(sets));
  const few = reasons(simulatedSets(1, {models: 5, items: 40, reference: 40}));
  expect(few[0]).toMatchObject({...withoutTest, others: 4, why: "4 other models answered both sets; a test needs 5"});
  const one = reasons(simulatedSets(1, {models: 8, items: 1, reference: 40}));
  expect(one[0]).toMatchObject({...withoutTest, why: "1 item, 40 reference items; a test needs 10 of each"});
  const alike = simulatedSets(1, {models: 8, items: 40, reference: 40});
  const nothing = {...alike, reference: {...alike.reference, scores: new Float64Array(8 * 40)}};
  expect(reasons(nothing)[0]!.why).toBe("the other models hardly differ on the reference set");
  const right = {...alike, set: {...alike.set, scores: new Float64Array(8 * 40).fill(1)}};
  for (const {inflated} of reasons(right)) expect(inflated).not.toBe(true);
  expect(performanceEffects({models: [], items: [], scores: []}, alike.reference)).toEqual([]);
});

test("models of one set alone are left out, and answers that are missing count on neither side", () => {
  const {set, reference} = simulatedSets("foreign", {models: 9, items: 50, reference: 50, spread: 2});
  const scores = Float64Array.from(set.scores);
  for (let i = 0; i < 45; i++) scores[i] = Number.NaN; // the first model answered five items
  const rows = performanceEffects(
    {...set, scores},
    {...reference, models: reference.models.map(name => (name === "model 8" ? "another" : name))}
  );
  expect(rows.map(({model}) => model)).toEqual(set.models.slice(0, 8));
  expect(rows[0]).toMatchObject({
    ...withoutTest,
    items: 5,
    why: "5 items, 50 reference items; a test needs 10 of each"
  });
  expect(rows[1]).toMatchObject({others: 6, items: 50, why: ""});
});

test("scores between 0 and 1 and a chance of guessing are allowed", () => {
  const {set, reference} = simulatedSets("graded", {models: 12, items: 80, reference: 80, guess: 0.25});
  const half = (scores: SetScores): SetScores => ({...scores, scores: Array.from(scores.scores, score => 0.25 + score / 2)});
  for (const {effect, low, high} of performanceEffects(half(set), half(reference))) {
    expect(low!).toBeLessThan(effect!);
    expect(high!).toBeGreaterThan(effect!);
  }
});

test("248,000 items are drawn in blocks: intervals as of all items one by one", () => {
  const {set, reference} = simulatedSets("large", {models: 7, items: 248_000, reference: 5_000});
  const rows = performanceEffects(set, reference, {replicates: 100});
  expect(rows.every(({why, low, high}) => why === "" && high! - low! < 0.1)).toBe(true);
});

test("rows of a store become a matrix", () => {
  const row = {guess_chance: 0.25, score: 1};
  const set = setOfRows([
    {...row, model: "a", item: "1"},
    {...row, model: "b", item: "2", score: 0}
  ]);
  expect(set).toMatchObject({models: ["a", "b"], items: ["1", "2"], guess: 0.25});
  expect([...(set.scores as Float64Array)]).toEqual([1, Number.NaN, Number.NaN, 0]);
  expect(setOfRows([])).toMatchObject({models: [], items: []});
});

const pairOf = ({set, reference}: {set: SetScores; reference: SetScores}) => [set, reference] as const;
