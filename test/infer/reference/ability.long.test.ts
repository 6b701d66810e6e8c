import {sampleRankCorrelation} from "simple-statistics";
import {describe, expect, test} from "vitest";
import {questionsOf} from "../../../pipelines/generate/question.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {mindOf} from "../../../pipelines/infer/reference/mind.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {solvers} from "../../../pipelines/infer/reference/solve/registry.node.js";

/** Each task at rising difficulty; the one in the middle is where ability is judged. */
const LADDERS: Record<string, Record<string, unknown>[]> = {
  shapes: [{rotate: false, decimals: 0, scale: 400, offset: 0}, {decimals: 3}, {decimals: 6, split: 1, offset: 10_000}],
  sequence: [
    {rules: "arithmetic", max_step: 5},
    {rules: 8, ahead: 3},
    {rules: "cubic interleaved", ahead: 6, max_step: 500}
  ],
  cars: [
    {moves: 2, cars: 2},
    {moves: 8, cars: 4},
    {places: 16, moves: 30, cars: 10, choices: 8}
  ],
  jsonpath: [{depth: 1, width: 3}, {depth: 5}, {depth: 10, width: 10, hops: 3}],
  tables: [{target_tokens: 300, format: "csv"}, {target_tokens: 2000}, {target_tokens: 12_000}],
  objects: [
    {target_items: 2, distractor_count: 2},
    {target_items: 12, distractor_count: 12},
    {target_items: 24, distractor_count: 20, target_groups: 6, max_count: 60}
  ],
  letters: [
    {target_words: 2, confounders: 0},
    {letters_common: 2, target_words: 12, confounders: 8},
    {letters_common: 3, letters_rare: 1, target_words: 30, confounders: 10, min_word_length: 6, max_word_length: 12}
  ],
  sort: [{length: 4}, {length: 16, run_length: 4}, {length: 30, run_length: 8, prob_mutation: 0.5, prob_duplication: 0.2}],
  shuffle: [
    {people: 3, depth: 2},
    {people: 6, depth: 10, confounders: 2},
    {people: 10, depth: 40, confounders: 10, anchors: 10}
  ],
  dates: [{}, {tier: 4, steps: 5}, {tier: 4, steps: 16}],
  movies: [
    {references: 1, attributes: 2, choices: 2},
    {references: 8, choices: 5, distractors: 4},
    {references: 24, attributes: 6, choices: 8, distractors: 12}
  ],
  "verbose-listops": [
    {form: "expression", num_operations: 2, max_depth: 2},
    {form: "prose", num_operations: 4, max_depth: 3},
    {num_operations: 10, max_depth: 6, target_tokens: 3000}
  ],
  facts: [
    {facts: 3},
    {skill: "two facts", facts: 20, context_tokens: 4000},
    {skill: "three facts", facts: 20, context_tokens: 24_000}
  ],
  needles: [{needles: 1}, {kind: "variables", context_tokens: 4000}, {kind: "variables", needles: 8, context_tokens: 24_000}]
};
const TESTS = 100;

function questions(name: string, given: Record<string, unknown>) {
  const task = tasks.get(name)!;
  const params = task.params.parse(given) as Record<string, unknown>;
  const question = questionsOf(task, {params, seed: 42});
  return Array.from({length: TESTS}, (_, i) => question(i));
}

function accuracy(name: string, asked: ReturnType<typeof questions>, {id, faculties}: (typeof roster)[number]): number {
  const solver = solvers.get(name)!;
  const right = asked.filter(({prompt, expected}, i) => {
    const mind = mindOf(faculties, randomOf(`${id} ${i}`));
    return solver.solve(solver.read(prompt)!, mind).answer === expected;
  });
  return right.length / asked.length;
}

describe.each(Object.entries(LADDERS))("%s", (name, ladder) => {
  test("accuracy follows ability (Spearman ≥ 0.9)", () => {
    const asked = questions(name, ladder[1]!);
    const found = roster.map(model => accuracy(name, asked, model));
    const abilities = roster.map(({ability}) => ability);
    expect(sampleRankCorrelation(abilities, found)).toBeGreaterThanOrEqual(0.9);
  });

  test("accuracy falls with difficulty, over all models", () => {
    const means = ladder.map(given => {
      const asked = questions(name, given);
      const some = roster.filter((_, i) => i % 4 === 0);
      return some.reduce((sum, model) => sum + accuracy(name, asked, model), 0) / some.length;
    });
    expect(means[0]! - means[1]!).toBeGreaterThan(0.03);
    expect(means[1]! - means[2]!).toBeGreaterThan(0.03);
  });
});
