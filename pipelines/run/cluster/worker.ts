// A worker of distributed runs: it takes jobs of its book's tests, asks and scores them as a run does, and sends what came to the coordinator.
import {randomUUID} from "node:crypto";
import {type Job as QueuedJob, UnrecoverableError} from "bullmq";
import {lastValueFrom, toArray} from "rxjs";
import {plural} from "../../book/plural.js";
import type {Book, Corpus} from "../../book/types.js";
import type {Budget, Release} from "../../infer/budget.js";
import type {AnswerCaches} from "../../infer/caches.node.js";
import type {Completion} from "../../infer/completion.js";
import {MAX_CHARACTERS, openMemoryRoom} from "../../infer/memoryRoom.js";
import type {Report} from "../../infer/progress.node.js";
import {requestKey} from "../../infer/request.node.js";
import {projectVersion} from "../../store/version.node.js";
import {openBookCaches} from "../bookClient.js";
import {budgetFor} from "../budget.js";
import {drawTests, memoTests, type TestRange} from "../evaluate.js";
import {planOf} from "../evaluation.js";
import {classifyFailure, type Signals} from "../failures.js";
import {openModelClient} from "../modelClient.js";
import {openSandbox} from "../sandbox/sandbox.js";
import {holdingsIn} from "./audits/holdings.js";
import {openSearcher} from "./audits/searcher.js";
import {type Frame, packed, type ResultFrame} from "./frames.js";
import {senderTo} from "./inbox.js";
import {MOST_TESTS, planDigest, testsOf} from "./job.js";
import {queueOf} from "./keys.js";
import {openLookups} from "./lookups.js";
import {type Counts, join, type Member} from "./members.js";
import {type MetricsAddress, serveMetrics, workerMetrics} from "./metrics.js";
import {persistence} from "./persist.js";
import type {RedisPlace} from "./place.js";
import {checkRedis, connect} from "./redis.js";
import {scriptsOn} from "./scripts.js";
import {openShared} from "./shared.js";
import {takeJobs} from "./takeJobs.js";

/** @param near asked first, and free to ask */
const both = (near: Budget, far: Budget): Budget => ({
  reserve(worst, model) {
    const first = near.reserve(worst, model);
    if (first === null) return null;
    const second = async (one: Release | null): Promise<Release | null> => {
      if (!one) return null;
      try {
        const two = await far.reserve(worst, model);
        if (!two) one(0);
        return (
          two &&
          ((...actual) => {
            one(...actual);
            two(...actual);
          })
        );
      } catch (error) {
        one(0);
        throw error;
      }
    };
    return worst === 0 && !(first instanceof Promise) ? first : Promise.resolve(first).then(second);
  },
  maxCost: Math.min(near.maxCost, far.maxCost),
  get spent() {
    return near.spent;
  },
  get reserved() {
    return near.reserved;
  }
});

export interface WorkerOptions extends Signals {
  redis: RedisPlace;
  report: Report;
  /** Most requests of this worker in flight to one model; absent = as many as the model allows in all. */
  concurrency?: number | undefined;
  /** Most US dollars that this worker spends on new answers, beside the limit of each run. */
  maxCost?: number | undefined;
  /** Seconds without a sign of life after which its jobs are given to others. */
  lockSeconds?: number | undefined;
  /** Corpora whose files it searches for audits, beside the book's. */
  corpora?: readonly Corpus[] | undefined;
  /** Where to serve metrics; absent = nowhere. */
  metrics?: MetricsAddress | undefined;
  /** Version under which it works; absent = the project's. */
  version?: string | undefined;
  /** Called once it takes jobs, with a function that says how it does. */
  onReady?: ((now: () => Member) => void) | undefined;
}

/** Jobs at a time for models that are computed here: a further one is at hand when one ends. */
const COMPUTED_JOBS = 3;

/** Works until `stop`, then finishes what is in flight and hands back the rest. Resolves with what it has done. */
export async function work(book: Book, options: WorkerOptions): Promise<Counts & {files: number}> {
  const {redis, report, stop, abort} = options;
  const plan = planOf(book);
  const version = options.version ?? (await projectVersion()).version;
  const digest = planDigest(plan, version);
  const id = randomUUID();
  const known = {
    digest,
    evaluations: new Map(plan.evaluations.map(evaluation => [evaluation.key.eval_id, evaluation])),
    points: new Map(plan.points.map(point => [point.key, point])),
    tasks: plan.tasks
  };
  const judges = [...plan.judges.values()];
  const own = budgetFor([...book.models, ...judges.map(({model}) => model)], options.maxCost);
  const connection = connect(redis, {
    onLost: reason => report.warn(`${redis.name} is out of reach (${reason}); what is under way goes on`),
    onBack: () => report.info(`${redis.name} is back`)
  });
  const queueConnection = connect(redis);
  /** Ends waiting for Redis once this worker is done. */
  const over = new AbortController();
  const ending = AbortSignal.any([over.signal, ...(abort ? [abort] : [])]);
  const counts: Counts = {jobs: 0, running: 0, tests: 0, asked: 0, failed: 0, refused: 0, in_flight: 0};
  let fault: Error | null = null;
  try {
    await checkRedis(connection, redis);
    const scripts = scriptsOn(connection);
    const persist = persistence(redis.name, report.warn);
    const named = namedAnswers(openBookCaches(book, {folder: book.store, report}));
    await using _caches = {[Symbol.asyncDispose]: named.caches.close};
    await using lookups = openLookups({digest, worker: id, redis, connection, persist, signal: ending});
    using shared = openShared(connection, {
      evaluations: plan.evaluations,
      digest,
      worker: id,
      scripts,
      persist,
      signal: ending,
      lookup: lookups.find,
      most: options.concurrency
    });
    await using sandbox = openSandbox();
    await using client = await openModelClient([...plan.evaluations, ...judges], {
      ...shared,
      cache: named.caches,
      budget: both(own, shared.budget),
      onRetry: report.warn,
      stop,
      abort
    });
    const room = openMemoryRoom(MAX_CHARACTERS);
    const testOf = memoTests(plan);
    const send = senderTo(connection, {persist, signal: ending});

    const perform = async (job: string, tests: TestRange): Promise<Frame> => {
      const answers = new Map<string, Completion>();
      const models = new Map<string, string>();
      const [errors, broken]: [ResultFrame["errors"], ResultFrame["broken"]] = [[], []];
      const outcomes = await lastValueFrom(
        drawTests(tests, {
          queue: FREE,
          room,
          testsOf: testOf,
          tasks: plan.tasks,
          judges: plan.judges,
          open: client.open,
          execute: sandbox.execute,
          answer(evaluation, request) {
            const keep = ({completion}: {completion: Completion}) => {
              const key = named.keyOf(completion) ?? requestKey(request);
              models.set(key, request.model);
              answers.set(key, named.keyOf(completion) ? completion : (named.caches.get(key) ?? completion));
            };
            const answered = client.answer(evaluation, request);
            if (!(answered instanceof Promise)) {
              keep(answered);
              return answered;
            }
            return answered.then(known => {
              keep(known);
              if (!known.cached) counts.asked++;
              return known;
            });
          },
          reason(error) {
            const why = classifyFailure(error, {stop, abort});
            if (why === "failed") counts.failed++;
            errors.push({why, message: (error as Error).message});
            return why;
          },
          onPartialFailure: requests => void broken.push(requests)
        }).pipe(toArray())
      );
      const given = outcomes.some(outcome => "stopped" in outcome && outcome.stopped === "interrupted");
      const parts = packed(outcomes, {answers, models});
      if (given) return {kind: "unfinished", job, worker: id, answers: parts.answers, message: null};
      counts.tests += tests.end - tests.first;
      return {kind: "result", job, worker: id, ...parts, errors, broken};
    };
    const take = async (queued: QueuedJob): Promise<void> => {
      const tests = testsOf(queued.data, known);
      if ("refused" in tests) {
        counts.refused++;
        report.warn(`refused job ${(queued.id ?? "").slice(0, 12)}: ${tests.refused}`);
        throw new UnrecoverableError(tests.refused);
      }
      const job = queued.id ?? "";
      counts.running++;
      try {
        await lookups.prepare();
        const frame = await perform(job, tests).catch((error: Error): Frame => {
          if (named.caches.failure) fault = named.caches.failure;
          report.warn(`job ${job.slice(0, 12)} failed: ${error.message}`);
          return {kind: "unfinished", job, worker: id, answers: [], message: error.message};
        });
        await send(digest, frame);
        counts.jobs++;
      } finally {
        counts.running--;
      }
    };
    const worker = takeJobs(queueOf(digest), take, {
      connection: queueConnection,
      concurrency: jobsAtATime(plan.evaluations, options.concurrency),
      lockSeconds: options.lockSeconds
    });
    const holdings = await holdingsIn([...(book.corpora ?? []), ...(options.corpora ?? [])], {
      version,
      onMissing: sentence => report.info(`${sentence} here, so that no audit is given it`)
    });
    const searcher =
      holdings &&
      (await openSearcher(holdings, {
        version,
        connection,
        queueConnection,
        scripts,
        persist,
        report,
        signal: ending,
        lockSeconds: options.lockSeconds,
        stop: AbortSignal.any([stop, abort].filter(signal => signal !== undefined))
      }));
    await using membership = await join(
      {id, role: "worker", version, plan: digest},
      {connection, scripts, counts: () => ({...counts, in_flight: client.inFlight()})}
    );
    await using served = options.metrics ? await serveMetrics(options.metrics, () => workerMetrics(membership.now())) : null;
    if (served) report.info(`metrics at ${served.url}`);
    report.info(
      `worker of plan ${digest} (${plural(plan.evaluations.length, "evaluation")}, reasonbook ${version}) takes jobs from ${redis.name}`
    );
    options.onReady?.(membership.now);
    await ended([stop, abort], () => fault !== null);
    const closing = Promise.all([worker.close(abort?.aborted ?? false).catch(() => {}), searcher?.close()]);
    await Promise.race([closing, aborted(abort)]);
    over.abort(new Error("the worker has ended"));
    if (fault) throw fault;
    return {...counts, files: searcher?.files ?? 0};
  } finally {
    over.abort(new Error("the worker has ended"));
    connection.disconnect();
    queueConnection.disconnect();
  }
}

/** Nothing has to be counted: a worker takes no more jobs than it can work on. */
const FREE = {enter() {}, leave() {}, place: () => null};

/**
 * Jobs that a worker takes at a time: so many that its share of each model is in use and as many requests again wait for a slot, and few of
 * those that it computes itself.
 */
function jobsAtATime(
  evaluations: readonly {model: Book["models"][number]; simulated: boolean}[],
  most = Number.POSITIVE_INFINITY
): number {
  const models = new Map(evaluations.map(({model, simulated}) => [model.id, simulated ? 0 : Math.min(most, model.concurrency)]));
  const asked = [...models.values()].reduce((sum, slots) => sum + Math.ceil((2 * slots) / MOST_TESTS), 0);
  return asked + ([...models.values()].includes(0) ? COMPUTED_JOBS : 0);
}

/** Caches that know the key of each completion that went through them. */
function namedAnswers(caches: AnswerCaches): {caches: AnswerCaches; keyOf(completion: Completion): string | undefined} {
  const keys = new WeakMap<Completion, string>();
  return {
    keyOf: completion => keys.get(completion),
    caches: {
      ...caches,
      get failure() {
        return caches.failure;
      },
      get(key) {
        const found = caches.get(key);
        if (found) keys.set(found, key);
        return found;
      },
      put(key, completion, model, base) {
        keys.set(completion, key);
        return caches.put(key, completion, model, base);
      }
    }
  };
}

/** Resolves when one of the signals is aborted, or something has gone wrong. */
const ended = (signals: readonly (AbortSignal | undefined)[], broken: () => boolean): Promise<void> =>
  new Promise(resolve => {
    const timer = setInterval(() => {
      if (!broken() && !signals.some(signal => signal?.aborted)) return;
      clearInterval(timer);
      resolve();
    }, 50);
  });

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise(resolve => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), {once: true});
  });
