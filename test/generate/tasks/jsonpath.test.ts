import {describe, expect, test} from "vitest";
import {jsonpath} from "../../../pipelines/generate/tasks/jsonpath.js";
import {repetitions} from "../../repetitions.js";
import {lastAnswer, question, questions, refusals, spelled} from "./testing.js";

const documentIn = (prompt: string) => prompt.slice(prompt.indexOf("\n\n{") + 2, prompt.indexOf("\n\nPath: "));
const pathIn = (prompt: string) => /^Path: (.*)$/m.exec(prompt)![1]!;

/** Every value of a document with its path: the document is walked as a whole, where the generator builds along one path. */
function valuesOf(text: string): [path: string, value: string | number][] {
  const found: [string, string | number][] = [];
  const walk = (json: unknown, path: string) => {
    if (Array.isArray(json)) for (const [i, element] of json.entries()) walk(element, `${path}[${i}]`);
    else if (typeof json === "object") for (const [name, member] of Object.entries(json!)) walk(member, `${path}.${name}`);
    else found.push([path, json as string | number]);
  };
  walk(JSON.parse(text), "$");
  return found;
}

function resolve(prompt: string): {answer: string; hops: number; values: [string, string | number][]} {
  const values = valuesOf(documentIn(prompt));
  const table = new Map(values);
  let at = table.get(pathIn(prompt))!;
  let hops = 0;
  for (; String(at).startsWith("$"); hops++) at = table.get(String(at))!;
  return {answer: String(at), hops, values};
}

const lengthOf = (path: string) => path.match(/\.\w+|\[\d+\]/g)!.length;
const POINTS = [{}, {depth: 8, width: 6, hops: 3}, {depth: 1, width: 2, indent: 0}, {depth: 3, width: 3, hops: 2, indent: 0}];

describe("answers", () => {
  test("stand at the path's end and nowhere else in the document on generated tests", () => {
    for (const params of POINTS)
      for (const {prompt, expected, guessChance} of questions(jsonpath, params, repetitions(2500))) {
        const {answer, values} = resolve(prompt);
        expect(answer, prompt).toBe(expected);
        expect(new Set(values.map(([path]) => path)).size).toBe(values.length);
        expect(new Set(values.map(([, value]) => `${value}`)).size).toBe(values.length);
        expect(guessChance).toBe(1 / values.filter(([, value]) => !`${value}`.startsWith("$")).length);
        expect(spelled(jsonpath, expected)).toBe(expected);
      }
  });

  test("no name of a member stands twice in its object", () => {
    for (const {prompt} of questions(jsonpath, {width: 24, depth: 3}, 100)) {
      const text = documentIn(prompt);
      expect(JSON.stringify(JSON.parse(text), null, 2)).toBe(text);
    }
  });

  test("are texts and numbers alike", () => {
    const texts = questions(jsonpath, {}, 1000).filter(({expected}) => expected.includes("-"));
    expect(texts.length / 1000).toBeCloseTo(0.5, 1);
  });

  test.each([
    ["Answer: cedar-417", "cedar-417"],
    ['At $.city[2].deck stands "Cedar-417".', "cedar-417"],
    ["Answer: 12,345", "12345"],
    ["**Answer: `54321`**", "54321"],
    ["it is [2]", "2"],
    ["cedar-4", null]
  ])("the last literal of %j is %j", (text, answer) => expect(lastAnswer(jsonpath, text)).toBe(answer));
});

describe("parameters", () => {
  test("depth is the length of every path, hops the number of references, indent what it says", () => {
    for (const params of POINTS)
      for (const {prompt} of questions(jsonpath, params, 50)) {
        const {depth = 4, hops = 0, indent = 2} = params as {depth?: number; hops?: number; indent?: number};
        const {hops: followed, values} = resolve(prompt);
        expect(followed).toBe(hops);
        expect(lengthOf(pathIn(prompt))).toBe(depth);
        for (const [, value] of values) if (`${value}`.startsWith("$")) expect(lengthOf(`${value}`)).toBe(depth);
        expect(documentIn(prompt)).toBe(JSON.stringify(JSON.parse(documentIn(prompt)), null, indent));
        expect(prompt.includes("is the path to go on with")).toBe(hops > 0);
      }
  });

  test("width is the number of members at every step of the path", () => {
    for (const {prompt} of questions(jsonpath, {depth: 5, width: 7}, 100)) {
      let at: unknown = JSON.parse(documentIn(prompt));
      for (const [, name, index] of pathIn(prompt).matchAll(/\.(\w+)|\[(\d+)\]/g)) {
        expect(Object.keys(at as object)).toHaveLength(7);
        at = (at as Record<string, unknown>)[name ?? index!];
      }
    }
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(jsonpath, {width: 3, hops: 3})).toEqual([
      "hops 3 needs 4 members at the root, more than width 3; raise width to 4 or lower hops to 2"
    ]);
    expect(refusals(jsonpath, {depth: 0})).toHaveLength(1);
    expect(refusals(jsonpath, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(jsonpath, {}, 50);
  for (const k of [0, 7, 49]) expect(question(jsonpath, {}, k)).toEqual(run[k]);
});
