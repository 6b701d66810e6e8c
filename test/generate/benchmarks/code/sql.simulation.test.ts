import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {rowsIn} from "../../../../pipelines/score/scorers/query.js";
import {repetitions} from "../../../repetitions.js";
import {placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {executedAs, measuredSql, mistaken, planDepth, referenceQuery} from "./sqlReference.js";

qualityTests(measuredSql, {size: 3_003});

const asked = placedItems(measuredSql.benchmark, {count: repetitions(1_000)});

test("the plan of a query has more operators one after another from level to level, at least eight at level 5", async () => {
  const cells = [...new Map(asked.map(each => [each.cell, each])).values()];
  const depths = await Promise.all(cells.map(async ({item, level}) => ({level, depth: await planDepth(item)})));
  const least = [1, 2, 3, 4, 5].map(each => Math.min(...depths.flatMap(({level, depth}) => (level === each ? [depth] : []))));
  expect(least).toEqual(least.toSorted((a, b) => a - b));
  expect(least.at(-1)).toBeGreaterThanOrEqual(8);
});

test("hidden rows tell most queries with mistakes from right ones", async () => {
  const random = randomOf("mistakes");
  const outcomes: boolean[] = [];
  for (const {item} of asked) {
    const query = referenceQuery(item.prompt);
    const other = mistaken(query, 0.2, random);
    if (other !== query) outcomes.push((await executedAs(other, item)).failure === null);
  }
  expect(outcomes.filter(Boolean).length / outcomes.length).toBeLessThan(0.15);
});

test("a wrong key is found by the second solver", async () => {
  const [{item}] = asked as [(typeof asked)[number]];
  const rows = rowsIn(item.expected)!;
  const isFound = async (other: typeof item) => measuredSql.isRight!(other, referenceQuery(item.prompt));
  expect(await isFound(item)).toBe(true);
  for (const expected of [JSON.stringify([...rows, rows[0]]), "[]", JSON.stringify(rows.map(row => row.toReversed()))])
    expect(await isFound({...item, expected})).toBe(false);
});

test("no result is empty or long, and the prompt has no row of the tables", () => {
  for (const {item} of asked) {
    const rows = rowsIn(item.expected)!;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(20);
    expect(item.prompt).not.toContain("INSERT");
  }
});
