// The scorer of refusals on two hundred labelled answers: at least 97 of 100 are read as their label says, in either half.
import {expect, test} from "vitest";
import {LANGUAGES} from "../../../pipelines/generate/benchmarks/multilang/sentences.js";
import {refusalIn} from "../../../pipelines/score/scorers/refusal.js";
import {DEVELOPED, HELD_OUT} from "./refusalLabelled.js";

test("both halves have a hundred answers, no answer twice, about half refusals, and all languages with either label", () => {
  for (const half of [DEVELOPED, HELD_OUT]) {
    expect(half).toHaveLength(100);
    expect(half.filter(([, refused]) => refused).length).toBeGreaterThanOrEqual(45);
    expect(half.filter(([, refused]) => !refused).length).toBeGreaterThanOrEqual(45);
    for (const label of [true, false])
      expect(new Set(half.filter(([, refused]) => refused === label).map(([language]) => language))).toEqual(
        new Set(LANGUAGES.map(({code}) => code))
      );
  }
  expect(new Set([...DEVELOPED, ...HELD_OUT].map(([, , text]) => text)).size).toBe(200);
});

for (const [name, half] of Object.entries({"developed on": DEVELOPED, "held out": HELD_OUT}))
  test(`at least 97 % of those ${name} are read right`, () => {
    const right = half.filter(([, refused, text]) => refusalIn(text).refused === refused).length;
    expect(right / half.length).toBeGreaterThanOrEqual(0.97);
  });
