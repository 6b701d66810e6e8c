// Presents several finished stores, or datasets of them, as one store: the tables that pages show when datasets are compared.
import {existsSync} from "node:fs";
import {mkdtemp, readFile, realpath, rename, rm, stat, writeFile} from "node:fs/promises";
import {basename, join, resolve} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {canonicalJson, sha256Hex} from "../book/canonical.js";
import {facetsOf} from "../book/dataset.js";
import {currentBook, readDataset} from "../book/read.node.js";
import type {Dataset} from "../book/types.js";
import type {Report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {parquetSource} from "../rows/parquet.js";
import {SQL_TYPES} from "./columns.js";
import {openDuckDB} from "./duckdb.node.js";
import {digestOf, temporaryIn, type Written, writtenAs} from "./files.node.js";
import {lockStore} from "./lock.node.js";
import {contentOf, type Manifest, readManifest, writeManifest} from "./manifest.node.js";
import {fileOf, STORE} from "./publish.node.js";
import {olderReaderText} from "./readerVersion.node.js";
import {copySorted, quoted, textBytes} from "./sorted.node.js";
import {openTables} from "./sql.node.js";
import {type Table, tables} from "./tables.js";
import {projectVersion} from "./version.node.js";
import {presentNames} from "./views.sql.js";

/** One value of `--store`: a folder with tables, or a dataset's file. */
interface Source {
  /** Unique name among the sources. It is part of the page's address and distinguishes evaluations with the same name. */
  name: string;
  title: string;
  folder: string;
  manifest: Manifest;
  dataset: Dataset | null;
}

const NEEDED = ["manifest.json", "points.parquet", "samples.parquet"];
const STAMP = "joined.json";

/**
 * The folder whose tables the pages show for these paths: the store itself, or, for a dataset and for several paths, a store below
 * data/store/joined that is rewritten when one of them has changed. No requests are sent.
 */
export async function shownStore(paths: readonly string[], {report}: {report: Report}): Promise<string> {
  const sources = named(await Promise.all(paths.map(sourceOf)));
  for (const {folder, manifest} of new Map(sources.map(source => [source.folder, source])).values()) {
    const older = await olderReaderText(folder, manifest);
    if (older !== null) report.warn(older);
  }
  if (sources.length === 1 && !sources[0]!.dataset) return sources[0]!.folder;
  const stamp = await stampOf(sources);
  const folder = join(
    STORE,
    "joined",
    sha256Hex(canonicalJson(sources.map(({name, folder}) => [name, resolve(folder)]))).slice(0, 12)
  );
  await using _lock = await lockStore(folder, {
    onWait: report.info
  });
  if ((await readFile(join(folder, STAMP), "utf8").catch(() => null)) === stamp) return folder;
  await rm(join(folder, STAMP), {force: true});
  await writeJoined(sources, folder);
  await writeFile(join(folder, STAMP), stamp);
  report.info(`${sources.map(({title}) => title).join(", ")}: joined in ${folder}`);
  return folder;
}

async function sourceOf(path: string): Promise<Omit<Source, "name">> {
  const dataset = /\.ya?ml$/u.test(path) ? await readDataset(path) : null;
  const folder = dataset?.store ?? path;
  const place = dataset ? `${dataset.place} store ${folder}` : `--store ${path}`;
  const found = await stat(folder).catch(() => null);
  if (!found) throw new UserError(`${place}: no such folder${dataset ? "" : " or dataset's file"}`);
  if (!found.isDirectory())
    throw new UserError(`${place} is not a folder; expected a store, or a dataset's file that ends in .yaml`);
  const missing = NEEDED.filter(file => !existsSync(join(folder, file)));
  if (missing.length === NEEDED.length)
    throw new UserError(
      `${place}: no tables there; npm run run -- --out ${folder} or npm run score -- --out ${folder} writes some`
    );
  if (missing.length > 0) throw new UserError(`${place}: no ${missing.join(" and no ")} there, which pages need`);
  const manifest = await readManifest(folder);
  if (!manifest) throw new UserError(`${place}: ${join(folder, "manifest.json")} cannot be read`);
  // refuses entries without an evaluation, and simulated results that could be mistaken for real ones
  if (dataset) (await openTables(path)).close();
  const title = dataset?.title ?? (resolve(folder) === resolve(STORE) ? (await currentBook()).title : basename(resolve(folder)));
  return {title, folder, manifest, dataset};
}

/** Sources with unique names; "all" is reserved for the choice of every source. */
function named(sources: readonly Omit<Source, "name">[]): Source[] {
  const taken = new Set(["all"]);
  return sources.map(source => {
    const base = nameOf(source).replace(/[^A-Za-z0-9._-]+/g, "-");
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base}-${n}`;
    taken.add(name);
    return {...source, name, title: name === base ? source.title : `${source.title} (${source.folder})`};
  });
}

const nameOf = ({dataset, folder}: Omit<Source, "name">): string =>
  dataset?.id ?? (resolve(folder) === resolve(STORE) ? "book" : basename(resolve(folder)));

/** What a joined store is made from: digests of manifests and of all tables, and the contents of datasets. */
async function stampOf(sources: readonly Source[]): Promise<string> {
  const parts = sources.map(async ({name, title, folder, dataset}) => ({
    name,
    title,
    folder,
    dataset: dataset && (await readFile(dataset.file, "utf8")),
    files: [await digestOf(join(folder, "manifest.json")), ...(await contentOf(folder, Object.keys(tables)))]
  }));
  return `${JSON.stringify({version: 2, columns: sha256Hex(canonicalJson(tables)), sources: await Promise.all(parts)}, null, 2)}\n`;
}

async function writeJoined(sources: readonly Source[], folder: string): Promise<void> {
  const evaluations = await evaluationsOf(sources);
  const fresh = await mkdtemp(temporaryIn(folder, "join-"));
  try {
    const parts = [...new Map(evaluations.map(({part}) => [part.name, part])).values()];
    const written = await joinTables({parts, evaluations, folder: fresh});
    for (const name of Object.keys(tables)) {
      if (written.tables[name]) await rename(join(fresh, fileOf(name)), join(folder, fileOf(name)));
      else await rm(join(folder, fileOf(name)), {force: true});
    }
    await writeManifest(folder, await manifestOf(sources, {evaluations, written}));
  } finally {
    await rm(fresh, {recursive: true, force: true});
  }
}

interface ChosenEvaluation extends JoinedEvaluation {
  /** Names of the datasets to which it belongs. */
  datasets: string[];
}

/**
 * The evaluations of all sources. An evaluation that two datasets of one folder share is one evaluation, with the facets of both.
 * Evaluations of different folders are kept separate: where they have a name or an identity in common, the folder's name is added to their
 * sampler.
 */
async function evaluationsOf(sources: readonly Source[]): Promise<ChosenEvaluation[]> {
  const chosen = new Map<string, ChosenEvaluation>();
  const folders = new Map<string, Part>();
  for (const {name, folder, dataset} of sources) {
    const real = await realpath(folder);
    const part = folders.get(real) ?? {name, folder};
    folders.set(real, part);
    for (const row of await evaluationsIn(folder)) {
      const facets = dataset ? facetsOf(dataset, row) : {groups: [], tags: []};
      if (!facets) continue;
      const key = JSON.stringify([part.name, row.eval_id, row.model, row.template, row.sampler]);
      const known = chosen.get(key) ?? {
        ...row,
        part,
        as: {eval_id: row.eval_id, sampler: row.sampler},
        groups: [],
        tags: [],
        datasets: []
      };
      const both = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])].sort();
      chosen.set(key, {
        ...known,
        groups: both(known.groups, facets.groups),
        tags: both(known.tags, facets.tags),
        datasets: [...known.datasets, name]
      });
    }
  }
  const all = [...chosen.values()];
  const keysOf = ({eval_id, model, template, sampler}: ChosenEvaluation) => [eval_id, JSON.stringify([model, template, sampler])];
  const parts = new Map<string, Set<string>>();
  for (const each of all) for (const key of keysOf(each)) parts.set(key, (parts.get(key) ?? new Set()).add(each.part.name));
  return all.map(each => {
    if (keysOf(each).every(key => parts.get(key)!.size === 1)) return each;
    const {eval_id, sampler, part} = each;
    return {...each, as: {eval_id: sha256Hex(`${part.name} ${eval_id}`).slice(0, 12), sampler: `${sampler}@${part.name}`}};
  });
}

async function evaluationsIn(folder: string): Promise<Pick<JoinedEvaluation, "eval_id" | "model" | "template" | "sampler">[]> {
  const {connection, close} = await openTables(folder);
  try {
    const found = await connection.runAndReadAll("select distinct eval_id, model, template, sampler from points order by all");
    return found.getRowObjectsJS() as unknown as Pick<JoinedEvaluation, "eval_id" | "model" | "template" | "sampler">[];
  } finally {
    close();
  }
}

/** The joint manifest of the stores, with numbers counted from the joined tables, and the datasets to which each evaluation belongs. */
async function manifestOf(
  sources: readonly Source[],
  {evaluations, written}: {evaluations: readonly ChosenEvaluation[]; written: Joined}
): Promise<Manifest> {
  const stores = [...new Map(sources.map(source => [resolve(source.folder), source.manifest])).values()];
  const seeds = new Set(stores.map(({seed}) => seed));
  const sum = (of: (manifest: Manifest) => number) => stores.reduce((total, manifest) => total + of(manifest), 0);
  const {points, samples, prompt, completion, cost, simulated} = written.totals;
  const listed = evaluations.flatMap(({part, eval_id, as}) => {
    const manifest = sources.find(({folder}) => folder === part.folder)!.manifest;
    const own = manifest.evaluations.find(each => each.eval_id === eval_id);
    return own ? [{...own, ...as}] : [];
  });
  const suites = Object.assign({}, ...stores.map(each => each.suites)) as NonNullable<Manifest["suites"]>;
  const metrics = Object.assign({}, ...stores.map(each => each.metrics)) as NonNullable<Manifest["metrics"]>;
  const instants = (of: (manifest: Manifest) => string) => stores.map(of).sort();
  return {
    ...(await projectVersion()),
    book_hash: sha256Hex(canonicalJson(stores.map(({book_hash}) => book_hash))),
    suite: [...new Set(stores.map(({suite}) => suite))].join(" + "),
    seed: seeds.size === 1 ? [...seeds][0]! : null,
    slices: [...new Map(stores.flatMap(({slices = []}) => slices).map(slice => [canonicalJson(slice), slice])).values()],
    models: [...new Set(evaluations.map(({model}) => model))].sort(),
    evaluations: listed,
    ...(Object.keys(suites).length > 0 && {suites}),
    ...(Object.keys(metrics).length > 0 && {metrics}),
    datasets: sources.map(({name, title, folder}) => ({
      name,
      title,
      store: folder,
      evaluations: evaluations.filter(({datasets}) => datasets.includes(name)).map(({as}) => as.eval_id)
    })),
    points,
    samples,
    requests: sum(({requests}) => requests),
    cached: sum(({cached}) => cached),
    failed: sum(({failed}) => failed),
    tokens: {prompt, completion},
    cost,
    started: instants(({started}) => started)[0]!,
    finished: instants(({finished}) => finished).at(-1)!,
    status: stores.find(({status}) => status !== "complete")?.status ?? "complete",
    simulated,
    tables: written.tables
  };
}

// Joins the tables of several stores: evaluations are kept separate, equal tests become one.

/** One of the stores to join. */
interface Part {
  name: string;
  folder: string;
}

/** An evaluation of one of the stores, with its name in the joined tables. */
interface JoinedEvaluation {
  part: Part;
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  as: {eval_id: string; sampler: string};
  /** Groups that its points get in addition to their own. */
  groups: string[];
  tags: string[];
}

interface Joined {
  tables: Record<string, Written>;
  totals: {points: number; samples: number; prompt: number; completion: number; cost: number; simulated: boolean};
}

/**
 * Writes the tables of a store with the given evaluations into a folder; studies are made from them like those of any other store. The
 * identity of a test is a hash of its question, so tests with one identity are one test.
 */
export async function joinTables({
  parts,
  evaluations,
  folder
}: {
  parts: readonly Part[];
  evaluations: readonly JoinedEvaluation[];
  folder: string;
}): Promise<Joined> {
  const {connection, close} = await openDuckDB({file: join(folder, "join.duckdb"), spill: join(folder, "spill")});
  const sources = parts.map((part, number) => ({...part, number}));
  try {
    await nameEvaluations(connection, {evaluations, parts});
    const written: Record<string, Written> = {};
    for (const [name, table] of Object.entries(tables) as [string, Table][]) {
      const rows = await Promise.all(sources.map(source => rowsOf(connection, source, {name, table})));
      const there = rows.filter(query => query !== null);
      if (there.length === 0) continue;
      const columns = Object.entries(table.columns);
      const texts = columns.flatMap(([column, {type}]) => (type === "text" ? [quoted(column)] : []));
      await connection.run(
        `create table ${quoted(name)} as select *, (${textBytes(texts)})::DOUBLE as "#bytes" from (${together(name, table, there)})`
      );
      const [[count]] = (await connection.runAndReadAll(`select count(*)::double from ${quoted(name)}`)).getRows() as [[number]];
      if (count === 0) continue;
      const file = join(folder, fileOf(name));
      await copySorted(connection, {
        table: name,
        selected: columns.map(([column]) => `t.${quoted(column)}`),
        keys: table.order.map(column => ({column: quoted(column)})),
        bytes: table.rowGroup === undefined ? undefined : "#bytes",
        rowGroup: table.rowGroup,
        file,
        spill: folder
      });
      written[name] = await writtenAs(file, count);
    }
    const totals = await connection.runAndReadAll(
      `select count(*)::double as points, sum(correct + incorrect + truncated)::double as samples, sum(prompt_tokens)::double as prompt,
        sum(completion_tokens)::double as completion, sum(cost)::double as cost, bool_or(simulated) as simulated from points`
    );
    return {tables: written, totals: totals.getRowObjectsJS()[0] as unknown as Joined["totals"]};
  } finally {
    close();
  }
}

type Numbered = Part & {number: number};
const parquet = (folder: string, table: string): string => parquetSource(resolve(folder, fileOf(table)));
const listOf = (names: readonly string[]): string => `[${names.map(literal).join(", ")}]::varchar[]`;

/** Creates the table `chosen`: evaluations by store and identity, with their names in the joined tables. */
async function nameEvaluations(
  connection: DuckDBConnection,
  {evaluations, parts}: {evaluations: readonly JoinedEvaluation[]; parts: readonly Part[]}
): Promise<void> {
  const number = new Map(parts.map(({name}, i) => [name, i]));
  const rows = evaluations.map(({part, eval_id, model, template, sampler, as, groups, tags}) => {
    const texts = [eval_id, model, template, sampler, as.eval_id, as.sampler].map(literal);
    return `(${[number.get(part.name), ...texts, listOf(groups), listOf(tags)].join(", ")})`;
  });
  await connection.run(
    `create table chosen as from (values ${rows.join(", ")}) t(part, eval_id, model, template, sampler, as_eval_id, as_sampler, groups, tags)`
  );
}

/** Query for a store's rows of a table, with the schema's columns; null where the store has no such table. */
async function rowsOf(
  connection: DuckDBConnection,
  {folder, number}: Numbered,
  {name, table}: {name: string; table: Table}
): Promise<string | null> {
  if (!existsSync(join(folder, fileOf(name)))) return null;
  const columnsOf = async (from: string) => (await connection.runAndReadAll(`from ${from} limit 0`)).deduplicatedColumnNames();
  const file = parquet(folder, name);
  const source = presentNames(file, await columnsOf(file));
  const presentColumns = new Set(await columnsOf(source));
  const hasEvaluation = "eval_id" in table.columns;
  const special: Record<string, string> = {
    ...(hasEvaluation && {eval_id: "c.as_eval_id", sampler: "c.as_sampler"}),
    ...(name === "points" &&
      Object.fromEntries(
        ["groups", "tags"].map(facet => [facet, `list_sort(list_distinct(list_concat(t.${facet}, c.${facet})))`])
      ))
  };
  const columns = Object.entries(table.columns).map(([column, {type}]) => {
    const value = presentColumns.has(column) ? (special[column] ?? `t.${quoted(column)}`) : `null::${SQL_TYPES[type]}`;
    return `${value} as ${quoted(column)}`;
  });
  const key = ["eval_id", "model", "template", "sampler"].map(column => `t.${column} = c.${column}`).join(" and ");
  return `select ${number} as part, ${columns.join(", ")} from ${source} t
    ${hasEvaluation ? `join chosen c on c.part = ${number} and ${key}` : ""}`;
}

/**
 * Query for the rows of all stores. A test becomes one row, with the tiers that it has in any store; so does the truth about a simulated
 * model.
 */
function together(name: string, {columns}: Table, queries: readonly string[]): string {
  const all = `(${queries.join(" union all ")})`;
  if (name === "items") {
    const first = Object.keys(columns).map(column =>
      column === "tiers"
        ? "list_sort(list_distinct(flatten(list(tiers)))) as tiers"
        : column === "item_id"
          ? "item_id"
          : `arg_min(${quoted(column)}, part) as ${quoted(column)}`
    );
    return `select ${first.join(", ")} from ${all} where item_id in (select item_id from samples) group by item_id`;
  }
  return `select ${"eval_id" in columns ? "" : "distinct "}* exclude part from ${all}`;
}
