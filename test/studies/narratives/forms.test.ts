// The same lists in two forms: counted by hand, McNemar's p by R, and what happens with nothing, one, all alike, and a great many.
import fc from "fast-check";
import {expect, test} from "vitest";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../../pipelines/score/status.js";
import {type FormAnswer, formAnswers, formPairs} from "../../../pipelines/studies/narratives/forms.js";

const answer = (
  pair_id: string,
  form: string,
  status: Status,
  target_tokens: number | null = 2000,
  eval_id = "e"
): FormAnswer => ({
  eval_id,
  pair_id,
  form,
  target_tokens,
  status
});

/** So many lists with these statuses in the two forms. */
const lists = (from: number, count: number, expression: Status, story: Status): FormAnswer[] =>
  Array.from({length: count}, (_, i) => [
    answer(`p-${from + i}`, "expression", expression),
    answer(`p-${from + i}`, "story", story)
  ]).flat();

test("counts, difference and McNemar's p; truncated answers are wrong and counted", () => {
  const [found, ...others] = formPairs([
    ...lists(0, 40, CORRECT, CORRECT),
    ...lists(100, 15, CORRECT, INCORRECT),
    ...lists(200, 5, INCORRECT, CORRECT),
    ...lists(300, 10, INCORRECT, TRUNCATED)
  ]);
  expect(others).toEqual([]);
  expect(found).toMatchObject({eval_id: "e", n: 70, both: 40, only_a: 15, only_b: 5, neither: 10, left_out: 0});
  expect(found!.a).toMatchObject({form: "expression", target_tokens: null, accuracy: 55 / 70, truncated: 0});
  expect(found!.b).toMatchObject({form: "story", target_tokens: 2000, accuracy: 45 / 70, truncated: 10});
  expect(found!.value).toBeCloseTo(10 / 70, 12);
  // R 4.2.2: binom.test(5, 20)$p.value; 2 * pbinom(5, 20, .5) - dbinom(5, 20, .5)
  expect(found!.exact).toBeCloseTo(0.0413894653320313, 12);
  expect(found!.mid).toBeCloseTo(0.0266036987304688, 12);
  // Agresti & Min 2005: (d ± t √(20 + 1 − 10²/70) / 70 × 70/72), by hand with t(0.975; 69) = 1.994945
  const half = (1.994945415107228 * Math.sqrt(20 - 100 / 70 + 1)) / 72;
  expect(found!.low).toBeCloseTo(10 / 70 - half, 9);
  expect(found!.high).toBeCloseTo(10 / 70 + half, 9);
});

test("every two tellings: from the list itself to the longest story; lengths count for stories alone", () => {
  const found = formPairs([
    answer("x", "story", CORRECT, 4000),
    answer("x", "story", INCORRECT, 500),
    answer("x", "prose", CORRECT, 4000),
    answer("x", "expression", CORRECT, 500)
  ]);
  const name = ({form, target_tokens}: {form: string; target_tokens: number | null}) => [form, target_tokens].join(" ");
  expect(found.map(({a, b}) => [name(a), name(b)])).toEqual([
    ["expression ", "prose "],
    ["expression ", "story 500"],
    ["expression ", "story 4000"],
    ["prose ", "story 500"],
    ["prose ", "story 4000"],
    ["story 500", "story 4000"]
  ]);
});

test("nothing: no answers, one form alone, forms without a common list, lists of another evaluation", () => {
  expect(formPairs([])).toEqual([]);
  expect(formPairs([answer("x", "story", CORRECT), answer("y", "story", CORRECT)])).toEqual([]);
  expect(formPairs([answer("x", "story", CORRECT), answer("y", "prose", CORRECT)])).toEqual([]);
  expect(formPairs([answer("x", "story", CORRECT, 2000, "e"), answer("x", "prose", CORRECT, 2000, "f")])).toEqual([]);
});

test("one list has a difference but no interval", () => {
  const [found] = formPairs([answer("x", "expression", CORRECT), answer("x", "story", TRUNCATED)]);
  expect(found).toMatchObject({n: 1, only_a: 1, value: 1, low: null, high: null, exact: 1});
});

test.each([
  ["right", CORRECT],
  ["wrong", INCORRECT],
  ["truncated", TRUNCATED]
] as const)("all %s: no difference, p 1, and an interval that is not empty", (_, status) => {
  const [found] = formPairs(lists(0, 30, status, status));
  expect(found).toMatchObject({n: 30, value: 0, exact: 1, mid: 1, only_a: 0, only_b: 0});
  expect(found!.low!).toBeLessThan(0);
  expect(found!.high!).toBeGreaterThan(0);
});

test("a second answer to a list in a telling is left out and counted; a form that nobody knows comes last", () => {
  const found = formPairs([
    answer("x", "comic", CORRECT),
    answer("x", "story", CORRECT),
    answer("x", "story", INCORRECT),
    answer("x", "prose", CORRECT),
    answer("x", "prose", CORRECT, 9000)
  ]);
  expect(found.map(({a, b, left_out}) => [a.form, b.form, left_out])).toEqual([
    ["prose", "story", 2],
    ["prose", "comic", 1],
    ["story", "comic", 1]
  ]);
  expect(found[0]).toMatchObject({n: 1, both: 1});
});

test("order of answers does not matter where each stands once; sides swap signs", () => {
  const status = fc.constantFrom<Status>(CORRECT, INCORRECT, TRUNCATED);
  fc.assert(
    fc.property(fc.array(fc.tuple(status, status), {minLength: 2, maxLength: 40}), pairs => {
      const given = pairs.flatMap(([a, b], i) => [answer(`p-${i}`, "prose", a), answer(`p-${i}`, "story", b)]);
      const [found] = formPairs(given);
      expect(formPairs(given.toReversed())).toEqual([found]);
      expect(found!.both + found!.only_a + found!.only_b + found!.neither).toBe(pairs.length);
      const [swapped] = formPairs(pairs.flatMap(([a, b], i) => [answer(`p-${i}`, "story", a), answer(`p-${i}`, "prose", b)]));
      expect(swapped!.value).toBeCloseTo(-found!.value, 12);
      expect(swapped!.low).toBeCloseTo(-found!.high!, 12);
    })
  );
});

test("forms are read from parameters; points of other tasks with pairs have none", () => {
  const row = (params: object) => ({eval_id: "e", pair_id: "x", params: JSON.stringify(params), status: CORRECT}) as const;
  expect(formAnswers([row({form: "story", target_tokens: 500}), row({length: 3}), row({form: 7}), row({form: "prose"})])).toEqual(
    [
      {eval_id: "e", pair_id: "x", form: "story", target_tokens: 500, status: CORRECT},
      {eval_id: "e", pair_id: "x", form: "prose", target_tokens: null, status: CORRECT}
    ]
  );
});

test("many answers", () => {
  const many = Array.from({length: 200_000}, (_, i) =>
    answer(`p-${i >> 1}`, i % 2 === 0 ? "expression" : "story", i % 3 === 0 ? CORRECT : INCORRECT)
  );
  const [found] = formPairs(many);
  expect(found).toMatchObject({n: 100_000, both: 0, left_out: 0});
});
