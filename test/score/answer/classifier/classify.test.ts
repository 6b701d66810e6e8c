// Texts without a claim, read by the classifier through the reader; its weights, and the figures that allow each kind to score.
import {readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, test} from "vitest";
import {parseWeights} from "../../../../pipelines/score/answer/classifier/classify.js";
import {FIGURES, PROVENANCE} from "../../../../pipelines/score/answer/classifier/measured.js";
import {MODELS} from "../../../../pipelines/score/answer/classifier/weights.js";
import {kindOfChoices, numberKind, textKind} from "../../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../../pipelines/score/answer/read.js";
import {scoreTest} from "../../../../pipelines/score/score.node.js";
import {shareOf} from "../../../../pipelines/stats/intervals.js";

/** Results of JSON objects that lack their field `answer`. */
const reasoned = (reasoning: string): string => `{\n  "reasoning": ${JSON.stringify(reasoning)}\n}`;

test.each([
  [reasoned("Each box has 6 eggs and there are 7 boxes. Therefore, the farmer has 6 * 7 = 42 eggs."), "42"],
  [reasoned("Tom saves $5 a week for 8 weeks. Therefore, he saves 5 * 8 = $40."), "40"],
  [reasoned("Ann has 3 cats and gets 2 more. In total, she has 3 + 2 = 5 cats."), "5"]
])("%s", (text, answer) => {
  const reading = readAnswer(text, numberKind);
  expect(reading).toMatchObject({answer, rule: "classifier", reason: null});
  expect(text.slice(reading.span!.start, reading.span!.end)).toMatch(new RegExp(`^\\$?${answer}$`, "u"));
  expect(reading.probability).toBeGreaterThanOrEqual(MODELS.number!.threshold);
  expect(reading.probability).toBeLessThanOrEqual(1);
});

describe("what the classifier does not change", () => {
  const open = reasoned("Each box has 6 eggs and there are 7 boxes. Therefore, the farmer has 6 * 7 = 42 eggs.");

  test("it reads nothing where it is switched off", () =>
    expect(readAnswer(open, numberKind, {classifier: false})).toMatchObject({answer: null, rule: null}));

  test.each([
    ["several", "The answer is 12 or 13."],
    ["refused", "Answer: I don't know."],
    ["denied", "The answer is not 12."],
    ["empty", " "]
  ])("a text that is %s has no answer", (reason, text) =>
    expect(readAnswer(text, numberKind)).toMatchObject({answer: null, reason}));

  test.each([
    ["The answer is 12.", "answer is"],
    ["\\boxed{12}", "box"],
    ["So she has 12 eggs.", "last line"]
  ])("%j is read by its rule", (text, rule) => expect(readAnswer(text, numberKind)).toMatchObject({answer: "12", rule}));

  test("a declared format that is absent is named", () =>
    expect(readAnswer(open, numberKind, {format: "boxed"}).rule).toBe("classifier, declared format absent"));

  test("kinds of values that are switched off are read by the rules alone", () => {
    for (const kind of [kindOfChoices(["Paris", "Rome"]), textKind])
      for (const text of [open, reasoned("The capital of France is Paris.")])
        expect(readAnswer(text, kind)).toEqual(readAnswer(text, kind, {classifier: false}));
  });
});

test("the probability of a choice is a measure of the sample, with a scorer and without", () => {
  const text = reasoned("Each box has 6 eggs and there are 7 boxes. Therefore, the farmer has 6 * 7 = 42 eggs.");
  const completion = {text, reasoning: null, finish_reason: "stop", prompt_tokens: 1, completion_tokens: 1};
  const rest = {billed: null, latency_ms: 0, retries: 0};
  const effects = {search: () => null, equal: () => false};
  for (const scorer of [undefined, {kind: "number", absolute: 0, relative: 0}] as const) {
    const test = {prompt: "", expected: "12", ...(scorer && {scorer})};
    const score = scoreTest({...completion, ...rest}, test, {simulated: false, effects});
    expect(score).toMatchObject({answer_rule: "classifier", measures: {answer_probability: expect.closeTo(1, 1)}});
  }
});

test("a text is read as often as it is asked for, and the same however it was read before", () => {
  const texts = Array.from({length: 20}, (_, i) =>
    reasoned(`He buys ${i} pens at $${i + 2} each. So he pays ${i} * ${i + 2} = $${i * (i + 2)}.`)
  );
  const readings = texts.map(text => readAnswer(text, numberKind));
  expect(texts.toReversed().map(text => readAnswer(text, numberKind))).toEqual(readings.toReversed());
});

test("of a long text a bounded part is read", () => {
  const values = {count: 0};
  const counting = {
    ...numberKind,
    valuesIn: (text: string, ...rest: [Parameters<typeof numberKind.valuesIn>[1], number?]) => {
      values.count += text.length - (rest[1] ?? 0);
      return numberKind.valuesIn(text, ...rest);
    }
  };
  const lengthOf = (lines: number) => {
    const text = `${"12 and 13 are numbers,\n".repeat(lines)}x =`;
    const byRules = () => readAnswer(text, counting, {classifier: false});
    values.count = 0;
    byRules();
    const rules = values.count;
    values.count = 0;
    readAnswer(text, counting);
    return values.count - rules;
  };
  expect(lengthOf(40_000)).toBe(lengthOf(4_000));
});

describe("weights and figures", () => {
  const FOLDER = join(import.meta.dirname, "../../../../pipelines/score/answer/classifier");

  test("a name that begins with a space continues the one before", () => {
    expect([...parseWeights("a=1| b=-2| c=3|d==4")]).toEqual([
      ["a", 1],
      ["a b", -2],
      ["a c", 3],
      ["d=", 4]
    ]);
  });

  test("the weights are under 100 kB, and whole numbers", () => {
    expect(statSync(join(FOLDER, "weights.ts")).size).toBeLessThan(100_000);
    for (const model of Object.values(MODELS)) {
      const weights = parseWeights(model!.weights);
      expect(weights.size).toBeGreaterThan(50);
      for (const [name, weight] of weights) expect([name, Number.isInteger(weight)]).toEqual([name, true]);
    }
  });

  test("exactly the kinds that reach what they must on unseen models are switched on", () => {
    expect(FIGURES.map(({kind}) => kind)).toEqual(["number", "option", "expression", "literal", "text"]);
    for (const {kind, enabled, threshold, calibration_error, unseen, bins} of FIGURES) {
      const precision = shareOf(unseen.right, unseen.read);
      const coverage = shareOf(unseen.read_stated, unseen.stated);
      const reaches =
        (precision.value ?? 0) >= 0.98 && precision.low >= 0.97 && (coverage.value ?? 0) >= 0.4 && calibration_error <= 0.03;
      expect([kind, enabled]).toEqual([kind, reaches]);
      expect([kind, MODELS[kind]?.enabled ?? false]).toEqual([kind, enabled]);
      if (MODELS[kind]) expect(MODELS[kind].threshold).toBe(threshold);
      const n = bins.reduce((sum, bin) => sum + bin.n, 0);
      const error = bins.reduce((sum, bin) => sum + Math.abs(bin.n * bin.probability - bin.right), 0) / Math.max(1, n);
      expect(calibration_error).toBeCloseTo(error, 3);
    }
  });

  test("the documentation has the figures of each kind that was measured", () => {
    const page = readFileSync(join(FOLDER, "../../../../docs/extraction.md"), "utf8");
    const percent = (k: number, n: number) => {
      const {value, low, high} = shareOf(k, n);
      return `${(100 * value!).toFixed(1)} % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;
    };
    for (const {kind, enabled, unseen, calibration_error, bins} of FIGURES) {
      if (bins.length === 0) continue;
      const counts = [unseen.models, unseen.n, unseen.stated, unseen.read].map(count => count.toLocaleString("en"));
      const rates = [
        percent(unseen.right, unseen.read),
        percent(unseen.read_stated, unseen.stated),
        calibration_error.toFixed(3)
      ];
      expect(page).toContain(`| ${[kind, ...counts, ...rates, enabled ? "yes" : "no"].join(" | ")} |`);
    }
  });

  test("no model is in two parts", () => {
    const names = [...PROVENANCE.training, ...PROVENANCE.held_out, ...PROVENANCE.unseen];
    expect(new Set(names).size).toBe(names.length);
  });
});
