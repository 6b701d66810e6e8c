// Error rates of change points and steps on planted series.
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {changesOf, packed} from "../../../pipelines/studies/history/changes.js";

import {type HistoryRow, hasUnknownTruncation} from "../../../pipelines/studies/history/row.js";

/** A row of the history with outcomes by test; what changes do not read is left at nothing. */
function rowAt(day: number, right: readonly boolean[], {latency = 100}: {latency?: number} = {}): HistoryRow {
  const outcomes = packed(right.map((is, index) => ({item_id: `p-${index}`, index, status: is ? 1 : 0, refused: false})));
  return {
    schema: 1,
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
    version: "0",
    git_commit: null,
    book: "",
    made_from: null,
    suite: "s",
    eval_id: "e",
    model: "m",
    template: "t",
    sampler: "s",
    claimed: "m",
    served: [],
    simulated: true,
    status: "complete",
    n: right.length,
    correct: 0,
    truncated: 0,
    refused: 0,
    unscored: 0,
    accuracy: null,
    score: null,
    reasonscore: null,
    cost: {n: 1, mean: 0, sd: 0, total: 0},
    items: "",
    content: "",
    outcomes,
    latency: {n: 1, p50: latency, p90: latency, p99: latency, p50_low: null, p50_high: null}
  };
}

/** Dates on which each test is right with a chance of its own, from a date on with another. */
function series(dates: number, tests: number, {random, at = dates, loss = 0}: {random: Random; at?: number; loss?: number}) {
  const chances = Array.from({length: tests}, () => random.real());
  return Array.from({length: dates}, (_, day) =>
    rowAt(
      day,
      chances.map(chance => random.real() < chance * (day >= at ? 1 - loss : 1)),
      {latency: 100 + 20 * random.real() + (day >= at ? 200 : 0)}
    )
  );
}

test.each([2, 5, 9])("%i dates without a change: one is named in at most 5 % of series, of each kind and measure", dates => {
  const random = randomOf(`none ${dates}`);
  const draws = 300;
  const named = new Map<string, number>();
  for (let i = 0; i < draws; i++)
    for (const each of new Set(
      changesOf(series(dates, 60, {random})).flatMap(change => (change.named ? [`${change.kind} ${change.measure}`] : []))
    ))
      named.set(each, (named.get(each) ?? 0) + 1);
  // 5 % and two and a half standard errors of 300 draws
  for (const [what, times] of named) expect(times / draws, what).toBeLessThan(0.05 + 0.032);
});

test("a change between two dates is found there, in accuracy and in latency, and once", () => {
  const random = randomOf("one change");
  let found = 0;
  for (let i = 0; i < 40; i++) {
    const changes = changesOf(series(8, 150, {random, at: 5, loss: 0.4})).filter(
      ({kind, named}) => kind === "change point" && named
    );
    const [accuracy, latency] = ["accuracy", "latency"].map(name => changes.filter(({measure}) => measure === name));
    if (accuracy![0]?.before.startsWith("2026-01-05") && latency![0]?.after.startsWith("2026-01-06")) found++;
  }
  expect(found).toBeGreaterThan(36);
});

test("one date, no test in common, one test, and all right on every date: nothing is named", () => {
  const right = (n: number) => Array.from({length: n}, () => true);
  expect(changesOf([])).toEqual([]);
  expect(changesOf([rowAt(0, right(5))])).toEqual([]);
  const apart = {...rowAt(1, []), outcomes: packed([{item_id: "q-0", index: 0, status: 1, refused: false}])};
  for (const rows of [
    [rowAt(0, right(5)), apart],
    [rowAt(0, right(1)), rowAt(1, [false])]
  ])
    for (const change of changesOf(rows)) expect(change).toMatchObject({value: null, named: false, low: null});
  const same = changesOf([rowAt(0, right(50)), rowAt(1, right(50)), rowAt(2, right(50))]);
  expect(same.filter(({named}) => named)).toEqual([]);
  expect(same.find(({kind, measure}) => kind === "step" && measure === "accuracy")).toMatchObject({
    value: 0,
    n: 50,
    only_before: 0,
    only_after: 0
  });
});

test("where nothing is known of any end of a date, truncation is not compared with it, and accuracy is", () => {
  const right = Array.from({length: 50}, (_, i) => i % 2 === 0);
  const [withoutEnds, withEnds] = [rowAt(0, right), {...rowAt(1, right), ended_unknown: 0}];
  expect([hasUnknownTruncation(withoutEnds), hasUnknownTruncation(withEnds)]).toEqual([true, false]);
  const measured = (rows: HistoryRow[], measure: string) =>
    changesOf(rows).find(change => change.kind === "step" && change.measure === measure);
  expect(measured([withoutEnds, withEnds], "truncated")).toMatchObject({value: null, n: 0});
  expect(measured([withoutEnds, withEnds], "accuracy")).toMatchObject({value: 0, n: 50});
  expect(measured([withEnds, {...withEnds, date: rowAt(2, right).date}], "truncated")).toMatchObject({value: 0, n: 50});
});
