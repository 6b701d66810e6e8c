import {expect, test} from "vitest";
import {code as benchmark, families} from "../../../../pipelines/generate/benchmarks/code/code.js";
import {LEVELS, type Problem} from "../../../../pipelines/generate/benchmarks/code/problem.js";
import {benchmarkTasks} from "../../../../pipelines/generate/benchmarks/registry.js";
import {randomAt} from "../../../../pipelines/generate/seed.js";
import {questionIn} from "../../../../pipelines/infer/reference/solve/registry.node.js";
import {readProblem} from "./programs.js";

const {items} = benchmarkTasks.get("zen-code")!;
const size = benchmark.cells.reduce((sum, cell) => sum + cell.size, 0);
const edition = (edition: number) => Array.from({length: size}, (_, place) => items.at(place, {edition}));
const [first, second] = [edition(1), edition(2)];

test("at least 12 families of five levels and 1,000 items, all different, and others in another edition", () => {
  expect(families.length).toBeGreaterThanOrEqual(12);
  expect(LEVELS).toEqual([1, 2, 3, 4, 5]);
  expect(size).toBeGreaterThanOrEqual(1_000);
  expect(new Set(first.map(({content}) => content)).size).toBe(size);
  expect(new Set(first.map(({prompt}) => prompt)).size).toBe(size);
  const known = new Set(first.map(({content}) => content));
  expect(second.filter(({content}) => known.has(content))).toEqual([]);
});

test("a statement has 80 to 250 words, says its limits, and names its family and level", () => {
  const cells = benchmark.cells.flatMap(({facets, size}) => Array<string>(size).fill(Object.values(facets).join(" ")));
  const wrong = first.filter(({prompt, scorer}, place) => {
    const statement = prompt.slice(0, prompt.indexOf("\n\nWrite a function in Python"));
    const words = statement.match(/\S+/gu)!.length;
    const seconds = Number(/at most (\d+) seconds/u.exec(statement)![1]);
    const isLimit = scorer?.kind === "code" && scorer.milliseconds === 1_000 * seconds;
    return words < 80 || words > 250 || !isLimit || Object.values(readProblem(prompt)).join(" ") !== cells[place];
  });
  expect(wrong.map(({prompt}) => prompt)).toEqual([]);
});

test("every item has hidden tests that its statement does not show, with different results that no trivial program gives", () => {
  const wrong = first.filter(({prompt, scorer}) => {
    if (scorer?.kind !== "code") return true;
    const {cases, entry_point} = scorer;
    const results = cases.map(({result}) => JSON.stringify(result));
    const alike = Math.max(...results.map(result => results.filter(each => each === result).length));
    const length = (given: unknown) => (typeof given === "string" || Array.isArray(given) ? given.length : given);
    const isTrivial = [(given: unknown) => given, length].some(guess =>
      cases.every(({arguments: [given]}, i) => JSON.stringify(guess(given)) === results[i])
    );
    const numbers = JSON.stringify(cases).match(/-?\d+(?:\.\d+)?/gu) ?? [];
    const shown = prompt.split("\n").filter(line => line.startsWith(`${entry_point}(`)).length;
    const isFull = cases.length === 10 && new Set(results).size >= 4 && alike <= 5 && shown === 3;
    const isReadable = prompt.includes(`def ${entry_point}(`) && numbers.every(each => Number.isSafeInteger(Number(each)));
    return isTrivial || !isFull || !isReadable;
  });
  expect(wrong.map(({prompt}) => prompt)).toEqual([]);
});

test.each(
  families.flatMap(family => ([2, 3, 4, 5] as const).map(level => ({family, level, name: family.name})))
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
