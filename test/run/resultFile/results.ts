// Results for tests of result files, made from answers by question.
import {
  type AnsweredEvaluation,
  CODES,
  FORMAT,
  LAYOUT,
  outcomesFrom,
  type Result
} from "../../../pipelines/run/resultFile/result.js";

/** Makes a result of the answers of models; each of them is compared with each other. @param texts of each wrong answer */
export function resultOf(
  models: readonly (readonly string[])[],
  {texts = {}, costs = null}: {texts?: Partial<Result["wrong"][number]>; costs?: readonly (readonly number[])[] | null} = {}
): Result {
  const evaluations = models.map(
    (answers, i): AnsweredEvaluation => ({
      eval_id: `e${i}`,
      model: `model-${i}`,
      template: "plain",
      sampler: "greedy",
      simulated: false,
      list_date: costs === null ? null : "2026-01-02",
      answers,
      costs: costs?.[i] ?? null
    })
  );
  const items = models[0]?.length ?? 0;
  const pairs = models.flatMap((_, a) => models.slice(a + 1).map((_, i): [number, number] => [a, a + 1 + i]));
  const outcomes = outcomesFrom(evaluations, pairs);
  return {
    format: FORMAT,
    layout: LAYOUT,
    version: "0.0.0",
    title: "sums",
    notes: [],
    items,
    groups: ["even", "odd"],
    item_groups: Array.from({length: items}, (_, i) => i % 2),
    models: outcomes.models.map((model, i) => ({
      ...model,
      answers: models[i]!.join(" "),
      costs: costs === null ? null : [...costs[i]!]
    })),
    pairs: outcomes.pairs.map((pair, i) => ({positions: pairs[i]!, ...pair})),
    wrong: models.flatMap((answers, model) =>
      answers.flatMap((codes, item) =>
        [...codes].flatMap((code, trial) =>
          code === CODES.wrong || code === CODES.unread
            ? [
                {
                  model,
                  item,
                  trial,
                  id: `sums-${item}`,
                  rule: "read by rule: last",
                  question: 0,
                  expected: "1",
                  read: "2",
                  response: "It is 2.",
                  ...texts
                }
              ]
            : []
        )
      )
    ),
    questions: ["How many?"],
    shortened: 0
  };
}
