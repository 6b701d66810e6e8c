// Asks a judging model which answer stored texts state, to compare with how they were read.
import {lastValueFrom, toArray} from "rxjs";
import {sha256Hex} from "../../book/canonical.js";
import {plural} from "../../book/plural.js";
import type {Book} from "../../book/types.js";
import {readingPrompt, readingSchema, scored} from "../../infer/judging.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {answersIn, type Response} from "../../studies/extraction/answers.node.js";
import type {JudgeReading} from "../../studies/extraction/judged.js";
import {textDigest, writeJudge} from "../../studies/extraction/judgeFile.node.js";
import {acquireStoreLock, openBookClient} from "../bookClient.js";
import {budgetFor, unpriced} from "../budget.js";
import {type Evaluation, planOf} from "../evaluation.js";
import {askEach, type Signals} from "../failures.js";
import type {ModelClient} from "../modelClient.js";

/** Answers that a judge reads unless another number is asked for: shares of them are known to 7 points and better. */
export const MOST_JUDGED = 200;

interface Options extends Signals {
  /** The store whose answers are read, and whose lock is taken. */
  store: string;
  /** Most answers. */
  most: number;
  maxCost?: number | undefined;
  report: Report;
}

interface Judged {
  /** Answers that were read, and those of which the reply was no reading. */
  read: number;
  unread: number;
  left: number;
  failed: number;
  requests: number;
  cached: number;
  /** US dollars by list price; null where no price is known and requests were sent. */
  cost: number | null;
}

/**
 * Asks the book's single model, and puts what it reads beside the store's tables, where the study of extraction takes it up. Replies come from
 * the cache where it has them. Null where there is nothing to read. Throws a UserError where the model cannot be asked at all.
 */
export async function judgeReadings(book: Book, {store, most, maxCost, report, stop, abort}: Options): Promise<Judged | null> {
  const judge = planOf(book).evaluations[0]!;
  const budget = budgetFor([judge.model], maxCost ?? book.max_cost);
  const chosen = chosenOf(await answersIn(store, {prompts: true}), most);
  if (chosen.length === 0) return null;
  await using _lock = await acquireStoreLock(store, {stop, abort, report});
  await using client = await openBookClient(book, [judge], {folder: store, budget, stop, abort, report});
  const ask = (answer: Response) => readingBy(judge, answer, {client, key: String(book.seed)});
  const outcomes = await lastValueFrom(askEach(chosen, ask, {concurrency: judge.model.concurrency, stop, abort}).pipe(toArray()));
  const errors = outcomes.flatMap(outcome => ("error" in outcome ? [outcome.error.message] : []));
  const found = outcomes.flatMap(outcome => ("answer" in outcome ? [outcome.answer] : []));
  if (found.length === 0 && errors.length > 0) throw new UserError(errors[0]!);
  for (const message of [...new Set(errors)].slice(0, MOST_TOLD)) report.warn(message);
  await writeJudge(
    store,
    found.map(({reading}) => reading)
  );
  const cached = found.filter(each => each.cached).length;
  const unread = found.filter(({reading}) => reading.unread !== null).length;
  return {
    read: found.length - unread,
    unread,
    failed: errors.length,
    requests: found.length,
    cached,
    left: outcomes.filter(outcome => "left" in outcome).length,
    cost: cached < found.length && unpriced([judge.model]).length > 0 ? null : budget.spent
  };
}

/** Most messages of failed requests that are printed. */
const MOST_TOLD = 5;

/** Returns the answers that a judge is asked about: those of the first digests, so that more answers include fewer ones. */
export const chosenOf = (answers: readonly Response[], most: number): Response[] =>
  answers
    .map(answer => ({answer, draw: sha256Hex(JSON.stringify([answer.eval_id, answer.item_id]))}))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .slice(0, most)
    .map(({answer}) => answer);

/** Characters of a text that a judge reads, at its start and at its end. */
const START_READ = 2_000;
const END_READ = 12_000;
const readPart = (text: string): string =>
  text.length <= START_READ + END_READ ? text : `${text.slice(0, START_READ)}\n…\n${text.slice(-END_READ)}`;

async function readingBy(
  judge: Evaluation,
  {eval_id, item_id, model, prompt, final, simulated}: Response,
  {client, key}: {client: Pick<ModelClient, "answer">; key: string}
): Promise<{reading: JudgeReading; cached: boolean}> {
  const {base, model: own, sampling} = judge;
  const content = readingPrompt({question: prompt ?? "", text: readPart(final)}, key);
  const {completion, cached} = await client.answer(judge, {
    base,
    sampling,
    protocol: own.protocol,
    model: own.model ?? own.id,
    trial: 0,
    messages: [{role: "user", content}]
  });
  const reply = scored(completion, readingSchema);
  return {
    reading: {
      judge: own.id,
      eval_id,
      item_id,
      text: textDigest(final),
      answer: "value" in reply ? reply.value.answer : null,
      unread: "unscored" in reply ? reply.unscored : null,
      own: model === own.id,
      simulated: simulated || judge.simulated
    },
    cached
  };
}

/** What a judge was asked, as one sentence. */
export const judgedSentence = ({read, unread, left, failed, requests, cached, cost}: Judged, judge: string): string =>
  [
    `${judge} read ${plural(read, "answer")}`,
    ...(unread > 0 ? [`${plural(unread, "reply", "replies")} could not be read as an answer`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(left > 0 ? [`${left} not asked`] : []),
    `${requests - cached} asked, ${cached} from the cache, ${cost === null ? "cost unknown: no price" : `$${cost.toFixed(4)}`}`
  ].join("; ");
