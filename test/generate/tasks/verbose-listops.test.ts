import {countTokens} from "gpt-tokenizer/encoding/o200k_base";
import {describe, expect, test} from "vitest";
import {questionsOf} from "../../../pipelines/generate/question.js";
import {verboseListops} from "../../../pipelines/generate/tasks/verbose-listops.node.js";
import {many} from "./many.js";
import {depthOf, lastAnswer, question, questions, refusals} from "./testing.js";

/** The value of a list by replacing innermost lists until a number is left. */
function evaluate(expression: string, median: (lower: number, upper: number) => number = mean): number {
  let text = expression;
  for (let inner = innermost(text); inner; inner = innermost(text)) {
    const values = inner[2]!.trim().split(" ").map(Number);
    text = text.replace(inner[0], String(apply(inner[1]!, values, median)));
  }
  return Number(text);
}
const innermost = (text: string) => /\[([A-Z]+)((?: \d+)+)\]/.exec(text);
const mean = (lower: number, upper: number) => (lower + upper - ((lower + upper) % 2)) / 2;

function apply(name: string, values: number[], median: (lower: number, upper: number) => number): number {
  const sorted = Uint32Array.from(values).sort();
  const half = sorted.length / 2;
  let total = 0;
  for (const value of values) total += value;
  if (name === "MAX") return sorted.at(-1)!;
  if (name === "MIN") return sorted[0]!;
  if (name === "MED") return half % 1 ? sorted[half - 0.5]! : median(sorted[half - 1]!, sorted[half]!);
  if (name === "SM") return Number(String(total).at(-1));
  if (name === "SUM") return total;
  return (total - (total % values.length)) / values.length;
}

const FORMS = ["story", "prose", "expression"] as const;
const CLOSING = "\n\nThink it through, then finish with a line of the form\nAnswer: <integer>";
const operationsOf = (expression: string) => expression.split("[").length - 1;

test("the published example has the published answer", () => {
  expect(evaluate("[SM 8 1 4 [MAX 9 2 7]]")).toBe(2);
  expect(evaluate("[AVG 9 9 [MED 1 9 4 6]]")).toBe(7);
});

describe("answers", () => {
  test("agree with the independent evaluator, and so does every step", () => {
    const points = [
      {form: "expression"},
      {form: "expression", num_operations: 20, max_depth: 6, max_arity: 6},
      {form: "prose", num_operations: 3, max_depth: 2},
      {form: "expression", max_operand: 999_999, answer: "integer"},
      {form: "expression", num_operations: 1, max_depth: 1}
    ];
    for (const {expression, expected, steps} of many(verboseListops, points, 150)) {
      expect(String(evaluate(expression!)), expression).toBe(expected);
      expect(steps!.at(-1)!.value, expression).toBe(Number(expected));
      expect(steps).toHaveLength(operationsOf(expression!));
      for (const {name, value} of steps!) if (name.startsWith("[")) expect(evaluate(name), name).toBe(value);
    }
  });

  test.each([
    ["truncMean", mean],
    ["floorMean", mean],
    ["upper", (_: number, upper: number) => upper],
    ["lower", (lower: number) => lower]
  ] as const)("the rule of even medians is %s", (median, rule) => {
    for (const {expression, expected} of questions(verboseListops, {form: "expression", operations: "MED SM", median}, 60))
      expect(String(evaluate(expression!, rule)), expression).toBe(expected);
  });

  test("a digit by default, with its guess; any whole number by choice, without", () => {
    const digits = questions(verboseListops, {form: "expression"}, 200);
    expect(digits.every(({expected, guessChance}) => /^\d$/.test(expected) && guessChance === 0.1)).toBe(true);
    const integers = questions(verboseListops, {form: "expression", operations: "SUM", answer: "integer"}, 60);
    expect(integers.every(({guessChance}) => guessChance === 0)).toBe(true);
    expect(integers.some(({expected}) => Number(expected) > 9)).toBe(true);
  });

  test.each([
    ["Answer: 7", "7"],
    ["\\boxed{ 12 }", "12"],
    ["the Silver Harbor is **9**", "9"]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(verboseListops, text)).toBe(answer));
});

describe("forms", () => {
  test("ask about the same lists, test by test, whatever the form, the length, the order and the examples", () => {
    const told = [{}, {target_tokens: 3500}, {order: "outer first"}, {examples: 0}, {genre: "sales call"}, {numerals: "words"}];
    const lists = [...told, {form: "prose"}, {form: "expression"}].map(given =>
      questions(verboseListops, given, 4).map(({expression, expected}) => `${expression} ${expected}`)
    );
    for (const other of lists) expect(other).toEqual(lists[0]);
  });

  test("other lists for other shapes and seeds", () => {
    const first = question(verboseListops, {form: "expression"}, 0).expression;
    expect(question(verboseListops, {form: "expression", max_arity: 5}, 0).expression).not.toBe(first);
    expect(question(verboseListops, {form: "expression"}, 0, 43).expression).not.toBe(first);
  });

  test("a story is as long as it is to be, within 2 %, by another count", () => {
    for (const target_tokens of [1800, 4000, 12_000])
      for (const {prompt} of questions(verboseListops, {target_tokens, tokenizer: "o200k"}, 3)) {
        const tokens = countTokens(prompt.slice(0, -CLOSING.length));
        expect(prompt.endsWith(CLOSING)).toBe(true);
        expect(Math.abs(tokens / target_tokens - 1), `${tokens} of ${target_tokens}`).toBeLessThan(0.02);
      }
  });

  test("the list itself stands in the expression alone, and steps are called as the text calls them", () => {
    for (const form of FORMS)
      for (const {prompt, expression, steps} of questions(verboseListops, {form}, 5)) {
        expect(prompt.includes(expression!)).toBe(form === "expression");
        for (const {name} of steps!) expect(prompt, name).toContain(name);
        if (form !== "expression") expect(new Set(steps!.map(({name}) => name)).size).toBe(steps!.length);
      }
  });
});

describe("parameters", () => {
  test("operations, depth, arity and operands are as asked for", () => {
    const given = {
      form: "expression",
      num_operations: 12,
      max_depth: 5,
      min_arity: 2,
      max_arity: 5,
      min_operand: 3,
      max_operand: 40,
      answer: "integer"
    };
    for (const {expression} of questions(verboseListops, given, 60)) {
      expect(operationsOf(expression!)).toBe(12);
      expect(depthOf(expression!, ["[", "]"])).toBe(5);
      for (const number of expression!.match(/\d+/g)!.map(Number)) expect(number >= 3 && number <= 40).toBe(true);
    }
  });

  test("as many outer levels matter as effective_depth says: another number there would change the answer", () => {
    for (const {expression, expected} of questions(verboseListops, {form: "expression", effective_depth: 3}, 60)) {
      // An operation on level 3, put as a number, changes the answer for some digit.
      const matters = levels(expression!, 3).some(inner =>
        Array.from({length: 10}, (_, digit) => String(evaluate(expression!.replace(inner, String(digit))))).some(
          other => other !== expected
        )
      );
      expect(matters, expression).toBe(true);
    }
  });

  test("the least: one operation, one level, no example, in every form", () => {
    const given = {num_operations: 1, max_depth: 1, effective_depth: 1, examples: 0, target_tokens: 700};
    for (const form of FORMS)
      for (const {expression, expected, steps, prompt} of questions(verboseListops, {...given, form}, 5)) {
        expect(String(evaluate(expression!))).toBe(expected);
        expect(steps).toHaveLength(1);
        expect(prompt).not.toContain("An example");
      }
  });

  test("the most: 500 operations, numbers to 999,999, 200,000 tokens", () => {
    const large = {max_depth: 12, max_operand: 999_999, answer: "integer"};
    const {expression, expected, steps} = question(verboseListops, {...large, num_operations: 500, form: "expression"}, 0);
    expect(operationsOf(expression!)).toBe(500);
    expect(String(evaluate(expression!))).toBe(expected);
    expect(steps).toHaveLength(500);
    const told = question(verboseListops, {...large, num_operations: 30, target_tokens: 200_000}, 0);
    expect(String(evaluate(told.expression!))).toBe(told.expected);
    expect(Math.abs(countTokens(told.prompt.slice(0, -CLOSING.length)) / 200_000 - 1)).toBeLessThan(0.02);
  });

  test("budgets that are too small name what is enough, and that is enough", () => {
    const [message] = refusals(verboseListops, {num_operations: 20, max_depth: 5, target_tokens: 1000});
    const enough = Number(
      /^target_tokens 1000 is too few for 20 operations and 1 example; give (\d+) or more$/.exec(message!)![1]
    );
    const params = verboseListops.params.parse({num_operations: 20, max_depth: 5, target_tokens: enough}) as Record<
      string,
      unknown
    >;
    const made = questionsOf(verboseListops, {params, seed: 1});
    for (let i = 0; i < 10; i++) expect(made(i).prompt.length).toBeGreaterThan(enough);
    expect(refusals(verboseListops, {form: "prose", num_operations: 20, max_depth: 5, target_tokens: 1000})).toEqual([]);
  });

  test("lists that cannot be are refused", () => {
    expect(refusals(verboseListops, {num_operations: 2, max_depth: 3})).toHaveLength(1);
    expect(refusals(verboseListops, {operations: "MAX MEAN"})[0]).toMatch(/MEAN/);
    expect(refusals(verboseListops, {min_operand: 9, max_operand: 3})).toHaveLength(1);
    expect(refusals(verboseListops, {})).toEqual([]);
  });
});

/** The lists that begin at a level of nesting. */
function levels(expression: string, level: number): string[] {
  const found: string[] = [];
  const starts: number[] = [];
  for (let at = 0; at < expression.length; at++) {
    if (expression[at] === "[") starts.push(at);
    if (expression[at] !== "]") continue;
    const start = starts.pop()!;
    if (starts.length === level - 1) found.push(expression.slice(start, at + 1));
  }
  return found;
}

test("test k alone is test k of a longer run", () => {
  const run = questions(verboseListops, {}, 8);
  for (const k of [0, 3, 7]) expect(question(verboseListops, {}, k)).toEqual(run[k]);
});
