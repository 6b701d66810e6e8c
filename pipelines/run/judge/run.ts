// Runs a judge over pairs of responses, under the store's lock and the budget, and writes its votes and the report on the judge.
import {writeFile} from "node:fs/promises";
import type {Book} from "../../book/types.js";
import type {Mode, RatingScale} from "../../infer/judging.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {votesFrom} from "../../studies/preferences/files.node.js";
import {acquireStoreLock, openBookClient} from "../bookClient.js";
import {budgetFor, unpriced} from "../budget.js";
import {planOf} from "../evaluation.js";
import {judgePairs, type RatingRow, repeatedOf} from "./ask.js";
import {type JudgeReport, reportOf, withNoise} from "./judgeReport.js";
import {ambiguous, pairsFrom} from "./pairs.js";
import {repeatVerdicts} from "./repeat.js";

export interface JudgeOptions {
  /** The store whose lock is taken; answers are stored in the book's cache. */
  store: string;
  /** A store or a file of pairs. */
  pairs: string;
  /** File for the votes, as JSON lines. */
  out: string;
  /** File for the grades, as JSON lines with one line per response; only with a rubric. */
  ratings?: string | undefined;
  mode: Mode;
  scale?: RatingScale | undefined;
  /** Verdicts for each response, or pair and order; further ones than the first measure the judge's noise alone. */
  repeat?: number | undefined;
  /** Share of the best grade from which a response of a rubric passes, for that measurement. */
  pass?: number | undefined;
  most: number;
  /** File or folder of people's votes. */
  against?: string | undefined;
  maxCost?: number | undefined;
  stop?: AbortSignal;
  abort?: AbortSignal;
  report: Report;
}

/**
 * Judges with the book's single model and writes the votes. Earlier answers come from the cache: the same run gives the same file. Throws
 * UserError.
 */
export async function runJudge(book: Book, options: JudgeOptions): Promise<JudgeReport> {
  const {store, report, stop, abort, mode, scale, repeat = 1, pass} = options;
  if (options.ratings !== undefined && mode !== "rubric")
    throw new UserError("--ratings goes with --mode rubric: a comparison gives no grades");
  const judge = planOf(book).evaluations[0]!;
  const budget = budgetFor([judge.model], options.maxCost ?? book.max_cost);
  const people = options.against === undefined ? null : await votesFrom(options.against);
  for (const note of people?.notes ?? []) report.warn(note);
  const pairs = await pairsFrom(options.pairs, {most: options.most});
  const {count, first} = ambiguous(pairs);
  if (first !== null)
    report.warn(
      `${first}${count > 1 ? ` (and ${count - 1} more)` : ""} has several responses: votes name question, turn and models alone, so that studies take votes on them for votes on the same answers; give each its own question_id`
    );
  await using _lock = await acquireStoreLock(store, options);
  await using modelClient = await openBookClient(book, [judge], {folder: store, budget, stop, abort, report});
  const concurrency = judge.model.concurrency;
  const asking = {judge, modelClient, mode, scale, pass, stop, abort, key: `${book.seed}`, concurrency};
  const judging = await judgePairs(pairs, asking);
  if (judging.hopeless !== null && judging.judgments.length === 0) throw new UserError(judging.hopeless);
  for (const message of [...new Set(judging.failures)].slice(0, 5)) report.warn(message);
  await writeLines(
    options.out,
    judging.judgments.flatMap(({vote}) => vote ?? [])
  );
  if (options.ratings !== undefined)
    await writeLines(options.ratings, distinct(judging.judgments.flatMap(({ratings}) => ratings)));
  const result = reportOf(judging, people?.votes ?? null, {priced: unpriced([judge.model]).length === 0});
  if (repeat === 1) return result;
  const trials = Array.from({length: repeat - 1}, (_, trial) => trial + 1);
  const repeated = judging.judgments.flatMap(({pair}) => repeatedOf(pair, asking));
  const further = await repeatVerdicts(repeated, {...asking, trials});
  for (const message of [...new Set(further.failures)].slice(0, 5)) report.warn(message);
  return withNoise(result, {first: judging.judgments.flatMap(({verdicts}) => verdicts), further});
}

const writeLines = (file: string, rows: readonly object[]): Promise<void> =>
  writeFile(file, rows.map(row => `${JSON.stringify(row)}\n`).join(""));

/** Ratings without duplicates: a response that occurs in several pairs was graded once. */
const distinct = (rows: readonly RatingRow[]): RatingRow[] => [...new Map(rows.map(row => [JSON.stringify(row), row])).values()];
