// ZenHallu's items: distinct, of two kinds in equal shares, and nothing to gain by always or never abstaining.
import {expect, test} from "vitest";
import type {ScorerOf} from "../../../../pipelines/book/scorers.js";
import {benchmarkTask} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {hallu, SUBJECTS} from "../../../../pipelines/generate/benchmarks/hallu/hallu.js";
import {questionIn} from "../../../../pipelines/infer/reference/solve/registry.node.js";
import {verdict} from "../../../score/scorers/scoring.js";

const {items} = benchmarkTask(hallu);
const itemsOf = (params: Record<string, unknown> = {}) => {
  const places = items.places(params);
  const all = typeof places === "number" ? Array.from({length: places}, (_, place) => place) : [...places];
  return all.map(place => items.at(place, params));
};
const all = itemsOf();
const scorerOf = (item: (typeof all)[number]) => item.scorer as ScorerOf<"fact">;
/** Excess accuracy of a strategy, by the guess chances that the items state. */
const excess = (answer: (item: (typeof all)[number]) => string, asked = all): number => {
  const right = asked.filter(item => verdict(answer(item), scorerOf(item), item).right).length / asked.length;
  return (right - 0.5) / 0.5;
};

test("six subjects of 500 distinct items each, half of them fabricated, and another edition has others", () => {
  expect(SUBJECTS.length).toBe(6);
  expect(all.length).toBe(3_000);
  expect(new Set(all.map(({content}) => content)).size).toBe(3_000);
  expect(new Set(all.map(({prompt}) => prompt)).size).toBe(3_000);
  for (const {name} of SUBJECTS) {
    const own = itemsOf({subject: name});
    expect(own.map(item => scorerOf(item).subject)).toEqual(Array.from({length: 500}, () => name));
    expect(own.filter(item => scorerOf(item).entity === "fabricated").length).toBe(250);
  }
  expect(all.every(item => (item.expected === "unknown") === (scorerOf(item).entity === "fabricated"))).toBe(true);
  const prompts = new Set(all.map(({prompt}) => prompt));
  const second = itemsOf({edition: 2});
  expect(new Set(second.map(({content}) => content)).size).toBe(3_000);
  expect(second.filter(({prompt}) => prompts.has(prompt)).length).toBeLessThan(200);
});

test("who knows all has 1; always abstaining, never abstaining and the most frequent answer have no more than chance", () => {
  expect(excess(({expected}) => `Answer: ${expected}`)).toBe(1);
  expect(excess(() => "Answer: unknown")).toBe(0);
  expect(excess(() => "")).toBe(-1);
  expect(excess(({expected}) => `Answer: ${expected === "unknown" ? "Paris" : expected}`)).toBe(0);
  for (const {name} of SUBJECTS) {
    const own = itemsOf({subject: name});
    expect(
      excess(() => "Answer: unknown", own),
      name
    ).toBe(0);
    const count = new Map<string, number>();
    for (const {expected} of own) if (expected !== "unknown") count.set(expected, (count.get(expected) ?? 0) + 1);
    const [most] = [...count].toSorted((a, b) => b[1] - a[1]);
    expect(
      excess(() => `Answer: ${most![0]}`, own),
      name
    ).toBeLessThan(-0.8);
  }
});

test("what is asked does not tell real from fabricated: relations have the same shares", () => {
  for (const {name} of SUBJECTS) {
    const shares = ["real", "fabricated"].map(entity => {
      const forms = new Map<string, number>();
      for (const {prompt} of itemsOf({subject: name, entity})) {
        const form = /Answer: <(.*)>$/u.exec(prompt)![1]!;
        forms.set(form, (forms.get(form) ?? 0) + 1);
      }
      return forms;
    });
    for (const [form, count] of shares[0]!)
      expect(Math.abs(count - (shares[1]!.get(form) ?? 0)), `${name}: ${form}`).toBeLessThan(40);
  }
});

test("every prompt allows for abstaining and ends in the line that is asked for; no simulated model takes it for a task of its own", () => {
  for (const {prompt, expected} of all) {
    expect(prompt).toMatch(/unknown[\s\S]*\nThink it through, then finish with a line of the form\nAnswer: <[^>\n]+>$/u);
    if (expected !== "unknown") expect(prompt).not.toMatch(/#/u);
    expect(questionIn(prompt)).toBeNull();
  }
});
