// Costs on the leaderboard: of models with a price alone; never $0 for what is simulated or not known.
import {expect, test} from "vitest";
import {leaderboardColumns, standingsOf} from "../../pipelines/charts/leaderboard/leaderboard.js";
import {costKindAmong, costText} from "../../pipelines/infer/costText.js";

const counts = {
  correct: 1,
  n: 2,
  guess_sum: 0,
  truncated_samples: 0,
  ended_unknown: 0,
  samples: 2,
  accuracy: 0.5,
  low: 0.1,
  high: 0.9
};
const rowOf = (model: string, more: object) =>
  ({
    model,
    template: "t",
    sampler: "s",
    base_task: null,
    simulated: false,
    tokens: 10,
    tokens_se: 1,
    right: 0.5,
    right_low: 0.1,
    right_high: 0.9,
    cost: 0,
    ...counts,
    ...more
  }) as never;

test("a price gives dollars, no price unknown, a program simulated; CSV has no number where there is none", () => {
  const rows = [
    rowOf("priced", {cost: 1.5}),
    rowOf("unpriced", {}),
    rowOf("free", {}),
    rowOf("program", {simulated: true, cost: 3})
  ];
  const evaluations = [{model: "unpriced", template: "t", sampler: "s", unpriced: true}];
  const standings = standingsOf(rows, [], {evaluations});
  const column = leaderboardColumns(standings, {by: "formula", over: "tests", isTiered: true}).find(({key}) => key === "cost")!;
  const cells = Object.fromEntries(standings.map(row => [row.model, [row.cost, column.show!(row)]]));
  expect(cells).toEqual({
    priced: [1.5, "$1.50"],
    unpriced: [null, "unknown"],
    free: [0, "$0"],
    program: [null, "simulated"]
  });
});

test("several models together: simulated ones do not count, and unknown ones are named", () => {
  const [priced, unpriced, program] = [{}, {unpriced: true}, {simulated: true}];
  expect([[program], [program, unpriced], [priced, unpriced], [priced, program], []].map(costKindAmong)).toEqual([
    "simulated",
    "unpriced",
    "partly priced",
    "priced",
    "simulated"
  ]);
  expect(costText(0, "unpriced")).toBe("cost unknown (no price)");
  expect(costText(2, "partly priced")).toBe("$2.00 and models without a price");
});
