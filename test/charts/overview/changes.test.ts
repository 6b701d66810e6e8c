// Changes between two builds, of scores written here.
import {expect, test} from "vitest";
import {changeRows, changesSentence} from "../../../pipelines/charts/overview/changes.js";
import {changesBetween, type SiteScore} from "../../../pipelines/store/siteChanges.js";

const score = (model: string, value: number, more: Partial<SiteScore> = {}): SiteScore => ({
  ...{source: "starter", suite: "s", model, template: "t", sampler: "greedy"},
  ...{value, low: value - 0.1, high: value + 0.1, n: 50},
  ...more
});
const SINCE = "2026-01-02T03:04:05.000Z";
const between = (previous: SiteScore[], current: SiteScore[]) =>
  changesBetween({built: SINCE, scores: previous}, {built: "2026-01-03T00:00:00.000Z", scores: current});

test("new, removed and changed scores are listed by source and suite", () => {
  const previous = [score("stays", 0.5), score("moves", 0.4), score("goes", 0.3), score("both", 0.2, {suite: "a"})];
  const current = [score("moves", 0.6, {n: 80}), score("stays", 0.5), score("comes", 0.7), score("both", 0.2, {suite: "b"})];
  const changes = between(previous, [...current, score("stays", 0.5, {source: "published"})]);
  const rows = changeRows(changes, "starter");
  expect(rows.map(row => [row.score.model, row.score.suite, row.previous, row.current])).toEqual([
    ["moves", "s", "40.0 % [30.0, 50.0] n = 50", "60.0 % [50.0, 70.0] n = 80"],
    ["comes", "s", null, "70.0 % [60.0, 80.0] n = 50"],
    ["both", "b", null, "20.0 % [10.0, 30.0] n = 50"],
    ["goes", "s", "30.0 % [20.0, 40.0] n = 50", null],
    ["both", "a", "20.0 % [10.0, 30.0] n = 50", null]
  ]);
  expect(changesSentence(rows, SINCE)).toBe(
    "Since the build of 2026-01-02 03:04:05 UTC: 1 formula score changed, 2 new scores, 2 scores removed."
  );
  expect(changeRows(changes, "published").map(({score: {model}}) => model)).toEqual(["stays"]);
});

test("two builds of the same scores, or of none, differ in nothing, in any order", () => {
  const scores = [score("a", 0.5), score("b", 0.1), score("c", 0.1, {n: 51})];
  for (const [previous, current] of [
    [scores, scores.toReversed()],
    [[], []]
  ] as const) {
    const rows = changeRows(between([...previous], [...current]), "starter");
    expect(rows).toEqual([]);
    expect(changesSentence(rows, SINCE)).toBe("No formula score changed since the build of 2026-01-02 03:04:05 UTC.");
  }
});
