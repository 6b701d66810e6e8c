// Accuracies of real models as read by this project's reader, against the published ones.
import {beforeAll, describe, expect, test} from "vitest";
import {publishedName} from "../../../pipelines/run/published/zeroEvalNames.js";
import {aboveDrawn, type PublishedReadings, publishedPage, readPublished, singleClaims} from "../../bench/published.bench.js";
import {absent, title} from "../realAnswers.js";
import {CAUSES, type Cause} from "./publishedCauses.js";
import {judgedCauses, type PublishedSet} from "./publishedJudged.js";
import {INCOMPLETE, ZERO_EVAL_SETS} from "./publishedNames.js";
import {explainedPoints, type ModelReadings, publishedRows, type ZeroEvalReadings} from "./publishedReadings.js";
import {compute, firstNumber, readMmluPro, readZeroEval} from "./publishedRules.js";

let readings: PublishedReadings;
// All 311,826 answers, by both readers.
beforeAll(() => {
  if (!absent) readings = readPublished();
}, 900_000);

describe("the published readers", () => {
  test.each([
    ['{"reasoning": "…", "answer": "12 + 3 = 15"}', 12],
    ['{"answer": "$9 500"}', 9],
    ['{"answer": "1,360 apples"}', 1360],
    ['{"answer": "3/4"}', 0.75],
    ['{"answer": 7}\n{"answer": 8}', 7],
    ['{"reasoning": "\\( x \\)", "answer": "5"}', 5],
    ["answer: 6, as shown", 6],
    ["It is 6.", undefined]
  ])("ZeroEval: %s is %s", (text, number) => {
    expect(readZeroEval(text)?.number).toBe(number);
  });

  test("ZeroEval reads boxes of letters and digits where it is asked to", () => {
    expect(readZeroEval("so $\\boxed{36}$", {boxes: true})?.number).toBe(36);
    expect(readZeroEval("so $\\boxed{-36}$", {boxes: true})).toBeNull();
  });

  test("arithmetic is computed, and other text is not", () => {
    expect(compute("((300 * 4) + (120 * 6) + (60 * 24)) / 12")).toBe(280);
    expect(compute("3 miles / 2")).toBeNull();
    expect(firstNumber("$(210/70 + 240/80)$ hours")).toBe(210);
  });

  test.each([
    ["The answer is (B). The answer is (C).", "B", "answer is"],
    ["Answer: D, since A is not", "D", "answer line"],
    ["A gas. It is B.", "B", "last letter"],
    ["It Costs nothing", "C", "last capital"],
    ["none", undefined, undefined]
  ])("MMLU-Pro: %s", (text, letter, rule) => {
    const [reading] = readMmluPro(text);
    expect([reading?.letter, reading?.rule]).toEqual([letter, rule]);
  });
});

describe.skipIf(absent).each(ZERO_EVAL_SETS)("%s", set => {
  test(title("each file has one published name, whose columns its answers give by the published rules"), () => {
    const models = readings[set] as ZeroEvalReadings[];
    expect(models).toHaveLength(set === "gsm" ? 44 : 22);
    for (const {model, columns, row} of models)
      expect({Model: publishedName(set, model), Mode: "greedy", ...columns}).toEqual(row);
    expect(new Set(models.map(({row}) => row.Model)).size).toBe(models.length);
    const complete = Math.max(...publishedRows(set).map(({Total}) => Total));
    const incomplete = models.filter(({n}) => n !== complete).map(({model, n}) => [model, n]);
    expect(Object.fromEntries(incomplete)).toEqual(INCOMPLETE[set]);
  });

  const bar = set === "gsm" ? 0.5 : 1;
  test(title(`each model is within ${bar} points of the published accuracy, but for causes counted in its texts`), () => {
    for (const reading of readings[set]) {
      const difference = reading.ours - reading.published;
      const left = Math.abs(difference) <= bar ? 0 : difference - explainedPoints(reading);
      expect(Math.abs(left), reading.model).toBeLessThanOrEqual(bar);
    }
  });
});

describe.skipIf(absent)("mmlu-pro", () => {
  test(title("published letters give the published accuracies, and the published rules the letters that were not drawn"), () => {
    for (const {model, published, recomputed, unexplained} of readings["mmlu-pro"]) {
      expect(recomputed, model).toBeCloseTo(published, 1);
      expect(unexplained, model).toBe(0);
    }
  });

  test(title("each model is between 1.5 points below and 1 above the published accuracy without drawn hits"), () => {
    for (const reading of readings["mmlu-pro"]) {
      expect(aboveDrawn(reading), reading.model).toBeGreaterThanOrEqual(-1.5);
      expect(aboveDrawn(reading), reading.model).toBeLessThanOrEqual(1);
    }
  });

  test(title('99.7 % of the texts with one "answer is (X)" that names no further letter are read as X'), () => {
    const {texts, same, hedges, hedgesSame} = singleClaims(readings["mmlu-pro"]);
    expect(texts).toBe(197_930);
    expect((same - hedgesSame) / (texts - hedges)).toBeGreaterThanOrEqual(0.997);
  });
});

test.skipIf(absent)(title("of each cause 50 answers were read by eye, or all where there are fewer"), () => {
  for (const [set, models] of Object.entries(readings) as [PublishedSet, ModelReadings[]][])
    for (const cause of Object.keys(CAUSES) as Cause[]) {
      const found = models.flatMap(({disagreements}) => disagreements).filter(one => one.cause === cause);
      if (cause !== "other")
        expect(judgedCauses(set, cause, found).read, `${set}: ${cause}`).toBeGreaterThanOrEqual(Math.min(50, found.length));
    }
});

test.skipIf(absent)(title("docs/published-readings.md is what the answers give"), async () => {
  await expect(publishedPage(readings)).toMatchFileSnapshot("../../../docs/published-readings.md");
});
