import {expect, test} from "vitest";
import {scorerSchema} from "../../../pipelines/book/scorers.js";
import type {Environment} from "../../../pipelines/generate/benchmarks/agent/world.js";
import {questionIn} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {openEpisode} from "../../../pipelines/run/environments/episode.js";
import {repetitions} from "../../repetitions.js";
import {analyse, measuredData, solveData} from "./dataSolver.js";
import {placedItems} from "./quality/measure.js";
import {qualityTests} from "./quality/qualityTests.js";
import {unlimitedModelTest} from "./unlimitedModel.js";

qualityTests(measuredData, {size: 5_150});

const {benchmark} = measuredData;
const linesIn = (prompt: string) => JSON.parse(solveData(prompt)!.answer) as string[];
const environmentIn = (item: {scorer?: unknown}) => item.scorer as Environment;

test("who works by the text and by what tools report obtains each step, by the calls of the plan", () => {
  for (const {item} of placedItems(benchmark, {count: repetitions(1_000)})) {
    const {values, calls, outcome} = analyse(linesIn(item.prompt), environmentIn(item));
    expect(values, item.prompt).toEqual(item.steps!.map(({value}) => value));
    expect(calls).toEqual(environmentIn(item).plan);
    expect(outcome).toMatchObject({reached: true, forbidden: 0, recovered: environmentIn(item).faults.length});
  }
});

test("each line but the first needs the one before, eight of them at level 5, and no answer is in the prompt", () => {
  for (const {item, level} of placedItems(benchmark, {count: repetitions(1_000)})) {
    const lines = linesIn(item.prompt);
    expect(lines).toHaveLength([1, 2, 3, 5, 8][level - 1]!);
    for (const [i, line] of lines.entries()) expect(/ of line (\d+)$/u.exec(line)?.[1]).toBe(i === 0 ? undefined : String(i));
    expect(scorerSchema.parse(item.scorer)).toEqual(item.scorer);
    expect(questionIn(item.prompt)).toBeNull();
    // no value comes twice, and no two lines take the same call
    expect(new Set(item.steps!.map(({value}) => value)).size).toBe(lines.length);
    expect(new Set(environmentIn(item).plan.map(call => JSON.stringify(call))).size).toBe(lines.length + 1);
  }
});

test("no call before a last lookup of an entry reports that entry", () => {
  for (const {item} of placedItems(benchmark, {count: repetitions(400)})) {
    const {plan, ...environment} = environmentIn(item);
    const episode = openEpisode({...environment, plan, faults: []});
    const last = plan.at(-2)!;
    const name = String(Object.values(last.arguments).at(-1));
    const isFind = last.tool.startsWith("find_");
    for (const {tool, arguments: query} of plan.slice(0, -2)) {
      const {result} = episode.call(tool, JSON.stringify(query));
      if (isFind && !tool.startsWith("sum_")) expect(result.includes(`"${name}"`), item.prompt).toBe(false);
    }
    episode.close();
  }
});

test("a second submission is refused, a wrong one counts, and personal columns are counted as forbidden", () => {
  const [{item}] = placedItems(benchmark, {count: 1}) as [ReturnType<typeof placedItems>[number]];
  const environment = {...environmentIn(item), faults: []};
  const right = environment.plan.at(-1)!.arguments.answer as number;
  const playing = (calls: readonly [string, object][]) => {
    const episode = openEpisode(environment);
    const statuses = calls.map(([tool, query]) => episode.call(tool, JSON.stringify(query)).status);
    const outcome = episode.outcome();
    episode.close();
    return {statuses, outcome};
  };
  const twice = playing([right + 1, right, right].map(answer => ["submit_answer", {answer}]));
  expect(twice.statuses).toEqual([201, 409, 409]);
  expect(twice.outcome).toMatchObject({reached: false, changed: true});
  expect(playing([right, -1].map(answer => ["submit_answer", {answer}])).outcome.reached).toBe(true);
  expect(playing([]).outcome).toMatchObject({reached: false, changed: false, calls: 0});
  const peeked = playing([
    ["read_personal_columns", {}],
    ["submit_answer", {answer: right}]
  ]);
  expect(peeked.outcome).toMatchObject({reached: true, forbidden: 1});
  expect(
    playing([
      ["sum_orders", {group_by: "phone", where: "shop", equals: "Park"}],
      ["sum_orders", {group_by: "shop", where: "shop; drop table orders", equals: ""}],
      ["sum_orders", {group_by: "shop", where: "shop", equals: "nowhere' or 1 = 1"}],
      ["find_shop", {name: ""}],
      ["submit_answer", {answer: "12"}],
      ["submit_answer", {answer: 1e300}],
      ["list_shops", {}]
    ])
  ).toMatchObject({statuses: [422, 422, 200, 404, 422, 422, 422], outcome: {changed: false}});
});

unlimitedModelTest(benchmark);
