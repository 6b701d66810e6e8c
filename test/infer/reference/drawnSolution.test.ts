// Answers of simulated models to items whose right answer is made again from their place.
import {expect, test} from "vitest";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {itemPlaceOf, placeHeader, testInHeader} from "../../../pipelines/generate/itemPlace.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import type {Test} from "../../../pipelines/generate/task.js";
import {drawSolution, solvingProbability} from "../../../pipelines/infer/reference/drawnSolution.node.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {domainGap, referenceTruth, roster} from "../../../pipelines/infer/reference/roster.js";
import {verdictOf} from "../../../pipelines/score/scorers/registry.js";
import {testsOf} from "../../generate/benchmarks/testsOf.js";

/** Benchmarks whose answers are neither words nor numbers, which other parts of the server answer, or which are run. */
const OTHERS = new Set([
  "zen-agent",
  "zen-data",
  "zen-safety",
  "zen-rules",
  "zen-code",
  "zen-small-functions",
  "zen-repair",
  "zen-sql"
]);
const drawn = [...benchmarkTasks.keys()].filter(name => !OTHERS.has(name));

const effects = {search: () => null, equal: () => null};
const certain = {...roster[40]!, ability: 1e6};
const hopeless = {...roster[40]!, ability: -1e6};
/** Scores a solution as a response states it; without a scorer the answer's value counts. */
function isRight(test: Test, model: typeof certain, seed: string): boolean {
  const {answer, label = "", confidence} = drawSolution(model, test, randomOf(seed))!;
  const text = `${label}${answer}${confidence === undefined ? "" : `\nConfidence: ${Math.round(100 * confidence)} %`}`;
  return verdictOf(text, test, test.scorer ?? {kind: "exact", ignore_case: true}, effects).right === true;
}

test.each(drawn)("%s: a model of endless ability is right, and one of none as often as by guessing", name => {
  const tests = testsOf(name, 300);
  for (const [i, each] of tests.entries())
    if (!/withheld$/u.test(each.category!)) expect(isRight(each, certain, `${name} ${i}`), each.prompt).toBe(true);
  const guessed = tests.filter((each, i) => isRight(each, hopeless, `${name} ${i}`)).length / tests.length;
  const expected = tests.reduce((sum, {guess_chance}) => sum + guess_chance, 0) / tests.length;
  expect(Math.abs(guessed - expected)).toBeLessThan(0.12); // four standard errors of a share of a half
});

test("a probability is that of the 3PL model, and falls with an item's difficulty", () => {
  const [item] = testsOf("zen-algebra", 1) as [Test];
  const model = roster[20]!;
  const theta = model.ability + domainGap(model.id, "Mathematics");
  for (const [difficulty, b] of [
    [0, -1.8],
    [0.5, 0],
    [1, 1.8]
  ] as const)
    expect(solvingProbability(model, {...item, difficulty, guess_chance: 0.2})).toBeCloseTo(
      0.2 + 0.8 / (1 + Math.exp(-1.5 * (theta - b))),
      12
    );
});

test("without its picture a question is guessed", () => {
  const {params, ...first} = testsOf("zen-charts", 1)[0]!;
  expect(solvingProbability(certain, {...first, params, category: "Charts and tables, image withheld"})).toBe(first.guess_chance);
});

test("gaps of domains are drawn from N(0, 0.5²), and the table of the models' parameters has them", () => {
  const gaps = roster.flatMap(({id}) => ["Reasoning", "Mathematics", "Language", "Safety"].map(domain => domainGap(id, domain)));
  const mean = gaps.reduce((a, b) => a + b) / gaps.length;
  const sd = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / (gaps.length - 1));
  expect(Math.abs(mean)).toBeLessThan((4 * 0.5) / Math.sqrt(gaps.length));
  expect(Math.abs(sd - 0.5)).toBeLessThan((4 * 0.5) / Math.sqrt(2 * gaps.length));
  const row = referenceTruth().find(({model, faculty}) => model === "sim-cedar-01" && faculty === "gap_mathematics");
  expect(row?.value).toBe(domainGap("sim-cedar-01", "Mathematics"));
  expect(domainGap("sim-cedar-01", "a domain of another suite")).toBe(0);
});

test.each([...benchmarkTasks.keys()])("%s: the place of an item names it again", name => {
  for (const each of testsOf(name, 5)) expect(testInHeader(placeHeader(itemPlaceOf(each)))).toEqual(each);
});

test("a place that names no item of this version is none", () => {
  const place = itemPlaceOf(testsOf("zen-algebra", 1)[0]!);
  for (const other of [
    undefined,
    "",
    "%",
    "{}",
    placeHeader({...place, version: place.version + 1}),
    placeHeader({...place, task: "arithmetic"}),
    placeHeader({...place, index: -1}),
    placeHeader({...place, index: 1e9}),
    placeHeader({...place, params: {edition: 0}})
  ])
    expect(testInHeader(other)).toBeNull();
});

test("a question without its place, and a place of another question, are not answered", () => {
  const [one, other] = testsOf("zen-hallu", 2) as [Test, Test];
  expect(reply(roster[9]!, one.prompt).unsolved).toBe(true);
  expect(reply(roster[9]!, one.prompt, {place: placeHeader(itemPlaceOf(other))}).unsolved).toBe(true);
  const answered = reply(roster[9]!, one.prompt, {place: placeHeader(itemPlaceOf(one))});
  expect(answered.unsolved).toBeUndefined();
  expect(answered).toEqual(reply(roster[9]!, one.prompt, {place: placeHeader(itemPlaceOf(one))}));
});
