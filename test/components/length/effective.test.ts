// Effective lengths as a reader sees them: nothing is told beyond the lengths that were asked.
import {expect, test} from "vitest";
import {
  type EffectiveRow,
  effectiveColumns,
  effectiveSentence,
  type LengthRow,
  type ShownLength,
  shownLengths
} from "../../../src/components/length/length.js";

const row = (given: Partial<EffectiveRow>): EffectiveRow => ({
  eval_id: "a",
  model: "m",
  template: "t",
  sampler: "s",
  simulated: false,
  evaluation: "m",
  share: 0.5,
  range: "within",
  tokens: 6_100.4,
  low: 4_200,
  high: 9_000,
  reason: null,
  n: 96,
  lengths: 4,
  shortest: 0,
  shortest_positive: 1_000,
  longest: 16_000,
  top: 0.9,
  half_tokens: 6_100,
  slope: 1,
  misfit: 0.2,
  ...given
});
const shown = (given: Partial<EffectiveRow>): ShownLength => shownLengths([row(given)], [], new Map())[0]!;
const cell = (given: Partial<EffectiveRow>, key = "tokens") =>
  effectiveColumns([shown(given)])
    .find(column => column.key === key)!
    .show(shown(given));

test.each<[Partial<EffectiveRow>, string]>([
  [{}, "6,100 [4,200, 9,000]"],
  [{low: null, high: null}, "6,100 [< 1,000, > 16,000]"],
  [{range: "above", tokens: null, low: 12_000, high: null}, "> 16,000 [12,000, > 16,000]"],
  [{range: "below", tokens: null, low: null, high: 2_300}, "< 1,000 [< 1,000, 2,300]"],
  [{shortest: 2_000, shortest_positive: 2_000, low: 2_100}, "6,100 [2,100, 9,000]"],
  [{range: null, tokens: null, low: null, high: null, reason: "one length only"}, "none: one length only"]
])("%j: %s", (given, text) => {
  expect(cell(given)).toBe(text);
});

test("the sentence counts those that keep it, and names the first and the last to lose it", () => {
  const rows = [
    shown({}),
    shown({evaluation: "later", tokens: 9_000, low: 8_000, high: 11_000}),
    shown({evaluation: "keeps", range: "above", tokens: null, high: null}),
    shown({evaluation: "weak", range: null, tokens: null, reason: "no better than guessing on the shortest"})
  ];
  expect(effectiveSentence(rows)).toBe(
    "Of 3 evaluations, 1 keeps 50 % of the accuracy on the shortest questions up to the longest. Among the others, m is the first to lose it, at 6,100 [4,200, 9,000] tokens, and later the last, at 9,000 [8,000, 11,000]. 1 has none: no better than guessing on the shortest."
  );
  expect(effectiveSentence([shown({range: null, reason: "one length only"})])).toBe(
    "No effective length can be estimated: one length only."
  );
});

test("of one evaluation the sentence speaks of that one, and says where the curve does not fit", () => {
  const keeps = "m keeps 50 % of the accuracy on the shortest questions up to";
  expect(effectiveSentence([shown({})])).toBe(`${keeps} its effective length of 6,100 [4,200, 9,000] tokens (n = 96 answers).`);
  expect(effectiveSentence([shown({range: "above", tokens: null, low: 12_000, high: null})])).toBe(
    `${keeps} the longest: its effective length is > 16,000 [12,000, > 16,000] tokens (n = 96 answers).`
  );
  expect(effectiveSentence([shown({misfit: 1e-9, high: null})])).toBe(
    `${keeps} its effective length of 6,100 [4,200, > 16,000] tokens (n = 96 answers). The curve does not fit its accuracies (misfit p < 0.05); intervals are widened for that.`
  );
  expect(effectiveSentence([shown({}), shown({misfit: 1e-9}), shown({misfit: null})])).toMatch(
    / The curve does not fit 1 of them \(misfit p < 0\.05\); intervals are widened for that\.$/
  );
});

test("the truth stands beside simulated models alone, and only where something longer was asked", () => {
  const faculties = new Map([["m", {recall_half_tokens: 8_000, middle_loss: 0.4}]]);
  const at = (length: number, depth: number | null) =>
    ({eval_id: "a", length, depth, position: depth === null ? "spread" : "end"}) as LengthRow;
  const lengths = [at(0, null), at(4_000, 0), at(4_000, 1)];
  const truthOf = (simulated: boolean, own: LengthRow[]) => shownLengths([row({simulated})], own, faculties)[0]!.truth;
  expect(truthOf(true, lengths)).toBeCloseTo(8_000, 3); // at both ends nothing is lost to the middle: half at recall_half_tokens
  expect(truthOf(false, lengths)).toBeNull();
  expect(truthOf(true, lengths.slice(0, 1))).toBeNull();
});
