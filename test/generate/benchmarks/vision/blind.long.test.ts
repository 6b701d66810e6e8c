// All items of the benchmarks of images: different ones in every edition, and nothing that answers without looking earns more than 3 points over chance.
import {describe, expect, test} from "vitest";
import {benchmarkTask} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {benchmarks} from "../../../../pipelines/generate/benchmarks/registry.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {groupBy} from "../../../../pipelines/stats/groupBy.js";

const own = [...benchmarks.values()].filter(({domain}) => domain === "Multimodal");
/** Most share over chance that a rule may earn. */
const OVER = 0.03;

const numbers = (choices: readonly string[]): number[] => choices.map(choice => Number(/\d+/u.exec(choice)?.[0]));
/** The place of the n-th smallest of options that are numbers. */
const ranked = (choices: readonly string[], n: number): number => {
  const values = numbers(choices);
  return values.some(Number.isNaN) ? n : values.indexOf(values.toSorted((a, b) => a - b)[n]!);
};
/** Rules that read the words alone; each names the place of an option. */
const RULES: Record<string, (choices: readonly string[], prompt: string) => number> = {
  ...Object.fromEntries([0, 1, 2, 3].map(place => [`always ${"ABCD"[place]}`, () => place])),
  ...Object.fromEntries(
    [0, 1, 2, 3].map(n => [`the number that is smallest but ${n}`, (choices: readonly string[]) => ranked(choices, n)])
  ),
  "the longest option": choices => choices.indexOf(choices.reduce((a, b) => (b.length > a.length ? b : a))),
  "the shortest option": choices => choices.indexOf(choices.reduce((a, b) => (b.length < a.length ? b : a))),
  "the first by alphabet": choices => choices.indexOf(choices.toSorted()[0]!),
  "the last by alphabet": choices => choices.indexOf(choices.toSorted().at(-1)!),
  "the option most like the question": (choices, prompt) => {
    const question = prompt.slice(0, prompt.indexOf("\n\n(A)"));
    const shared = (choice: string) => choice.split(" ").filter(word => question.includes(word)).length;
    return choices.indexOf(choices.reduce((a, b) => (shared(b) > shared(a) ? b : a)));
  },
  "the option least like the others": choices => {
    const shared = (choice: string) =>
      choices.filter(other => other !== choice && other.split(" ").some(word => choice.includes(word))).length;
    return choices.indexOf(choices.reduce((a, b) => (shared(b) < shared(a) ? b : a)));
  },
  "the option most like the others": choices => {
    const shared = (choice: string) => choices.filter(other => other.split(" ").some(word => choice.includes(word))).length;
    return choices.indexOf(choices.reduce((a, b) => (shared(b) > shared(a) ? b : a)));
  }
};

describe.each(own.map(benchmark => [benchmark.name, benchmark] as const))("%s", (_, benchmark) => {
  const {items} = benchmarkTask(benchmark);
  const size = items.places({}) as number;
  const all = (edition: number): DrawnItem[] => Array.from({length: size}, (_, i) => items.at(i, {edition}));
  const first = all(1);

  test("every item of an edition is another one, and another edition has others", () => {
    const known = new Set(first.map(({content}) => content));
    expect(known.size).toBe(size);
    expect(all(2).filter(({content}) => known.has(content))).toEqual([]);
    expect(new Set(first.map(({pair}) => pair)).size).toBe(size / 2);
  });

  test("no rule on the options earns more than chance and 3 points, over all items and over each kind", () => {
    const asked = first.filter(({choices, images}) => choices && images);
    for (const [rule, place] of Object.entries(RULES)) {
      const right = asked.filter(({choices, prompt, expected}) => "ABCD"[place(choices!, prompt)] === expected).length;
      if (asked.length > 0) expect(right / asked.length, rule).toBeLessThan(0.25 + OVER);
    }
  });

  test("no number is right more often than by chance and 3 points, whatever range the words state", () => {
    const ranges = groupBy(
      first.filter(({choices, images}) => !choices && images),
      ({prompt}) => /whole number from \d+ to \d+/u.exec(prompt)![0]
    );
    for (const [range, asked] of ranges) {
      const counts = groupBy(asked, ({expected}) => expected);
      const [chance, most] = [asked[0]!.guess_chance, Math.max(...[...counts.values()].map(own => own.length))];
      expect(most / asked.length, range).toBeLessThan(chance + OVER);
      expect(counts.size).toBe(Math.round(1 / chance));
    }
  });

  test("what the words name tells nothing: the answer most frequent after a first half is no better in the second", () => {
    // The strongest reader of words: it learns, for every word of a question, which answers go with it.
    const asked = first.filter(({images}) => images);
    const learnt = new Map<string, Map<string, number>>();
    const textOf = ({prompt, choices, expected}: DrawnItem) => ({
      words: prompt.slice(0, choices ? prompt.indexOf("\n\n(A)") : prompt.indexOf("\n\n")).match(/[\w]+/gu) ?? [],
      right: choices ? choices["ABCD".indexOf(expected)]! : expected
    });
    const [half, rest] = [asked.filter((_, i) => i % 2 === 0), asked.filter((_, i) => i % 2 === 1)];
    for (const item of half) {
      const {words, right} = textOf(item);
      for (const word of words) {
        const counts = learnt.get(word) ?? new Map<string, number>();
        learnt.set(word, counts.set(right, (counts.get(right) ?? 0) + 1));
      }
    }
    let [earned, chance] = [0, 0];
    for (const item of rest) {
      const {words, right} = textOf(item);
      const options =
        item.choices ??
        Array.from({length: Math.round(1 / item.guess_chance)}, (_, i) =>
          String(i + Number(/from (\d+) to/u.exec(item.prompt)![1]))
        );
      const weight = (option: string) => words.reduce((sum, word) => sum + Math.log((learnt.get(word)?.get(option) ?? 0) + 1), 0);
      const best = options.reduce((a, b) => (weight(b) > weight(a) ? b : a));
      if (best === right) earned++;
      chance += item.guess_chance;
    }
    expect(earned / rest.length).toBeLessThan(chance / rest.length + OVER);
  });
});
