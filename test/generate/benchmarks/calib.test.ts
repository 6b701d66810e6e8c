import {expect, test} from "vitest";
import {benchmarkTask} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {calib} from "../../../pipelines/generate/benchmarks/calib/calib.js";
import {ASKS_CONFIDENCE} from "../../../pipelines/generate/parts/confidence.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {questionIn, solvers} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {kindOf, kindOfForm} from "../../../pipelines/score/answer/kinds.js";
import {ENGLISH} from "../../../pipelines/score/answer/values.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import {verdictOf} from "../../../pipelines/score/scorers/registry.js";

const {at, places} = benchmarkTask(calib).items;
/** Six times 600, and one item of each of the 770 kinds, levels and languages of ZenMultilang. */
const SIZE = 6 * 600 + 770;
/** The category that the question at a place is of. */
const ofAt = (place: number): string => {
  let from = 0;
  for (const {facets, size} of calib.cells) if (place < (from += size)) return String(facets.of);
  throw new RangeError(`no item ${place}`);
};
/** Categories that simulated models cannot answer from the text. */
const UNSOLVED = new Set(["zen-hallu", "zen-multilang"]);
const effects = {search: () => null, equal: () => null};

test("4,370 different items, and another edition has others", () => {
  expect(places({})).toBe(SIZE);
  const first = new Set(Array.from({length: SIZE}, (_, place) => at(place).content));
  expect(first.size).toBe(SIZE);
  let again = 0;
  for (let place = 0; place < SIZE; place += 7) {
    const repeats = first.has(at(place, {edition: 2}).content);
    // There are only so many countries and days of the week: a few questions of facts and of languages stand in both.
    if (UNSOLVED.has(ofAt(place))) again += repeats ? 1 : 0;
    else expect(repeats).toBe(false);
  }
  expect(again).toBeLessThan(10);
});

test("every generated category with one right answer in words is asked, its kinds alike often, with its own scorer and chance", () => {
  expect(calib.cells.map(({facets}) => facets.of)).toEqual([
    ...["zen-reason", "zen-hallu", "zen-multilang"],
    ...["arithmetic", "boolean", "dates", "shuffle"]
  ]);
  const kinds = new Map<string, number>();
  for (let place = 0; place < SIZE; place++) {
    const {scorer, guess_chance} = at(place);
    const of = (scorer as {of?: {kind: string; subject?: string; entity?: string}}).of;
    if (ofAt(place) === "zen-multilang") expect(of!.kind).toBe("localized");
    if (ofAt(place) !== "zen-hallu") continue;
    expect(guess_chance).toBe(0.5);
    const key = `${of!.subject} ${of!.entity}`;
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
  }
  expect([...kinds.values()]).toEqual(Array(12).fill(50));
});

test("abstaining is right of what does not exist and wrong of what does, and how sure it is, is read either way", () => {
  for (let place = 600; place < 1_200; place += 17) {
    const item = at(place);
    const {entity} = (item.scorer as {of: {entity: string}}).of;
    const {right, measures} = verdictOf("Answer: unknown\nConfidence: 35 %", item, item.scorer!, effects);
    expect([right, measures.confidence, measures.abstained]).toEqual([entity === "fabricated", 0.35, 1]);
  }
});

test("each question ends in the words that ask for confidence, and says before how to answer", () => {
  for (let place = 0; place < SIZE; place += 11) {
    const {prompt} = at(place);
    expect(prompt.endsWith(`\n${ASKS_CONFIDENCE}`)).toBe(true);
    expect(prompt).toMatch(ofAt(place) === "zen-multilang" ? /^[^\n:：<]+[:：] ?<[^>\n]+>$/mu : /^Answer: /mu);
  }
});

test("the right answer with a confidence is right by the item's scorer, as by its task's own form; another is wrong", () => {
  for (let place = 0; place < SIZE; place += 3) {
    const item = at(place);
    const name = ofAt(place);
    const letter = item.choices ? `(${item.expected})` : item.expected;
    const verdict = verdictOf(`Answer: ${letter}\nConfidence: 73 %`, item, item.scorer!, effects);
    expect(verdict, item.prompt).toMatchObject({right: true, measures: {confidence: 0.73}});
    const form = tasks.get(name)?.answer;
    if (form)
      expect(kindOf(item.expected, item.choices).spell(item.expected, ENGLISH)?.toLowerCase()).toBe(
        kindOfForm(form).spell(item.expected, ENGLISH)?.toLowerCase()
      );
    const other =
      item.expected === "True"
        ? "False"
        : item.expected === "False"
          ? "True"
          : item.choices
            ? item.expected === "A"
              ? "(B)"
              : "(A)"
            : "1";
    if (other !== letter) expect(verdictOf(`Answer: ${other}\nConfidence: 73 %`, item, item.scorer!, effects).right).toBe(false);
  }
});

test("its questions are those of the other tasks, solved alike: a mind without limits is right, by the solver of the bare question", () => {
  for (let place = 0; place < SIZE; place += 13) {
    const item = at(place);
    if (UNSOLVED.has(ofAt(place))) continue;
    const {question, solver} = questionIn(item.prompt)!;
    expect([...solvers.values()]).not.toContain(solver);
    const {answer, confidence} = solver.solve(question, mindOf(unlimited, randomOf("")));
    expect(verdictOf(`Answer: ${answer}`, item, item.scorer!, effects).right).toBe(true);
    expect(confidence).toBeCloseTo(0.995, 12);
  }
});

test("simulated models answer questions of facts and of other languages only where they are sent the item's place", () => {
  for (let place = 600; place < 1_200 + 770; place += 13)
    expect([UNSOLVED.has(ofAt(place)), reply(roster[30]!, at(place).prompt).unsolved]).toEqual([true, true]);
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

test("replies state a confidence, but for those without a readable answer", () => {
  const model = roster[30]!;
  let missing = 0;
  for (let place = 0; place < SIZE; place += 29) {
    const item = at(place);
    const {text, reasoning, endless, unsolved} = reply(model, item.prompt);
    if (endless !== null || unsolved) continue;
    const {parsed, measures} = verdictOf(visibleText({text, reasoning}).final, item, item.scorer!, effects);
    if (measures.confidence_missing) missing++;
    else expect(measures.confidence).toBeGreaterThan(0);
    // A reply without an answer line has no confidence, though its working may be read.
    if (!parsed) expect(measures.confidence).toBeUndefined();
  }
  expect(missing).toBeLessThan(10);
});
