// Simulated models read stories of the built-in narrator.
import {expect, test} from "vitest";
import {makeNarrative} from "../../../pipelines/generate/narratives/make.js";
import {type NarrativeSettings, narrativeSettings} from "../../../pipelines/generate/narratives/settings.js";
import {questionsOf} from "../../../pipelines/generate/question.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import {type Faculties, roster} from "../../../pipelines/infer/reference/roster.js";
import {questionIn} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {tokenCounter} from "../../../pipelines/tokenizer/counter.node.js";

const count = tokenCounter("o200k");
const stories = (settings: Partial<NarrativeSettings>, n: number) =>
  Array.from({length: n}, (_, i) =>
    makeNarrative(narrativeSettings.parse(settings), {id: String(i), random: randomOf(JSON.stringify([settings, i])), count})
  );
const share = (settings: Partial<NarrativeSettings>, faculties: Faculties) => {
  const all = stories(settings, 60);
  const right = all.filter(({text, answer}, i) => {
    const {question, solver} = questionIn(`${text}\n\nAnswer: <number>`)!;
    return solver.solve(question, mindOf(faculties, randomOf(`mind ${i}`))).answer === String(answer);
  });
  return right.length / all.length;
};

test.each<Partial<NarrativeSettings>>([
  {},
  {order: "outer first"},
  {genre: "sales call"},
  {num_operations: 20, max_depth: 6, target_tokens: 6000},
  {max_operand: 500, answer: "integer"}
])("without limits they have every answer: %j", settings => expect(share(settings, unlimited)).toBe(1));

test("they are worse at deep trees and at long stories", () => {
  const faculties = {...unlimited, slip_probability: 0.02, depth_limit_levels: 4, distraction_probability: 0.004};
  const plain = share({num_operations: 3, max_depth: 2, target_tokens: 1500}, faculties);
  expect(share({num_operations: 16, max_depth: 8, target_tokens: 4000}, faculties)).toBeLessThan(plain - 0.15);
  expect(share({num_operations: 3, max_depth: 2, target_tokens: 60_000}, faculties)).toBeLessThan(plain - 0.15);
});

test("of the same lists the written-out form is the easiest, and a long story the hardest", () => {
  const task = tasks.get("verbose-listops")!;
  const models = roster.filter((_, i) => i % 4 === 0);
  const accuracy = (given: object) => {
    const question = questionsOf(task, {params: task.params.parse(given) as Record<string, unknown>, seed: 3});
    const asked = Array.from({length: 60}, (_, i) => question(i));
    let right = 0;
    for (const {id, faculties} of models)
      for (const [i, {prompt, expected}] of asked.entries()) {
        const {question, solver} = questionIn(prompt)!;
        if (solver.solve(question, mindOf(faculties, randomOf(`${id} ${i}`))).answer === expected) right++;
      }
    return right / (models.length * asked.length);
  };
  const lists = {num_operations: 3, max_depth: 2};
  const expression = accuracy({...lists, form: "expression"});
  const prose = accuracy({...lists, form: "prose"});
  const short = accuracy({...lists, target_tokens: 1500});
  const long = accuracy({...lists, target_tokens: 12_000});
  expect(expression).toBeGreaterThan(prose);
  expect(prose).toBeGreaterThan(long + 0.05);
  expect(short).toBeGreaterThan(long + 0.05);
});

test("a rule of even medians is read in all forms", () => {
  const solve = (prompt: string) => {
    const {question, solver} = questionIn(prompt)!;
    return solver.solve(question, mindOf(unlimited, randomOf("")));
  };
  const task = tasks.get("verbose-listops")!;
  const expected = (median: string, form: string) => {
    const params = task.params.parse({operations: "MED", min_arity: 4, median, form}) as Record<string, unknown>;
    const question = questionsOf(task, {params, seed: 5});
    return Array.from({length: 12}, (_, i) => {
      const {prompt, expected} = question(i);
      expect(solve(prompt).answer).toBe(expected);
      return expected;
    }).join(" ");
  };
  for (const form of ["expression", "prose", "story"])
    expect(new Set(["truncMean", "upper", "lower"].map(median => expected(median, form))).size).toBe(3);
});

test("a story that nobody of the house told is not taken for one", () => {
  expect(questionIn("This is the story.\n\nA man met a dog.")).toBeNull();
});
