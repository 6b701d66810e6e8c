import {expect, test} from "vitest";
import {scorerSchema} from "../../../pipelines/book/scorers.js";
import {benchmarkTask} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {calibOf, NOT_ASKED} from "../../../pipelines/generate/benchmarks/calib/calib.js";
import {benchmarks} from "../../../pipelines/generate/benchmarks/registry.js";
import {itemPlaceOf, placeHeader} from "../../../pipelines/generate/itemPlace.node.js";
import {ASKS_CONFIDENCE} from "../../../pipelines/generate/parts/confidence.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import type {Test} from "../../../pipelines/generate/task.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {questionIn, solvers} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import {verdictOf} from "../../../pipelines/score/scorers/registry.js";
import {groupBy} from "../../../pipelines/stats/groupBy.js";
import {MEASURED} from "./quality/measured.js";
import {testsOf} from "./testsOf.js";

const calib = benchmarks.get("zen-calib")!;
const bank = benchmarkTask(calib).items;
const SIZE = 3_000;
/** All items of the first edition with their category. */
const items = calib.cells.flatMap(({facets}) =>
  [...(bank.places(facets) as Uint32Array)].map(place => ({category: String(facets.of), place, item: bank.at(place)}))
);
const itemsOf = groupBy(items, ({category}) => category);
const effects = {search: () => null, equal: () => null};
const scored = (text: string, item: (typeof items)[number]["item"]) => verdictOf(text, item, item.scorer!, effects);
/** Largest less smallest count of equal values, a value that never occurs left out. */
const spread = (values: readonly unknown[]): number => {
  const counts = [...groupBy(values, String).values()].map(({length}) => length);
  return Math.max(...counts) - Math.min(...counts);
};

test("3,000 different items, and another edition has others", () => {
  expect(bank.places({})).toBe(SIZE);
  const contents = new Set(items.map(({item}) => item.content));
  expect(contents.size).toBe(SIZE);
  // There are only so many countries and days of the week: a few questions of facts and of languages are in both editions.
  const repeats = items
    .filter(({place}, i) => i % 7 === 0 && contents.has(bank.at(place, {edition: 2}).content))
    .map(({category}) => category);
  expect(repeats.filter(name => name !== "zen-hallu" && name !== "zen-multilang")).toEqual([]);
  expect(repeats.length).toBeLessThan(10);
});

test("every benchmark is asked unless a reason is written, and its items agree with the reason", () => {
  const others = [...benchmarks.values()].filter(({name}) => name !== "zen-calib");
  const reasons = others.map(({name, domain}) => [name, NOT_ASKED[name] ?? NOT_ASKED[domain]] as const);
  expect([...itemsOf.keys()]).toEqual(reasons.filter(([, reason]) => reason === undefined).map(([name]) => name));
  expect(itemsOf.size).toBeGreaterThanOrEqual(21);
  for (const reason of Object.keys(NOT_ASKED))
    expect(
      others.some(({name, domain}) => name === reason || domain === reason),
      reason
    ).toBe(true);
  // Scorers that may be asked with a confidence, in words alone, are those of the schema.
  const canAsk = ({images, tools, turns, scorer}: Pick<Test, "images" | "tools" | "turns" | "scorer">) =>
    !images && !tools && !turns && scorerSchema.safeParse({kind: "confidence", of: scorer}).success;
  for (const {name} of others) {
    const sample = testsOf(name, 40);
    if (itemsOf.has(name)) expect(sample.every(canAsk), name).toBe(true);
    else expect(sample.every(canAsk), name).toBe(name === "zen-knowledge-mix");
  }
  for (const {item} of items) expect(scorerSchema.safeParse(item.scorer).success).toBe(true);
});

test("each benchmark is asked as often, and each of its levels, to within one", () => {
  expect(spread(items.map(({category}) => category))).toBeLessThanOrEqual(1);
  for (const [name, asked] of itemsOf) {
    const difficulties = asked.map(({item}) => item.difficulty);
    expect(spread(difficulties), name).toBeLessThanOrEqual(1);
    // All the levels that the benchmark has, as its own items tell them.
    expect(new Set(difficulties)).toEqual(new Set(testsOf(name, 100).map(({difficulty}) => difficulty)));
  }
  const facts = itemsOf.get("zen-hallu")!.map(({item}) => (item.scorer as {of: {subject: string; entity: string}}).of);
  for (const facet of ["subject", "entity"] as const) expect(spread(facts.map(fact => fact[facet]))).toBeLessThanOrEqual(1);
});

test("levels are asked alike often also where families have few of them", () => {
  const cells = ["wide", "narrow", "hard"].flatMap(family =>
    [1, 2, 3, 4, 5]
      .filter(level => family === "wide" || (family === "narrow" ? level < 3 : level === 5))
      .map(level => ({
        facets: {family, level},
        size: 600,
        item: (k: number) => ({prompt: `${family} ${level} ${k}`, expected: "1", guess_chance: 0})
      }))
  );
  const [cell] = calibOf([{...benchmarks.get("zen-algebra")!, cells}]).cells;
  const prompts = Array.from({length: 603}, (_, k) => cell!.item(k, randomOf("")).prompt);
  expect(new Set(prompts).size).toBe(603);
  expect(spread(prompts.map(prompt => prompt.split(" ")[1]))).toBeLessThanOrEqual(1);
});

test("one more benchmark leaves the others the first of their questions", () => {
  const [first, ...others] = [...benchmarks.values()].filter(({name}) => itemsOf.has(name)).slice(0, 6);
  const wide = calibOf(others);
  const narrow = calibOf([first!, ...others]);
  for (const [i, cell] of wide.cells.entries()) {
    const same = narrow.cells[i + 1]!;
    expect(same.size).toBeLessThan(cell.size);
    for (let k = 0; k < same.size; k += 97) expect(same.item(k, randomOf(`${k}`))).toEqual(cell.item(k, randomOf(`${k}`)));
  }
});

test("abstaining is right of what does not exist and wrong of what does, and how sure it is, is read either way", () => {
  for (const {item} of itemsOf.get("zen-hallu")!.filter((_, i) => i % 4 === 0)) {
    const {entity} = (item.scorer as {of: {entity: string}}).of;
    const {right, measures} = scored("Answer: unknown\nConfidence: 35 %", item);
    expect([right, measures.confidence, measures.abstained]).toEqual([entity === "fabricated", 0.35, 1]);
  }
});

test("each question ends in the words that ask for confidence, and says before how to answer", () => {
  for (const {category, item} of items) {
    expect(item.prompt.endsWith(`\n${ASKS_CONFIDENCE}`)).toBe(true);
    expect(item.prompt).toMatch(category === "zen-multilang" ? /^[^\n:：<]+[:：] ?<[^>\n]+>$/mu : /^Answer: /mu);
  }
});

test("the right answer with a confidence is right by the item's scorer; another is wrong", () => {
  for (const {item} of items.filter((_, i) => i % 3 === 0)) {
    const {expected, choices} = item;
    const stated = choices ? `(${expected})` : expected;
    expect(scored(`Answer: ${stated}\nConfidence: 73 %`, item), item.prompt).toMatchObject({
      right: true,
      measures: {confidence: 0.73}
    });
    const other = choices ? (expected === "A" ? "(B)" : "(A)") : expected === "1" ? "2" : "1";
    expect(scored(`Answer: ${other}\nConfidence: 73 %`, item).right, item.prompt).toBe(false);
  }
});

test("its keys are those that the second solvers of the bare questions find", () => {
  const solved = MEASURED.filter(({benchmark}) => itemsOf.has(benchmark.name));
  expect(solved.length).toBeGreaterThanOrEqual(18);
  for (const {benchmark, solve} of solved)
    for (const {item} of itemsOf.get(benchmark.name)!.filter((_, i) => i % 5 === 0)) {
      const answer = solve(item.prompt.replace(`\n${ASKS_CONFIDENCE}`, ""))?.answer;
      expect(scored(`Answer: ${answer}`, item).right, item.prompt).toBe(true);
    }
});

test("a mind without limits is right on chains, by the solver of the bare question", () => {
  for (const {item} of itemsOf.get("zen-reason")!) {
    const {question, solver} = questionIn(item.prompt)!;
    expect([...solvers.values()]).not.toContain(solver);
    const {answer, confidence} = solver.solve(question, mindOf(unlimited, randomOf("")));
    expect(scored(`Answer: ${answer}`, item).right).toBe(true);
    expect(confidence).toBeCloseTo(0.995, 12);
  }
});

test("simulated models answer all but chains only where they are sent the item's place", () => {
  for (const {category, item} of items.filter((_, i) => i % 41 === 0))
    expect(reply(roster[30]!, item.prompt).unsolved === true, category).toBe(category !== "zen-reason");
});

test("confidence shifts and stretches the logit of the chance, as the model's two parameters say", () => {
  const logit = (p: number) => Math.log(p / (1 - p));
  for (const {faculties} of roster.filter((_, i) => i % 7 === 0)) {
    const mind = mindOf(faculties, randomOf(""));
    for (const chance of [0.05, 0.3, 0.5, 0.9])
      expect(logit(mind.confidence(chance))).toBeCloseTo(
        faculties.confidence_shift_logits + faculties.confidence_slope * logit(chance),
        10
      );
    expect(mind.confidence(0)).toBe(mind.confidence(0.001));
    expect(mind.confidence(1)).toBeLessThan(1);
  }
});

test("replies state a confidence, higher where the question is of a lower level, but for those without a readable answer", () => {
  const model = roster[30]!;
  let missing = 0;
  const easy: number[] = [];
  const hard: number[] = [];
  for (const each of testsOf("zen-calib", 300)) {
    const {text, reasoning, endless, unsolved} = reply(model, each.prompt, {place: placeHeader(itemPlaceOf(each))});
    expect(unsolved, each.prompt).toBeUndefined();
    if (endless !== null) continue;
    const {parsed, measures} = verdictOf(visibleText({text, reasoning}).final, each, each.scorer!, effects);
    if (measures.confidence_missing) missing++;
    else if (measures.confidence !== undefined && each.difficulty === 0) easy.push(measures.confidence);
    else if (measures.confidence !== undefined && each.difficulty === 1) hard.push(measures.confidence);
    // A reply without an answer line has no confidence, though its working may be read.
    if (!parsed) expect(measures.confidence).toBeUndefined();
  }
  expect(missing).toBeLessThan(30);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(easy)).toBeGreaterThan(mean(hard) + 0.2);
});
