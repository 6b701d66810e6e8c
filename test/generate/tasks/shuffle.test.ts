import {describe, expect, test} from "vitest";
import {shuffle} from "../../../pipelines/generate/tasks/shuffle.js";
import {DOMAINS, domainNames, PEOPLE} from "../../../pipelines/generate/words/domains.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

const POINTS = [
  {},
  {people: 2, depth: 1},
  {people: 12, depth: 30, confounders: 15, anchors: 15},
  {people: 6, depth: 8, confounders: 4, anchors: 2}
];

const IS = ["gets", "is to dance with", "takes", "has", "holds"];
const SWAPS = [
  /^(\w+) and (\w+) (?:swap|switch) \w+\.$/,
  /^(\w+) (?:trades \w+|changes places) with (\w+)\.$/,
  /^(?:Then|At the next turn|In the interval|A week later|At the whistle) (\w+) and (\w+) (?:exchange|trade) [\w ]+\.$/
];
const SAYS_NO = [/says no\.$/, /they do not\.$/, /stay where they are\.$/, /nearly/, /pretends/, /^Remember/];

/** Reads the story backwards: whose thing of the start does the person asked about end up with? */
function solve(prompt: string) {
  const lines = prompt.split("\n\n")[1]!.split("\n");
  const options = lines.slice(3).map(line => /^\(([A-L])\) (.*)$/.exec(line)!.slice(1) as [string, string]);
  let who = /\b(?:does|with) (\w+) (?:have|hold|at)/.exec(lines[2]!)![1]!;
  const sentences = lines[1]!.match(/[^.]+\./g)!.map(sentence => sentence.trim());
  let [swaps, recalls, idle] = [0, 0, 0];
  for (const sentence of sentences.reverse()) {
    const match = SWAPS.map(pattern => pattern.exec(sentence)).find(Boolean);
    if (match) {
      swaps++;
      if (SAYS_NO.some(pattern => pattern.test(sentence))) throw new Error(`both a swap and none: ${sentence}`);
      if (match[1] === who) who = match[2]!;
      else if (match[2] === who) who = match[1]!;
    } else if (sentence.startsWith("Remember")) recalls++;
    else {
      idle++;
      if (/swap|trade|switch|exchange/.test(sentence) && !SAYS_NO.some(pattern => pattern.test(sentence)))
        throw new Error(`a swap or not? ${sentence}`);
    }
  }
  const thing = IS.map(is => new RegExp(`\\b${who} ${is} ([^.]+)\\.`).exec(lines[0]!)?.[1]).find(Boolean)!;
  const letters = options.filter(([, text]) => text === thing).map(([letter]) => letter);
  return {letters, options, lines, swaps, recalls, idle};
}

test("every domain has things enough, each once, and none is called as a person is", () => {
  expect(domainNames.length).toBe(5);
  for (const name of domainNames) {
    const {things} = DOMAINS[name];
    expect(new Set(things).size).toBe(things.length);
    expect(things.length).toBeGreaterThanOrEqual(12);
    for (const thing of things) for (const person of PEOPLE) expect(thing.includes(person)).toBe(false);
  }
  expect(new Set(PEOPLE).size).toBeGreaterThanOrEqual(12);
});

describe("answers", () => {
  test("are what going back through the story gives, one option only on generated tests", () => {
    for (const {prompt, expected, choices, guessChance} of many(shuffle, POINTS, repetitions(3000))) {
      const {letters, options} = solve(prompt);
      if (letters.join() !== expected) throw new Error(`${letters}, not ${expected}: ${prompt}`);
      if (new Set(choices).size !== choices!.length || guessChance !== 1 / choices!.length) throw new Error("choices");
      if (options.map(([, text]) => text).join() !== choices!.join()) throw new Error("options are not the choices");
    }
  });

  test("every letter is equally often right", () => {
    const letters = [...many(shuffle, [{people: 4}], 2000)].map(({expected}) => expected);
    for (const letter of "ABCD") expect(Math.abs(letters.filter(found => found === letter).length - 500)).toBeLessThan(80);
  });

  test.each([
    ["Answer: (B)", "B"],
    ["Answer: C", "C"],
    ["\\boxed{D}", "D"],
    ["**Answer: (a)**", "A"]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(shuffle, text)).toBe(answer));
});

describe("parameters", () => {
  test("people, depth, confounders and anchors are counts; the person asked about took part in a swap", () => {
    for (const {prompt} of many(shuffle, [{people: 7, depth: 5, confounders: 3, anchors: 2}], 300)) {
      const {options, swaps, recalls, idle, lines} = solve(prompt);
      expect([options.length, swaps, recalls, idle]).toEqual([7, 5, 2, 3]);
      const who = /\b(?:does|with) (\w+) (?:have|hold|at)/.exec(lines[2]!)![1]!;
      expect(
        lines[1]!.match(/[^.]+\./g)!.some(sentence => SWAPS.some(swap => swap.test(sentence.trim()) && sentence.includes(who)))
      ).toBe(true);
    }
  });

  test("a domain is kept to; mixed has all five", () => {
    for (const domain of domainNames)
      for (const {prompt, choices} of questions(shuffle, {domain}, 20)) {
        expect(prompt).toContain(DOMAINS[domain].opening);
        for (const choice of choices!) expect(DOMAINS[domain].things).toContain(choice);
      }
    const openings = new Set(questions(shuffle, {}, 100).map(({expression}) => /^[^.]+\./.exec(expression!)![0]));
    expect(openings).toEqual(new Set(domainNames.map(name => DOMAINS[name].opening)));
  });

  test("what is recalled is how things stood at the start", () => {
    for (const {expression} of questions(shuffle, {anchors: 3, people: 3}, 200)) {
      const [start, story] = expression!.split("\n") as [string, string];
      for (const [, name, thing] of story.matchAll(
        /Remember that (\w+) (?:got|began with|took|started with|held) (.+?)(?: at the start)?\./g
      ))
        expect(IS.some(is => start.includes(`${name} ${is} ${thing}.`))).toBe(true);
    }
  });

  test("impossible ones are refused", () => {
    expect(refusals(shuffle, {people: 13})).toHaveLength(1);
    expect(refusals(shuffle, {depth: 0})).toHaveLength(1);
    expect(refusals(shuffle, {domain: "cards"})).toHaveLength(1);
    expect(refusals(shuffle, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(shuffle, {confounders: 2}, 50);
  for (const k of [0, 7, 49]) expect(question(shuffle, {confounders: 2}, k)).toEqual(run[k]);
});
