import {expect, test} from "vitest";
import {noCounters} from "../../pipelines/score/counters.js";
import type {Stopped} from "../../pipelines/score/precision.js";
import {type PointRow, pointRow} from "../../pipelines/store/rows.node.js";
import {openMerge} from "../../pipelines/store/standing.node.js";

const row = (model: string, base_task: string, n: number, changes: Partial<PointRow> = {}): PointRow => ({
  ...pointRow({
    eval_id: `${model}-1`,
    model,
    template: "t",
    sampler: "s",
    base_task,
    params: {},
    params_json: "{}",
    groups: [],
    tiers: [],
    surfaces: [],
    projections: [],
    tags: [],
    generator_version: 1,
    seed: 7,
    simulated: false,
    counters: {...noCounters, correct: n},
    stopped: "max"
  }),
  ...changes
});
const own = ["m"].map(model => ({eval_id: `${model}-1`, model, template: "t", sampler: "s"}));
const open = (points: PointRow[], {byBook = false, versions = {sort: 1}, warnings = [] as string[]} = {}) =>
  openMerge({points}, {evaluations: own, byBook, versions: new Map(Object.entries(versions)), warn: text => warnings.push(text)});
const names = (rows: readonly PointRow[]) => rows.map(({model, base_task}) => `${model} ${base_task}`);

test("of a point, a short run leaves what has as many samples or more", () => {
  const cases: [number, Stopped, number, Stopped, boolean][] = [
    [8, "max", 4, "limit", false],
    [8, "max", 8, "limit", false],
    [8, "max", 9, "limit", true],
    [8, "interrupted", 8, "limit", true],
    [8, "failed", 4, "limit", false],
    [8, "width", 4, "width", false]
  ];
  for (const [before, ended, now, stopped, takes] of cases)
    expect(open([row("m", "sort", before, {stopped: ended})]).takes(row("m", "sort", now, {stopped}))).toBe(takes);
});

test("the book's own end takes the place of more samples; an end that nobody wished for does not", () => {
  const larger = row("m", "sort", 64);
  expect(open([larger], {byBook: true}).takes(row("m", "sort", 32, {stopped: "width"}))).toBe(true);
  for (const stopped of ["failed", "budget", "interrupted"] as const)
    expect(open([larger], {byBook: true}).takes(row("m", "sort", 32, {stopped}))).toBe(false);
});

test("other tests, of another seed, are no rival, however many they were", () => {
  expect(open([row("m", "sort", 64, {seed: 8})]).takes(row("m", "sort", 1))).toBe(true);
});

test("what is not asked stays, unless the book's evaluation is whole without it or was asked otherwise", () => {
  const points = [row("m", "sort", 8), row("m", "boolean", 8), row("x", "sort", 8)];
  const merge = open(points);
  merge.takes(row("m", "sort", 9));
  expect(names(merge.rest(new Set()).points)).toEqual(["m boolean", "x sort"]);
  expect(names(merge.rest(new Set(['["m","t","s"]'])).points)).toEqual(["x sort"]);
  expect(merge.rest(new Set())).toMatchObject({others: 1, gone: {evaluations: [], points: [points[0]]}});
  const otherwise = open([row("m", "boolean", 8, {eval_id: "m-0"}), row("x", "sort", 8)]);
  expect(names(otherwise.rest(new Set()).points)).toEqual(["m boolean", "x sort"]); // nothing came of the run
  otherwise.takes(row("m", "sort", 1));
  expect(names(otherwise.rest(new Set()).points)).toEqual(["x sort"]);
});

test("two versions of a generator never stand together: a part is refused, the whole book leaves others' points out and says so", () => {
  const points = [row("x", "sort", 8), row("x", "boolean", 8)];
  expect(() => open(points, {versions: {sort: 2}})).toThrow(
    /sort of generator versions 1 and 2 \(in the store and in this run\).*--out/
  );
  const warnings: string[] = [];
  const merge = open(points, {byBook: true, versions: {sort: 2}, warnings});
  expect(warnings).toHaveLength(1);
  expect(names(merge.rest(new Set()).points)).toEqual(["x boolean"]);
  expect(() => open([row("m", "sort", 8)], {byBook: true, versions: {sort: 2}})).not.toThrow();
});
