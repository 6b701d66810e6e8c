// BLEU and chrF beside the values of sacreBLEU 2.6.0 (sentence_bleu with tokenizer 13a or char, sentence_chrf), ROUGE-L beside those of Lin (2004).
import {describe, expect, test} from "vitest";
import {chrf, rougeL, sentenceBleu} from "../../../pipelines/score/scorers/overlap.js";
import golden from "./overlapGolden.json" with {type: "json"};
import {verdict} from "./scoring.js";

test.each(
  golden as {text: string; references: string[]; tokens: "13a" | "char"; bleu: number; chrf: number}[]
)("sacreBLEU's values of $text", each => {
  expect(sentenceBleu(each.text, each.references, each)).toBeCloseTo(each.bleu, 12);
  expect(chrf(each.text, each.references)).toBeCloseTo(each.chrf, 12);
});

test.each([
  ["police kill the gunman", 0.75],
  ["the gunman kill police", 0.5],
  ["the gunman police killed", 0.5]
])("ROUGE-L of the example of Lin (2004, section 3): %s", (text, value) => {
  expect(rougeL(text, ["police killed the gunman"])).toBe(value);
});

describe("the scorer", () => {
  const expected = "The ferry left the harbour at noon.";
  const scorer = {kind: "overlap"};

  test("the same text has overlap 1 and is right; the best of several references counts", () => {
    expect(verdict(expected, scorer, {expected})).toMatchObject({right: true, measures: {bleu: 1, chrf: 1, rouge_l: 1}});
    expect(verdict(expected, {...scorer, accept: [expected]}, {expected: "The boat sailed at twelve."}).measures.rouge_l).toBe(1);
  });

  test("the text behind the last label is compared, without a label all of it", () => {
    for (const text of [`Translation: ${expected}`, `I translate freely.\n\n**Answer:** ${expected}`, `\n${expected}\n`])
      expect(verdict(text, scorer, {expected}).measures.chrf, text).toBe(1);
  });

  test("`pass` makes an answer right from a value on", () => {
    const text = "The ferry left the port at noon.";
    expect(verdict(text, {...scorer, metric: "rouge_l", pass: 0.85}, {expected})).toMatchObject({
      right: true,
      measures: {rouge_l: 6 / 7}
    });
    expect(verdict(text, {...scorer, metric: "rouge_l", pass: 0.86}, {expected}).right).toBe(false);
  });

  test("an empty answer has overlap 0; no reference, or a text of a whole book, has no score", () => {
    expect(verdict("", scorer, {expected})).toMatchObject({
      right: false,
      parsed: false,
      measures: {bleu: 0, chrf: 0, rouge_l: 0}
    });
    expect(verdict("Translation:", scorer, {expected}).right).toBe(false);
    expect(verdict("Noon.", scorer, {expected: " "})).toMatchObject({right: null, reason: "it has no reference text"});
    expect(verdict("word ".repeat(10_000), scorer, {expected}).right).toBeNull();
  });

  test("texts without a shared word, of marks alone, and right-to-left ones have values from 0 to 1", () => {
    for (const [text, reference] of [
      ["…!?", "noon"],
      ["a", "b"],
      ["غادرت العبارة الميناء ظهرا", "غادرت العبّارة الميناء عند الظهر"],
      ["🚢🚢", "🚢"]
    ] as const)
      for (const value of Object.values(verdict(text, scorer, {expected: reference}).measures)) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
  });
});
