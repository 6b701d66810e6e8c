// Gaps to English of planted answers, beside values that are counted by hand or were computed by SciPy, and of the weakest cases.
import {expect, test} from "vitest";
import {CORRECT, INCORRECT, TRUNCATED} from "../../../pipelines/score/status.js";
import {type LanguageAnswer, languageGaps} from "../../../pipelines/studies/languages/gaps.js";

const answer = (language: string, pair: number | string, right: boolean, more: Partial<LanguageAnswer> = {}): LanguageAnswer => ({
  language,
  pair: String(pair),
  status: right ? CORRECT : INCORRECT,
  parsed: true,
  guess: 0,
  elsewhere: null,
  ...more
});

/** Answers in English and German to 25 questions: 9 right in English alone, 1 in German alone, 12 in both, 3 in neither. */
const planted = Array.from({length: 25}, (_, i) => [
  answer("en", i, i < 21),
  answer("de", i, (i >= 9 && i < 21) || i === 21)
]).flat();

test("a gap is the paired difference with its interval; McNemar's test is the exact one", () => {
  const [german, english, ...rest] = languageGaps(planted, {english: "en"});
  expect(rest).toEqual([]);
  expect(english).toMatchObject({
    language: "en",
    n: 25,
    correct: 21,
    accuracy: 21 / 25,
    pairs: 0,
    gap: null,
    p: null,
    q: null,
    exact: null
  });
  expect(german).toMatchObject({language: "de", n: 25, correct: 13, pairs: 25, only_english: 9, only_language: 1});
  expect(german!.gap).toBeCloseTo(8 / 25, 12);
  // Agresti & Min: one discordant pair and two questions are added. Student's t with 24 degrees of freedom: scipy.stats.t.ppf(0.975, 24).
  const half = (2.0638985616280245 * Math.sqrt(10 - 64 / 25 + 1)) / 27;
  expect(german!.gap_low).toBeCloseTo(8 / 25 - half, 9);
  expect(german!.gap_high).toBeCloseTo(8 / 25 + half, 9);
  expect(german!.p).toBeCloseTo(0.0066004676938954164, 12); // 2 * scipy.stats.t.sf(0.32 / se, 24)
  expect(german!.exact).toBeCloseTo(22 / 1024, 12); // 2 (1 + 10) ÷ 2¹⁰
  expect(german!.q).toBe(german!.p);
});

test("p is adjusted over languages; all others together have one row, whose questions are clusters", () => {
  const shares: Record<string, number> = {de: 0, fr: 5, ja: 10, sw: 20};
  const answers = Array.from({length: 40}, (_, i) => [
    answer("en", i, true),
    ...Object.entries(shares).map(([language, wrong]) => answer(language, i, i >= wrong))
  ]).flat();
  const rows = languageGaps(answers, {english: "en"});
  expect(rows.map(({language}) => language)).toEqual(["de", "en", "fr", "ja", "sw", ""]);
  expect(rows.map(({gap}) => gap)).toEqual(
    [0, null, 5 / 40, 10 / 40, 20 / 40, 35 / 160].map(gap => (gap === null ? null : expect.closeTo(gap, 12)))
  );
  const p = rows.filter(({p, language}) => p !== null && language !== "").map(({p}) => p!);
  // Benjamini & Hochberg by its definition: the least p ÷ share of tests at or below it, over all p at least as large.
  const byHand = p.map(own =>
    Math.min(...p.filter(other => other >= own).map(other => (other * p.length) / p.filter(each => each <= other).length))
  );
  expect(rows.filter(({q}) => q !== null).map(({q}) => q)).toEqual(byHand.map(q => expect.closeTo(q, 12)));
  const all = rows.at(-1)!;
  expect(all).toMatchObject({n: 160, correct: 125, pairs: 40, q: null, exact: null, only_english: null});
  // Answers to one question agree here, so that they are worth less than 160.
  const width = all.high! - all.low!;
  const independent = 2 * 1.96 * Math.sqrt(((125 / 160) * (35 / 160)) / 160);
  expect(width).toBeGreaterThan(1.3 * independent);
});

test("guessing is taken from both sides alike", () => {
  const guessed = planted.map(each => ({...each, guess: 1 / 3}));
  expect(languageGaps(guessed, {english: "en"})[0]!.gap).toBeCloseTo(8 / 25 / (1 - 1 / 3), 12);
});

test("wrong answers in another language are a share of those of which it is known", () => {
  const answers = Array.from({length: 30}, (_, i) => answer("de", i, i < 10, {elsewhere: i < 20 ? i >= 16 : null}));
  const [row] = languageGaps([...answers, answer("de", 99, false, {status: TRUNCATED, elsewhere: true})], {english: null});
  expect(row).toMatchObject({n: 30, truncated: 1, measured: 20, wrong_language: 4 / 20});
  // Wilson's interval of 4 of 20: scipy.stats.binomtest(4, 20).proportion_ci(method="wilson")
  expect(row!.wrong_low).toBeCloseTo(0.08065766257979806, 9);
  expect(row!.wrong_high).toBeCloseTo(0.4160174322518936, 9);
});

test("weak cases: nothing, nothing right, one pair, all alike, no English, truncated ones", () => {
  expect(languageGaps([], {english: "en"})).toEqual([]);
  const none = languageGaps(
    planted.map(each => ({...each, status: INCORRECT})),
    {english: "en"}
  );
  expect(none[0]).toMatchObject({gap: 0, exact: 1, accuracy: 0});
  expect(none[0]!.gap_low! < 0 && none[0]!.gap_high! > 0).toBe(true);
  const alike = languageGaps(
    planted.map(each => ({...each, status: CORRECT})),
    {english: "en"}
  );
  expect(alike[0]).toMatchObject({gap: 0, accuracy: 1, p: 1});
  const [one] = languageGaps([answer("en", 1, true), answer("de", 1, false)], {english: "en"});
  expect(one).toMatchObject({pairs: 1, gap: 1, gap_low: null, gap_high: null, p: null, q: null, only_english: 1, exact: 1});
  for (const row of languageGaps(
    planted.map(each => (each.language === "en" ? {...each, language: "nl"} : each)),
    {english: null}
  ))
    expect(row).toMatchObject({pairs: 0, gap: null, p: null, q: null, exact: null, only_english: null});
  const [unpaired] = languageGaps([answer("en", 1, true), answer("de", 2, true)], {english: "en"});
  expect(unpaired).toMatchObject({n: 1, pairs: 0, gap: null});
  const [cut] = languageGaps([answer("en", 1, true), answer("de", 1, true, {status: TRUNCATED})], {english: "en"});
  expect(cut).toMatchObject({n: 0, truncated: 1, accuracy: null, pairs: 0, gap: null});
  const [left] = languageGaps([], {english: "en", languages: ["de"]});
  expect(left).toMatchObject({language: "de", n: 0, accuracy: null, gap: null, wrong_language: null});
});

test("a language that is better than English has a negative gap", () => {
  const swapped = planted.map(each => ({...each, language: each.language === "en" ? "de" : "en"}));
  expect(languageGaps(swapped, {english: "en"})[0]!.gap).toBeCloseTo(-8 / 25, 12);
});
