// Records runs in the history: a row for each evaluation and suite of a store whose answers are not there yet.
import {isAbsolute, relative} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {sha256Hex} from "../book/canonical.js";
import {plural} from "../book/plural.js";
import type {Book} from "../book/types.js";
import type {Report} from "../infer/progress.node.js";
import {literal} from "../rows/literal.js";
import {excessAccuracy, rescaledInterval} from "../score/accuracy.js";
import {CORRECT, type Ended, type Status, TRUNCATED} from "../score/status.js";
import {binomialCdf} from "../stats/distributions.js";
import {groupBy} from "../stats/groupBy.js";
import {quantileOf} from "../stats/quantile.js";
import {makeFirstAnswers} from "../store/firstAnswers.js";
import {type Manifest, readManifest} from "../store/manifest.node.js";
import {openTables} from "../store/sql.node.js";
import {packed, packedTrials} from "../studies/history/changes.js";
import {historyFolder, readHistory, writeRun} from "../studies/history/files.node.js";
import {type HistoryRow, inOrder, seriesOf} from "../studies/history/row.js";
import {evaluationsOf} from "./evaluation.js";

/** The first answer to a test of a suite. */
interface Answer {
  suite: string;
  item_id: string;
  index: number | null;
  status: Status;
  ended: Ended;
  guess_chance: number;
  refused: boolean;
  cost: number;
  latency_ms: number | null;
  /** all answers to the test, and right, truncated and refusing ones among them */
  answers: number;
  right_answers: number;
  cut_answers: number;
  refused_answers: number;
}

interface SuiteScore {
  suite: string;
  score: number;
  low: number;
  high: number;
  formula: number | null;
  formula_low: number | null;
  formula_high: number | null;
}

export interface Recording {
  /** The folder of the history. */
  folder?: string | undefined;
  /** What endpoints were asked for is read from its models. */
  book?: Pick<Book, "models"> | undefined;
  /** Only these evaluations of the store. */
  evaluations?: readonly string[] | undefined;
  /** Whether simulated models have rows as well. */
  simulated?: boolean | undefined;
}

/**
 * Records a store in the history. An evaluation whose tests, outcomes and latencies are those of a row that is there has no other row, so
 * that runs from the cache, reports and builds may call this as often as they like. Returns the file that was written, null for none, and
 * what could not be read of the history so far.
 */
async function recordHistory(
  store: string,
  {folder = historyFolder(), simulated = false, ...recording}: Recording = {}
): Promise<{file: string | null; rows: HistoryRow[]; faults: string[]}> {
  const manifest = await readManifest(store);
  if (!manifest?.evaluations.some(each => simulated || !each.simulated)) return {file: null, rows: [], faults: []};
  const {rows: known, faults} = await readHistory(folder);
  const before = new Set(known.map(row => `${seriesOf(row)} ${row.content}`));
  const all = await historyRows(store, {...recording, simulated});
  const rows = all.filter(row => !before.has(`${seriesOf(row)} ${row.content}`));
  return {file: rows.length > 0 ? await writeRun(rows, folder) : null, rows, faults};
}

/** The rows that describe a store as it stands, by date of its last run; none of evaluations that its manifest does not list. */
export async function historyRows(
  store: string,
  {book, evaluations, simulated = true}: Omit<Recording, "folder"> = {}
): Promise<HistoryRow[]> {
  const manifest = await readManifest(store);
  if (!manifest) return [];
  const {connection, tables, close} = await openTables(store);
  try {
    const rows: HistoryRow[] = [];
    await makeFirstAnswers(connection, tables);
    const chosen = manifest.evaluations.filter(
      ({eval_id, simulated: isSimulated}) => (evaluations?.includes(eval_id) ?? true) && (simulated || !isSimulated)
    );
    for (const entry of chosen) {
      const answers = await ask<Answer>(
        connection,
        `select * exclude (suites), unnest(case when len(suites) > 0 then suites else [''] end) as suite
         from first_answers where eval_id = ${literal(entry.eval_id)} order by suite, item_id`
      );
      const scores = tables.includes("scores")
        ? await ask<SuiteScore>(connection, `from scores where layer = 'mean' and eval_id = ${literal(entry.eval_id)}`)
        : [];
      for (const own of groupBy(answers, ({suite}) => suite).values())
        rows.push(rowOf(own, {manifest, entry, book, score: scores.find(({suite}) => suite === own[0]!.suite)}));
    }
    return inOrder(rows);
  } finally {
    close();
  }
}

async function ask<Row>(connection: DuckDBConnection, query: string): Promise<Row[]> {
  return (await connection.runAndReadAll(query)).getRowObjectsJS() as unknown as Row[];
}

type Entry = Manifest["evaluations"][number];

function rowOf(
  answers: readonly Answer[],
  {manifest, entry, book, score}: {manifest: Manifest; entry: Entry; book: Recording["book"]; score: SuiteScore | undefined}
): HistoryRow {
  const {eval_id, model, template, sampler} = entry;
  const ended = answers.filter(({status}) => status !== TRUNCATED);
  const counts = {
    correct: ended.filter(({status}) => status === CORRECT).length,
    total: ended.length,
    guessSum: ended.reduce((sum, {guess_chance}) => sum + guess_chance, 0)
  };
  const accuracy = excessAccuracy(counts);
  const costs = answers.map(({cost}) => cost);
  const formula = score?.formula ?? null;
  const outcomes = packed(answers);
  const repeats = answers
    .filter(each => each.answers > 1)
    .map(({item_id, index, answers: n, right_answers: c, cut_answers: cut, refused_answers: refused}) => ({
      item_id,
      index,
      n,
      c,
      cut,
      refused
    }));
  const took = [
    ...answers.map(({item_id, status, refused, latency_ms}) => `${item_id} ${status} ${refused} ${latency_ms}`),
    ...repeats.map(({item_id, n, c}) => `${item_id} ${c}/${n}`)
  ];
  return {
    schema: 1,
    date: manifest.finished,
    version: manifest.version,
    git_commit: manifest.git_commit,
    book: manifest.book_hash,
    made_from: entry.made_from ?? null,
    suite: answers[0]!.suite,
    eval_id,
    model,
    template,
    sampler,
    claimed: book?.models.find(({id}) => id === model)?.model ?? model,
    served: entry.served ?? [],
    simulated: entry.simulated ?? manifest.simulated,
    status: entry.status ?? manifest.status,
    n: answers.length,
    correct: counts.correct,
    truncated: answers.length - ended.length,
    ended_unknown: ended.filter(answer => answer.ended !== "known").length,
    refused: answers.filter(({refused}) => refused).length,
    unscored: entry.unscored ?? 0,
    accuracy: accuracy === null ? null : {value: accuracy, ...rescaledInterval(counts)},
    score: formula === null ? null : {value: formula, low: score!.formula_low, high: score!.formula_high},
    reasonscore: score ? {value: score.score, low: score.low, high: score.high} : null,
    cost: {...spreadOf(costs), total: sum(costs)},
    latency: latencyOf(answers),
    items: digest(answers.map(({item_id}) => item_id)),
    content: digest(took),
    outcomes,
    ...(repeats.length > 0 && {repeats: packedTrials(repeats)})
  };
}

const digest = (lines: readonly string[]): string => sha256Hex([...lines].sort().join("\n")).slice(0, 16);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function spreadOf(values: readonly number[]): {n: number; mean: number; sd: number} {
  const mean = values.length > 0 ? sum(values) / values.length : 0;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  return {n: values.length, mean, sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0};
}

function latencyOf(answers: readonly Answer[]): HistoryRow["latency"] {
  const sorted = answers.flatMap(({latency_ms}) => (latency_ms === null ? [] : [latency_ms])).sort((a, b) => a - b);
  const n = sorted.length;
  if (n === 0) return null;
  const below = ranksBelow(n);
  return {
    n,
    p50: quantileOf(sorted, 0.5),
    p90: quantileOf(sorted, 0.9),
    p99: quantileOf(sorted, 0.99),
    p50_low: below === null ? null : sorted[below]!,
    p50_high: below === null ? null : sorted[n - 1 - below]!
  };
}

/**
 * How many of n sorted values lie outside the interval of the median on either side: the most for which it covers at least 95 % (order
 * statistics, David & Nagaraja 2003, §7.1); null where none does, for n < 6.
 */
function ranksBelow(n: number): number | null {
  let below = Math.max(0, Math.floor(n / 2 - 0.98 * Math.sqrt(n)) + 1);
  while (below >= 0 && binomialCdf(below, n, 0.5) > 0.025) below--;
  return below < 0 ? null : below;
}

/**
 * Records the evaluations of a book after a run, and says where. Without a folder, runs of models with an endpoint into stores below data/
 * are recorded: simulated models would fill the history of a repository with what is no measurement, and a store elsewhere is a trial. A
 * failure is a warning, since the answers are in the store.
 * @param history the folder, in which simulated models are recorded too; false for none
 * @param all whether evaluations of the store that are not the book's are recorded as well, such as scored answers of others
 */
export async function recordRun(
  book: Pick<Book, "models" | "templates" | "samplers">,
  store: string,
  {history, report, all = false}: {history: string | false | undefined; report: Pick<Report, "info" | "warn">; all?: boolean}
): Promise<void> {
  if (history === false) return;
  const inside = relative("data", store);
  if (history === undefined && (inside.startsWith("..") || isAbsolute(inside))) return;
  try {
    const evaluations = all ? undefined : evaluationsOf(book).map(({key}) => key.eval_id);
    const {file, rows, faults} = await recordHistory(store, {
      folder: history,
      simulated: history !== undefined,
      book,
      evaluations
    });
    for (const fault of faults) report.warn(fault);
    if (file !== null) report.info(`history: ${plural(rows.length, "row")} in ${file}`);
  } catch (error) {
    report.warn(`the run is not in the history: ${(error as Error).message}`);
  }
}
