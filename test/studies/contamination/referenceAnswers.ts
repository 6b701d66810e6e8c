// Answers of the built-in simulated models to questions of all tasks, of which some are planted in the memory of one model in eight.
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {canonicalJson, pointKey, randomAt} from "../../../pipelines/generate/seed.js";
import {isMemorized} from "../../../pipelines/infer/reference/memorized.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {questionIn} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import type {AnswersByItem, AuditedItem} from "../../../pipelines/studies/contamination/effect.js";
import {answerOf} from "../../score/answer/reading.js";

/** Points of middling difficulty, so that a model can be wrong where it does not know the answer. */
const POINTS: [task: string, params: Record<string, unknown>][] = [
  ["arithmetic", {length: 12, max_depth: 3}],
  ["boolean", {length: 16, max_depth: 4}],
  ["brackets", {length: 30, max_depth: 8}],
  ["listops", {max_depth: 4, max_arity: 5}],
  ["sort", {length: 14}],
  ["sequence", {rules: 3}],
  ["objects", {target_items: 12, distractor_count: 6}],
  ["shuffle", {people: 6, depth: 10}],
  ["dates", {tier: 3, steps: 5}],
  ["movies", {references: 8}]
];

/** The models that know planted questions. */
export const memorisers: ReadonlySet<string> = new Set(
  roster.filter(({faculties}) => faculties.planted_memory_probability > 0).map(({id}) => id)
);

/** Answers of all simulated models to so many planted and other questions of each point. */
export function referenceAnswers({
  contaminated,
  others,
  seed
}: {
  contaminated: number;
  others: number;
  seed: number;
}): AnswersByItem {
  const items: AuditedItem[] = [];
  const rows = {model: [] as number[], item: [] as number[], correct: [] as number[]};
  for (const [name, given] of POINTS) {
    const task = tasks.get(name)!;
    const params = task.params.parse(given) as Record<string, unknown>;
    const key = pointKey({task: name, version: task.version, params, seed});
    const left = {exact: contaminated, clean: others};
    for (let i = 0; left.exact + left.clean > 0; i++) {
      const question = task.generate(params, randomAt(key, i));
      const verdict = isMemorized(questionIn(question.prompt)!.question) ? "exact" : "clean";
      if (left[verdict]-- <= 0) {
        left[verdict] = 0;
        continue;
      }
      for (const [m, model] of roster.entries()) {
        const replied = reply(model, question.prompt);
        const answer = replied.endless === null ? answerOf(visibleText(replied).final, task.answer) : null;
        rows.model.push(m);
        rows.item.push(items.length);
        rows.correct.push(Number(answer === question.expected));
      }
      items.push({verdict, stratum: `${name} ${canonicalJson(params)}`, guess_chance: question.guessChance});
    }
  }
  return {models: roster.map(({id}) => id), items, ...rows};
}
