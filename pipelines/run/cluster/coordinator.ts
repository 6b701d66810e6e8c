// The coordinator of a distributed run: hands ranges of tests to workers, and keeps what comes back as if it had been answered here.
import {randomUUID} from "node:crypto";
import {from, merge, mergeMap, throwError} from "rxjs";
import type {Book} from "../../book/types.js";
import {BudgetReached} from "../../infer/budget.js";
import type {AnswerCaches} from "../../infer/caches.node.js";
import {EndpointError} from "../../infer/completion.js";
import type {Report} from "../../infer/progress.node.js";
import {trialsOf} from "../../infer/template.node.js";
import {ContextExceeded} from "../../infer/usage.js";
import {projectVersion} from "../../store/version.node.js";
import {openBookCaches} from "../bookClient.js";
import type {Drawn, Elsewhere, TestRange} from "../evaluate.js";
import type {Evaluation, Plan} from "../evaluation.js";
import {type ModelClient, openModelClient} from "../modelClient.js";
import type {InferEffects} from "../stages.js";
import type {Signals, Unanswered} from "../unanswered.js";
import {openCoordination, watchForWorkers} from "./coordination.js";
import {frameSchema, type ResultFrame, unpacked} from "./frames.js";
import {openInbox} from "./inbox.js";
import {type Job, jobId, MOST_TESTS, PROTOCOL, planDigest} from "./job.js";
import {type Jobs, openJobs} from "./jobs.js";
import {budgetOf, queueOf} from "./keys.js";
import {replyTo} from "./lookups.js";
import {join, living, type Member} from "./members.js";
import {coordinatorMetrics, type MetricsAddress, serveMetrics} from "./metrics.js";
import type {RedisPlace} from "./place.js";
import {openShared} from "./shared.js";
import {UNLIMITED} from "./sharedBudget.js";
import type {ClusterState} from "./state.js";

export interface ClusterOptions extends Signals {
  redis: RedisPlace;
  plan: Plan;
  /** The store whose lock is held. */
  folder: string;
  maxCost?: number | undefined;
  report: Report;
  /** Where to serve metrics; absent = nowhere. */
  metrics?: MetricsAddress | undefined;
  /** Version of the project under which workers are looked for; absent = the project's. */
  version?: string | undefined;
}

/** A model client whose tests are asked by workers. */
export interface ClusterClient extends ModelClient {
  elsewhere(effects: Pick<InferEffects, "reason" | "brokenOff">): Elsewhere;
  /** Requests for which jobs are open: those in flight, and as many again so that a worker which ends one has another at hand. */
  width(evaluation: Evaluation): number;
  state(): ClusterState;
  /** US dollars that the run has spent, by its budget in Redis. */
  spent(): Promise<number>;
}

/** Becomes the coordinator of a book's run; waits for another one, and says so. Throws a UserError where Redis is not fit for it. */
export async function openCluster(
  book: Book,
  {redis, plan, folder, maxCost, report, stop, abort, ...options}: ClusterOptions
): Promise<ClusterClient> {
  const version = options.version ?? (await projectVersion()).version;
  const digest = planDigest(plan, version);
  const coordination = await openCoordination({redis, work: "run", digest, report, stop, abort});
  const {id, connection, scripts, persist, ending, closing, close} = coordination;
  try {
    const cache = openBookCaches(book, {folder, report});
    closing(cache.close);
    const started = performance.now();
    let [jobsDone, doneHere, recovered, waiting, running] = [0, 0, 0, 0, 0];
    // What workers cannot do is done here, by a client that is opened when it is needed: a coordinator needs no key.
    let local: ModelClient | null = null;
    let seen: {members: Member[]; unknown: number} = {members: [], unknown: 0};
    const testsBy = new Map<string, {tests: number; last?: Member}>();

    const jobs = openJobs<Job, ResultFrame>(connection, {
      queue: queueOf(digest),
      name: "tests",
      idOf: jobId,
      persist,
      signal: ending,
      stop: stop ?? new AbortController().signal
    });
    closing(jobs[Symbol.asyncDispose]);
    const keepAll = async (answers: ResultFrame["answers"]): Promise<void> => {
      const fresh = answers.filter(({key}) => !cache.has(key));
      if (fresh.length > 0) cache.prepare();
      await Promise.all(fresh.map(({key, completion}) => cache.put(key, completion)));
    };
    const inbox = await openInbox({
      digest,
      redis,
      connection,
      persist,
      report,
      signal: ending,
      schema: frameSchema,
      async take(frame) {
        if (frame.kind === "lookup") return replyTo(frame, {digest, cache, connection, persist, signal: ending});
        await keepAll(frame.answers);
        if (frame.kind === "unfinished") {
          const {job, message} = frame;
          if (message !== null) report.warn(`a worker failed at a job: ${message}`);
          return jobs.unfinished(job, message !== null);
        }
        jobsDone++;
        const own = testsBy.get(frame.worker) ?? {tests: 0};
        own.tests += frame.tests.length;
        testsBy.set(frame.worker, own);
        if (!jobs.result(frame)) recovered += frame.answers.length;
      },
      onFault: error => jobs.fail(error)
    });
    closing(inbox.close);

    const run = randomUUID();
    let spent = 0;
    const [budgetKey, reservedKey, lapsedKey] = budgetOf(digest);
    const openBudget = async () => {
      await scripts.openBudget([budgetKey, reservedKey, lapsedKey], [run, maxCost ?? UNLIMITED, spent]);
      await connection.hset(budgetKey, "cached", hasAny(cache) ? "1" : "0");
    };
    await persist(openBudget, ending);
    coordination.beat(async () => {
      await openBudget(); // where Redis has lost it
      const [known = "0", held = "0"] = await connection.hmget(budgetKey, "spent", "reserved");
      spent = Math.max(spent, Number(known) + Number(held)); // the worst case, in case that is lost
      seen = await living(scripts);
      ({waiting, running} = await jobs.counts());
      for (const member of seen.members) if (testsBy.has(member.id)) testsBy.get(member.id)!.last = member;
      await jobs.sweep();
    });
    const serves = ({plan}: Member) => plan === digest;
    closing(
      watchForWorkers(() => ({...seen, outstanding: jobs.outstanding}), {
        wanted: `worker of plan ${digest}`,
        serves,
        version,
        place: redis.name,
        report
      })
    );
    const membership = await join(
      {id, role: "coordinator", version, plan: digest},
      {
        connection,
        scripts,
        counts: () => ({jobs: jobsDone, running, tests: 0, asked: 0, failed: 0, refused: 0, in_flight: local?.inFlight() ?? 0})
      }
    );
    closing(membership[Symbol.asyncDispose]);

    const openLocal = async (): Promise<void> => {
      const shared = openShared(connection, {
        evaluations: plan.evaluations,
        digest,
        worker: id,
        scripts,
        persist,
        signal: ending,
        lookup: async () => ({}) // its own cache is the one that is looked up
      });
      closing(() => shared[Symbol.dispose]());
      const client = await openModelClient([...plan.evaluations, ...plan.judges.values()], {
        ...shared,
        cache,
        onRetry: report.warn,
        stop,
        abort
      });
      closing(client[Symbol.asyncDispose]);
      local = client;
    };
    let opening: Promise<void> | null = null;
    const needed = (): ModelClient => {
      if (!local) throw new Error("no request is sent from here before a job has come back");
      return local;
    };

    const elsewhere: ClusterClient["elsewhere"] = effects => (tests, queue, here) => {
      const {first, end, evaluation} = tests;
      const starts = Array.from({length: Math.ceil((end - first) / MOST_TESTS)}, (_, i) => first + i * MOST_TESTS);
      const trials = trialsOf(evaluation.sampler, evaluation.model);
      return merge(
        ...starts.map(start => {
          const range = {...tests, first: start, end: Math.min(end, start + MOST_TESTS)};
          return oneJob(range, {
            jobs,
            digest,
            queue,
            trials,
            here: () => from(doHere()).pipe(mergeMap(() => here(range.first, range.end))),
            effects
          });
        })
      );
    };
    const doHere = async (): Promise<void> => {
      doneHere++;
      if (doneHere === 1) report.warn("workers could not do a job; it is done here");
      await (opening ??= openLocal());
    };
    const state = (): ClusterState => {
      const own = seen.members.filter(({role, plan}) => role === "worker" && plan === digest);
      const gone = [...testsBy].flatMap(([worker, {last}]) => (last && !own.some(({id}) => id === worker) ? [last] : []));
      const all = [...testsBy.values()].reduce((sum, {tests}) => sum + tests, 0);
      const workers = [...own, ...gone].map(member => ({
        ...member,
        share: all > 0 ? (testsBy.get(member.id)?.tests ?? 0) / all : 0
      }));
      return {
        at: new Date().toISOString(),
        ended: false,
        redis: redis.name,
        plan: digest,
        seconds: Math.round((performance.now() - started) / 1000),
        queue: {waiting, running, outstanding: jobs.outstanding},
        jobs: jobsDone,
        given_again: jobs.givenAgain,
        done_here: doneHere,
        recovered,
        workers,
        others: seen.members.filter(({role, plan}) => role === "worker" && plan !== digest).length + seen.unknown
      };
    };
    if (options.metrics) {
      const served = await serveMetrics(options.metrics, () => coordinatorMetrics(state()));
      report.info(`metrics at ${served.url}`);
      closing(served[Symbol.asyncDispose]);
    }
    return {
      elsewhere,
      width: ({model}) => 2 * (model.concurrency + MOST_TESTS),
      state,
      spent: async () => {
        const [known] = await connection.hmget(budgetKey, "spent").catch(() => [null]);
        return known === null ? spent : Number(known);
      },
      answer: (evaluation, request) => needed().answer(evaluation, request),
      open: scorer => needed().open(scorer),
      inFlight: () =>
        seen.members.reduce((sum, {role, plan, in_flight}) => sum + (role === "worker" && plan === digest ? in_flight : 0), 0) +
        (local?.inFlight() ?? 0),
      [Symbol.asyncDispose]: close
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether a cache has any answer. */
const hasAny = ({count}: AnswerCaches): boolean => count() > 0;

interface OneJob {
  jobs: Jobs<Job, ResultFrame>;
  digest: string;
  queue: Parameters<Elsewhere>[1];
  trials: number;
  here: () => Drawn;
  effects: Pick<InferEffects, "reason" | "brokenOff">;
}

/** The outcomes of one job: a worker's, or where workers cannot do it those of this process. */
function oneJob(tests: TestRange, {jobs, digest, queue, trials, here, effects}: OneJob): Drawn {
  const {evaluation, point, first, end} = tests;
  const job: Job = {protocol: PROTOCOL, plan: digest, evaluation: evaluation.key.eval_id, point: point.key, first, end};
  const asked = (end - first) * trials;
  for (let i = 0; i < asked; i++) queue.enter();
  const leave = () => {
    for (let i = 0; i < asked; i++) queue.leave();
  };
  const taken = jobs.done(job).then(
    frame => (frame ? outcomesOf(frame, tests, effects) : null),
    (error: unknown) => {
      // nothing more is asked: each of its tests ends as one that was not sent
      const why = effects.reason(error, evaluation);
      return from(
        Array.from({length: asked}, (_, i) => ({index: first + Math.floor(i / trials), trial: i % trials, stopped: why}))
      ) as Drawn;
    }
  );
  return from(taken.finally(leave)).pipe(mergeMap(outcomes => outcomes ?? here()));
}

/** What a worker sent, told to those who count failures. */
function outcomesOf(frame: ResultFrame, {evaluation, point}: TestRange, effects: OneJob["effects"]): Drawn {
  for (const {why, message} of frame.errors) effects.reason(errorOf(why, message), evaluation);
  for (const requests of frame.broken) effects.brokenOff?.(requests);
  try {
    return from(unpacked(frame, {evaluation, point}));
  } catch (error) {
    return throwError(() => error);
  }
}

/** The error behind a request without an answer, as this process would have met it. */
const errorOf = (why: Unanswered, message: string): Error =>
  why === "budget"
    ? new BudgetReached(message)
    : why === "context"
      ? new ContextExceeded(message)
      : new EndpointError(message, {status: 0, retryable: false});
