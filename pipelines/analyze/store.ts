// Opens a store for queries: its tables, and the points that pass the filters.

import {existsSync} from "node:fs";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {readDataset} from "../book/read.node.js";
import {mixedVersions, mixedVersionsIn} from "../generate/versions.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {expectedSuites, remainingSuites} from "../store/expected.js";
import {readHeadlinePoints} from "../store/headline.node.js";
import {headlinePoints, leftOutItems, pointsOfItems} from "../store/headline.sql.js";
import {readManifest} from "../store/manifest.node.js";
import {paramText, paramTextOfName} from "../store/points/filter.node.js";
import {openOverlay, readPoints} from "../store/points/overlay.node.js";
import {fileOf} from "../store/publish.node.js";
import {FACETS} from "../store/rows.node.js";
import {PLACE, POINT, same} from "../store/same.sql.js";
import {scoredEvaluations, scoreRows} from "../store/scores.js";
import {objectsOf} from "../store/show.js";
import {suitesOf} from "../store/shown.js";
import {completedFile, openTables, typedRows} from "../store/sql.node.js";
import {ofSuites, tiersWithin} from "../store/suites.sql.js";
import {study} from "../studies/make.node.js";
import type {StudyTable} from "../studies/registry.js";
import {PICKED} from "./fields.js";
import {conditionsOf, type Filter, type Known, namesAmong} from "./filter.js";
import {find, namesOf} from "./search.js";

export interface Store {
  folder: string;
  tables: ReadonlySet<string>;
  known: Known;
  /** How `--search` was understood, one line per word. */
  found: string[];
  filter: Filter;
  /** Number of tasks of the suites that the filter names; of the whole store where it names none. */
  asked: number;
  /** Suites that have scores, of those that the filter names. */
  suites: string[];
  /**
   * Rows of a query over `picked`, the points that pass the filters, and over the tables. Tables of points, samples or tests show only rows
   * that belong to those points, so that the pages' own queries can be used. `?` in the query stands for the values, in order.
   */
  ask(query: string, values?: readonly (string | number)[]): Promise<Record<string, unknown>[]>;
  /** Computes a result that rows, chart and sentence of one command share, only once. */
  once<T>(make: () => Promise<T>): Promise<T>;
  /** Throws a UserError that names the table, where the store lacks it. */
  need(table: string): void;
  close(): void;
}

/**
 * Opens a store's tables and applies the filters. Throws a UserError where a filter names something that does not exist, or leaves no
 * points.
 * @param source a folder, or a dataset's file
 * @param needs study tables that are made first
 * @param oneSuite reads the first suite alone if the store has scores of several and no filter selects points
 */
export async function openStore(
  source: string,
  given: Filter,
  {needs = [], oneSuite = false}: {needs?: readonly StudyTable[]; oneSuite?: boolean} = {}
): Promise<Store> {
  const folder = /\.ya?ml$/u.test(source) ? (await readDataset(source)).store : source;
  if (existsSync(join(folder, fileOf("samples")))) for (const name of needs) await study(name, folder);
  const {connection, tables, close} = await openTables(source);
  let scores: Promise<void> | undefined;
  let isHeadline = false;
  const ask: Store["ask"] = async (query, values = []) => {
    if (isHeadline && /\bscores\b/u.test(query) && !query.includes("memory.main.scores"))
      await (scores ??= makeHeadlineScores(connection, folder));
    return rowsOf(connection, query, values);
  };
  const need = (table: string) => {
    if (!tables.includes(table)) throw new UserError(`no table ${table} in ${folder}; it has ${tables.join(", ")}`);
  };
  let computed: Promise<unknown> | undefined;
  const once: Store["once"] = make => (computed ??= make()) as ReturnType<typeof make>;
  try {
    need("points");
    const known = await knownIn(ask, tables);
    const suiteNames = oneSuite && !selectsPoints(given) ? suitesOf((await readManifest(folder)) ?? {}, {scored: true}) : [];
    const filter = {
      ...given,
      suite: suiteNames.length > 1 ? suiteNames.slice(0, 1) : given.suite,
      domain: given.domain.flatMap(text => namesAmong(text, known.domains)),
      category: given.category.flatMap(text => namesAmong(text, known.categories))
    };
    const searches = filter.search === undefined ? [] : find(filter.search, namesOf(known));
    const conditions = [
      ...conditionsOf(filter, known),
      ...searches.map(({found}) => anyOf(found.map(name => named(name, known))))
    ];
    const [suite, ...others] = filter.suite;
    const within = suite !== undefined && others.length === 0 ? ` replace (${tiersWithin(suite)} as tiers)` : "";
    const chosen = `select *${within} from points where ${["true", ...conditions].join("\n and ")}`;
    const ofItems = namesItems(filter);
    if (ofItems) for (const table of ["samples", "items"]) need(table);
    const leavesOut = !filter.all_items && (await hasLeftOut(ask, tables));
    const conditionsOfItems = itemConditions(filter, {leavesOut});
    const narrow = ofItems
      ? pointsOfItems(chosen, `select item_id from items where ${conditionsOfItems}`)
      : leavesOut
        ? headlinePoints(chosen)
        : chosen;
    await connection.run(`create temp table picked as select *, ${PICKED} from (${narrow})`);
    const [{n}] = (await ask("select count(*) as n from picked")) as [{n: number}];
    if (n === 0) throw new UserError(leavesOut ? await reasonOfNone(ask, chosen) : "no point passes these filters together");
    await oneVersion(ask);
    const narrowsItems = (ofItems || leavesOut) && tables.includes("items");
    if (narrowsItems)
      await connection.run(`create temp table picked_items as select item_id from items where ${conditionsOfItems}`);
    for (const statement of narrowed(tables, {ofItems: narrowsItems})) await connection.run(statement);
    isHeadline = leavesOut && tables.includes("scores");
    const ofSuite = suite === undefined ? "true" : ofSuites(filter.suite);
    const [{asked}] = (await ask(`select count(distinct base_task) as asked from memory.main.points where ${ofSuite}`)) as [
      {asked: number}
    ];
    const scored = tables.includes("scores") ? await ask("select distinct suite from memory.main.scores order by suite") : [];
    const suites = scored.map(row => String(row.suite)).filter(name => suite === undefined || filter.suite.includes(name));
    const found = searches.map(({word, found}) => `"${word}": ${listed(found.map(({kind, name}) => `${kind} ${name}`))}`);
    if (suiteNames.length > 1) found.push(`suite ${suiteNames[0]!}; --suite reads another: ${suiteNames.slice(1).join(", ")}`);
    return {folder, tables: new Set(tables), known, filter, found, asked, suites, ask, once, need, close};
  } catch (error) {
    close();
    throw error;
  }
}

/** Whether a filter may leave out part of a suite's points. A tier does not: each suite has scores of its tiers. */
const selectsPoints = ({suite, task, param, surface, projection, tag, domain, category, search}: Filter): boolean =>
  search !== undefined || [suite, task, param, surface, projection, tag, domain, category].some(names => names.length > 0);

/** Whether the store has answers to items that the headline figure leaves out. */
async function hasLeftOut(ask: Store["ask"], tables: readonly string[]): Promise<boolean> {
  if (!["contamination_items", "samples"].every(table => tables.includes(table))) return false;
  return (await ask(`${leftOutItems()} limit 1`)).length > 0;
}

/** The reason why filters leave no point: there is none, or all of its items are left out. */
async function reasonOfNone(ask: Store["ask"], chosen: string): Promise<string> {
  const [{n}] = (await ask(`select count(*) as n from (${chosen})`)) as [{n: number}];
  return n === 0
    ? "no point passes these filters together"
    : "all items of these points were found in training data, and headline figures leave them out; --all-items counts them";
}

/** Replaces the table `scores` by the scores without the items that the headline figure leaves out. */
async function makeHeadlineScores(connection: DuckDBConnection, folder: string): Promise<void> {
  const all = await readPoints(folder);
  const points = `from ${await completedFile("points", join(folder, fileOf("points")))}`;
  const remaining = await readHeadlinePoints(connection, {points, within: MAIN});
  const expected = expectedSuites((await readManifest(folder)) ?? {evaluations: []}, {
    points: all,
    overlay: await openOverlay(folder)
  });
  const rows = [...scoreRows(scoredEvaluations(remaining, {expected: remainingSuites(expected, {all, remaining})}))];
  const columns = objectsOf(typedRows(await connection.runAndReadAll(`describe ${MAIN}scores`)));
  const structure = JSON.stringify([Object.fromEntries(columns.map(each => [each.column_name, each.column_type]))]);
  const listed = `select unnest(from_json(?, ${literal(structure)}), max_depth := 2)`;
  await connection.run(
    `create temp table scores as select * from (${listed}) where eval_id in (select eval_id from ${MAIN}points)`,
    [JSON.stringify(rows)]
  );
}

/** Schema of the store's tables, which views of the temporary schema hide. */
const MAIN = "memory.main.";

/** For each table, the columns that determine to which points its rows belong. */
const BELONGS: Record<string, readonly string[]> = {samples: POINT, items: PLACE};
/** Tables with one row per response, identified by evaluation and test. */
const RESPONSES = ["responses", "timings", "traces"];

/** SQL of views in the temporary schema that hide the full tables of the same names. */
function* narrowed(tables: readonly string[], {ofItems}: {ofItems: boolean}): Generator<string> {
  yield "create temp view points as select * exclude (samples) from picked";
  for (const [table, columns] of Object.entries(BELONGS))
    if (tables.includes(table))
      yield `create temp view ${table} as from memory.main.${table} as whole semi join picked on ${same("whole", "picked", columns)}${ofItems ? " where item_id in (select item_id from picked_items)" : ""}`;
  for (const table of RESPONSES)
    if (tables.includes(table) && tables.includes("samples"))
      yield `create temp view ${table} as from memory.main.${table} semi join samples using (eval_id, item_id, trial)`;
}

/** Throws a UserError where the points have two versions of a generator: their tests differ, so they must not be pooled. */
async function oneVersion(ask: Store["ask"]): Promise<void> {
  const [mixed] = await ask(mixedVersionsIn("picked"));
  if (!mixed) return;
  const {base_task, low, high} = mixed as {base_task: string; low: number; high: number};
  throw new UserError(mixedVersions(base_task, [low, high], {wayOut: "choose one with --generator-version"}));
}

async function knownIn(ask: Store["ask"], tables: readonly string[]): Promise<Known> {
  const evaluations = (await ask(
    "select distinct eval_id, model, template, sampler from points order by all"
  )) as Known["evaluations"];
  const tasks: Known["tasks"] = new Map();
  const params = `with names as (select distinct base_task, params, unnest(json_keys(params)) as name from points)
    select distinct base_task, name, ${paramTextOfName} as value from names order by all`;
  for (const {base_task} of await ask("select distinct base_task from points order by all"))
    tasks.set(String(base_task), new Map());
  for (const {base_task, name, value} of await ask(params)) {
    const task = tasks.get(String(base_task))!;
    task.set(String(name), (task.get(String(name)) ?? new Set()).add(String(value)));
  }
  const facets = Object.fromEntries(FACETS.map(facet => [facet, new Set<string>()])) as Known["facets"];
  for (const facet of FACETS)
    for (const {name} of await ask(`select distinct unnest(${facet}) as name from points order by 1`))
      facets[facet].add(String(name));
  const names = async (query: string) => new Set((await ask(query)).map(({name}) => String(name)));
  const ofItems = (column: string) =>
    tables.includes("items") ? names(`select distinct ${column} as name from items where ${column} <> ''`) : new Set<string>();
  const suites = await names("select distinct unnest(suites) as name from points");
  return {evaluations, tasks, facets, suites, domains: await ofItems("domain"), categories: await ofItems("category")};
}

/** The SQL condition that a point has a name that a search found. */
function named({kind, name}: {kind: "evaluation" | "task" | "param"; name: string}, {tasks}: Known): string {
  if (kind === "evaluation") return `${literal(name)} in (eval_id, model, template, sampler)`;
  if (kind === "task") return `base_task = ${literal(name)}`;
  const [param, ...value] = name.split("=");
  if (value.length > 0) return `${paramText(param!)} = ${literal(value.join("="))}`;
  return `base_task in (${[...tasks]
    .filter(([, params]) => params.has(name))
    .map(([task]) => literal(task))
    .join(", ")})`;
}

const anyOf = (conditions: readonly string[]): string => `(${conditions.join(" or ")})`;

/** Most names that a line lists. */
const MOST_LISTED = 5;
const listed = (names: readonly string[]): string =>
  names.length <= MOST_LISTED
    ? names.join(", ")
    : `${names.slice(0, MOST_LISTED).join(", ")} and ${names.length - MOST_LISTED} more`;

async function rowsOf(
  connection: DuckDBConnection,
  query: string,
  values: readonly (string | number)[]
): Promise<Record<string, unknown>[]> {
  return objectsOf(typedRows(await connection.runAndReadAll(query, [...values])));
}

// Restricts points to the items of some domains and categories: their counters are those of the answers to these items.

type ItemFilter = Pick<Filter, "domain" | "category">;

/** Whether a filter names items of points: by domain or category. */
const namesItems = ({domain, category}: ItemFilter): boolean => domain.length > 0 || category.length > 0;

/** The condition of SQL on the items that pass. */
function itemConditions({domain, category}: ItemFilter, {leavesOut}: {leavesOut: boolean}): string {
  const among = (column: string, names: readonly string[]) =>
    names.length > 0 ? [`${column} in (${names.map(literal).join(", ")})`] : [];
  const counted = leavesOut ? [`item_id not in (${leftOutItems()})`] : [];
  return [...among("domain", domain), ...among("category", category), ...counted].join(" and ") || "true";
}
