// Estimates a model's score on all items of a public benchmark: asks the items that a short form chooses, with other models' published answers.
import {firstValueFrom, from} from "rxjs";
import {z} from "zod";
import type {Bank} from "../../book/banks/types.js";
import {drawsOf} from "../../generate/draws.node.js";
import type {Test} from "../../generate/task.js";
import {MAX_CHARACTERS, openMemoryRoom} from "../../infer/memoryRoom.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {CORRECT} from "../../score/status.js";
import {type Answers, familiesOf} from "../../studies/adaptive/shortForm/answers.js";
import {answersOf, type Calibration, calibrate, calibrateFolds, unrelated} from "../../studies/adaptive/shortForm/folds.js";
import {openShortForm, type ScoreFromForm} from "../../studies/adaptive/shortForm/form.js";
import {readAnswers, readExpected} from "../../studies/adaptive/shortForm/readAnswers.node.js";
import {factorOf, intervalOf, ROUND} from "../../studies/adaptive/shortForm/replay.js";
import {openQueue} from "../backpressure.js";
import {acquireStoreLock, openBookClient} from "../bookClient.js";
import {budgetFor} from "../budget.js";
import type {Evaluation, Plan} from "../evaluation.js";
import {classifyFailure, isFatal, type Signals} from "../failures.js";
import {openSandbox} from "../sandbox/sandbox.js";
import {infer, score} from "../stages.js";

/** Right answers of a bank that must be those of the published items: their readings may differ in a few. */
const MIN_SAME = 0.95;
/** Fewest items of a form: the errors of shorter ones are not known. */
const MIN_ITEMS = 20;
/** Requests without an answer, after which the form ends. */
const MAX_FAILURES = 5;

interface ShortFormOptions extends Signals {
  /** store of the published answers */
  published: string;
  /** store whose lock and cache are used */
  folder: string;
  plan: Plan;
  evaluation: Evaluation;
  /** name of the benchmark and of its bank */
  benchmark: string;
  /** number of items to ask */
  items: number;
  maxCost?: number | undefined;
  report: Report;
}

/** A model's estimated score on all items of a benchmark. */
export const scoreEstimateSchema = z.strictObject({
  model: z.string(),
  benchmark: z.string(),
  score: z.number().describe("estimated score on all items, from 0 to 1"),
  low: z.number().describe("lower end of the 95 % interval"),
  high: z.number().describe("upper end of the 95 % interval"),
  unlike: z.number().describe("probability that the model does not follow the items' curves"),
  n: z.int().describe("answers that the estimate is from"),
  items: z.int().describe("items that the score is on"),
  references: z.int().describe("models whose published answers the items are calibrated on")
});
export type ScoreEstimate = z.infer<typeof scoreEstimateSchema>;

/**
 * Asks the items of a short form, ten at a time.
 * @throws UserError if too few models of other families have published answers, if the bank has other items, or if no item was answered
 */
export async function estimateScore(options: ShortFormOptions): Promise<ScoreEstimate> {
  const {published, plan, evaluation, benchmark, items, report} = options;
  if (items < MIN_ITEMS) throw new UserError(`${items} items are too few for an estimate; ask at least ${MIN_ITEMS}`);
  const all = await readAnswers(published, benchmark);
  const model = evaluation.model.id;
  const answers = answersOf(all, unrelated(all, familiesOf(model, null)));
  const folds = calibrateFolds(answers);
  const calibration = calibrate(answers, folds);
  if (!calibration)
    throw new UserError(`${benchmark} has published answers of ${answers.models.length} models of other families; 5 are needed`);
  const tests = await testsOf(plan, {benchmark, answers, published});
  const available = [...tests.keys()];
  if (available.length < items)
    throw new UserError(`${benchmark} has ${available.length} items; ask at most as many, not ${items}`);
  report.info(`${benchmark}: items calibrated on ${calibration.references} models of other families`);
  const estimate = await askForm({...options, calibration, tests});
  const {score: value, sd, n, unlike} = estimate;
  const interval = intervalOf(value, factorOf(answers, {folds, items: n}) * sd);
  return {model, benchmark, score: value, ...interval, unlike, n, items: available.length, references: calibration.references};
}

/**
 * The bank's tests, by number of the published item. A published id ends with the item's place in the benchmark's file; right answers are
 * compared, since the same name may be another benchmark.
 */
async function testsOf(
  {book, points, tasks}: Plan,
  {benchmark, answers, published}: {benchmark: string; answers: Answers; published: string}
): Promise<Map<number, Test>> {
  const bank = book.banks?.find(({name}) => name === benchmark);
  const point = points.find(({base_task}) => base_task === benchmark);
  if (!bank || !point?.bank) throw new UserError(`the book asks no bank "${benchmark}"`);
  const draws = drawsOf(point, tasks.get(benchmark)!);
  const size = draws.available(Number.POSITIVE_INFINITY);
  const byContent = new Map(
    Array.from({length: size}, (_, k) => draws.test(k)).map(test => [test.item_id.slice(test.item_id.indexOf("-") + 1), test])
  );
  const tests = new Map<number, Test>();
  for (const [number, id] of answers.items.entries()) {
    const test = byContent.get(contentAt(bank, Number(id.slice(id.lastIndexOf("-") + 1))) ?? "");
    if (test) tests.set(number, test);
  }
  const expected = await readExpected(published, answers.items);
  const same = [...tests].filter(([number, test]) => expected.get(answers.items[number]!) === test.expected).length;
  if (tests.size === 0 || same < MIN_SAME * tests.size)
    throw new UserError(
      `bank "${benchmark}" has other items than the published answers: ${same} of ${tests.size} right answers agree`
    );
  return tests;
}

const contentAt = (bank: Bank, place: number): string | undefined =>
  Number.isInteger(place) && place >= 0 && place < bank.size ? bank.item(place).id : undefined;

/** Asks round after round, until the form is full, nothing is left, or requests fail. */
async function askForm(
  options: ShortFormOptions & {calibration: Calibration; tests: ReadonlyMap<number, Test>}
): Promise<ScoreFromForm> {
  const {plan, evaluation, items, report, stop, abort, folder, calibration, tests} = options;
  const available = [...tests.keys()];
  const form = openShortForm(calibration.curves, {groupings: calibration.groupings, available});
  const budget = budgetFor([evaluation.model], options.maxCost ?? plan.book.max_cost);
  await using _lock = await acquireStoreLock(folder, options);
  await using sandbox = openSandbox();
  await using client = await openBookClient(plan.book, [evaluation], {folder, budget, stop, abort, report});
  const end = new AbortController();
  let failures = 0;
  const reason = (error: unknown) => {
    const kind = classifyFailure(error, options);
    report.warn((error as Error).message);
    if (kind !== "context" && (kind !== "failed" || ++failures >= MAX_FAILURES || isFatal(error as Error))) end.abort();
    return kind;
  };
  const asking = {
    answer: client.answer,
    open: client.open,
    reason,
    testOf: (item: number) => tests.get(item)!,
    execute: sandbox.execute,
    queue: openQueue(evaluation.model.concurrency),
    room: openMemoryRoom(MAX_CHARACTERS)
  };
  const formOf = () => plan.tasks.get(options.benchmark)!.answer;
  const scoreOf = async (index: number): Promise<number | null> => {
    const outcome = await firstValueFrom(
      from([{index, trial: 0}]).pipe(infer(evaluation, asking), score(evaluation, {origin: {}, formOf}))
    );
    return "stopped" in outcome || "unscored" in outcome.response ? null : Number(outcome.response.score.status === CORRECT);
  };
  while (form.asked.length < items && !end.signal.aborted && !stop?.aborted) {
    const round = form.next(Math.min(ROUND, items - form.asked.length));
    const scores = await Promise.all(round.map(scoreOf));
    for (const [k, item] of round.entries()) if (scores[k] !== null) form.answer(item, scores[k]!);
    report.info(`${options.benchmark}: ${form.asked.length} of ${items} questions answered`);
    if (scores.includes(null)) break;
  }
  if (stop?.aborted) report.warn("interrupted; what was answered is in the cache, and the same words go on from there");
  if (form.asked.length === 0) throw new UserError("no question was answered");
  return form.estimate();
}
