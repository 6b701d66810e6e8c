// Paired contrasts by length and position beside those of other parts of the project, and of stores without pairs.
import {expect, test} from "vitest";
import type {Status} from "../../../pipelines/score/status.js";
import {mcnemar} from "../../../pipelines/stats/mcnemar.js";
import {contrastsOf, type PairedAnswer} from "../../../pipelines/studies/length/contrasts.js";
import {addPair, gainFigure, noPairs} from "../../../pipelines/studies/narratives/measures.js";

const answer = (
  pair: number | string,
  length: number,
  right: boolean | "cut",
  more: Partial<PairedAnswer> = {}
): PairedAnswer => ({
  pair: String(pair),
  length,
  depth: null,
  status: (right === "cut" ? 2 : right ? 1 : 0) as Status,
  guess: 0,
  ...more
});

test("the loss of single answers is the paired difference and McNemar's test that narratives have for the same pairs", () => {
  const short = [true, true, true, true, true, true, false, false, true, true];
  const long = [true, false, false, false, false, true, true, false, false, false];
  const answers = short.flatMap((right, pair) => [answer(pair, 0, right), answer(pair, 4_000, long[pair]!)]);
  const [loss, ...others] = contrastsOf(answers);
  expect(others).toEqual([]);
  const pairs = noPairs();
  for (const [i, right] of short.entries()) addPair(pairs, right, long[i]!);
  const {value, low, high} = gainFigure(pairs, "");
  expect(loss).toMatchObject({
    contrast: "loss",
    length: 4_000,
    depth: null,
    n: 10,
    value,
    low,
    high,
    only_first: 6,
    only_second: 1
  });
  expect(loss).toMatchObject(mcnemar(6, 1));
  expect(loss!.exact).toBeCloseTo(0.125, 12); // 2 · (1 + 7) ÷ 2⁷
});

test("several positions of a question count as their mean, and each position has a row with McNemar's test", () => {
  const answers = [0, 1, 2, 3].flatMap(pair => [
    answer(pair, 0, true),
    ...[0, 0.5, 1].map(depth => answer(pair, 1_000, depth !== 0.5, {depth}))
  ]);
  const rows = contrastsOf(answers);
  const at = (contrast: string, depth: number | null) => rows.find(row => row.contrast === contrast && row.depth === depth)!;
  expect(at("loss", null)).toMatchObject({n: 4, value: expect.closeTo(1 / 3, 12), exact: null, only_first: null});
  expect(at("loss", 0.5)).toMatchObject({n: 4, value: 1, only_first: 4, only_second: 0, exact: expect.closeTo(0.125, 12)});
  expect(at("loss", 0)).toMatchObject({n: 4, value: 0, only_first: 0});
  expect(at("middle", null)).toMatchObject({n: 4, length: 1_000, value: 1, exact: null});
  expect(at("middle", null).low!).toBeGreaterThan(0);
  expect(at("loss", 0).low!).toBeLessThan(0);
  expect(at("loss", 0).high!).toBeGreaterThan(0); // four pairs alike do not make an interval without width
});

test("differences are above guessing: half the pairs lost of a question of two options is the whole room", () => {
  const answers = Array.from({length: 40}, (_, pair) => [
    answer(pair, 0, true, {guess: 0.5}),
    answer(pair, 8_000, pair % 2 === 0, {guess: 0.5})
  ]).flat();
  expect(contrastsOf(answers)[0]!.value).toBeCloseTo(1, 12);
});

test("the mean over lengths counts each length of a question alike", () => {
  const at = (pair: number, length: number, middle: boolean) => [
    answer(pair, length, true, {depth: 0}),
    answer(pair, length, middle, {depth: 0.5})
  ];
  const rows = contrastsOf([0, 1].flatMap(pair => [...at(pair, 1_000, true), ...at(pair, 9_000, false)]));
  expect(rows.filter(({contrast}) => contrast === "middle").map(({length, value}) => [length, value])).toEqual([
    [1_000, 0],
    [9_000, 1],
    [null, 0.5]
  ]);
});

test("truncated answers are left out; without pairs, without positions, with one length there is nothing", () => {
  expect(contrastsOf([])).toEqual([]);
  expect(contrastsOf([answer(1, 0, true)])).toEqual([]);
  expect(contrastsOf([answer("a", 0, true), answer("b", 1_000, false)])).toEqual([]);
  expect(contrastsOf([answer(1, 0, true), answer(1, 1_000, "cut")])).toEqual([]);
  const [single] = contrastsOf([answer(1, 0, true), answer(1, 1_000, false)]);
  expect(single).toMatchObject({n: 1, value: 1, low: null, high: null, p: null, exact: 1});
});

test("the shortest length has the position that it is compared at, where it has positions", () => {
  const answers = [1, 2].flatMap(pair => [
    answer(pair, 1_000, true, {depth: 0}),
    answer(pair, 1_000, false, {depth: 1}),
    answer(pair, 4_000, false, {depth: 0}),
    answer(pair, 4_000, false, {depth: 1})
  ]);
  const losses = contrastsOf(answers).filter(({contrast}) => contrast === "loss");
  expect(losses.map(({depth, value}) => [depth, value])).toEqual([
    [null, 0.5],
    [0, 1],
    [1, 0]
  ]);
});
