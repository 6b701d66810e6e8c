// Makes the published store: raw answers of real models to public benchmarks, scored by our reader, without questions and texts.
import {existsSync} from "node:fs";
import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, relative} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {sha256Hex} from "../../book/canonical.js";
import type {Report} from "../../infer/progress.node.js";
import {literal} from "../../rows/literal.js";
import {parquetSource} from "../../rows/parquet.js";
import {RECORD_BEGINS} from "../../score/episode.js";
import {type Column, integer, key, type Table, text} from "../../store/columns.js";
import {openDuckDB} from "../../store/duckdb.node.js";
import {digestOf, replaceFile, writtenAs} from "../../store/files.node.js";
import {openImported, type StagedRow} from "../../store/given.node.js";
import {type Manifest, readManifest, writeManifest} from "../../store/manifest.node.js";
import {fileOf, PUBLISHED} from "../../store/publish.node.js";
import {tables as storeTables} from "../../store/tables.js";
import {openStage, type Stage} from "../../store/writer.node.js";
import {makerOf, studies} from "../../studies/make.node.js";
import {isStoreIndependent, registry, type StudyName, type StudyTable, studyTables} from "../../studies/registry.js";
import {nameOf} from "../imports/naming.js";
import {openNotes} from "../imports/notes.js";
import {importedRows} from "../imports/rows.js";
import {rescore} from "../rescore/rescore.js";
import {writeBins} from "./bins.js";
import {writeClaims} from "./claims.js";
import {addFigures} from "./figures.js";
import {addModelFacts} from "./modelFacts.js";
import {notices} from "./notices.js";
import {writeScorecards} from "./scorecards.js";
import {COUNTED, type LoadedSet, RAW_SETS, type RawRun, type RawSet} from "./sources.js";
import {DESCRIBED, openTraces, writeTraces} from "./traces.js";

/** Longest value read that is kept, in characters: a longer one is a piece of text. */
const MAX_VALUE = 64;
/** Rows of a row group; fixed, so that equal rows give equal bytes. Large, since each group repeats the dictionary of items. */
const ROW_GROUP = 524_288;
/** Decimals of estimates of single items and steps, which are far less certain. */
const DECIMALS = 4;
/** A time that is the same each time the store is made. */
const NO_TIME = "1970-01-01T00:00:00.000Z";

/** Studies that need texts of questions or answers, that no published answer enters, or whose tables are made apart. */
const LEFT_OUT: readonly StudyName[] = [
  "adjusted",
  "adjusted/ability",
  "contamination",
  "narratives",
  "preferences/annotation",
  "preferences/benchmarks",
  "preferences/labels",
  "preferences/waves",
  "report",
  "samples",
  "scorecard",
  "traces"
];

/** Tables of headline figures: made by the audit that is published, and not by one of the book's corpora. */
const HEADLINES = ["adjusted_points", "adjusted_scores", "adjusted_task_counts", "headlines"] as const satisfies StudyTable[];

/** Studies that are made of the published answers. */
const STUDIES = (Object.keys(registry) as StudyName[]).filter(
  name => !LEFT_OUT.includes(name) && !isStoreIndependent(registry[name])
);

/** Place of each raw answer, by which samples name their line and items their id, and what its trace looks like. */
const placesTable: Table = {
  description: "",
  columns: {
    eval_id: key(""),
    base_task: key(""),
    item_id: text(""),
    trial: integer(""),
    position: integer("order of reading"),
    line: integer("record in its file"),
    ...DESCRIBED
  },
  order: ["position"]
};

/**
 * Makes the store from raw files.
 * @param from folder with the raw data, as `sources.ts` names its parts
 * @throws UserError where a file is missing or cannot be read
 */
export async function makePublished({
  from,
  folder = PUBLISHED,
  sets = RAW_SETS,
  studyNames = STUDIES,
  report
}: {
  from: string;
  folder?: string;
  sets?: readonly RawSet[];
  studyNames?: readonly StudyName[];
  report: Report;
}): Promise<Manifest> {
  await mkdir(folder, {recursive: true});
  const spill = await mkdtemp(join(tmpdir(), "published-"));
  try {
    const loaded: LoadedSet[] = [];
    const names = new Map<string, string>();
    for (const set of sets) loaded.push({...set, loaded: namedAlike(await set.runs(from), names)});
    const files = await filesOf(loaded, from);
    const traces = openTraces();
    await scoreAnswers(loaded, {folder, spill, files, report, traces});
    const stripped = await withoutTexts(loaded, {from, folder, spill, files, traces});
    await writeManifest(folder, await addModelFacts(await addFigures(stripped, {from, folder, report}), {folder}));
    return await addStudies(studyNames, {folder, report});
  } finally {
    await rm(spill, {recursive: true, force: true});
  }
}

/** Digests of each set's files, by their paths. */
async function filesOf(sets: readonly LoadedSet[], from: string): Promise<Map<RawSet, Record<string, string>>> {
  const digests = new Map<RawSet, Record<string, string>>();
  for (const set of sets) {
    const shared = [...(set.shared ?? []), ...(set.accuracies ? [set.accuracies.file] : [])].map(file => join(from, file));
    const files = [...new Set([...shared.filter(file => existsSync(file)), ...set.loaded.map(({file}) => file)])];
    const byPath: Record<string, string> = {};
    for (const file of files.sort()) byPath[relative(from, file)] = await digestOf(file);
    digests.set(set, byPath);
  }
  return digests;
}

/** Parameters and date that a model's name states: `Mixtral-8x7B`, `gpt-4o-2024-05-13`. */
function statedIn(model: string): NonNullable<Manifest["evaluations"][number]["stated"]> {
  const [, parameters] = /(?<![a-z0-9.])((?:\d+x)?\d+(?:\.\d+)?b)(?![a-z0-9])/iu.exec(model) ?? [];
  const [, year, month, day] = /(?<!\d)(20\d\d)-?([01]\d)-?([0-3]\d)(?!\d)/u.exec(model) ?? [];
  return {
    ...(parameters && {parameters: parameters.toUpperCase().replace("X", "x")}),
    ...(year && {date: `${year}-${month}-${day}`})
  };
}

/** The suite of a task: its own, or that whose id begins its name. */
const suiteOf =
  (sets: readonly RawSet[]) =>
  (base_task: string): string =>
    sets.find(({suite}) => base_task === suite || base_task.startsWith(`${suite}-`))!.suite;

/** The same as a condition of SQL. */
const inSuite = (suite: string): string => `(base_task = ${literal(suite)} or starts_with(base_task, ${literal(`${suite}-`)}))`;

interface MakeOptions {
  folder: string;
  spill: string;
  files: ReadonlyMap<RawSet, Record<string, string>>;
  traces: ReturnType<typeof openTraces>;
}

/** Scores the answers into a store, and writes the place of each into `spill`. */
async function scoreAnswers(sets: readonly LoadedSet[], {folder, spill, files, report, traces}: MakeOptions & {report: Report}) {
  const notes = openNotes();
  const runs = sets.flatMap(({loaded}) => loaded);
  await using places = await openStage({places: placesTable}, {folder: spill});
  const rows = importedRows(runs, {notes, truncated: "truncated", onRun: ({model, task}) => report.info(`${task}: ${model}`)});
  await rescore({
    source: {
      imported: {
        open: (home, ahead) =>
          openImported(placed(rows, {places, traces}), {folder: home, name: "raw answers", skipBad: false, ahead}),
        hash: async () => sha256Hex(JSON.stringify(sets.map(set => [set.suite, files.get(set)]))),
        recorded: {formats: ["raw"], files: new Set(runs.map(({file}) => file)).size, verdict: "ours"},
        suites: {ids: [...new Set(sets.map(({suite}) => suite))], suiteOf: suiteOf(sets)}
      }
    },
    folder,
    report
  });
  await places.write("places", placesIn(spill));
  for (const line of notes.lines()) report.warn(line);
}

const placesIn = (spill: string): string => join(spill, "places.parquet");
/** The places with trials as samples number them. */
const numberedPlaces = (spill: string): string =>
  `(select * replace ((row_number() over (partition by eval_id, item_id order by trial, position) - 1)::integer as trial) from ${parquetSource(placesIn(spill))})`;

/** Gives runs whose models' names agree without case and punctuation the first one's name. @param names those of earlier sets */
function namedAlike(runs: readonly RawRun[], names: Map<string, string>): RawRun[] {
  return runs.map(run => {
    const plain = run.model.toLowerCase().replace(/[^a-z0-9]/gu, "");
    const model = names.get(plain) ?? run.model;
    names.set(plain, model);
    return {...run, model};
  });
}

/** Records the place of each answer, and describes its trace. */
async function* placed(
  rows: AsyncIterable<StagedRow>,
  {places, traces}: {places: Stage; traces: MakeOptions["traces"]}
): AsyncGenerator<StagedRow> {
  let position = 0;
  for await (const staged of rows) {
    if ("row" in staged) {
      const {eval_id, base_task, item_id, trial} = staged.row;
      const described = traces.describe(staged.row);
      places.append("places", {
        eval_id,
        base_task,
        item_id,
        trial,
        position: position++,
        line: lineOf(staged.place),
        ...described
      });
    }
    yield staged;
  }
}

const lineOf = (place: string): number => Number(/\d+$/u.exec(place)![0]);

/** Removes questions, options, answers' texts and times, adds the places of answers, and describes the tables that remain. */
async function withoutTexts(
  sets: readonly LoadedSet[],
  {from, folder, spill, files, traces}: MakeOptions & {from: string}
): Promise<Manifest> {
  const before = (await readManifest(folder))!;
  for (const name of ["timings.parquet", "live.arrow", "lock.duckdb"]) await rm(join(folder, name), {force: true});
  const {connection, close} = await openDuckDB({spill});
  const within = (having: "withoutTexts" | "withoutValues"): string => {
    const tasks = sets.filter(set => set[having]).map(({suite}) => inSuite(suite));
    return tasks.length > 0 ? `(${tasks.join(" or ")})` : "false";
  };
  const [bare, secret] = [within("withoutTexts"), within("withoutValues")];
  const table = (name: string) => parquetSource(join(folder, `${name}.parquet`));
  const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS();
  const rewrite = (name: keyof typeof storeTables, sql: string) =>
    writeSorted(connection, sql, {file: join(folder, fileOf(name)), order: storeTables[name].order});
  try {
    await connection.run(`create temp table places as select eval_id, item_id, line, trial from ${numberedPlaces(spill)}`);
    await rewrite(
      "samples",
      `select s.* replace (if(${bare}, null, trace_bytes) as trace_bytes, if(${bare}, null, compressed_bytes) as compressed_bytes,
        if(${secret} or length(answer) > ${MAX_VALUE}, null, answer) as answer, if(${secret}, '', expected) as expected), line
        from ${table("samples")} s join places using (eval_id, item_id, trial)`
    );
    await rewrite(
      "items",
      `select * replace ('' as prompt, choices[1:0] as choices, null::varchar as steps, null::varchar as scorer,
        null::varchar as reading, if(count(*) over (partition by pair_id) > 1, pair_id, null) as pair_id, if(${secret}, '', expected) as expected) from ${table("items")}`
    );
    // Our own verdict is the status, and that an answer is nothing but its label is in its span; that of a set without texts is the set's.
    await rewrite(
      "measures",
      `select m.* from ${table("measures")} m where name not in ('own_right', 'exact')
        and not (name = 'reported_right' and item_id in (select item_id from ${table("items")} where ${bare}))`
    );
    await rewrite(
      "responses",
      `select * replace ('' as prompt, null::varchar as reasoning) from ${table("responses")} where starts_with(text, ${literal(RECORD_BEGINS)})`
    );
    const counted = new Set(
      (await query(`select distinct eval_id from ${table("samples")} where completion_tokens is not null`)).map(
        row => row.eval_id
      )
    );
    const published = await describeSets(sets, {files, query, table});
    const {timings: _, ...remaining} = before.tables;
    const described: Manifest["tables"] = {};
    for (const name of Object.keys(remaining).sort()) {
      const file = join(folder, fileOf(name));
      described[name] = await writtenAs(file, await rowCount(connection, file));
    }
    const small = {
      ...(await writeTraces({folder, described: numberedPlaces(spill), checks: traces})),
      ...(await writeBins(connection, folder)),
      ...(await writeScorecards(connection, {folder, sets: published})),
      ...(await writeClaims(connection, {folder, from, sets}))
    };
    return {
      ...before,
      git_commit: null,
      started: NO_TIME,
      finished: NO_TIME,
      evaluations: before.evaluations.map(each => ({
        ...each,
        ...(counted.has(each.eval_id) && {counted: COUNTED}),
        stated: statedIn(each.model)
      })),
      published,
      tables: {...described, ...small}
    };
  } finally {
    close();
  }
}

/** Tables with many rows, whose estimates are rounded. */
const ROUNDED: readonly StudyTable[] = ["irt_items", "adaptive_steps"];
const isRounded = (name: string, {type}: Column): boolean => type === "double" && !name.startsWith("misfit");

async function rowCount(connection: DuckDBConnection, file: string): Promise<number> {
  const [row] = (await connection.runAndReadAll(`select count(*)::int from ${parquetSource(file)}`)).getRows();
  return Number(row![0]);
}

/** Writes the rows of a query in an order, packed as closely as Parquet allows. */
const writeSorted = (
  connection: DuckDBConnection,
  sql: string,
  {file, order}: {file: string; order: readonly string[]}
): Promise<void> =>
  replaceFile(file, async temporary => {
    await connection.run(
      `copy (${sql} order by ${order.map(column => `"${column}"`).join(", ")}) to ${literal(temporary)}
        (format parquet, compression zstd, compression_level 19, row_group_size ${ROW_GROUP})`
    );
  });

/** Makes the tables of headline figures, and returns their names. The effect of contamination is left out: too few items were found to show one. */
export async function addHeadlines(folder: string, {report}: {report: Report}): Promise<readonly StudyTable[]> {
  const {make} = await makerOf("adjusted");
  await make(folder, {report});
  for (const name of Object.keys(registry.adjusted.tables) as StudyTable[])
    if (!HEADLINES.some(each => each === name)) await rm(join(folder, fileOf(name)));
  return HEADLINES;
}

/** Makes studies of the store, and describes those of their tables that have rows; others are removed. */
async function addStudies(names: readonly StudyName[], {folder, report}: {folder: string; report: Report}): Promise<Manifest> {
  const ofStudies = names.flatMap(name => Object.keys(registry[name].tables) as StudyTable[]);
  await studies(ofStudies, folder, {report});
  const made = [...ofStudies, ...(await addHeadlines(folder, {report}))].sort();
  const {connection, close} = await openDuckDB();
  const described: Manifest["tables"] = {};
  try {
    for (const name of made) {
      const file = join(folder, fileOf(name));
      const rowsOfTable = await rowCount(connection, file);
      if (rowsOfTable === 0) {
        await rm(file);
        continue;
      }
      const {columns, order} = studyTables[name];
      const rounded = ROUNDED.includes(name) ? Object.keys(columns).filter(column => isRounded(column, columns[column]!)) : [];
      const replaced = rounded.map(column => `round("${column}", ${DECIMALS}) as "${column}"`).join(", ");
      const rows = `select *${replaced && ` replace (${replaced})`} from ${parquetSource(file)}`;
      await writeSorted(connection, rows, {file, order});
      described[name] = await writtenAs(file, rowsOfTable);
    }
  } finally {
    close();
  }
  await rm(join(folder, "lock.duckdb"), {force: true});
  const before = (await readManifest(folder))!;
  const tables = Object.entries({...before.tables, ...described}).sort(([a], [b]) => (a < b ? -1 : 1));
  const manifest = {...before, tables: Object.fromEntries(tables)};
  await writeManifest(folder, manifest);
  await writeFile(join(folder, "NOTICES"), notices(manifest));
  return manifest;
}

interface Query {
  files: MakeOptions["files"];
  query: (sql: string) => Promise<Record<string, unknown>[]>;
  table: (name: string) => string;
}

/** Describes each set for the manifest. */
async function describeSets(
  sets: readonly LoadedSet[],
  {files, query, table}: Query
): Promise<NonNullable<Manifest["published"]>> {
  const described: NonNullable<Manifest["published"]> = [];
  for (const set of sets) {
    const {suite, source, address, licence, state, notes, loaded} = set;
    const models = [...new Set(loaded.map(({model}) => nameOf(model)))];
    const ofModels = `model in (${models.map(literal).join(", ")})`;
    const ofSuite = inSuite(suite);
    const count = async (sql: string) => Number((await query(sql))[0]!.n);
    const addresses = [...new Set(loaded.map(({raw}) => raw))];
    described.push({
      suite,
      source,
      address,
      licence,
      state,
      notes: [...notes],
      models: models.length,
      answers: await count(`select count(*)::int as n from ${table("samples")} where ${ofSuite} and ${ofModels}`),
      unscored: await count(
        `select count(*)::int as n from ${table("measures")} where name = 'not_scored' and ${ofModels} and item_id in (select item_id from ${table("items")} where ${ofSuite})`
      ),
      revised: await count(`select count(*)::int as n from ${table("items")} where ${ofSuite} and "index" >= ${2 ** 30}`),
      raw:
        addresses.length === 1
          ? [{address: addresses[0]!}]
          : loaded.map(({model, task, raw}) => ({model: nameOf(model), base_task: task, address: raw})),
      files: files.get(set)!
    });
  }
  return described;
}
