import {sampleRankCorrelation} from "simple-statistics";
import {describe, expect, test} from "vitest";
import {tasks} from "../../../pipelines/generate/registry.js";
import {pointKey, randomAt, randomOf} from "../../../pipelines/generate/seed.js";
import {mindOf} from "../../../pipelines/infer/reference/mind.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {solvers} from "../../../pipelines/infer/reference/solve/registry.js";

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
  tables: [{target_tokens: 300, format: "csv"}, {target_tokens: 2000}, {target_tokens: 12_000}]
};
const TESTS = 100;

function questions(name: string, given: Record<string, unknown>) {
  const task = tasks.get(name)!;
  const params = task.params.parse(given) as Record<string, unknown>;
  const key = pointKey({task: name, version: task.version, params, seed: 42});
  return Array.from({length: TESTS}, (_, i) => task.generate(params, randomAt(key, i)));
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
