import {describe, expect, test} from "vitest";
import {benchmarkTask} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {reason} from "../../../pipelines/generate/benchmarks/reason/reason.js";
import type {DrawnItem} from "../../../pipelines/generate/task.js";
import {groupBy} from "../../../pipelines/stats/groupBy.js";
import {forwardChained, solveReason} from "./forwardChained.js";
import {placedItems} from "./quality/measure.js";

const items = benchmarkTask(reason).items;
const SIZE = 4_800;
const all = Array.from({length: SIZE}, (_, place) => items.at(place));
const hopsOf = reason.cells.flatMap(({facets, size}) => Array.from({length: size}, () => facets.hops as number));
const storyOf = ({prompt}: DrawnItem) => prompt.split("\n\n")[1]!.split("\n");
const asksFor = ({prompt}: DrawnItem) => prompt.split("\n\n")[2]!.split("\n(A)")[0]!;

test("4,800 different items, and another edition has others", () => {
  expect(items.places({})).toBe(SIZE);
  expect(new Set(all.map(({content}) => content)).size).toBe(SIZE);
  const first = new Set(all.map(({prompt}) => prompt));
  expect(all.filter((_, place) => place % 7 === 0 && first.has(items.at(place, {edition: 2}).prompt))).toEqual([]);
});

test("forward chaining over the parsed text derives exactly one of the options, the right one", () => {
  for (const item of all) {
    const {results} = forwardChained(storyOf(item), asksFor(item));
    const [right, ...others] = item.choices!.filter(choice => results.has(choice));
    expect(others, item.prompt).toEqual([]);
    expect(item.choices![item.expected.charCodeAt(0) - 65], item.prompt).toBe(right);
  }
});

test("the last step is the answer, there are as many steps as hops, and each result stands on one line of its own", () => {
  all.forEach(({steps, expected, choices}, i) => {
    expect(steps).toHaveLength(hopsOf[i]!);
    expect(String(steps!.at(-1)!.value)).toBe(choices![expected.charCodeAt(0) - 65]);
    expect(new Set(steps!.map(({name}) => name)).size).toBe(steps!.length);
  });
});

test("steps are what forward chaining derives from the text, in its order, and at level 5 at least eight", () => {
  for (const {item, level} of placedItems(reason)) {
    expect(item.steps, item.prompt).toEqual(solveReason(item.prompt)!.derivation);
    if (level === 5) expect(item.steps!.length).toBeGreaterThanOrEqual(8);
  }
});

test("the checker finds a wrong name, a wrong value and a wrong order of steps, and reads no other prompt", () => {
  const {steps, prompt} = all.at(-1)!;
  const {derivation} = solveReason(prompt)!;
  const [first, second, ...others] = steps!;
  expect(derivation).not.toEqual([second, first, ...others]);
  expect(derivation).not.toEqual([{...first, value: "A1"}, second, ...others]);
  expect(solveReason(prompt.replace(` of the ${first!.name.slice(4)}.`, " of the moon."))).toBeNull();
  expect(solveReason("How many?")).toBeNull();
});

describe("hops do not show on the surface", () => {
  const byPair = groupBy(all, ({pair}) => pair!);

  test("the six questions about a story differ in one name alone, and each option is right once", () => {
    expect(byPair.size).toBe(SIZE / 6);
    for (const six of byPair.values()) {
      expect(six).toHaveLength(6);
      expect(new Set(six.map(item => storyOf(item).join("\n"))).size).toBe(1);
      expect(new Set(six.map(({choices}) => choices!.join())).size).toBe(1);
      expect(new Set(six.map(({expected}) => expected)).size).toBe(6);
      const words = six.map(item => asksFor(item).split(/[\s.,:']+/u));
      expect(new Set(words.map(each => each.length)).size).toBe(1);
      const starts = words.map(each => new Set(each.filter((word, i) => words.some(other => other[i] !== word))));
      for (const start of starts) expect(start.size).toBe(1);
    }
  });

  test("the number of statements and the mean length of prompts are those of other numbers of hops", () => {
    const length = (hops: number) => {
      const own = all.filter((_, i) => hopsOf[i] === hops);
      return own.reduce((sum, {prompt}) => sum + prompt.length, 0) / own.length;
    };
    const lengths = [2, 4, 6, 8, 10, 12].map(length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(2);
    expect(new Set(all.map(item => storyOf(item).length))).toEqual(new Set([48, 54]));
  });
});

describe("shortcuts earn what guessing does", () => {
  /** Times that an option stands in the statements, and where. */
  const mentions = (item: DrawnItem, choice: string) => {
    const story = storyOf(item).join("\n");
    return [...story.matchAll(new RegExp(`(?<![\\w])${choice}(?![\\w])`, "gu"))].map(({index}) => index);
  };
  const best = (item: DrawnItem, value: (choice: string, i: number) => number) => {
    const values = item.choices!.map(value);
    return values.indexOf(Math.max(...values));
  };
  const SHORTCUTS: Record<string, (item: DrawnItem) => number> = {
    "the option mentioned last": item => best(item, choice => mentions(item, choice).at(-1) ?? -1),
    "the option mentioned first": item => best(item, choice => -(mentions(item, choice)[0] ?? 1e9)),
    "the option mentioned most": item => best(item, choice => mentions(item, choice).length),
    "the option mentioned least": item => best(item, choice => -mentions(item, choice).length),
    "the longest option": item => best(item, choice => choice.length),
    "the largest number": item => best(item, choice => Number.parseInt(choice.replace(/\D/gu, ""), 10) || 0),
    "the option nearest to what is asked about": item => {
      const asked = /(?:line from|does|is the|is a) (\w+)/u.exec(asksFor(item))![1]!;
      const [at = 0] = mentions(item, asked);
      return best(item, choice => -Math.min(1e9, ...mentions(item, choice).map(each => Math.abs(each - at))));
    },
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map(place => [`always option ${place + 1}`, () => place]))
  };

  test.each(Object.entries(SHORTCUTS))("%s", (_, chosen) => {
    const right = all.filter(item => chosen(item) === item.expected.charCodeAt(0) - 65).length;
    expect(right / SIZE).toBeLessThan(1 / 6 + 0.03);
  });
});
