import {expect, test} from "vitest";
import {code as benchmark, families} from "../../../../pipelines/generate/benchmarks/code/code.js";
import type {Problem} from "../../../../pipelines/generate/benchmarks/code/problem.js";
import {benchmarkTasks} from "../../../../pipelines/generate/benchmarks/registry.js";
import {randomAt} from "../../../../pipelines/generate/seed.js";
import {questionIn} from "../../../../pipelines/infer/reference/solve/registry.node.js";

const {items} = benchmarkTasks.get("zen-code")!;
const size = benchmark.cells.reduce((sum, cell) => sum + cell.size, 0);
const edition = (edition: number) => Array.from({length: size}, (_, place) => items.at(place, {edition}));
const [first, second] = [edition(1), edition(2)];

test("at least 12 families and 500 items, all different, and others in another edition", () => {
  expect(families.length).toBeGreaterThanOrEqual(12);
  expect(size).toBeGreaterThanOrEqual(500);
  expect(new Set(first.map(({content}) => content)).size).toBe(size);
  expect(new Set(first.map(({prompt}) => prompt)).size).toBe(size);
  const known = new Set(first.map(({content}) => content));
  expect(second.filter(({content}) => known.has(content))).toEqual([]);
});

test("every item has hidden tests that its statement does not show, with different results that no trivial program gives", () => {
  for (const {prompt, scorer} of first) {
    if (scorer?.kind !== "code") throw new Error("not of kind code");
    expect(scorer.cases.length, prompt).toBe(10);
    const results = new Set(scorer.cases.map(({result}) => JSON.stringify(result)));
    expect(results.size, prompt).toBeGreaterThanOrEqual(4);
    const alike = scorer.cases.map(({result}) =>
      scorer.cases.filter(each => JSON.stringify(each.result) === JSON.stringify(result))
    );
    expect(Math.max(...alike.map(({length}) => length)), prompt).toBeLessThanOrEqual(5);
    const length = (given: unknown) => (typeof given === "string" || Array.isArray(given) ? given.length : given);
    for (const guess of [(given: unknown) => given, length])
      expect(scorer.cases.every(({arguments: [given], result}) => JSON.stringify(guess(given)) === JSON.stringify(result))).toBe(
        false
      );
    expect(prompt).toContain(`def ${scorer.entry_point}(`);
    for (const {result} of scorer.cases)
      for (const number of JSON.stringify(result).match(/-?\d+(?:\.\d+)?/gu) ?? [])
        expect(Number.isSafeInteger(Number(number))).toBe(true);
    const shown = prompt.split("\n").filter(line => line.startsWith(`${scorer.entry_point}(`));
    expect(shown.length).toBe(3);
  }
});

test.each(
  families.flatMap(family => ([2, 3] as const).map(level => ({family, level, name: family.name})))
)("$name: the rule of level $level changes results, so that a program of the level below fails", ({family, level}) => {
  let told = 0;
  for (let k = 0; k < 20; k++) {
    const [own, below] = [level, level - 1].map(each => family.make(each as typeof level, randomAt("rules", k))) as [
      Problem,
      Problem
    ];
    const inputs = [...Array(7).fill("small"), ...Array(3).fill("large")].map((size, i) =>
      own.draw(randomAt("inputs", 20 * k + i), size)
    );
    // Logs of level 1 have no cancellations, so that its programs cannot read those of level 2; its reference can.
    const unread = family.name === "logs" && level === 2 && inputs.some(([log]) => String(log).includes("x"));
    if (unread || inputs.some(given => JSON.stringify(own.solve(...given)) !== JSON.stringify(below.solve(...given)))) told++;
  }
  expect(told).toBeGreaterThanOrEqual(15);
});

test("no solver of the reference models takes a problem for its own task", () => {
  for (const {prompt} of first) expect(questionIn(prompt)).toBeNull();
});
