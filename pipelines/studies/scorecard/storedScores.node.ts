// Reads how the evaluations of a store did in categories, from its samples and measures.
import {currentBook} from "../../book/read.node.js";
import type {Category} from "../../book/types.js";
import {type Filled, filledBy, fillOf, sourcesOf} from "../../generate/categories.js";
import {literal} from "../../rows/literal.js";
import {excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {UNSCORED} from "../../score/score.node.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {studentMean} from "../../stats/mean.js";
import {leftOutItems} from "../../store/headline.sql.js";
import {readManifest} from "../../store/manifest.node.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import {NAMES, type StudyStore} from "../maker.node.js";
import type {CategoryScore, ListedDomain} from "./domains.js";

/** A category of the book with its place and what fills it. */
export interface Listed extends Filled {
  suite: string;
  /** 1-based place in the suite. */
  number: number;
  category: Category;
  /** Of a generated source, the category that it belongs to; null of a category. */
  source_of: string | null;
  fill: string | null;
}

/** The categories of the book's suites that list domains, each with its generated sources after it; none where it has no such suite. */
export async function listedCategories(): Promise<Listed[]> {
  const {suites, banks} = await currentBook();
  return suites.flatMap(({suite: {id}, categories = []}) =>
    categories.flatMap(withSources).map(({category, source_of}, i) => {
      const filled = filledBy(category, {banks});
      const fill = filled.state === "empty" ? fillOf(category) : null;
      return {...filled, suite: id, number: i + 1, category, source_of, fill};
    })
  );
}

const withSources = (category: Category): Pick<Listed, "category" | "source_of">[] => [
  {category, source_of: null},
  ...sourcesOf(category)
    .filter(({task}) => task !== undefined)
    .map(source => ({category: {...source, items: 0}, source_of: category.name}))
];

/** Puts the points of each category into the table `places` of the connection, by the category's place in the list. */
export async function placeCategories(listed: readonly Listed[], {connection, tables, rows}: StudyStore): Promise<void> {
  const named = ["samples", "items"]
    .filter(table => tables.includes(table))
    .map(table => `select distinct base_task, params from ${table}`);
  const points = named.length === 0 ? [] : await rows<{base_task: string; params: string}>(named.join(" union "));
  await connection.run("create temp table places (base_task varchar, params varchar, place integer, metric varchar)");
  for (const {place, base_task, params} of placesOf(
    points,
    listed.map(each => ({base_task: each.base_task, params: each.category.params}))
  ))
    await connection.run(
      `insert into places values (${literal(base_task)}, ${literal(params)}, ${place}, ${literal(listed[place]!.metric)})`
    );
}

/**
 * How each evaluation did in each category in which it was asked something, from the table `places`.
 * @param sameTests whether two points never ask the same item, as the built-in tasks' do; else items are told apart by their content
 * @param counted a condition in SQL on the samples that count, by their `item_id`
 */
export async function storedScores(
  listed: readonly Listed[],
  {tables, rows}: StudyStore,
  {sameTests = false, counted = "true"}: {sameTests?: boolean; counted?: string} = {}
): Promise<StoredScore[]> {
  const asked = {item: sameTests ? "item_id" : CONTENT, counted};
  const ask = async <T>(query: string, ...needs: string[]): Promise<T[]> =>
    needs.every(table => tables.includes(table)) ? await rows<T>(query) : [];
  return scoresOf(listed, {
    counted: await ask<Counted>(counts(asked), "samples"),
    unscored: await ask<UnscoredItems>(unanswered(asked), "measures", "items"),
    measured: await ask<Mean>(means(asked), "samples", "measures")
  });
}

/** The condition on the samples that headline figures count; null where no audit has left out any item. */
export async function headlineCondition({tables, rows}: StudyStore): Promise<string | null> {
  if (!tables.includes("contamination_items")) return null;
  return (await rows(`${leftOutItems()} limit 1`)).length > 0 ? `item_id not in (${leftOutItems()})` : null;
}

/** Scores that count, and for each category of which no item remains a row without a value. */
export function withEmptied(counted: readonly StoredScore[], all: readonly StoredScore[]): StoredScore[] {
  const idOf = ({eval_id, place}: StoredScore): string => `${place} ${eval_id}`;
  const remaining = new Map(counted.map(each => [idOf(each), each]));
  return all.map(each => remaining.get(idOf(each)) ?? {...each, ...NONE, value: null, low: null, high: null, value_n: 0});
}

/** Evaluations of built-in models, by the store's answers and its manifest: one of which no answer was scored is in the latter alone. */
export async function simulatedIn(folder: string, {tables, rows}: StudyStore): Promise<ReadonlySet<string>> {
  const answered = tables.includes("samples") ? await rows("select distinct eval_id from samples where simulated") : [];
  const listed = (await readManifest(folder))?.evaluations ?? [];
  return new Set([
    ...answered.map(row => String(row.eval_id)),
    ...listed.filter(each => each.simulated).map(({eval_id}) => eval_id)
  ]);
}

interface Evaluated extends EvaluationKey {
  place: number;
}
interface Counted extends Evaluated {
  n: number;
  correct: number;
  truncated: number;
  unparsed: number;
  guess_sum: number;
}
interface UnscoredItems extends Evaluated {
  unanswered: number;
}
interface Mean {
  place: number;
  eval_id: string;
  mean: number;
  sd: number | null;
  n: number;
}
export type StoredScore = Counted &
  CategoryScore &
  Pick<Listed, "number" | "state" | "base_task"> & {category: string; unanswered: number};

const NONE = {n: 0, correct: 0, truncated: 0, unparsed: 0, guess_sum: 0};

/** A score for each evaluation and category with an answer, scored or not. */
function scoresOf(
  listed: readonly Listed[],
  {counted, unscored, measured}: {counted: Counted[]; unscored: UnscoredItems[]; measured: Mean[]}
): StoredScore[] {
  const idOf = ({place, eval_id}: Pick<Evaluated, "place" | "eval_id">): string => `${place} ${eval_id}`;
  const means = new Map(measured.map(each => [idOf(each), each]));
  const left = new Map(unscored.map(each => [idOf(each), each]));
  const known = new Set(counted.map(idOf));
  const without = unscored.filter(each => !known.has(idOf(each))).map(({unanswered: _, ...each}) => ({...NONE, ...each}));
  return [...counted, ...without].map(row => {
    const {suite, number, state, base_task, metric, category} = listed[row.place]!;
    const read = metric === "accuracy" ? accuracyOf(row) : meanOf(means.get(idOf(row)));
    const own = {
      suite,
      number,
      state,
      base_task,
      metric,
      domain: category.domain,
      category: category.name,
      averaged: category.averaged
    };
    return {...row, ...own, ...read, unanswered: left.get(idOf(row))?.unanswered ?? 0};
  });
}

type Read = Pick<CategoryScore, "value" | "low" | "high" | "value_n">;

/** Excess accuracy with its interval, from the counts of a category. */
export function accuracyOf({n, correct, guess_sum}: Pick<Counted, "n" | "correct" | "guess_sum">): Read {
  const counts = {correct, total: n, guessSum: guess_sum};
  const value = excessAccuracy(counts);
  return value === null ? {value, low: null, high: null, value_n: 0} : {value, ...rescaledInterval(counts), value_n: n};
}

const meanOf = (of: Mean | undefined): Read =>
  of ? {...studentMean(of), value_n: of.n} : {value: null, low: null, high: null, value_n: 0};

/** The domains that categories belong to, numbered within each suite. */
export function domainsOf(listed: readonly Listed[]): ListedDomain[] {
  const suites = groupBy(
    listed.filter(({source_of}) => source_of === null),
    ({suite}) => suite
  );
  return [...suites].flatMap(([suite, own]) =>
    [...groupBy(own, ({category}) => category.domain)].map(([domain, categories], i) => ({
      suite,
      domain,
      number: i + 1,
      categories: categories.length,
      empty: categories.filter(({state}) => state === "empty").length
    }))
  );
}

/** Identity of an item by its content, which two points that ask it share. */
const CONTENT = "regexp_extract(item_id, '[^-]*$')";

interface Asked {
  /** What makes two answers ones to the same item: an expression over its identity. */
  item: string;
  /** A condition on samples, of those that count. */
  counted: string;
}

/** First answers of each category, each item once. Grouped, since a window of one row an item takes minutes where there are a million. */
const first = ({
  item,
  counted
}: Asked): string => `first_answers as (select place, eval_id, any_value(metric) as metric, ${NAMES}, min(item_id) as item_id, arg_min(status, item_id) as status, arg_min(parsed, item_id) as parsed,
      arg_min(guess_chance, item_id) as guess_chance
    from samples join places using (base_task, params) where trial = 0 and ${counted} group by place, eval_id, ${item})`;

const counts = (asked: Asked): string => `with ${first(asked)}
  select place, eval_id, ${NAMES},
    count(*) filter (status <> ${TRUNCATED})::integer as n, count(*) filter (status = ${CORRECT})::integer as correct,
    count(*) filter (status = ${TRUNCATED})::integer as truncated, count(*) filter (status <> ${TRUNCATED} and not parsed)::integer as unparsed,
    coalesce(sum(guess_chance order by item_id) filter (status <> ${TRUNCATED}), 0)::double as guess_sum
  from first_answers group by place, eval_id order by place, eval_id`;

const means = (asked: Asked): string => `with ${first(asked)}
  select place, eval_id, avg(value order by item_id) as mean, stddev_samp(value order by item_id) as sd, count(*)::integer as n
  from first_answers f join (select eval_id, item_id, name as metric, value from measures where trial = 0) m using (eval_id, item_id, metric)
  group by place, eval_id order by place, eval_id`;

const unanswered = ({
  item,
  counted
}: Asked): string => `with places_of_items as (select distinct item_id, place from items join places using (base_task, params))
  select place, eval_id, ${NAMES},
    count(distinct ${item})::integer as unanswered
  from measures join places_of_items using (item_id) where trial = 0 and name in (${UNSCORED.map(literal).join(", ")}) and ${counted}
  group by place, eval_id order by place, eval_id`;

// Which points of a store belong to which categories.

/** A point of a store: its task or bank, and its parameters as canonical JSON. */
interface StoredPoint {
  base_task: string;
  params: string;
}

/** What a category is of: a benchmark with the facets that belong to it, or a bank. */
interface CategorySource {
  base_task: string;
  params: Readonly<Record<string, unknown>>;
}

/**
 * The points of each category, by its place in the list. A bank's items within a longer text are no part of a category, which is of the items
 * as they are.
 */
export function placesOf<Point extends StoredPoint>(
  points: readonly Point[],
  categories: readonly CategorySource[]
): (Point & {place: number})[] {
  const own = new Map<string, number[]>();
  for (const [place, {base_task}] of categories.entries()) own.set(base_task, [...(own.get(base_task) ?? []), place]);
  return points.flatMap(point => {
    const candidates = own.get(point.base_task);
    if (!candidates) return [];
    const params = JSON.parse(point.params) as Record<string, unknown>;
    if (params.context_tokens !== undefined) return [];
    return candidates.filter(place => isWithin(params, categories[place]!.params)).map(place => ({...point, place}));
  });
}

/** Whether a point's parameters are among those of a category. */
const isWithin = (params: Readonly<Record<string, unknown>>, wanted: CategorySource["params"]): boolean =>
  Object.entries(wanted).every(([name, values]) => [values].flat().includes(params[name]));
