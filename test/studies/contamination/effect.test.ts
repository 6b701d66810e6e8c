// The effect of contamination on scores: differences within strata, and every case in which nothing can be said.
import fc from "fast-check";
import {expect, test} from "vitest";
import {
  type AnswersByItem,
  type AuditedItem,
  contaminationEffects,
  permutationP,
  withinStrata
} from "../../../pipelines/studies/contamination/effect.js";

import {VERDICTS, type Verdict} from "../../../pipelines/studies/contamination/settings.js";

// References by Python in exact fractions: least squares with an intercept for each stratum from its normal equations, and all 15 × 20
// assignments of the verdicts, of which 8 give a sum of contaminated values at least as large.
const strata = [
  {clean: [1 / 2, -1 / 4, 0, 1 / 4], contaminated: [1 / 2, 3 / 4]},
  {clean: [-1 / 2, -3 / 4, 0], contaminated: [1 / 4, 0, -1 / 4]}
];

test("the difference within strata is the coefficient of least squares with an intercept for each", () => {
  const {difference, error, df} = withinStrata(strata);
  expect(difference).toBeCloseTo(31 / 68, 12);
  expect(error).toBeCloseTo(0.18367641171759994, 12);
  expect(df).toBe(8);
});

test("the permutation test agrees with all assignments of the verdicts", () => {
  const p = Array.from({length: 60}, (_, i) => permutationP(strata, {seed: `${i}`, most: 19_999}));
  const mean = p.reduce((sum, each) => sum + each, 0) / p.length;
  expect(Math.abs(mean / (8 / 300) - 1)).toBeLessThan(0.1);
  // turned round, where the clean items are the fewer ones
  const turned = strata.map(({clean, contaminated}) => ({clean: contaminated, contaminated: clean}));
  expect(permutationP(turned, {seed: "0", most: 999})).toBeGreaterThan(0.9);
});

test("a pattern that no permutation reaches has the smallest p-value that so many permutations can show", () => {
  const clear = [{clean: Array<number>(60).fill(0), contaminated: Array<number>(30).fill(1)}];
  expect(permutationP(clear, {seed: "", most: 199})).toBe(1 / 200);
});

/** Answers of models that are right on the items that a function names. */
function answersOf(
  items: readonly AuditedItem[],
  models: Record<string, (place: number) => number | null>,
  trials = 1
): AnswersByItem {
  const answers = {model: [] as number[], item: [] as number[], correct: [] as number[]};
  for (const [m, right] of Object.values(models).entries())
    for (const place of items.keys())
      for (let trial = 0; trial < trials; trial++) {
        const correct = right(place);
        if (correct === null) continue;
        answers.model.push(m);
        answers.item.push(place);
        answers.correct.push(correct);
      }
  return {models: Object.keys(models), items, ...answers};
}
const itemsOf = (verdicts: readonly Verdict[], stratum = "s"): AuditedItem[] =>
  verdicts.map(verdict => ({verdict, stratum, guess_chance: 0}));
const half: Verdict[] = Array.from({length: 40}, (_, i) => (i % 4 === 0 ? "exact" : "clean"));
/** Right on every third item, by a number that hangs on the model: no two models alike. */
const some = (model: number) => (place: number) => Number((place * 7 + model) % 3 === 0);

test("one memoriser among others is found, and the others are not", () => {
  const known = (place: number) => (place % 4 === 0 ? 1 : some(0)(place));
  const found = contaminationEffects(answersOf(itemsOf(half), {knows: known, b: some(1), c: some(2), d: some(5)}));
  expect(found.map(({memoriser}) => memoriser)).toEqual([true, false, false, false]);
  expect(found[0]!).toMatchObject({
    others: 3,
    compared_clean: 30,
    compared_contaminated: 10,
    why: "",
    contaminated: {items: 10, answers: 10, correct: 10, accuracy: 1, high: 1}
  });
  // Wilson's interval of 10 of 10 (Wilson 1927): 10 ÷ (10 + 1.959964²)
  expect(found[0]!.contaminated.low).toBeCloseTo(10 / (10 + 1.959963984540054 ** 2), 10);
  expect(found[0]!.gain_low).toBeGreaterThan(0);
});

test("items that cannot be tested are neither clean nor contaminated", () => {
  const verdicts = half.map((verdict, i): Verdict => (i >= 30 ? "not_testable" : verdict));
  const [effect] = contaminationEffects(answersOf(itemsOf(verdicts), {a: some(0), b: some(1)}));
  expect(effect!).toMatchObject({not_testable: 10, all: {items: 40}});
  expect(effect!.clean.items + effect!.contaminated.items).toBe(30);
});

test("a difference in difficulty alone is no gain", () => {
  // contaminated items are easy for all models alike
  const easy = (model: number) => (place: number) => (place % 4 === 0 ? 1 : some(model)(place));
  const found = contaminationEffects(answersOf(itemsOf(half), {a: easy(0), b: easy(1), c: easy(2)}));
  expect(found.some(({memoriser}) => memoriser)).toBe(false);
  for (const {gain, contaminated, clean} of found) {
    expect(contaminated.accuracy! - clean.accuracy!).toBeGreaterThan(0.5);
    expect(Math.abs(gain!)).toBeLessThan(0.1);
  }
});

test.each([
  ["no contaminated item was answered", half.map((): Verdict => "clean"), {a: some(0), b: some(1)}],
  ["no clean item was answered", half.map((): Verdict => "near"), {a: some(0), b: some(1)}],
  ["no other model answered the same items, so that their difficulty is not known", half, {a: some(0)}],
  [
    "1 contaminated item to compare; a test needs 5",
    half.map((_, i): Verdict => (i ? "clean" : "exact")),
    {a: some(0), b: some(1)}
  ],
  ["all answers differ from the other models' alike", half, {a: () => 1, b: () => 1}],
  ["all answers differ from the other models' alike", half, {a: () => 0, b: () => 0}],
  ["no contaminated item was answered", half, {a: () => null, b: some(1)}]
] as const)("%s", (why, verdicts, models) => {
  const [effect] = contaminationEffects(answersOf(itemsOf(verdicts), models));
  expect(effect!).toMatchObject({why, p: null, q: null, memoriser: null, gain_low: null, gain_high: null});
  expect(effect!.gain).not.toBeNaN();
});

test("contaminated items of a stratum without clean ones are counted, and not compared", () => {
  const items = [...itemsOf(["clean", "clean", "clean"], "one"), ...itemsOf(["exact", "exact"], "two")];
  const [effect] = contaminationEffects(answersOf(items, {a: some(0), b: some(1)}));
  expect(effect!).toMatchObject({
    contaminated: {items: 2},
    compared_contaminated: 0,
    gain: null,
    why: "no stratum holds clean and contaminated items that another model answered too"
  });
});

test("repeated answers to an item do not make more of it", () => {
  const models = {a: some(0), b: some(1), c: some(2)};
  const [once, often] = [1, 8].map(trials => contaminationEffects(answersOf(itemsOf(half), models, trials)));
  for (const [i, effect] of often!.entries()) {
    expect(effect).toMatchObject({gain: once![i]!.gain, gain_low: once![i]!.gain_low, p: once![i]!.p});
    expect(effect.all.answers).toBe(320);
    // Equal trials of an item add nothing: the interval is at least about as wide as with one.
    const width = (each: typeof effect) => each.all.high! - each.all.low!;
    expect(width(effect)).toBeGreaterThan(0.95 * width(once![i]!));
  }
});

test("any answers give counts that add up, numbers in their ranges, and no NaN", () => {
  const item = fc.record({
    verdict: fc.constantFrom(...VERDICTS),
    stratum: fc.constantFrom("a", "b", "c"),
    guess_chance: fc.constantFrom(0, 0.25, 0.5)
  });
  fc.assert(
    fc.property(
      fc.array(item, {minLength: 1, maxLength: 25}),
      fc.array(fc.tuple(fc.nat(3), fc.nat(1_000), fc.nat(1)), {maxLength: 120}),
      (items, rows) => {
        const answers = {
          models: ["a", "b", "c", "d"],
          items,
          model: rows.map(([model]) => model),
          item: rows.map(([, place]) => place % items.length),
          correct: rows.map(([, , correct]) => correct)
        };
        for (const effect of contaminationEffects(answers, {most: 99})) {
          const {all, clean, contaminated, gain, gain_low, gain_high, p, why} = effect;
          expect(clean.items + contaminated.items + effect.not_testable).toBe(all.items);
          for (const {accuracy, low, high, answers} of [all, clean, contaminated]) {
            expect(answers > 0).toBe(accuracy !== null);
            if (accuracy !== null) expect(low! <= accuracy && accuracy <= high!).toBe(true);
          }
          if (gain !== null) expect(Math.abs(gain)).toBeLessThanOrEqual(2);
          if (p !== null) expect(p > 0 && p <= 1 && gain_low! <= gain! && gain! <= gain_high!).toBe(true);
          expect(why === "").toBe(p !== null);
        }
      }
    )
  );
});

test("a million answers", () => {
  const items = itemsOf(Array.from({length: 2_000}, (_, i): Verdict => (i % 8 === 0 ? "exact" : "clean")));
  const size = 1_000_000;
  const answers = {
    models: Array.from({length: 50}, (_, i) => `m${i}`),
    items,
    model: Int32Array.from({length: size}, (_, i) => i % 50),
    item: Int32Array.from({length: size}, (_, i) => Math.floor(i / 50) % 2_000),
    correct: Uint8Array.from({length: size}, (_, i) => Number((i * 2_654_435_761) % 7 < 3))
  };
  expect(contaminationEffects(answers, {most: 99}).every(({all}) => all.answers === 20_000)).toBe(true);
});

test("no models, no items, no answers", () => {
  const none = {models: [], items: [], model: [], item: [], correct: []};
  expect(contaminationEffects(none)).toEqual([]);
  expect(contaminationEffects({...none, models: ["a"]})[0]).toMatchObject({all: {items: 0, accuracy: null, low: null}});
});
