// Applies a store's log of corrections: statuses of samples, the points and scores that count them, the table of corrections, the manifest.
import {existsSync} from "node:fs";
import {rm} from "node:fs/promises";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {getOrAdd} from "../../book/getOrAdd.js";
import {plural} from "../../book/plural.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {parquetSource} from "../../rows/parquet.js";
import type {StoredReading} from "../../score/answer/storedReading.js";
import {addCounters, type Counters, countersOf, noCounters} from "../../score/counters.js";
import {CORRECT, type Ended, endOf, INCORRECT, outcomeOf, type Status, TRUNCATED} from "../../score/status.js";
import {type AnsweredTest, addAnswer, sharesOfTests, type TestShares} from "../../score/testShares.js";
import {openDuckDB} from "../duckdb.node.js";
import {temporaryIn} from "../files.node.js";
import {type Manifest, readManifest, writeManifest} from "../manifest.node.js";
import {rewrite} from "../points/edits.node.js";
import {type Identity, identityOf, openOverlay, readPoints} from "../points/overlay.node.js";
import {type PointRow, pointRow} from "../rows.node.js";
import {completedFile, hasColumn, readRows} from "../sql.node.js";
import {tables} from "../tables.js";
import {openStage, writeTogether} from "../writer.node.js";
import {
  type Correction,
  logDigest,
  readLog,
  responseDigest,
  SAMPLE,
  type SampleKey,
  sampleId,
  standingOf,
  statusOf
} from "./log.node.js";
import type {CorrectionState} from "./table.js";

const TABLE = "corrections.parquet";

/** What a scorer says of a sample. */
interface Verdict {
  status: number;
  parsed: boolean;
}

/** A sample as its store has it. */
export interface FoundSample extends Verdict, StoredReading {
  sample: SampleKey;
  base_task: string;
  params: string;
  expected: string;
  text: string | null;
  reasoning: string | null;
  prompt: string | null;
  simulated: boolean;
}

/** The samples of a store with these identities, with their responses. */
export async function samplesNamed(folder: string, samples: Iterable<SampleKey>): Promise<Map<string, FoundSample>> {
  const found = new Map<string, FoundSample>();
  const {connection, close} = await openDuckDB();
  try {
    await connection.run(`create view samples as from ${await samplesIn(folder)}`);
    await connection.run(`create view responses as from ${parquetSource(join(folder, "responses.parquet"))}`);
    await insertSamples(
      connection,
      "named",
      Array.from(samples, sample => ({sample}))
    );
    const keys = SAMPLE.join(", ");
    const result = await connection.stream(
      `select ${keys}, s.status::integer as status, s.parsed, base_task, params, expected, columns('^answer'), simulated, prompt, text, reasoning
      from samples s semi join named using (${keys}) left join responses using (${keys})`
    );
    for await (const batch of result.yieldRowObjectJs())
      for (const row of batch) {
        const sample = Object.fromEntries(SAMPLE.map(name => [name, row[name]])) as SampleKey;
        found.set(sampleId(sample), {...(row as unknown as FoundSample), sample});
      }
  } finally {
    close();
  }
  return found;
}

/** What scorers alone say, where tables are corrected: of samples, and the sums of guess chances of their points by `identityOf`. */
interface Originals {
  samples: StatusChange[];
  guessSums: Map<string, number>;
}

/** What scorers said of the samples that a store's tables have corrected; nothing where its manifest speaks of no corrections. */
async function originalsOf(folder: string, manifest: Pick<Manifest, "corrections"> | null): Promise<Originals> {
  const file = join(folder, TABLE);
  const originals: Originals = {samples: [], guessSums: new Map()};
  if (!manifest?.corrections || !existsSync(file)) return originals;
  const query = `select t.*, s.params from t join samples s using (${SAMPLE.join(", ")}) where state = 'applied'`;
  for await (const row of readRows(file, {query, others: {samples: join(folder, "samples.parquet")}})) {
    const sample = Object.fromEntries(SAMPLE.map(name => [name, row[name]])) as SampleKey;
    originals.samples.push({sample, status: Number(row.original_status), parsed: Boolean(row.original_parsed)});
    originals.guessSums.set(identityOf(row as unknown as Identity), Number(row.original_guess_sum));
  }
  return originals;
}

/** A store's tables as its scorers alone would have them, for a run that keeps a part of them. */
export async function originalPoints(folder: string): Promise<PointRow[]> {
  const {samples, guessSums} = await originalsOf(folder, await readManifest(folder));
  return recounted(folder, await readPoints(folder), samples, {leave: () => {}, guessSums});
}

/** Query for the samples of a store as its scorers alone would have them; the result is disposed of once it has been read. */
export async function originalSamples(folder: string): Promise<AsyncDisposable & {query: string}> {
  const file = join(folder, "samples.parquet");
  const {samples: originals} = await originalsOf(folder, await readManifest(folder));
  if (originals.length === 0) return {query: `from ${parquetSource(file)}`, async [Symbol.asyncDispose]() {}};
  const changes = await changesFile(folder, originals);
  return {query: await changedSamples(file, changes.source), [Symbol.asyncDispose]: () => changes[Symbol.asyncDispose]()};
}

export interface Applied {
  /** Names of the tables that were written. */
  tables: string[];
  /** Number of samples whose status is another one than their scorer's. */
  corrected: number;
  /** Sentences on corrections that could not be applied. */
  warnings: string[];
}

/** A row of the table of corrections. */
interface Judged {
  correction: Correction;
  state: CorrectionState;
  found: FoundSample | undefined;
  original: Verdict | undefined;
}

/**
 * Makes the tables of a store say what its log says: corrected samples have the status that a person gave them, reverted ones that of their
 * scorer. Does nothing in a store without corrections. Must be called under the store's lock.
 */
export async function applyCorrections(folder: string): Promise<Applied> {
  const log = await readLog(folder);
  const manifest = await readManifest(folder);
  if (log.length === 0 && !manifest?.corrections) return {tables: [], corrected: 0, warnings: []};
  if (!manifest || !existsSync(join(folder, "samples.parquet")))
    throw new UserError(`${folder} has corrections, and no tables with a manifest; npm run run writes them`);
  const {corrections, active, reverted} = standingOf(log);
  const before = await originalsOf(folder, manifest);
  const originals = new Map<string, Verdict>(before.samples.map(({sample, ...verdict}) => [sampleId(sample), verdict]));
  const present = await samplesNamed(
    folder,
    [...corrections, ...before.samples].map(({sample}) => sample)
  );
  const judged = corrections.map((correction): Judged => {
    const id = sampleId(correction.sample);
    const found = present.get(id);
    const original = found && (originals.get(id) ?? found);
    return {correction, found, original, state: stateOf(correction, {found, original, active: active.get(id), reverted})};
  });
  const wanted = new Map<string, Verdict>(originals);
  for (const {correction, state, original} of judged) {
    if (state !== "applied") continue;
    const status = statusOf(correction.status);
    wanted.set(sampleId(correction.sample), {status, parsed: status === CORRECT || original!.parsed});
  }
  const changes = [...wanted].flatMap(([id, verdict]): StatusChange[] => {
    const found = present.get(id);
    const same = !found || (found.status === verdict.status && found.parsed === verdict.parsed);
    return same ? [] : [{sample: found.sample, status: verdict.status, parsed: verdict.parsed}];
  });
  const left: string[] = [];
  const points = await readPoints(folder);
  const guessSums = new Map([...points.map(row => [identityOf(row), row.guess_sum] as const), ...before.guessSums]);
  const written = await writeTables(folder, {points, changes, judged, left, guessSums});
  await writeManifest(folder, await withCorrections(folder, {judged, kept: log.length > 0}));
  return {
    tables: written,
    corrected: judged.filter(({state}) => state === "applied").length,
    warnings: [...warningsOf(judged, folder), ...left]
  };
}

function stateOf(
  correction: Correction,
  {
    found,
    original,
    active,
    reverted
  }: {
    found: FoundSample | undefined;
    original: Verdict | undefined;
    active: Correction | undefined;
    reverted: ReadonlySet<string>;
  }
): CorrectionState {
  if (reverted.has(correction.id)) return "reverted";
  if (active?.id !== correction.id) return "superseded";
  if (!found || !original) return "missing";
  if (responseDigest(found) !== correction.response) return "changed";
  return original.status === statusOf(correction.status) ? "agrees" : "applied";
}

async function writeTables(
  folder: string,
  {
    points,
    changes,
    judged,
    left,
    guessSums
  }: {
    points: readonly PointRow[];
    changes: readonly StatusChange[];
    judged: readonly Judged[];
    left: string[];
    /** The points' sums of guess chances by scorers alone. */
    guessSums: ReadonlyMap<string, number>;
  }
): Promise<string[]> {
  const pointOf = ({sample, base_task, params}: FoundSample) => identityOf({...sample, base_task, params});
  const applied = judged.flatMap(({state, found, correction, original}) =>
    state === "applied" ? [{point: pointOf(found!), moved: isMoved(original!.status, statusOf(correction.status))}] : []
  );
  const moved = new Set(applied.flatMap(({point, moved}) => (moved ? [point] : [])));
  const own = {corrections: tables.corrections};
  const rows = judged.map(({correction: {sample, id, status, by, at, reason}, state, found, original}) => ({
    ...sample,
    id,
    state,
    by,
    at,
    reason,
    base_task: found?.base_task ?? null,
    status: statusOf(status),
    original_status: original?.status ?? null,
    original_parsed: original?.parsed ?? null,
    original_guess_sum: state === "applied" ? (guessSums.get(pointOf(found!)) ?? null) : null
  }));
  if (rows.length === 0) await rm(join(folder, TABLE), {force: true});
  if (changes.length === 0) {
    await using stage = await openStage(own, {folder});
    for (const row of rows) stage.append("corrections", row);
    const written = await writeTogether(stage, ["corrections"], folder);
    const manifest = (await readManifest(folder))!;
    await writeManifest(folder, {...manifest, tables: {...manifest.tables, ...written}});
    return Object.keys(written);
  }
  const now = await recounted(folder, points, changes, {
    guessSums: new Map([...guessSums].filter(([point]) => !moved.has(point))),
    leave: ({model, base_task, params}) =>
      left.push(`${model} ${base_task} ${params}: its counters are not those of its samples, and stay as they were brought in`)
  });
  await using file = await changesFile(folder, changes);
  return await rewrite(folder, now, {
    overlay: await openOverlay(folder),
    scores: true,
    beside: {
      tables: {...own, samples: tables.samples},
      async fill(stage) {
        for (const row of rows) stage.append("corrections", row);
        await stage.carry("samples", await changedSamples(join(folder, "samples.parquet"), file.source));
      }
    }
  });
}

/** The manifest with the number of corrected samples of each evaluation. */
async function withCorrections(folder: string, {judged, kept}: {judged: readonly Judged[]; kept: boolean}): Promise<Manifest> {
  const {corrections: _, tables: written, ...manifest} = (await readManifest(folder))!;
  const counts = new Map<string, number>();
  for (const {correction, state} of judged)
    if (state === "applied") counts.set(correction.sample.eval_id, (counts.get(correction.sample.eval_id) ?? 0) + 1);
  const {corrections: table, ...others} = written;
  return {
    ...manifest,
    evaluations: manifest.evaluations.map(({corrected: __, ...each}) => {
      const corrected = counts.get(each.eval_id);
      return corrected ? {...each, corrected} : each;
    }),
    ...(kept && {corrections: {log: await logDigest(folder)}}),
    tables: judged.length > 0 && table ? {...others, corrections: table} : others
  };
}

/** Sentences on corrections that count and could not be applied. */
function warningsOf(judged: readonly Judged[], folder: string): string[] {
  const named = (state: CorrectionState) => judged.filter(each => each.state === state).map(({correction}) => correction.id);
  const list = (ids: readonly string[]) => `${ids.slice(0, 5).join(", ")}${ids.length > 5 ? " and others" : ""}`;
  const [missing, changed] = [named("missing"), named("changed")];
  const where = "npm run samples -- corrections lists them";
  return [
    ...(missing.length > 0
      ? [`${plural(missing.length, "correction")} of samples that are no longer in ${folder} (${list(missing)}); ${where}`]
      : []),
    ...(changed.length > 0
      ? [`${plural(changed.length, "correction")} not applied, since the response has changed (${list(changed)}); ${where}`]
      : [])
  ];
}

/** Whether the tables of a store hold what its log says. */
export const correctionsApplied = async (folder: string, {corrections}: Pick<Manifest, "corrections">): Promise<boolean> =>
  (corrections?.log ?? null) === (await logDigest(folder));

// Counts points again from their samples where the status of some has changed.

/** Another status of a sample than the one in the table. */
interface StatusChange {
  sample: SampleKey;
  status: number;
  parsed: boolean;
}

const KEYS = SAMPLE.join(", ");

/** Puts rows into a table of a connection: the identities of samples, and their other status where they have one. */
async function insertSamples(
  connection: DuckDBConnection,
  name: string,
  rows: Iterable<{sample: SampleKey; status?: number; parsed?: boolean}>
): Promise<void> {
  const texts = SAMPLE.filter(column => column !== "trial");
  await connection.run(
    `create table ${name} (${texts.map(column => `${column} varchar`).join(", ")}, trial integer, status integer, parsed boolean)`
  );
  const appender = await connection.createAppender(name);
  for (const {sample, status = null, parsed = null} of rows) {
    for (const column of texts) appender.appendVarchar(sample[column]);
    appender.appendInteger(sample.trial);
    if (status === null) appender.appendNull();
    else appender.appendInteger(status);
    if (parsed === null) appender.appendNull();
    else appender.appendBoolean(parsed);
    appender.endRow();
  }
  appender.closeSync();
}

/** The source of a store's samples, with the status that counts. */
const samplesIn = (folder: string): Promise<string> => completedFile("samples", join(folder, "samples.parquet"));

/**
 * Query for the rows of a file of samples with the changes of another file. An answer that its text shows to be cut is marked as such unless a
 * person gave it another status: then its end is known.
 */
async function changedSamples(samples: string, changes: string): Promise<string> {
  const isCut = `c.status is not null and (t.ended = 'cut' or (t.ended = 'known' and t.finish_reason in ('unknown', '')))`;
  const ends = `case when ${isCut} then if(c.status = ${TRUNCATED}, 'cut', 'known') else t.ended end as ended,
    case when ${isCut} and c.status = ${TRUNCATED} then ${INCORRECT} else coalesce(c.status, t.status) end as status`;
  const changed = (await hasColumn(samples, "ended")) ? ends : "coalesce(c.status, t.status) as status";
  return `select t.* replace (${changed}, coalesce(c.parsed, t.parsed) as parsed)
    from ${parquetSource(samples)} t left join (select ${KEYS}, status, parsed from ${changes}) c using (${KEYS})`;
}

/** Writes changes as a temporary Parquet file of a folder for `changedSamples`, which is removed when the result is disposed of. */
async function changesFile(folder: string, changes: Iterable<StatusChange>): Promise<AsyncDisposable & {source: string}> {
  const file = temporaryIn(folder, `changes-${process.pid}.parquet`);
  const {connection, close} = await openDuckDB();
  try {
    await insertSamples(connection, "changes", changes);
    await connection.run(`copy changes to ${literal(file)} (format parquet)`);
  } finally {
    close();
  }
  return {source: parquetSource(file), [Symbol.asyncDispose]: () => rm(file, {force: true})};
}

/**
 * The points with the counters that the changed samples give them, in their order; what does not depend on a status stays as it is.
 * @param leave called with each point whose counters are not those of its samples, as of one that was brought in: it is left as it is
 * @param guessSums sums of guess chances that are known, by `identityOf`: a sum of other order may differ in its last bit
 */
async function recounted(
  folder: string,
  points: readonly PointRow[],
  changes: readonly StatusChange[],
  {leave, guessSums = new Map()}: {leave: (point: PointRow) => void; guessSums?: ReadonlyMap<string, number>}
): Promise<PointRow[]> {
  if (changes.length === 0) return [...points];
  const known = new Set(points.map(identityOf));
  const sums = new Map<string, Sums>();
  const {connection, close} = await openDuckDB();
  try {
    await connection.run(`create view samples as from ${await samplesIn(folder)}`);
    await insertSamples(connection, "changes", changes);
    const POINT = "model, template, sampler, base_task, params";
    const result = await connection.stream(
      `select ${POINT}, item_id, trial, t.status::integer as status, t.ended, t.finish_reason, t.parsed, guess_chance, prompt_tokens::double as prompt_tokens, completion_tokens::double as completion_tokens,
        c.status as new_status, c.parsed as new_parsed
      from samples t left join changes c using (${KEYS})
      where (${POINT}) in (select (${POINT}) from samples semi join changes using (${KEYS})) order by ${POINT}, "index", trial`
    );
    for await (const batch of result.yieldRowObjectJs())
      for (const each of batch) {
        const id = identityOf(each as unknown as Identity);
        if (!known.has(id)) continue;
        const sum = sums.get(id) ?? {first: NONE, all: NONE, tests: new Map(), moved: false};
        const sample = {...each, trace_bytes: 0, compressed_bytes: 0, cost: 0} as unknown as Parameters<typeof countersOf>[0];
        const now = each.new_status === null ? sample : {...sample, ...changedTo(each)};
        const plus = ({before, after}: Sum): Sum => ({
          before: addCounters(before, countersOf(sample)),
          after: addCounters(after, countersOf(now))
        });
        const {guess_chance} = now;
        addAnswer(
          getOrAdd(sum.tests, String(each.item_id), () => ({answers: 0, right: 0, guess_chance})),
          outcomeOf(now)
        );
        sums.set(id, {
          first: each.trial === 0 ? plus(sum.first) : sum.first,
          all: plus(sum.all),
          tests: sum.tests,
          moved: sum.moved || isMoved(sample.status, now.status)
        });
      }
  } finally {
    close();
  }
  return points.map(row => {
    const sum = sums.get(identityOf(row));
    if (!sum) return row;
    // Points of a run count first answers alone; those of transcripts count every response.
    const own = [sum.first, sum.all].find(({before}) => COUNTS.every(name => before[name] === row[name]));
    const known = guessSums.get(identityOf(row)) ?? (sum.moved ? undefined : row.guess_sum);
    if (own)
      return withCounters(row, {...own.after, ...(known !== undefined && {guess_sum: known})}, sharesOfTests(sum.tests.values()));
    leave(row);
    return row;
  });
}

/** Sums over a point's samples as the table has them, and with the changes. */
interface Sum {
  before: Counters;
  after: Counters;
}
interface Sums {
  first: Sum;
  all: Sum;
  /** All answers with the changes, by the identity of their test. */
  tests: Map<string, AnsweredTest>;
  /** Whether a sample is truncated now that was not, or the other way round: those have no guess chance. */
  moved: boolean;
}
const NONE: Sum = {before: noCounters, after: noCounters};
/** Whether of two statuses one alone is truncated. */
const isMoved = (a: number, b: number): boolean => (a === TRUNCATED) !== (b === TRUNCATED);
const COUNTS = ["correct", "incorrect", "truncated"] as const;

/** A sample as a change leaves it; its end as `changedSamples` writes it. */
function changedTo({new_status, new_parsed, ended, finish_reason}: Record<string, unknown>) {
  const status = new_status as Status;
  const isCut = ended === "cut" || (ended === "known" && endOf(finish_reason as string) === "unknown");
  const end = isCut ? (status === TRUNCATED ? "cut" : "known") : (ended as Ended);
  return {status, parsed: Boolean(new_parsed), ended: end};
}

/** A point with the counters that depend on statuses. */
function withCounters(row: PointRow, counters: Counters, testShares: TestShares): PointRow {
  const {correct, incorrect, truncated, cut_by_evidence, ended_unknown, unparsed, guess_sum} = counters;
  const {tokens_correct, tokens_incorrect, tokens_truncated} = counters;
  const before = Object.fromEntries(Object.keys(noCounters).map(name => [name, row[name as keyof Counters]]));
  const now = {
    ...(before as unknown as Counters),
    correct,
    incorrect,
    truncated,
    cut_by_evidence,
    ended_unknown,
    unparsed,
    guess_sum,
    tokens_correct,
    tokens_incorrect,
    tokens_truncated
  };
  const fresh = pointRow({...row, params: {}, params_json: row.params, seed: null, counters: now, testShares});
  const {seed, params_map, published_seed} = row;
  return {...fresh, seed, params_map, published_seed};
}
