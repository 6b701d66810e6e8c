// Runs an adaptive test of a real endpoint: items are chosen one by one and asked through the same client and cache as those of a run.
import {firstValueFrom, lastValueFrom, of, tap} from "rxjs";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {plural} from "../../book/plural.js";
import {drawsOf} from "../../generate/draws.node.js";
import {randomOf} from "../../generate/seed.js";
import type {Test} from "../../generate/task.js";
import {MAX_CHARACTERS, openMemoryRoom} from "../../infer/memoryRoom.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {type Bank, bankOf, indexOf} from "../../studies/adaptive/bank.js";
import type {CalibratedBank} from "../../studies/adaptive/fittedBank.node.js";
import {factorAt} from "../../studies/adaptive/inflatedErrors.js";
import {type Design, openSession, rankAmong, type Stop} from "../../studies/adaptive/session.js";
import {type AdaptiveSession, keepSession, keptSessions, type SessionStep} from "../../studies/adaptive/sessionFile.node.js";
import {drawBarred, type Step, sharesOf, steps} from "../../studies/adaptive/steps.js";
import {type StoredTest, storedTests} from "../../studies/adaptive/storedTests.node.js";
import {openQueue} from "../backpressure.js";
import {acquireStoreLock, openBookClient} from "../bookClient.js";
import {budgetFor, costKindOf} from "../budget.js";
import type {Evaluation, Plan} from "../evaluation.js";
import {classifyFailure, type FailureKind, isFatal, type Signals} from "../failures.js";
import {openSandbox} from "../sandbox/sandbox.js";
import {infer, score} from "../stages.js";

/** The part of a point's key with which the ids of its items begin. */
const pointOf = (key: string): string => key.slice(0, 16);

/**
 * The tests of the plan's banks that have these ids, as a run asks them: with worked examples, images and tools, of which a store's table of
 * items holds nothing. Ids of tasks, and of banks that the plan does not ask, are left out.
 */
function bankTests({points, tasks}: Pick<Plan, "points" | "tasks">, ids: readonly string[]): Map<string, Test> {
  const wanted = groupBy(ids, pointOf);
  const found = new Map<string, Test>();
  for (const point of points) {
    const left = new Set(wanted.get(pointOf(point.key)));
    if (!point.bank) continue;
    const draws = drawsOf(point, tasks.get(point.base_task)!);
    const size = draws.available(Number.POSITIVE_INFINITY);
    for (let k = 0; k < size && left.size > 0; k++) {
      const test = draws.test(k);
      if (left.delete(test.item_id)) found.set(test.item_id, test);
    }
  }
  return found;
}

export interface AdaptiveOptions extends Signals {
  /** The store that holds the tests and to which the session is written. */
  store: string;
  /** The store whose lock is taken; answers are stored in the book's cache. */
  folder: string;
  plan: Plan;
  /** The evaluation to test, one of the plan's. */
  evaluation: Evaluation;
  bank: CalibratedBank;
  criterion: NonNullable<Design["criterion"]>;
  /** Each item is drawn at random from this many best ones. */
  among: number;
  /** Content balance: even, bank, or task=share,… */
  balance?: string | undefined;
  /** Highest share of the store's sessions in which an item may occur. */
  exposure?: number | undefined;
  se?: number | undefined;
  min: number;
  max?: number | undefined;
  /** Stops once at most this many ranks are possible. */
  ranks?: number | undefined;
  batch: number;
  truncated: "missing" | "wrong";
  maxCost?: number | undefined;
  report: Report;
  /** Called after each step. */
  onStep?: ((step: SessionStep) => void) | undefined;
}

/** Most requests without an answer that are skipped before the session ends. */
const MOST_FAILURES = 5;

interface Reply {
  status: number;
  tokens: number;
  cost: number;
  cached: boolean;
}

/**
 * Runs a session to its end and stores it. Earlier answers are in the cache, so an interrupted session that is run again continues from
 * there.
 */
export async function runAdaptive(options: AdaptiveOptions): Promise<AdaptiveSession> {
  const {store, folder, plan, evaluation, report, stop, abort} = options;
  const maxCost = options.maxCost ?? plan.book.max_cost;
  const budget = budgetFor([evaluation.model], maxCost);
  const tests = await storedTests(store);
  const calibrated = options.bank.items.filter(({id}) => tests.has(id));
  if (calibrated.length === 0)
    throw new UserError(`none of the ${options.bank.items.length} items of ${options.bank.source} is a test in ${store}`);
  if (calibrated.length < options.bank.items.length)
    report.warn(
      `${plural(options.bank.items.length - calibrated.length, "item")} of the bank without a test in ${store}: left out`
    );
  const own = bankTests(
    plan,
    calibrated.map(({id}) => id)
  );
  const bank = bankOf(calibrated, {category: ({id}) => tests.get(id)!.category});
  const index = indexOf(bank);
  const id = identity(options, bank);
  const session = openSession(index, await designOf(options, bank, id));

  await using _lock = await acquireStoreLock(folder, options);
  await using sandbox = openSandbox();
  await using modelClient = await openBookClient(plan.book, [evaluation], {folder, budget, stop, abort, report});
  const done: SessionStep[] = [];
  const ended = new AbortController();
  let status: AdaptiveSession["status"] | null = null;
  let failures = 0;
  /** Notes why a request has no answer, and ends the session where the next ones would have none either. */
  const reason = (error: unknown): FailureKind => {
    const why = classifyFailure(error, options);
    if (why === "context" || why === "failed") report.warn((error as Error).message);
    if (why === "context" || (why === "failed" && ++failures < MOST_FAILURES && !isFatal(error as Error))) return why;
    status ??= why;
    ended.abort();
    return why;
  };
  const testOf = (item: number) => ({...tests.get(bank.ids[item]!)!, ...own.get(bank.ids[item]!)});
  const asking = {
    answer: modelClient.answer,
    open: modelClient.open,
    reason,
    testOf,
    execute: sandbox.execute,
    queue: openQueue(evaluation.model.concurrency),
    room: openMemoryRoom(MAX_CHARACTERS)
  };
  const ask = async (item: number) => {
    const outcome = await firstValueFrom(
      of({index: item, trial: 0}).pipe(
        infer(evaluation, asking),
        score(evaluation, {origin: {}, formOf: item => tests.get(bank.ids[item]!)!.form})
      )
    );
    if ("stopped" in outcome) return null;
    const {response} = outcome;
    if ("unscored" in response) {
      report.warn(`${response.test.item_id} has no score: ${response.reason}`);
      return null; // it is not asked again, and tells nothing of the ability
    }
    const {completion, cached, cost} = response;
    const {status} = response.score;
    const right = status === TRUNCATED && options.truncated === "missing" ? null : status === CORRECT;
    return {right, status, tokens: completion.completion_tokens, cost, cached};
  };
  const signal = AbortSignal.any([ended.signal, ...(stop ? [stop] : [])]);
  await lastValueFrom(
    steps<Reply>(index, session, {ask, batch: options.batch, stop: signal}).pipe(
      tap(step => {
        done.push(rowOf(step, bank, tests));
        options.onStep?.(done.at(-1)!);
      })
    ),
    {defaultValue: null}
  );
  if (status === null && stop?.aborted && !session.stopped()) status = "interrupted";
  const result = resultOf({options, id, bank, done, status: status ?? session.stopped() ?? "bank", ability: session.ability()});
  if (done.length > 0) await keepSession(store, result);
  return result;
}

/** Identity of a session: twelve hexadecimal digits of a hash over everything that determines which items are asked. */
function identity({evaluation, criterion, among, balance, exposure, truncated, ...options}: AdaptiveOptions, bank: Bank): string {
  const {ids, a, d, c, u} = bank;
  const items = sha256Hex([ids.join("\n"), a.join(), d.join(), c.join(), u.join()].join("\n"));
  const {se, min, max, ranks, batch} = options;
  const {inflation} = options.bank;
  const settings = {se, min, max, ranks, batch, criterion, among, balance, exposure, truncated, inflation};
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return sha256Hex(canonicalJson({eval_id: evaluation.key.eval_id, items, ...given})).slice(0, 12);
}

async function designOf(options: AdaptiveOptions, bank: Bank, id: string): Promise<Design> {
  const random = randomOf(`adaptive session ${id}`);
  const {exposure: ceiling, criterion, among, balance} = options;
  const shares = balance === undefined ? undefined : sharesOf(balance, bank);
  const barred = ceiling === undefined ? undefined : drawBarred(await exposureOf(options.store, bank, id), {ceiling, random});
  const prior = {mean: 0, sd: options.bank.spread};
  return {criterion, among, shares, barred, random, prior, inflation: options.bank.inflation, stop: stopOf(options)};
}

function stopOf({se, min, max, ranks, bank, evaluation}: AdaptiveOptions): Stop {
  const known = othersOf(bank, evaluation);
  if (ranks !== undefined && known.length === 0) throw new UserError(`--ranks: ${bank.source} holds no abilities to rank among`);
  return {se, min, max, ...(ranks === undefined ? {} : {ranks: {known, within: ranks}})};
}

/** The bank's abilities, without that of this evaluation itself. */
const othersOf = ({abilities}: CalibratedBank, {key}: Evaluation) =>
  abilities.filter(({id}) => id !== key.eval_id && id !== key.model);

/** How often the store's other sessions have asked each item; every item is assumed to have been available to each of them. */
async function exposureOf(store: string, bank: Bank, own: string) {
  const sessions = (await keptSessions(store)).filter(({session}) => session !== own);
  const numbers = new Map(bank.ids.map((id, i) => [id, i]));
  const asked = new Uint32Array(bank.ids.length);
  for (const {item_id} of sessions.flatMap(session => session.steps)) {
    const item = numbers.get(item_id);
    if (item !== undefined) asked[item]!++;
  }
  return {tests: sessions.length, asked, eligible: asked.map(() => sessions.length)};
}

const rowOf = (
  {step, item, information, answer, ability}: Step<Reply>,
  bank: Bank,
  tests: Map<string, StoredTest>
): SessionStep => ({
  step,
  item_id: bank.ids[item]!,
  base_task: tests.get(bank.ids[item]!)!.base_task,
  a: bank.a[item]!,
  b: -bank.d[item]! / bank.a[item]!,
  c: bank.c[item]!,
  u: bank.u[item]!,
  information,
  ...ability,
  ...answer
});

interface Ended {
  options: AdaptiveOptions;
  id: string;
  bank: Bank;
  done: SessionStep[];
  status: AdaptiveSession["status"];
  ability: {theta: number; se: number; low: number; high: number};
}

function resultOf({options, id, bank, done, status, ability}: Ended): AdaptiveSession {
  const {evaluation, criterion, se = null, min, max = null, ranks = null} = options;
  const known = othersOf(options.bank, evaluation);
  const sum = (of: (step: SessionStep) => number) => done.reduce((total, step) => total + of(step), 0);
  return {
    session: id,
    ...evaluation.key,
    simulated: evaluation.simulated,
    bank: {source: options.bank.source, model: options.bank.model, items: bank.ids.length},
    criterion,
    stop: {se, min, max, ranks},
    status,
    ...ability,
    rank: known.length > 0 ? {...rankAmong(ability, known), of: known.length + 1} : null,
    inflation: factorAt(options.bank.inflation, done.length),
    items: done.length,
    cut: sum(step => (step.status === TRUNCATED ? 1 : 0)),
    asked: sum(step => (step.cached ? 0 : 1)),
    tokens: sum(step => step.tokens),
    cost: sum(step => step.cost),
    ...(costKindOf([evaluation.model]) === "unpriced" && {unpriced: true}),
    steps: done
  };
}
