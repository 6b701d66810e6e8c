// Simulated models read stories of the built-in narrator.
import {expect, test} from "vitest";
import {makeNarrative} from "../../../pipelines/generate/narratives/make.js";
import {type NarrativeSettings, narrativeSettings} from "../../../pipelines/generate/narratives/settings.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import type {Faculties} from "../../../pipelines/infer/reference/roster.js";
import {questionIn} from "../../../pipelines/infer/reference/solve/registry.js";
import {tokenCounter} from "../../../pipelines/tokenizer/counter.js";

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

test("a story that nobody of the house told is not taken for one", () => {
  expect(questionIn("This is the story.\n\nA man met a dog.")).toBeNull();
});
