// Sentence of a model's page: truncation that is unknown is not reported as none.
import {expect, test} from "vitest";
import {modelSentence} from "../../pipelines/charts/model/model.js";
import {type PointCounts, pool} from "../../pipelines/score/pool.js";

const counts: PointCounts = {
  correct: 60,
  incorrect: 40,
  truncated: 0,
  guess_sum: 0,
  completion_tokens: null,
  tokens_squared: null,
  cost: 0,
  ended_unknown: 0
};
const resultOf = (task: string, point: Partial<PointCounts>) => ({task, ...pool([{...counts, ...point}]), tiers: new Map()});

test.each([
  ["all answers ended by themselves", [{}, {}], "never stopped it"],
  ["no ending is known", [{ended_unknown: 100}, {ended_unknown: 100}], "is unknown"],
  ["the endings of one task are not known", [{}, {ended_unknown: 100}], "is unknown"],
  ["one task was cut, and another's endings are not known", [{truncated: 10}, {ended_unknown: 100}], "most often on task 0"]
])("%s", (_, points, part) => {
  const results = points.map((point, i) => resultOf(`task ${i}`, point));
  expect(modelSentence(results, "m").split(". ").at(-1)!).toContain(part);
});
