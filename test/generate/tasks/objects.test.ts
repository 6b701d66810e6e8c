import {describe, expect, test} from "vitest";
import {objects} from "../../../pipelines/generate/tasks/objects.js";
import {inWords} from "../../../pipelines/generate/words/numbers.js";
import {adjectives, groups, thingsOf} from "../../../pipelines/generate/words/things.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

const POINTS = [
  {},
  {target_items: 1, target_groups: 1, distractor_count: 0, max_count: 2},
  {target_items: 30, max_count: 99, distractor_count: 30, target_groups: 8, prob_adjective: 1, anchor: "high"},
  {target_items: 12, distractor_count: 20, target_groups: 4, anchor: "low", numbering: "words"}
];

const ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** Reads a number written either way. */
function number(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (/^an?$/.test(text)) return 1;
  if (TEENS.includes(text)) return 10 + TEENS.indexOf(text);
  const [tens, ones] = TENS.includes(text.split("-")[0]!) ? text.split("-") : [undefined, text];
  return (tens ? 20 + 10 * TENS.indexOf(tens) : 0) + (ones ? 1 + ONES.indexOf(ones) : 0);
}

/** Entries of the list, each with its count and the groups that its name may stand for. */
function entriesOf(expression: string) {
  const list = /^I have (.*)\.\n/.exec(expression)![1]!;
  return list.split(/, | and /).map(entry => {
    const words = entry.split(" ");
    const form = number(words[0]!) === 1 ? "one" : "many";
    const fitting = groups.filter(group => thingsOf.get(group)!.some(thing => thing[form] === words.at(-1)));
    return {entry, words, count: number(words[0]!), fitting};
  });
}
const askedIn = (expression: string) => /How many (.*) do I have/.exec(expression)![1]!.split(/, | and /);

describe("words", () => {
  test("every name of a thing is one word and belongs to one group", () => {
    const names = [...thingsOf.values()].flat().flatMap(({one, many: plural}) => [...new Set([one, plural])]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of [...names, ...adjectives]) expect(name).toMatch(/^[a-z]+$/);
    expect(names.filter(name => adjectives.includes(name))).toEqual([]);
    for (const things of thingsOf.values()) expect(things.length).toBeGreaterThan(10);
  });

  test("numbers in words are read back", () => {
    for (let n = 1; n < 100; n++) expect(number(inWords(n))).toBe(n);
    expect([inWords(0), inWords(40), inWords(99)]).toEqual(["zero", "forty", "ninety-nine"]);
  });
});

describe("answers", () => {
  test("are what counting entry by entry gives on generated tests; each entry fits one group", () => {
    for (const {expression, expected, guessChance} of many(objects, POINTS, repetitions(2500))) {
      const asked = askedIn(expression!);
      const entries = entriesOf(expression!);
      let total = 0;
      let all = 0;
      for (const {entry, count, fitting} of entries) {
        if (fitting.length !== 1) throw new Error(`"${entry}" fits ${fitting.length} groups`);
        if (asked.includes(fitting[0]!)) total += count;
        all += count;
      }
      if (String(total) !== expected) throw new Error(`${total}, not ${expected}: ${expression}`);
      if (guessChance !== 1 / (all + 1)) throw new Error(`guess ${guessChance}`);
    }
  });

  test.each([
    ["Answer: 7", "7"],
    ["\\boxed{12}", "12"],
    ["3 apples and 4 pears make **1,007**", "1007"],
    ["-3", "-3"],
    ["2.5", null],
    ["Answer: seven", "7"],
    ["Answer: several", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(objects, text)).toBe(answer));
});

describe("parameters", () => {
  test("items, groups, counts, adjectives and numbering are what they say", () => {
    const given = {target_items: 9, distractor_count: 5, target_groups: 4, max_count: 7, prob_adjective: 0.4, numbering: "words"};
    const counts = new Set<number>();
    let described = 0;
    for (const {expression} of questions(objects, given, 400)) {
      const asked = askedIn(expression!);
      const entries = entriesOf(expression!);
      const targets = entries.filter(({fitting}) => asked.includes(fitting[0]!));
      expect(asked).toHaveLength(4);
      expect([targets.length, entries.length]).toEqual([9, 14]);
      expect(new Set(targets.map(({fitting}) => fitting[0]))).toEqual(new Set(asked));
      for (const {count, words} of entries) {
        counts.add(count);
        if (words.length > 2) described++;
        expect(words[0]).not.toMatch(/\d/);
      }
    }
    expect(counts).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    expect(Math.abs(described / (400 * 14) - 0.4)).toBeLessThan(0.03);
    for (const {expression} of questions(objects, {numbering: "digits"}, 50))
      expect(entriesOf(expression!).every(({words}) => /^\d+$/.test(words[0]!))).toBe(true);
  });

  test("an anchor is a wrong total on the side that was asked for, never below 0", () => {
    for (const anchor of ["low", "high"])
      for (const {expression, expected} of questions(objects, {anchor, target_items: 2, target_groups: 1}, 200)) {
        const guess = Number(/guess is (\d+)\./.exec(expression!)![1]);
        expect(Math.sign(guess - Number(expected))).toBe(anchor === "low" ? -1 : 1);
        expect(Math.abs(guess - Number(expected))).toBeLessThanOrEqual(Math.ceil(Number(expected) / 3));
      }
    for (const {expression} of questions(objects, {}, 20)) expect(expression).not.toContain("guess");
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(objects, {target_items: 2, target_groups: 3})).toEqual([
      "target_items 2 is fewer than the 3 groups asked for; raise target_items to 3 or lower target_groups"
    ]);
    expect(refusals(objects, {max_count: 1})).toHaveLength(1);
    expect(refusals(objects, {target_groups: 9})[0]).toMatch(/8/);
    expect(refusals(objects, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(objects, {}, 50);
  for (const k of [0, 7, 49]) expect(question(objects, {}, k)).toEqual(run[k]);
});
