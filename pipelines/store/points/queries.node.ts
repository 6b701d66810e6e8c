// The queries of the command `points` (count, query, aggregate, unique). Estimates are recomputed from raw counters at the requested
// grouping.

import type {DuckDBConnection} from "@duckdb/node-api";
import {mixedVersions, mixedVersionsIn} from "../../generate/versions.js";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";
import {noCounters} from "../../score/counters.js";
import {pooledAccuracy} from "../../score/stats.sql.js";
import {Z975} from "../../stats/distributions.js";
import {FACETS, type Facet} from "../rows.node.js";
import {quoted} from "../sorted.node.js";
import {openTables, type QueryResult, typedRows} from "../sql.node.js";
import {tables} from "../tables.js";
import {renamedColumn} from "../views.sql.js";
import {conditionOf, type PointFilter, paramText, paramTextOfName, tagLists} from "./filter.node.js";

/** Columns with one value per point. */
const DIMENSIONS = [
  "eval_id",
  "model",
  "template",
  "sampler",
  "base_task",
  "params",
  "generator_version",
  "seed",
  "published_seed",
  "stopped",
  "simulated"
];
const SAMPLES = "correct + incorrect + truncated";
const COUNTERS = Object.keys(noCounters);
/** Sums of counters; a sum of tokens is null where not every sample has a token count. */
const SUMS = COUNTERS.map(name => `${name.includes("tokens") ? "known_sum" : "sum"}(${name}) as ${name}`).join(", ");
/**
 * Half width of the 95 % interval of mean completion tokens: 1.96 standard errors of the mean; null where there is one sample, or an older
 * store without squares.
 */
const MEAN_MARGIN = `(case when samples > 1 and tokens_squared is not null then ${Z975} * sqrt(greatest(0, tokens_squared - completion_tokens * (completion_tokens / samples)) / (samples - 1) / samples) end)`;
const QUERIED = [
  "model",
  "template",
  "sampler",
  "base_task",
  "params",
  "tiers",
  "accuracy",
  "ci_low",
  "ci_high",
  "n",
  "truncated_ratio",
  "samples",
  "stopped"
];

/** The number of points that pass a filter, and of their samples. */
export const count = (folder: string, filter: PointFilter = {}): Promise<QueryResult> =>
  over(folder, filter, async connection => {
    const evaluations = "count(distinct (model, template, sampler))";
    return rows(
      connection,
      `select count(*) as points, ${evaluations} as evaluations, count(distinct base_task) as tasks, coalesce(sum(${SAMPLES}), 0) as samples from chosen`
    );
  });

/**
 * The points that pass a filter. `columns` may name any column, `n` (tests with an untruncated answer), `samples` (all), or a parameter; `sort` is one
 * of them, with `-` in front for descending order.
 */
export const query = (
  folder: string,
  {
    filter = {},
    columns = QUERIED,
    sort,
    limit
  }: {filter?: PointFilter; columns?: readonly string[]; sort?: string; limit?: number} = {}
): Promise<QueryResult> =>
  over(folder, filter, async connection => {
    const dimension = await dimensions(connection);
    const all = (await rows(connection, "select * from chosen limit 0")).columns;
    const expression = (name: string): string => {
      if (name === "n") return "share_tests";
      if (name === "samples") return SAMPLES;
      return all.includes(name) ? quoted(name) : dimension(name, {columns: all}).expression;
    };
    const order = sort ? `${expression(sort.replace(/^-/u, ""))} ${sort.startsWith("-") ? "desc" : "asc"} nulls last, ` : "";
    return rows(
      connection,
      `select ${columns.map(name => `${expression(name)} as ${quoted(name)}`).join(", ")} from chosen
       order by ${order}model, template, sampler, base_task, params, seed ${limit === undefined ? "" : `limit ${limit}`}`
    );
  });

/**
 * Pooled counters and estimates for each combination of the named dimensions, which are columns, facets or parameters. A point with several
 * tags of a facet counts under each of them, one without tags under null. Throws a UserError where two versions of a generator would be
 * pooled.
 */
export const aggregate = (
  folder: string,
  {filter = {}, by = []}: {filter?: PointFilter; by?: readonly string[]} = {}
): Promise<QueryResult> =>
  over(folder, filter, async connection => {
    if (!by.includes("generator_version")) await refuseMixture(connection);
    const dimension = await dimensions(connection);
    const names = by.map(quoted).join(", ");
    return rows(
      connection,
      `${grouped(
        by.map(name => dimension(name)),
        by
      )}, pooled as (
         select ${names ? `${names}, ` : ""}count(*) as points, ${pooledAccuracy({low: "ci_low", high: "ci_high"})}, sum(${SAMPLES}) as samples, ${SUMS}
         from grouped ${names ? `group by ${names}` : "having count(*) > 0"})
       select ${names ? `${names}, ` : ""}points,
         accuracy, ci_low, ci_high, n, answers,
         case when not is_truncation_unknown(samples, truncated, ended_unknown) then truncated / samples end as truncated_ratio,
         case when truncated > 0 then wilson_low(truncated / samples, samples) else 0.0 end as truncated_low,
         case when truncated_ratio is null then 1.0 else clamp01(wilson_high(truncated_ratio, samples)) end as truncated_high, samples,
         completion_tokens / samples as tokens, tokens - ${MEAN_MARGIN} as tokens_low, tokens + ${MEAN_MARGIN} as tokens_high,
         ${COUNTERS.join(", ")}
       from pooled ${names ? `order by ${names}` : ""}`
    );
  });

/** The values of one dimension, with the number of points and samples of each. */
export const unique = (folder: string, name: string, {filter = {}}: {filter?: PointFilter} = {}): Promise<QueryResult> =>
  over(folder, filter, async connection => {
    const dimension = (await dimensions(connection))(name);
    return rows(
      connection,
      `${grouped([dimension], [name])} select ${quoted(name)}, count(*) as points, sum(${SAMPLES}) as samples
       from grouped group by ${quoted(name)} order by ${quoted(name)}`
    );
  });

/** Runs a query over the points that pass a filter, which are visible as view `chosen`. */
async function over<T>(folder: string, filter: PointFilter, ask: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const {connection, tables: there, close} = await openTables(folder);
  try {
    if (!there.includes("points")) throw new UserError(`no points in ${folder}; run npm run run first`);
    await connection.run(`create temp view every_point as select *${await lacking(connection)} from points`);
    await refuseUnknown(connection, filter);
    await connection.run(`create temp view chosen as from every_point where ${conditionOf(filter)}`);
    return await ask(connection);
  } finally {
    close();
  }
}

/** Select list that adds columns that an older store's points lack, as nulls or empty lists. */
async function lacking(connection: DuckDBConnection): Promise<string> {
  const {columns} = await rows(connection, "select * from points limit 0");
  return Object.entries(tables.points.columns)
    .filter(([name]) => !columns.includes(name))
    .map(
      ([name, {type}]) =>
        `, ${type === "texts" ? "[]::VARCHAR[]" : `null::${type === "key" ? "VARCHAR" : "DOUBLE"}`} as ${quoted(name)}`
    )
    .join("");
}

async function rows(connection: DuckDBConnection, text: string): Promise<QueryResult> {
  return typedRows(await connection.runAndReadAll(text));
}

interface Dimension {
  expression: string;
  facet?: Facet | "suites";
}

/**
 * Returns a function that resolves the name of a dimension: a column, a facet, `params.length`, or `length` where no column has that name.
 */
async function dimensions(connection: DuckDBConnection): Promise<(name: string, also?: {columns?: string[]}) => Dimension> {
  const params = new Map(
    (
      await rows(
        connection,
        `select name, bool_and(try_cast(${paramTextOfName} as double) is not null) as numeric
         from (select params, unnest(json_keys(params)) as name from every_point) group by name`
      )
    ).rows as [string, boolean][]
  );
  return (name, {columns = []} = {}) => {
    if (DIMENSIONS.includes(name)) return {expression: quoted(name)};
    const facet = ([...FACETS, "suites"] as const).find(each => each === name);
    if (facet) return {expression: quoted(facet), facet};
    const param = name.startsWith("params.") ? name.slice("params.".length) : name;
    const numeric = params.get(param);
    if (numeric !== undefined) return {expression: numeric ? `try_cast(${paramText(param)} as double)` : paramText(param)};
    const renamed = renamedColumn(name);
    if (renamed !== null) throw new UserError(renamed);
    const known = [...new Set([...DIMENSIONS, ...FACETS, "suites", ...columns, ...params.keys()])];
    const hint = didYouMean(name, known);
    throw new UserError(`unknown dimension "${name}"${hint || `; expected one of: ${known.join(", ")}`}`);
  };
}

/** SQL of the view `grouped`: the chosen points with each dimension as a column, repeated for each tag of a facet. */
function grouped(dimensions: readonly Dimension[], names: readonly string[]): string {
  const facets = dimensions.flatMap(({facet}, i) => (facet ? [{facet, name: names[i]!}] : []));
  const plain = dimensions.flatMap(({expression, facet}, i) => (facet ? [] : [`${expression} as ${quoted(names[i]!)}`]));
  const columns = `exclude (${[...new Set([...names.filter(name => DIMENSIONS.includes(name)), ...facets.map(({facet}) => facet)])].map(quoted).join(", ")})`;
  const star = names.some(name => DIMENSIONS.includes(name)) || facets.length > 0 ? `* ${columns}` : "*";
  // One list is unnested per step: two in one SELECT would be unnested side by side.
  const tags = facets.map(({facet}) => `, ${quoted(facet)} as ${quoted(`tags of ${facet}`)}`).join("");
  const base = `select ${star}${plain.map(each => `, ${each}`).join("")}${tags} from chosen`;
  const steps = facets.map(({facet, name}, i) => {
    const list = quoted(`tags of ${facet}`);
    return `step${i + 1} as (select *, unnest(case when len(${list}) = 0 then [null] else ${list} end) as ${quoted(name)} from step${i})`;
  });
  return `with ${[`step0 as (${base})`, ...steps].join(", ")}, grouped as (from step${facets.length})`;
}

/** Throws a UserError where two versions of a generator would be pooled: they make different tests from equal parameters. */
async function refuseMixture(connection: DuckDBConnection): Promise<void> {
  const [mixed] = (await rows(connection, mixedVersionsIn("chosen"))).rows;
  if (!mixed) return;
  const [task, low, high] = mixed as [string, number, number];
  const wayOut = "choose one with --generator-version, or add --by generator_version";
  throw new UserError(mixedVersions(task, [low, high], {wayOut}));
}

/** Throws a UserError for a name that no point of the store has, since it is a typing mistake rather than a filter without results. */
async function refuseUnknown(connection: DuckDBConnection, filter: PointFilter): Promise<void> {
  const check = async (what: string, names: readonly string[] | undefined, known: string) => {
    if (!names?.length) return;
    const there = (await rows(connection, known)).rows.map(([name]) => String(name));
    const missing = names.find(name => !there.includes(name));
    if (missing !== undefined) throw new UserError(`no point has ${what} "${missing}"${didYouMean(missing, there)}`);
  };
  const distinct = (column: string) => `select distinct ${column} from every_point where ${column} is not null`;
  await check("eval_id", filter.eval_ids, distinct("eval_id"));
  await check("model", filter.models, distinct("model"));
  await check("template", filter.templates, distinct("template"));
  await check("sampler", filter.samplers, distinct("sampler"));
  await check("task", filter.tasks, distinct("base_task"));
  for (const facet of FACETS)
    await check(
      facet.replace(/s$/u, ""),
      tagLists(filter, facet)?.flat(),
      `select distinct unnest(${quoted(facet)}) from every_point`
    );
  await check("suite", filter.suites, "select distinct unnest(suites) from every_point");
  const params = filter.params?.map(({name}) => name);
  await check("parameter", params, "select distinct unnest(json_keys(params)) from every_point");
}
