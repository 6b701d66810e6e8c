import {describe, expect, test} from "vitest";
import {questionsOf} from "../../../pipelines/generate/question.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {isMemorized, PLANTED_ONE_IN} from "../../../pipelines/infer/reference/memorized.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {type Channel, roster, type SimulatedModel} from "../../../pipelines/infer/reference/roster.js";
import {solvers} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {kindOfForm} from "../../../pipelines/score/answer/kinds.js";
import {ENGLISH} from "../../../pipelines/score/answer/values.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import {answerOf} from "../../score/answer/reading.js";

const HARD: Record<string, Record<string, unknown>[]> = {
  arithmetic: [{}, {length: 30, max_depth: 6, min_number: -99, max_number: 99, prob_dewhitespace: 1}],
  boolean: [{}, {length: 30, max_depth: 6}],
  brackets: [{}, {length: 80, max_depth: 20, kinds: 4}],
  listops: [{}, {max_depth: 6, max_arity: 8, operations: 6}],
  shapes: [{}, {split: 1, decimals: 3, choices: 12}],
  sort: [{}, {length: 40, run_length: 8, prob_mutation: 0.5, prob_duplication: 0.3, duplicates: "mixed"}],
  sequence: [{}, {rules: 8, ahead: 4, max_step: 50}],
  cars: [{}, {places: 12, cars: 8, moves: 12, choices: 6}],
  objects: [{}, {target_items: 30, max_count: 99, distractor_count: 20, target_groups: 5, prob_adjective: 1, anchor: "low"}],
  jsonpath: [{}, {depth: 8, width: 6, hops: 3, indent: 0}],
  letters: [
    {},
    {letters_common: 2, letters_uncommon: 2, letters_rare: 1, target_words: 25, confounders: 10, max_word_length: 12}
  ],
  tables: [{}, {target_tokens: 1500, format: "mixed"}],
  shuffle: [{}, {people: 12, depth: 40, confounders: 10, anchors: 10}],
  dates: [{}, {tier: 4, steps: 12}],
  movies: [{}, {references: 20, attributes: 8, choices: 8, distractors: 10}],
  "verbose-listops": [
    {form: "expression", num_operations: 12, max_depth: 6},
    {form: "prose", median: "upper"},
    {num_operations: 3, max_depth: 2, target_tokens: 1200, median: "lower"}
  ],
  facts: [{}, {skill: "path finding", context_tokens: 3000}, {skill: "lists"}, {skill: "size", facts: 12}],
  needles: [{}, {kind: "all values", context_tokens: 3000}, {kind: "variables", needles: 6}, {kind: "frequent codes"}]
};
/** Its questions are stories: they are read whole, not as an expression. */
const TOLD = "verbose-listops";

const perfect = (channel: Channel): SimulatedModel => ({
  id: `sim-perfect-${channel}`,
  family: "perfect",
  ability: 9,
  channel,
  faculties: unlimited
});

const ofTasks = [...solvers.keys()].filter(name => tasks.has(name)); // the others are of generated benchmarks

function* questions(name: string, count: number) {
  const task = tasks.get(name)!;
  for (const given of HARD[name]!) {
    const params = task.params.parse(given) as Record<string, unknown>;
    const question = questionsOf(task, {params, seed: 7});
    for (let i = 0; i < count; i++) yield question(i);
  }
}

describe.each(ofTasks)("%s", name => {
  const {answer: form} = tasks.get(name)!;

  test.each(["field", "think", "plain"] as const)("unlimited faculties are always right, trace in %s", channel => {
    for (const {prompt, expected} of questions(name, 150)) {
      expect(answerOf(visibleText(reply(perfect(channel), prompt)).final, form), prompt).toBe(expected);
    }
  });

  test("the question is found inside a template's other text", () => {
    for (const {prompt, expression} of questions(name, 20)) {
      const found = solvers.get(name)!.read(`You are good at puzzles.\n\n${prompt}\n\nTake your time (really).`);
      if (expression === undefined) expect(found).toBe(solvers.get(name)!.read(prompt));
      else if (name !== TOLD || prompt.includes(expression)) expect(found).toBe(expression);
      else expect(found).toBe(`${solvers.get(name)!.read(prompt)}\n\nTake your time (really).`);
    }
  });

  test("each prompt is read by its own solver only", () => {
    for (const {prompt} of questions(name, 5)) {
      expect([...solvers].filter(([, solver]) => solver.read(prompt) !== null).map(([task]) => task)).toEqual([name]);
    }
  });

  test("wrong answers are plausible: another answer of the right kind", () => {
    const weakest = [...roster].sort((a, b) => a.ability - b.ability)[0]!;
    let wrong = 0;
    for (const {prompt, expected} of questions(name, 50)) {
      const {answer} = solvers.get(name)!.solve(solvers.get(name)!.read(prompt)!, mindOf(weakest.faculties, randomOf(prompt)));
      expect(kindOfForm(form).spell(answer, ENGLISH), answer).toBe(answer);
      if (answer !== expected) wrong++;
    }
    expect(wrong).toBeGreaterThan(10);
  });
});

describe("replies", () => {
  const sample = () => ofTasks.flatMap(name => [...questions(name, 4)]);

  test("are the same each time and differ between models", () => {
    const {prompt} = sample()[0]!;
    expect(reply(roster[3]!, prompt)).toEqual(reply(roster[3]!, prompt));
    expect(new Set(roster.map(model => JSON.stringify(reply(model, prompt)))).size).toBeGreaterThan(roster.length / 2);
    expect(reply(roster[3]!, prompt, {context: "seed 1"})).not.toEqual(reply(roster[3]!, prompt, {context: "seed 2"}));
  });

  test("run in circles, end unreadably and stay short in the shares that the design names", () => {
    const replies = roster.flatMap(model => sample().map(({prompt}) => reply(model, prompt)));
    const ended = replies.filter(({endless}) => endless === null);
    const looping = 1 - ended.length / replies.length;
    expect(looping).toBeGreaterThan(0.01);
    expect(looping).toBeLessThan(0.05);
    const lengths = ended.map(({reasoning, text}) => (reasoning?.length ?? 0) + text.length);
    expect(lengths.reduce((a, b) => a + b) / lengths.length).toBeLessThan(1200);
    expect(ended.some(({text}) => !/answer/i.test(text))).toBe(true);
  });

  test("anything else gets a reply too, malformed and bottomless questions included", () => {
    const model = perfect("plain");
    const deep = `arithmetic expression\n\n${"(".repeat(200_000)}1 + 2${")".repeat(200_000)}`;
    const odd = [
      "Hello",
      "",
      "arithmetic expression\n\n1 + ) 2 (",
      "sequence of brackets\n\n)))",
      deep,
      "nested list\n\n[FOO 1 2]"
    ];
    for (const prompt of odd) expect(reply(model, prompt).text).not.toBe("");
  });

  test("a question without a solver is not guessed: the model says that it cannot", () => {
    const replies = Array.from({length: 200}, (_, i) => reply(roster[0]!, `Question ${i}?\nA) x\nB) y\nC) z`));
    expect(replies.every(({unsolved}) => unsolved)).toBe(true);
    expect(replies.some(({text}) => /answer/i.test(text))).toBe(false);
  });

  test("planted questions are known to those who have a memory for them, whatever their ability", () => {
    const weak = {...perfect("field"), faculties: {...unlimited, slip_probability: 0.5, planted_memory_probability: 1}};
    const planted = [...questions("arithmetic", 400)].filter(({expression}) => isMemorized(expression!));
    expect(Math.abs(planted.length / 800 - 1 / PLANTED_ONE_IN)).toBeLessThan(0.02);
    const {answer: form} = tasks.get("arithmetic")!;
    for (const {prompt, expected} of planted) expect(answerOf(reply(weak, prompt).text, form)).toBe(expected);
  });
});
