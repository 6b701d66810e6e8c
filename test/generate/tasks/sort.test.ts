import {describe, expect, test} from "vitest";
import {sort} from "../../../pipelines/generate/tasks/sort.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

const POINTS = [
  {},
  {length: 2, run_length: 1},
  {length: 30, run_length: 8, prob_mutation: 0.5, prob_duplication: 0.3, duplicates: "mixed"},
  {length: 12, run_length: 5, prob_mutation: 1, prob_duplication: 0.5, duplicates: "remove"}
];
const words = (expression: string) => expression.split("\n")[0]!.split(", ");

/** Letter by letter, by the place in the alphabet. */
function compare(a: string, b: string): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [x, y] = [a, b].map(word => "abcdefghijklmnopqrstuvwxyz".indexOf(word[i] ?? ""));
    const [p, q] = [a[i] === undefined ? -1 : x!, b[i] === undefined ? -1 : y!];
    if (p !== q) return p - q;
  }
  return 0;
}

describe("answers", () => {
  test("are in strict order and use up the list on generated tests", () => {
    for (const {expression, expected, prompt} of many(sort, POINTS, repetitions(2500))) {
      const once = prompt.includes("only once.");
      const answer = words(expected);
      const left = words(expression!).map(word => word.toLowerCase());
      for (let i = 1; i < answer.length; i++) {
        const order = compare(answer[i - 1]!, answer[i]!);
        if (once ? order >= 0 : order > 0) throw new Error(`${answer[i - 1]} before ${answer[i]}`);
      }
      for (const word of answer) {
        const at = left.indexOf(word);
        if (at < 0) throw new Error(`${word} is not in ${expression}`);
        left.splice(at, 1);
      }
      if (once ? left.some(word => !answer.includes(word)) : left.length > 0) throw new Error(`left over: ${left}`);
    }
  });

  test("words that are equal without regard to case are spelled equally, so no order between spellings is asked", () => {
    for (const {expression} of many(sort, POINTS, 1000)) {
      const spellings = new Set(words(expression!));
      expect(new Set([...spellings].map(word => word.toLowerCase())).size).toBe(spellings.size);
    }
  });

  test("a guess is one order out of all that differ", () => {
    expect(question(sort, {length: 4}, 0).guessChance).toBeCloseTo(1 / 24);
    for (const {expected, guessChance} of many(sort, [{length: 5, prob_duplication: 0.5}], 300)) {
      const permute = (list: string[]): string[] =>
        list.length === 0
          ? [""]
          : list.flatMap((word, i) => permute([...list.slice(0, i), ...list.slice(i + 1)]).map(rest => `${word} ${rest}`));
      expect(guessChance).toBeCloseTo(1 / new Set(permute(words(expected))).size);
      expect(guessChance).toBeLessThan(1);
    }
  });

  test.each([
    ["Answer: apple, Bear, cat", "apple, bear, cat"],
    ['["Apple", "bear"]', "apple, bear"],
    ["Answer: **apple**, `bear`,cat.", "apple, bear, cat"],
    ["Answer: apple,\nbear, cat", "apple, bear, cat"],
    ["Answer: apple bear", null],
    ["Answer: 7, 8", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(sort, text)).toBe(answer));
});

describe("parameters", () => {
  test("length is the number of entries, run_length that of words with a common beginning", () => {
    for (const {expression} of questions(sort, {length: 20, run_length: 4}, 200)) {
      const list = words(expression!);
      const heads = new Map<string, number>();
      for (const word of list) heads.set(word.slice(0, 3), (heads.get(word.slice(0, 3)) ?? 0) + 1);
      expect(list).toHaveLength(20);
      expect([...heads.values()]).toEqual([4, 4, 4, 4, 4]);
    }
    for (const {expression} of questions(sort, {length: 30, run_length: 1}, 50))
      expect(new Set(words(expression!).map(word => word.slice(0, 3))).size).toBe(30);
  });

  test("prob_mutation and prob_duplication are probabilities", () => {
    const run = questions(sort, {length: 22, run_length: 1, prob_mutation: 0.3, prob_duplication: 0.2}, 500).map(({expression}) =>
      words(expression!)
    );
    const copies = run.map(list => list.length - new Set(list).size).reduce((a, b) => a + b) / (500 * 20);
    expect(Math.abs(copies - 0.2)).toBeLessThan(0.02);
    const capitals = run.flatMap(list => [...new Set(list)]).map(word => (word === word.toLowerCase() ? 0 : 1) as number);
    expect(Math.abs(capitals.reduce((a, b) => a + b) / capitals.length - 0.3)).toBeLessThan(0.02);
    for (const {expression} of questions(sort, {}, 50)) expect(expression).toMatch(/^[a-z]+(, [a-z]+){7}\n/);
  });

  test("duplicates says in the prompt what becomes of copies", () => {
    const said = (duplicates: string) =>
      new Set(questions(sort, {duplicates}, 40).map(({prompt}) => prompt.includes("as often as it occurs")));
    expect(said("keep")).toEqual(new Set([true]));
    expect(said("remove")).toEqual(new Set([false]));
    expect(said("mixed").size).toBe(2);
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(sort, {length: 800, run_length: 12})[0]).toMatch(
      /^length 800 is more than the \d+ words in runs of 12; lower length to \d+ or lower run_length$/
    );
    expect(refusals(sort, {length: 1})).toHaveLength(1);
    expect(refusals(sort, {run_length: 1000})).toHaveLength(1);
    expect(refusals(sort, {length: 800, run_length: 1})).toEqual([]);
    expect(refusals(sort, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(sort, {prob_mutation: 0.5, prob_duplication: 0.2}, 50);
  for (const k of [0, 7, 49]) expect(question(sort, {prob_mutation: 0.5, prob_duplication: 0.2}, k)).toEqual(run[k]);
});
