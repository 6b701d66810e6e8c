import {expect, test} from "vitest";
import type {PairedAnswers} from "../../../pipelines/stats/paired.js";
import {type ComparedTest, type Evaluation, gather, narrow} from "../../../pipelines/studies/compare/answers.js";

const asked = (item_id: string, base_task: string, params: string, tier: string): ComparedTest => ({
  item_id,
  base_task,
  params,
  tiers: [tier],
  guess_chance: 0.25,
  generator_version: 1
});
const evaluation = (model: string): Evaluation => ({
  eval_id: model,
  model,
  template: "t",
  sampler: "s",
  groups: [model[0]!],
  simulated: true
});
const gathered = gather(
  [asked("a-0", "cars", "p", "easy"), asked("a-1", "cars", "q", "hard"), asked("b-0", "sort", "p", "hard")],
  [evaluation("m1"), evaluation("n1")],
  {evaluation: [0, 0, 1, 1, 0], test: [2, 0, 0, 1, 2], status: [1, 0, 2, 1, 0]}
);

const counts = ({right, wrong, cut}: PairedAnswers) => [[...right], [...wrong], [...cut]];

test("every answer counts at its evaluation and test, repeated ones too; where nothing was asked, all counts are 0", () => {
  expect(gathered.answers.map(counts)).toEqual([
    [
      [0, 0, 1],
      [1, 0, 1],
      [0, 0, 0]
    ],
    [
      [0, 1, 0],
      [0, 0, 0],
      [1, 0, 0]
    ]
  ]);
});

test("filters keep tests and evaluations together", () => {
  const {tests, evaluations, answers} = narrow(gathered, {
    test: ({tiers}) => tiers.includes("hard"),
    evaluation: ({groups}) => groups.includes("n")
  });
  expect(evaluations.map(({model}) => model)).toEqual(["n1"]);
  expect(answers.map(counts)).toEqual([
    [
      [1, 0],
      [0, 0],
      [0, 0]
    ]
  ]);
  expect([tests.tasks, [...tests.taskOf], [...tests.starts], [...tests.room]]).toEqual([
    ["cars", "sort"],
    [0, 1],
    [0, 1, 2],
    [0.75, 0.75]
  ]);
  expect(narrow(gathered, {test: () => false}).tests.tasks).toEqual([]);
});
