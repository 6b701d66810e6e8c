import {describe, expect, test} from "vitest";
import {dateOf, wavesOfLabels, wavesOfVotes} from "../../../../pipelines/studies/preferences/waves/waves.js";

const MODELS = ["a", "b", "c", "d", "e"];
const score = new Map(MODELS.map((model, i) => [model, i / 10]));

/** Votes that give models shares of wins in a stated order, best last: of each pair the later one wins. */
const votesBy = (order: readonly string[], more: Record<string, unknown> = {}) =>
  order.flatMap((low, i) =>
    order.slice(i + 1).map((high, j) => ({
      line: i * 10 + j + 1,
      value: {judge: "Ada", model_a: low, model_b: high, question_id: `q${i}-${j}`, winner: "model_b", ...more}
    }))
  );

test("each wave has its dates, sizes and Spearman's ρ: 1 − 6 Σd² ÷ (n (n² − 1)), with Bonett and Wright's interval", () => {
  const first = votesBy(["a", "b", "c", "e", "d"], {wave: "1", tstamp: "2026-01-05T10:00:00Z"});
  const second = votesBy(["b", "a", "e", "c", "d"], {wave: "2", tstamp: "2026-03-05T10:00:00Z", judge: "Bob"});
  const {waves, warnings} = wavesOfVotes("pilot", [{name: "votes", records: [...second, ...first]}], score);
  expect(warnings).toBe(0);
  expect(waves.map(({wave, begin, votes, annotators, models, n}) => [wave, begin, votes, annotators, models, n])).toEqual([
    ["1", "2026-01-05T10:00:00.000Z", 10, 1, 5, 5],
    ["2", "2026-03-05T10:00:00.000Z", 10, 1, 5, 5]
  ]);
  // Σd² is 2 where two neighbours are swapped, and 1 + 1 + 1 + 1 + 4 in the second order.
  for (const [i, rho] of [1 - (6 * 2) / 120, 1 - (6 * 8) / 120].entries()) {
    expect(waves[i]!.correlation).toBeCloseTo(rho, 12);
    const se = Math.sqrt((1 + rho ** 2 / 2) / (5 - 3));
    expect(waves[i]!.low).toBeCloseTo(Math.tanh(Math.atanh(rho) - 1.959964 * se), 5);
    expect(waves[i]!.high).toBeCloseTo(Math.tanh(Math.atanh(rho) + 1.959964 * se), 5);
  }
});

test("waves are separated by field, by file where a study has several, else by month", () => {
  const names = (files: Parameters<typeof wavesOfVotes>[1]) => wavesOfVotes("s", files, score).waves.map(({wave}) => wave);
  const dated = [...votesBy(MODELS, {tstamp: "2026-02-01"}), ...votesBy(MODELS, {tstamp: 1_700_000_000})];
  expect(names([{name: "one", records: dated}])).toEqual(["2023-11", "2026-02"]);
  expect(names([{name: "one", records: votesBy(MODELS)}])).toEqual(["undated"]);
  const files = ["round-10", "round-9"].map(name => ({name, records: votesBy(MODELS)}));
  expect(names(files)).toEqual(["round-9", "round-10"]);
  expect(names([files[0]!, {name: "x", records: votesBy(MODELS, {wave: 3})}])).toEqual(["3", "round-10"]);
});

test("dates are read as text, seconds and milliseconds", () => {
  expect([dateOf("2026-01-02"), dateOf(1_700_000_000), dateOf(1_700_000_000_000)]).toEqual([
    "2026-01-02T00:00:00.000Z",
    "2023-11-14T22:13:20.000Z",
    "2023-11-14T22:13:20.000Z"
  ]);
  for (const value of [undefined, null, "", "yesterday", Number.NaN, Number.POSITIVE_INFINITY, {}])
    expect(dateOf(value)).toBeNull();
});

test("labels: by month, correlated by people's shares of right answers", () => {
  const labels = MODELS.flatMap((model, i) =>
    Array.from({length: 10}, (_, k) => ({model, annotator: "Ada", label: k < 2 * i, at: "2026-04-01T00:00:00Z", simulated: true}))
  );
  const [wave, ...others] = wavesOfLabels(labels, new Map([...score, ["b", 0.25]]));
  expect(others).toEqual([]);
  expect(wave).toMatchObject({study: "labels", kind: "labels", wave: "2026-04", votes: 50, annotators: 1, models: 5, n: 5});
  expect(wave).toMatchObject({simulated: true, begin: "2026-04-01T00:00:00.000Z"});
  expect(wave!.correlation).toBeCloseTo(0.9, 12);
});

describe("weakest cases", () => {
  test("no vote, no date, no score, three models, all ties: a wave without a correlation, never an error", () => {
    expect(wavesOfVotes("s", [], score).waves).toEqual([]);
    expect(wavesOfVotes("s", [{name: "x", records: []}], score).waves).toEqual([]);
    expect(wavesOfLabels([], score)).toEqual([]);
    const none = (records: ReturnType<typeof votesBy>, scores = score) =>
      wavesOfVotes("s", [{name: "x", records}], scores).waves[0];
    expect(none(votesBy(MODELS), new Map())).toMatchObject({correlation: null, low: null, n: 0, begin: null});
    expect(none(votesBy(MODELS.slice(0, 3)))).toMatchObject({correlation: null, n: 3, models: 3});
    expect(none(votesBy(MODELS, {winner: "tie"}))).toMatchObject({correlation: null, low: null, n: 5});
    expect(none(votesBy(MODELS))).toMatchObject({correlation: 1, low: null, high: null});
  });

  test("lines that are no votes are counted and left out", () => {
    const records = [
      ...votesBy(MODELS),
      {line: 99, bad: "not JSON"},
      {line: 100, value: {model_a: "a", model_b: "a", winner: "tie"}}
    ];
    const {waves, warnings} = wavesOfVotes("s", [{name: "x", records}], score);
    expect([waves.length, waves[0]!.votes, warnings]).toEqual([1, 10, 2]);
  });
});
