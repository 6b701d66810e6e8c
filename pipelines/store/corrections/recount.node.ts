// Counts points anew from their samples where the status of some has changed.
import {rm} from "node:fs/promises";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {parquetSource} from "../../rows/parquet.js";
import {addCounters, type Counters, countersOf, noCounters} from "../../score/counters.js";
import {type Status, TRUNCATED} from "../../score/status.js";
import {openDuckDB} from "../duckdb.node.js";
import {temporaryIn} from "../files.node.js";
import {literal} from "../literal.js";
import {type Identity, identityOf} from "../points/overlay.node.js";
import {type PointRow, pointRow} from "../rows.node.js";
import {SAMPLE, type SampleKey} from "./log.node.js";

/** Another status of a sample than the one in the table. */
export interface StatusChange {
  sample: SampleKey;
  status: number;
  parsed: boolean;
}

const KEYS = SAMPLE.join(", ");

/** Puts rows into a table of a connection: the identities of samples, and their other status where they have one. */
export async function insertSamples(
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

/** Query for the rows of a file of samples with the changes of another file. */
export const changedSamples = (samples: string, changes: string): string =>
  `select t.* replace (coalesce(c.status, t.status) as status, coalesce(c.parsed, t.parsed) as parsed)
    from ${parquetSource(samples)} t left join (select ${KEYS}, status, parsed from ${changes}) c using (${KEYS})`;

/** Writes changes as a temporary Parquet file of a folder for `changedSamples`, which is removed when the result is disposed of. */
export async function changesFile(folder: string, changes: Iterable<StatusChange>): Promise<AsyncDisposable & {source: string}> {
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
export async function recounted(
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
    await connection.run(`create view samples as from ${parquetSource(join(folder, "samples.parquet"))}`);
    await insertSamples(connection, "changes", changes);
    const POINT = "model, template, sampler, base_task, params";
    const result = await connection.stream(
      `select ${POINT}, trial, t.status::integer as status, t.parsed, guess_chance, prompt_tokens::double as prompt_tokens, completion_tokens::double as completion_tokens,
        c.status as new_status, c.parsed as new_parsed
      from samples t left join changes c using (${KEYS})
      where (${POINT}) in (select (${POINT}) from samples semi join changes using (${KEYS})) order by ${POINT}, "index", trial`
    );
    for await (const batch of result.yieldRowObjectJs())
      for (const each of batch) {
        const id = identityOf(each as unknown as Identity);
        if (!known.has(id)) continue;
        const sum = sums.get(id) ?? {first: NONE, all: NONE, moved: false};
        const sample = {...each, trace_bytes: 0, compressed_bytes: 0, cost: 0} as unknown as Parameters<typeof countersOf>[0];
        const now = each.new_status === null ? sample : {...sample, ...changedTo(each)};
        const plus = ({before, after}: Sum): Sum => ({
          before: addCounters(before, countersOf(sample)),
          after: addCounters(after, countersOf(now))
        });
        sums.set(id, {
          first: each.trial === 0 ? plus(sum.first) : sum.first,
          all: plus(sum.all),
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
    if (own) return withCounters(row, {...own.after, ...(known !== undefined && {guess_sum: known})});
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
  /** Whether a sample is truncated now that was not, or the other way round: those have no guess chance. */
  moved: boolean;
}
const NONE: Sum = {before: noCounters, after: noCounters};
/** Whether of two statuses one alone is truncated. */
export const isMoved = (a: number, b: number): boolean => (a === TRUNCATED) !== (b === TRUNCATED);
const COUNTS = ["correct", "incorrect", "truncated"] as const;

const changedTo = ({new_status, new_parsed}: Record<string, unknown>): {status: Status; parsed: boolean} => ({
  status: new_status as Status,
  parsed: Boolean(new_parsed)
});

/** A point with the counters that depend on statuses. */
function withCounters(row: PointRow, counters: Counters): PointRow {
  const {correct, incorrect, truncated, unparsed, guess_sum, tokens_correct, tokens_incorrect, tokens_truncated} = counters;
  const before = Object.fromEntries(Object.keys(noCounters).map(name => [name, row[name as keyof Counters]]));
  const now = {
    ...(before as unknown as Counters),
    correct,
    incorrect,
    truncated,
    unparsed,
    guess_sum,
    tokens_correct,
    tokens_incorrect,
    tokens_truncated
  };
  const fresh = pointRow({...row, params: {}, params_json: row.params, seed: null, counters: now});
  const {seed, params_map, published_seed} = row;
  return {...fresh, seed, params_map, published_seed};
}
