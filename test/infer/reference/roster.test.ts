import {readFileSync} from "node:fs";
import {mean, sampleRankCorrelation, standardDeviation} from "simple-statistics";
import {describe, expect, test} from "vitest";
import {parse} from "yaml";
import {modelFileSchema} from "../../../pipelines/book/schemas.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {pointKey, randomAt} from "../../../pipelines/generate/seed.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {referenceTruth, roster} from "../../../pipelines/infer/reference/roster.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import {tables} from "../../../pipelines/store/tables.js";
import {answerOf} from "../../score/answer/reading.js";

const abilities = roster.map(({ability}) => ability);
const faculty = (name: keyof (typeof roster)[number]["faculties"]) => roster.map(({faculties}) => faculties[name]);

describe("the roster", () => {
  test("has at least 60 models in at least 6 families, none of which could pass for a real one", () => {
    expect(roster.length).toBeGreaterThanOrEqual(60);
    expect(new Set(roster.map(({family}) => family)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(roster.map(({id}) => id)).size).toBe(roster.length);
    for (const {id} of roster) expect(id).toMatch(/^sim-[a-z]+-\d\d$/);
  });

  test("spreads ability as a standard normal sample would", () => {
    expect(mean(abilities)).toBeCloseTo(0, 2);
    expect(standardDeviation(abilities)).toBeCloseTo(1, 1);
    expect(Math.min(...abilities)).toBeLessThan(-2);
    expect(Math.max(...abilities)).toBeGreaterThan(2);
  });

  test.each(["working_memory_items", "depth_limit_levels", "recall_half_tokens"] as const)("%s rises with ability", name => {
    expect(sampleRankCorrelation(abilities, faculty(name))).toBeGreaterThan(0.95);
  });

  test.each([
    "slip_probability",
    "distraction_probability",
    "middle_loss",
    "format_error_probability"
  ] as const)("%s falls with ability", name => {
    expect(sampleRankCorrelation(abilities, faculty(name))).toBeLessThan(-0.95);
  });

  test.each([
    "verbosity_characters",
    "looping_probability",
    "planted_memory_probability",
    "confidence_shift_logits",
    "confidence_slope"
  ] as const)("%s does not follow ability", name => {
    // 64 independent pairs correlate beyond ±0.32 once in a hundred times.
    expect(Math.abs(sampleRankCorrelation(abilities, faculty(name)))).toBeLessThan(0.32);
  });

  test("within a family a faculty is monotone in ability", () => {
    for (const family of new Set(roster.map(model => model.family))) {
      const slips = roster.filter(model => model.family === family).map(({faculties}) => faculties.slip_probability);
      expect(slips).toEqual([...slips].sort((a, b) => b - a));
    }
  });
});

test("the truth has the columns of its table, one row per model and faculty, in the table's order", () => {
  const rows = referenceTruth();
  expect(rows).toHaveLength(roster.length * 23);
  expect(Object.keys(rows[0]!)).toEqual(Object.keys(tables.reference_models.columns));
  const keys = rows.map(({model, faculty}) => `${model} ${faculty}`);
  expect(keys).toEqual([...keys].sort());
  expect(rows.every(({simulated, value}) => simulated && Number.isFinite(value))).toBe(true);
});

/** The fictitious list price, which rises with ability, US dollars per million tokens. */
const listPrice = (ability: number) => {
  const input = Math.round(100 * 0.1 * Math.exp(0.5 * ability)) / 100;
  return {input, output: Math.round(100 * 4 * input) / 100};
};

test("data/models/reference.yaml lists the roster, its families and prices", () => {
  const file = modelFileSchema.parse(
    parse(readFileSync(new URL("../../../data/models/reference.yaml", import.meta.url), "utf8"))
  );
  if (!("models" in file)) throw new Error("expected a list of models");
  expect(file.endpoint).toBe("reference:");
  expect(file.groups).toEqual(["reference"]);
  expect(file.models).toEqual(
    roster.map(({id, family, ability}) => expect.objectContaining({id, groups: [`family:${family}`], price: listPrice(ability)}))
  );
});

describe("accuracy", () => {
  const MEDIUM: Record<string, Record<string, unknown>> = {
    arithmetic: {length: 8, max_depth: 2},
    boolean: {length: 10, max_depth: 2},
    brackets: {length: 20, max_depth: 5},
    listops: {max_depth: 3, max_arity: 4}
  };
  const TESTS = 60;
  const accuracies = (id: string, points: typeof MEDIUM, count = TESTS) => {
    const model = roster.find(candidate => candidate.id === id)!;
    return Object.entries(points).map(([name, given]) => {
      const task = tasks.get(name)!;
      const params = task.params.parse(given) as Record<string, unknown>;
      const key = pointKey({task: name, version: task.version, params, seed: 42});
      let correct = 0;
      let ended = 0;
      for (let i = 0; i < count; i++) {
        const {prompt, expected} = task.generate(params, randomAt(key, i));
        const answer = reply(model, prompt);
        if (answer.endless !== null) continue;
        ended++;
        if (answerOf(visibleText(answer).final, task.answer) === expected) correct++;
      }
      return correct / ended;
    });
  };

  test("follows ability (Spearman ≥ 0.95 over the four tasks)", () => {
    const means = roster.map(({id}) => mean(accuracies(id, MEDIUM)));
    expect(sampleRankCorrelation(abilities, means)).toBeGreaterThanOrEqual(0.95);
    expect(Math.max(...means) - Math.min(...means)).toBeGreaterThan(0.5);
  });

  test("falls with difficulty for a middling model", () => {
    const middling = [...roster].sort((a, b) => Math.abs(a.ability) - Math.abs(b.ability))[0]!.id;
    const lengths = [4, 10, 24].map(length => accuracies(middling, {arithmetic: {length, max_depth: 2}}, 200)[0]!);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    const depths = [1, 3, 6].map(max_depth => accuracies(middling, {listops: {max_depth, max_arity: 5}}, 200)[0]!);
    expect(depths).toEqual([...depths].sort((a, b) => b - a));
  });
});
