import fc from "fast-check";
import {expect, test} from "vitest";
import {rescaledInterval} from "../../../pipelines/score/accuracy.js";
import {addCounters, noCounters} from "../../../pipelines/score/counters.js";
import {wilson} from "../../../pipelines/stats/intervals.js";
import {type PointFilter, readParam} from "../../../pipelines/store/points/filter.node.js";
import {identityOf} from "../../../pipelines/store/points/overlay.node.js";
import {aggregate, count, query, unique} from "../../../pipelines/store/points/queries.node.js";
import {FACETS, type PointRow} from "../../../pipelines/store/rows.node.js";
import type {QueryResult} from "../../../pipelines/store/sql.node.js";
import {points, storeOf} from "./somePoints.js";

const objects = ({columns, rows}: QueryResult) => rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
const IDENTITY = ["model", "template", "sampler", "base_task", "params"];
const runs = {numRuns: 12};

/** The filter's meaning, said again in the plainest way. */
function passes(row: PointRow, filter: PointFilter): boolean {
  const any = (names: readonly string[] | undefined, value: string) => !names || names.includes(value);
  const overlap = (names: readonly string[] | undefined, tags: string[]) => !names || names.some(name => tags.includes(name));
  const lists = (items: readonly (readonly string[])[] | undefined, tags: string[]) =>
    !items || items.some(item => item.every(name => tags.includes(name)));
  const params = JSON.parse(row.params) as Record<string, unknown>;
  return (
    any(filter.eval_ids, row.eval_id) &&
    any(filter.models, row.model) &&
    any(filter.templates, row.template) &&
    any(filter.tasks, row.base_task) &&
    lists(filter.groups, row.groups) &&
    lists(filter.tags, row.tags) &&
    overlap(filter.tiers, row.tiers) &&
    overlap(filter.surfaces, row.surfaces) &&
    overlap(filter.projections, row.projections) &&
    (filter.params ?? []).every(({name, condition}) => {
      const value = params[name];
      if (Array.isArray(condition)) return condition.includes(value as never);
      const {min = -Infinity, max = Infinity} = condition as {min?: number; max?: number};
      return typeof value === "number" && min <= value && value <= max;
    })
  );
}

/** Filters made of names that the rows have: an unknown name is an error, not an empty answer. */
function filterFor(rows: readonly PointRow[]): fc.Arbitrary<PointFilter> {
  const all = (of: (row: PointRow) => string | string[]) => [...new Set(rows.flatMap(of))];
  const names = (of: (row: PointRow) => string | string[]) => fc.option(fc.subarray(all(of)), {nil: undefined});
  const lists = (of: (row: PointRow) => string[]) =>
    fc.option(fc.array(fc.subarray(all(of), {minLength: Math.min(1, all(of).length)}), {maxLength: 3}), {nil: undefined});
  const range = fc.tuple(fc.option(fc.integer({min: 0, max: 4})), fc.option(fc.integer({min: 0, max: 4})));
  const params = fc.array(
    fc.oneof(
      range.map(([min, max]) => ({name: "length", condition: {...(min === null ? {} : {min}), ...(max === null ? {} : {max})}})),
      fc.subarray([0.25, 0.5]).map(condition => ({name: "p", condition})),
      fc.subarray(["a b", "c"]).map(condition => ({name: "kind", condition}))
    ),
    {maxLength: 2}
  );
  return fc
    .record({
      eval_ids: names(row => row.eval_id),
      models: names(row => row.model),
      templates: names(row => row.template),
      tasks: names(row => row.base_task),
      groups: lists(row => row.groups),
      tags: lists(row => row.tags),
      tiers: names(row => row.tiers),
      surfaces: names(row => row.surfaces),
      projections: names(row => row.projections),
      params: fc.option(params, {nil: undefined})
    })
    .map(filter => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)));
}

test("a filter means the same to SQL and to plain loops: AND within a list of groups, OR across lists, ranges with both ends", async () => {
  const cases = points.chain(rows => fc.tuple(fc.constant(rows), fc.array(filterFor(rows), {minLength: 4, maxLength: 4})));
  await fc.assert(
    fc.asyncProperty(cases, async ([rows, filters]) => {
      await using store = await storeOf(rows);
      for (const filter of filters) {
        const expected = rows.filter(row => passes(row, filter));
        const found = objects(await query(store.folder, {filter, columns: IDENTITY}));
        expect(found.map(row => identityOf(row as unknown as PointRow)).sort()).toEqual(expected.map(identityOf).sort());
        expect(objects(await count(store.folder, filter))).toEqual([
          {
            points: expected.length,
            evaluations: new Set(expected.map(row => row.eval_id)).size,
            tasks: new Set(expected.map(row => row.base_task)).size,
            samples: expected.reduce((n, row) => n + row.correct + row.incorrect + row.truncated, 0)
          }
        ]);
      }
    }),
    runs
  );
});

test("parts add up to the whole along any dimension, with the intervals of the pooled counters", async () => {
  const by = fc.subarray(["model", "template", "base_task", "params", "length", "params.p", "kind", "simulated"], {minLength: 1});
  await fc.assert(
    fc.asyncProperty(points, by, async (rows, dimensions) => {
      await using store = await storeOf(rows);
      const parts = objects(await aggregate(store.folder, {by: dimensions}));
      const [whole] = objects(await aggregate(store.folder));
      for (const name of ["points", ...Object.keys(noCounters)])
        expect(
          parts.reduce((sum, part) => sum + (part[name] as number), 0),
          name
        ).toBeCloseTo(whole![name] as number, 6);
      expect(new Set(parts.map(part => JSON.stringify(dimensions.map(name => part[name])))).size).toBe(parts.length);
      const pooled = rows.reduce<typeof noCounters>(addCounters, noCounters);
      const total = pooled.correct + pooled.incorrect;
      const {low, high} = rescaledInterval({correct: pooled.correct, total, guessSum: pooled.guess_sum});
      expect(whole).toMatchObject({n: total, samples: total + pooled.truncated});
      expect(whole!.ci_low).toBeCloseTo(low, 12);
      expect(whole!.ci_high).toBeCloseTo(high, 12);
      const {center, margin} = wilson(pooled.truncated / (total + pooled.truncated), total + pooled.truncated);
      expect(whole!.truncated_low).toBeCloseTo(Math.max(0, center - margin), 12);
      expect(whole!.truncated_high).toBeCloseTo(center + margin, 12);
    }),
    runs
  );
});

test("a point counts under each of its tags, and one without a tag under null", async () => {
  await fc.assert(
    fc.asyncProperty(points, fc.constantFrom(...FACETS), fc.constantFrom(...FACETS), async (rows, one, other) => {
      await using store = await storeOf(rows);
      const tagsOf = (row: PointRow, facet: typeof one) => (row[facet].length > 0 ? row[facet] : [null]);
      const expected = new Map<string, number>();
      const facets = [...new Set([one, other])];
      for (const row of rows)
        for (const a of tagsOf(row, facets[0]!))
          for (const b of facets.length > 1 ? tagsOf(row, facets[1]!) : [undefined]) {
            const key = JSON.stringify([a, b]);
            expected.set(key, (expected.get(key) ?? 0) + row.correct);
          }
      const found = objects(await aggregate(store.folder, {by: facets}));
      expect(
        new Map(
          found.map(row => [JSON.stringify([row[facets[0]!], facets.length > 1 ? row[facets[1]!] : undefined]), row.correct])
        )
      ).toEqual(expected);
    }),
    runs
  );
});

test("unique counts every point once under its value", async () => {
  await fc.assert(
    fc.asyncProperty(points, async rows => {
      await using store = await storeOf(rows);
      const found = objects(await unique(store.folder, "length"));
      const lengths = rows.map(row => (JSON.parse(row.params) as {length: number}).length);
      const expected = [...new Set(lengths)]
        .sort((a, b) => a - b)
        .map(length => [length, lengths.filter(each => each === length).length]);
      expect(found.map(row => [row.length, row.points])).toEqual(expected);
    }),
    runs
  );
});

test("mean tokens come with the interval of a mean: 1.96 standard errors", async () => {
  // Four samples of 2, 4, 6 and 8 tokens. numpy: a = [2, 4, 6, 8]; a.mean() = 5, a.std(ddof=1) / sqrt(4) = 1.2909944487358056
  const [row] = fc.sample(points, {numRuns: 1, seed: 1})[0]!;
  const tokens = {completion_tokens: 20, tokens_squared: 120, correct: 4, incorrect: 0, truncated: 0};
  await using store = await storeOf([{...row!, ...tokens}]);
  const [whole] = objects(await aggregate(store.folder));
  expect(whole!.tokens).toBe(5);
  expect(whole!.tokens_low).toBeCloseTo(5 - 1.959963984540054 * 1.2909944487358056, 10);
  expect(whole!.tokens_high).toBeCloseTo(5 + 1.959963984540054 * 1.2909944487358056, 10);
});

test("two versions of a generator are not pooled; both are named", async () => {
  const [rows] = fc.sample(points, {numRuns: 1, seed: 2});
  const mixed = [...rows!, {...rows![0]!, template: "other", generator_version: 3}];
  await using store = await storeOf(mixed);
  const task = rows![0]!.base_task;
  await expect(aggregate(store.folder)).rejects.toThrow(`${task} of generator versions 1 and 3`);
  const apart = objects(await aggregate(store.folder, {by: ["base_task", "generator_version"]}));
  expect(apart.filter(row => row.base_task === task)).toHaveLength(2);
});

test("names that no point has, and dimensions that do not exist, are slips of the pen", async () => {
  const [rows] = fc.sample(
    points.filter(rows => rows.some(row => row.groups.includes("family:a"))),
    {numRuns: 1, seed: 3}
  );
  await using store = await storeOf(rows!);
  await expect(count(store.folder, {groups: [["familly:a"]]})).rejects.toThrow(
    'no point has group "familly:a"; did you mean "family:a"?'
  );
  await expect(count(store.folder, {params: [{name: "lenght", condition: {min: 1}}]})).rejects.toThrow('did you mean "length"?');
  await expect(unique(store.folder, "modle")).rejects.toThrow('unknown dimension "modle"; did you mean "model"?');
  await expect(count("no/such/folder")).rejects.toThrow("no tables in no/such/folder");
});

test("conditions on parameters as the command line has them", () => {
  expect(readParam("length=10..20")).toEqual({name: "length", condition: {min: 10, max: 20}});
  expect(readParam("p=0.1..0.5")).toEqual({name: "p", condition: {min: 0.1, max: 0.5}});
  expect(readParam("p=..-0.5")).toEqual({name: "p", condition: {max: -0.5}});
  expect(readParam("p=-3..")).toEqual({name: "p", condition: {min: -3}});
  expect(readParam("length=3,12")).toEqual({name: "length", condition: [3, 12]});
  expect(readParam("operations=MAX MIN")).toEqual({name: "operations", condition: ["MAX MIN"]});
  for (const wrong of ["length", "length=", "=3", "length=..", "length=a..b"]) expect(() => readParam(wrong)).toThrow("--param");
  expect(() => readParam("length=20..10")).toThrow("20..10 holds nothing; did you mean 10..20?");
});
