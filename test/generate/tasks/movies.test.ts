import {describe, expect, test} from "vitest";
import {ATTRIBUTES, movies, TITLE_HEADS, TITLE_TAILS, VIEWERS} from "../../../pipelines/generate/tasks/movies.js";
import {repetitions} from "../../repetitions.js";
import {many} from "./many.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

const POINTS = [
  {},
  {references: 1, attributes: 1, choices: 12},
  {references: 20, attributes: 8, choices: 6, distractors: 10},
  {references: 8, attributes: 4, choices: 5, distractors: 6}
];

/** Each film of a prompt as a record from attribute to value. */
const attributesOf = (text: string) => new Map(text.split("; ").map(part => part.split(": ") as [string, string]));

/** Counts points by attribute and value first, films after. */
function solve(expression: string) {
  const viewer = /suits (\w+) best/.exec(expression)![1]!;
  const worth = new Map<string, number>();
  const opinions = [...expression.matchAll(/^(\w+) (liked|disliked) "(.+?)" \((.+)\)\.$/gm)];
  for (const [, who, verb, , of] of opinions)
    for (const [name, value] of who === viewer ? attributesOf(of!) : [])
      worth.set(`${name} ${value}`, (worth.get(`${name} ${value}`) ?? 0) + (verb === "liked" ? 1 : -1));
  const options = [...expression.matchAll(/^\(([A-L])\) ("(.+?)" \((.+)\))$/gm)].map(([, letter, text, title, of]) => ({
    letter: letter!,
    text: text!,
    title: title!,
    of: attributesOf(of!),
    points: [...attributesOf(of!)].reduce((sum, [name, value]) => sum + (worth.get(`${name} ${value}`) ?? 0), 0)
  }));
  const most = Math.max(...options.map(({points}) => points));
  return {viewer, opinions, options, best: options.filter(({points}) => points === most).map(({letter}) => letter)};
}

test("titles do not tell an attribute; every attribute has six values", () => {
  const values = ATTRIBUTES.flatMap(([, all]) => all.flatMap(value => value.toLowerCase().split(" ")));
  for (const word of [...TITLE_HEADS, ...TITLE_TAILS]) expect(values).not.toContain(word.toLowerCase());
  for (const list of [TITLE_HEADS, TITLE_TAILS, VIEWERS, ...ATTRIBUTES.map(([, all]) => all)])
    expect(new Set(list).size).toBe(list.length);
  for (const [, all] of ATTRIBUTES) expect(all).toHaveLength(6);
});

describe("answers", () => {
  test("one option alone has the most points, and it is the expected one on generated tests", () => {
    for (const {expression, expected, choices, guessChance} of many(movies, POINTS, repetitions(2500))) {
      const {best, options} = solve(expression!);
      if (best.join() !== expected) throw new Error(`${best}, not ${expected}: ${expression}`);
      if (options.map(({text}) => text).join("\n") !== choices!.join("\n")) throw new Error("options are not the choices");
      if (new Set(choices).size !== choices!.length || guessChance !== 1 / choices!.length) throw new Error("choices");
    }
  });

  test("every letter is equally often right", () => {
    const letters = [...many(movies, [{choices: 4}], 2000)].map(({expected}) => expected);
    for (const letter of "ABCD") expect(Math.abs(letters.filter(found => found === letter).length - 500)).toBeLessThan(80);
  });

  test.each([
    ["Answer: (B)", "B"],
    ["Answer: C", "C"],
    ["\\boxed{D}", "D"]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(movies, text)).toBe(answer));
});

describe("parameters", () => {
  test("references, choices, attributes and distractors are counts; a film is liked and no title occurs twice", () => {
    for (const {expression} of many(movies, [{references: 5, choices: 6, attributes: 4, distractors: 3}], 300)) {
      const {viewer, opinions, options} = solve(expression!);
      const own = opinions.filter(([, who]) => who === viewer);
      expect([own.length, opinions.length - own.length, options.length]).toEqual([5, 3, 6]);
      expect(own.some(([, , verb]) => verb === "liked")).toBe(true);
      for (const {of} of options) expect([...of.keys()]).toEqual(["genre", "decade", "mood", "setting"]);
      for (const [, , , , of] of opinions) expect([...attributesOf(of!).keys()]).toEqual(["genre", "decade", "mood", "setting"]);
      const titles = [...opinions.map(([, , , title]) => title), ...options.map(({title}) => title)];
      expect(new Set(titles).size).toBe(14);
    }
  });

  test("the films of a question share values: at most four of each attribute", () => {
    for (const {expression} of questions(movies, {references: 30}, 30)) {
      const {opinions, options} = solve(expression!);
      const films = [...opinions.map(([, , , , of]) => attributesOf(of!)), ...options.map(({of}) => of)];
      for (const name of ["genre", "decade", "mood"])
        expect(new Set(films.map(film => film.get(name))).size).toBeLessThanOrEqual(4);
    }
  });

  test("impossible ones are refused", () => {
    expect(refusals(movies, {choices: 13})).toHaveLength(1);
    expect(refusals(movies, {references: 0})).toHaveLength(1);
    expect(refusals(movies, {attributes: 9})).toHaveLength(1);
    expect(refusals(movies, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(movies, {distractors: 2}, 50);
  for (const k of [0, 7, 49]) expect(question(movies, {distractors: 2}, k)).toEqual(run[k]);
});
