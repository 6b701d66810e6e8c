// Has threads score responses, and count their tokens where nobody has, while others are still being read.
import {availableParallelism} from "node:os";
import {extname} from "node:path";
import {pool} from "../../book/concurrency.js";
import {Thread} from "../../book/thread.node.js";
import {ownTasks} from "../../generate/registry.node.js";
import type {StoredResponse} from "../../store/given.node.js";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {SCORED_FIELDS, type ScoredFields} from "./readScore.js";

/** Responses that the caller scores itself: a thread for fewer takes longer to start than to score them. */
const MIN_ROWS = 4_096;
/** Responses and characters of their texts that a thread gets at a time. */
const BATCH_ROWS = 128;
const BATCH_CHARACTERS = 2 ** 18;
/** Batches that wait for each thread, so that none is idle. */
const WAITING = 2;
/** Most threads: more would wait for the one that reads and writes. */
const MAX_THREADS = 4;

const WORKER = new URL(`score.worker${extname(import.meta.url)}`, import.meta.url).href;

/** Kinds of scorers that need more than the text: a judge, a sandbox, an episode, or the user's own code. */
const NEEDS_MORE = /"kind"\s*:\s*"(?:rubric|code|environment|own)"/u;

/** A response of which a thread needs the fields that its score depends on. */
export type AheadRow = Partial<ScoredFields> & Pick<StoredResponse, "text" | "question" | "base_task" | "read" | "uncounted">;

/** A response as a thread gets it. */
export interface SentRow extends Partial<ScoredFields> {
  uncounted?: boolean;
}

/** Its score as JSON, which numbers may prevent, and the tokens that were counted. */
export type ReadRow = [score: string | null, tokens?: number];

/** Tokens of a response's text, by the vocabulary with which we count those of others. */
export const countTokens = (text: string): number => tokenCounter("o200k")(text);

/**
 * The rows in their order, with scores in `read` except for the first ones and those that need more than the text, and all of them counted.
 * @param rowOf the response of a row; null where it has none
 * @param context token limit to replay · @param alone how many of the first rows the caller scores itself
 * @throws Error where a thread fails
 */
export async function* readAhead<Row>(
  rows: AsyncIterable<Row>,
  {
    rowOf,
    context,
    alone = MIN_ROWS
  }: {rowOf: (row: Row) => AheadRow | null; context: number | undefined; alone?: number | undefined}
): AsyncGenerator<Row> {
  const threads: Thread<ReadRow[]>[] = [];
  const lanes = Math.min(availableParallelism(), MAX_THREADS);
  const free = pool(lanes, () => {
    const message = (code: number) => `a thread that scores responses ended with exit code ${code}`;
    const thread = new Thread<ReadRow[]>(WORKER, {context}, message);
    threads.push(thread);
    return thread;
  });
  const userTasks = new Set(ownTasks().map(({name}) => name));
  const isReadable = ({scorer, base_task}: AheadRow) => !(scorer && NEEDS_MORE.test(scorer)) && !userTasks.has(base_task);
  const score = async (batch: readonly Row[]): Promise<readonly Row[]> => {
    const inputs = batch.map(rowOf).filter(row => row !== null && isReadable(row)) as AheadRow[];
    const scores = await free.use(thread => {
      thread.send(inputs.map(sentFields));
      return thread.next();
    });
    for (const [i, row] of inputs.entries()) {
      const [read, tokens] = scores[i]!;
      row.read = read;
      if (tokens !== undefined) Object.assign(row, {completion_tokens: tokens, uncounted: false});
    }
    return batch;
  };
  const counted = (row: Row): Row => {
    const response = rowOf(row);
    if (response?.uncounted) Object.assign(response, {completion_tokens: countTokens(response.text), uncounted: false});
    return row;
  };
  async function* drained(scored: Promise<readonly Row[]> | undefined): AsyncGenerator<Row> {
    for (const row of (await scored) ?? []) yield counted(row);
  }
  const batches: Promise<readonly Row[]>[] = [];
  const begin = (batch: readonly Row[]) => {
    const scored = score(batch);
    scored.catch(() => {}); // it is awaited in its turn
    batches.push(scored);
  };
  let [batch, characters, count] = [[] as Row[], 0, 0];
  try {
    for await (const row of rows) {
      if (count++ < alone) {
        yield counted(row);
        continue;
      }
      batch.push(row);
      const {text = "", question = ""} = rowOf(row) ?? {};
      characters += text.length + question.length;
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      begin(batch);
      [batch, characters] = [[], 0];
      if (batches.length > lanes * WAITING) yield* drained(batches.shift());
    }
    if (batch.length > 0) begin(batch);
    for (const scored of batches) yield* drained(scored);
  } finally {
    for (const thread of threads) await thread[Symbol.asyncDispose]();
  }
}

/** The fields of a row that are sent. */
function sentFields(row: AheadRow): SentRow {
  const fields: Record<string, unknown> = row.uncounted ? {uncounted: true} : {};
  for (const name of SCORED_FIELDS) if (row[name] !== undefined) fields[name] = asInTables(row[name]);
  return fields as SentRow;
}

/** A value as tables hold it, where half a character is U+FFFD. */
const asInTables = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(HALF, "\ufffd") : Array.isArray(value) ? value.map(asInTables) : value;
const HALF = /\p{Surrogate}/gu;
