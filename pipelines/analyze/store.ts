// Opens a store for queries: its tables, and the points that pass the filters.

import {existsSync} from "node:fs";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {readDataset} from "../book/read.node.js";
import {mixedVersions, mixedVersionsIn} from "../generate/versions.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../score/status.js";
import {readManifest} from "../store/manifest.node.js";
import {paramText, paramTextOfName} from "../store/points/filter.node.js";
import {fileOf} from "../store/publish.node.js";
import {FACETS} from "../store/rows.node.js";
import {PLACE, POINT, same} from "../store/same.sql.js";
import {objectsOf} from "../store/show.js";
import {suitesOf} from "../store/shown.js";
import {openTables, typedRows} from "../store/sql.node.js";
import {ofSuites, tiersWithin} from "../store/suites.sql.js";
import {CONTAMINATED_SQL} from "../studies/contamination/settings.js";
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
  const made: StudyTable[] = given.clean ? [...needs, "contamination_items", "adjusted_scores"] : [...needs];
  if (existsSync(join(folder, fileOf("samples")))) for (const name of made) await study(name, folder);
  const {connection, tables, close} = await openTables(source);
  const ask: Store["ask"] = (query, values = []) => rowsOf(connection, query, values);
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
    if (filter.clean) await needAudit(ask, need);
    const narrow = ofItems ? pointsOfItems(chosen, itemsQuery(filter)) : chosen;
    await connection.run(`create temp table picked as select *, ${PICKED} from (${narrow})`);
    const [{n}] = (await ask("select count(*) as n from picked")) as [{n: number}];
    if (n === 0) throw new UserError("no point passes these filters together");
    await oneVersion(ask);
    if (ofItems) await connection.run(`create temp table picked_items as ${itemsQuery(filter)}`);
    for (const statement of narrowed(tables, {ofItems})) await connection.run(statement);
    if (filter.clean) await connection.run("create temp view scores as from adjusted_scores");
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

/** Throws a UserError where no test was looked for in any corpus. */
async function needAudit(ask: Store["ask"], need: Store["need"]): Promise<void> {
  for (const table of ["contamination_items", "adjusted_scores"]) need(table);
  const [{n}] = (await ask("select count(*) as n from contamination_items")) as [{n: number}];
  if (n === 0)
    throw new UserError("--clean: no test was looked for; the book names no corpus (corpora), see docs/contamination.md");
}

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

// Restricts points to the tests of some domains and categories: their counters are those of the answers to these tests.

type ItemFilter = Pick<Filter, "domain" | "category" | "clean">;

/** Whether a filter leaves out tests of points: by domain, category or contamination. */
const namesItems = ({domain, category, clean}: ItemFilter): boolean => domain.length > 0 || category.length > 0 || clean;

/** Query for the identities of the tests that pass. */
function itemsQuery({domain, category, clean}: ItemFilter): string {
  const among = (column: string, names: readonly string[]) =>
    names.length > 0 ? [`${column} in (${names.map(literal).join(", ")})`] : [];
  const found = clean ? [`item_id not in (select item_id from contamination_items where ${CONTAMINATED_SQL})`] : [];
  const conditions = [...among("domain", domain), ...among("category", category), ...found];
  return `select item_id from items where ${conditions.join(" and ") || "true"}`;
}

const tokens = (status: number) =>
  `case when count(*) filter (status = ${status}) = count(completion_tokens) filter (status = ${status})
    then coalesce(sum(completion_tokens) filter (status = ${status}), 0) end`;

/** The raw counters of `points`, over samples. */
const COUNTERS: Readonly<Record<string, string>> = {
  correct: `count(*) filter (status = ${CORRECT})`,
  incorrect: `count(*) filter (status = ${INCORRECT})`,
  truncated: `count(*) filter (status = ${TRUNCATED})`,
  cut_by_evidence: `count(*) filter (status = ${TRUNCATED} and ended = 'cut')`,
  ended_unknown: `count(*) filter (status <> ${TRUNCATED} and coalesce(ended, 'unknown') = 'unknown')`,
  unparsed: `count(*) filter (status <> ${TRUNCATED} and not parsed)`,
  guess_sum: `coalesce(sum(guess_chance order by item_id) filter (status <> ${TRUNCATED}), 0)`,
  prompt_tokens: "known_sum(prompt_tokens)",
  completion_tokens: "known_sum(completion_tokens)",
  tokens_correct: tokens(CORRECT),
  tokens_incorrect: tokens(INCORRECT),
  tokens_truncated: tokens(TRUNCATED),
  tokens_squared: "known_sum(completion_tokens::bigint * completion_tokens)",
  trace_bytes: "sum(trace_bytes)",
  compressed_bytes: "sum(compressed_bytes)",
  cost: "sum(cost)"
};
const COUNTS = "correct, correct + incorrect, guess_sum";
/** What `points` derives from them. */
const DERIVED: Readonly<Record<string, string>> = {
  accuracy: `excess_accuracy(${COUNTS})`,
  center: `adjusted_center(${COUNTS})`,
  margin: `adjusted_margin(${COUNTS})`,
  ci_low: `excess_low(${COUNTS})`,
  ci_high: `excess_high(${COUNTS})`,
  truncated_ratio:
    "case when not is_truncation_unknown(correct + incorrect + truncated, truncated, ended_unknown) then truncated / (correct + incorrect + truncated) end"
};

/**
 * Query for points with the counters of their answers to some tests; points without any are left out. Repetitions do not count, but for
 * points of transcripts, which count every row.
 * @param points query for the points · @param items query for the tests
 */
function pointsOfItems(points: string, items: string): string {
  const select = (columns: Readonly<Record<string, string>>) =>
    Object.entries(columns)
      .map(([name, of]) => `${of} as ${name}`)
      .join(", ");
  const own = Object.keys(COUNTERS).map(name => `counted.${name} as ${name}`);
  return `with chosen as (${points}), answers as (
      select s.* from samples s semi join (${items}) kept using (item_id)
      join (select ${POINT.join(", ")}, any_value(stopped) as stopped from chosen group by all) p on ${same("s", "p", POINT)}
      where s.trial = 0 or p.stopped = 'given'),
    counted as (select ${POINT.join(", ")}, ${select(COUNTERS)} from answers group by all),
    recounted as (select chosen.* replace (${own.join(", ")}) from chosen join counted on ${same("chosen", "counted", POINT)})
    select * replace (${select(DERIVED)}) from recounted`;
}
