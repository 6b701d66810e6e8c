// The coordinator of a distributed run: hands ranges of tests to workers, and keeps what comes back as if it had been answered here.
import {randomUUID} from "node:crypto";
import {from, merge, mergeMap, throwError} from "rxjs";
import {getOrAdd} from "../../book/getOrAdd.js";
import type {Book} from "../../book/types.js";
import {BudgetReached} from "../../infer/budget.js";
import type {AnswerCaches} from "../../infer/caches.node.js";
import {EndpointError} from "../../infer/completion.js";
import type {Report} from "../../infer/progress.node.js";
import {trialsOf} from "../../infer/template.node.js";
import {ContextExceeded} from "../../infer/usage.js";
import {projectVersion} from "../../store/version.node.js";
import {openBookCaches} from "../bookClient.js";
import type {Drawn, RemoteSampler, TestRange} from "../evaluate.js";
import type {Evaluation, Plan} from "../evaluation.js";
import type {FailureKind, Signals} from "../failures.js";
import {type ModelClient, openModelClient} from "../modelClient.js";
import type {InferEffects} from "../stages.js";
import {type Coordination, openCoordination, watchForWorkers} from "./coordination.js";
import {type Frame, frameSchema, type ResultFrame, unpacked} from "./frames.js";
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

type SampleEffects = Pick<InferEffects, "reason" | "onPartialFailure">;

/** A model client whose tests are asked by workers. */
export interface ClusterClient extends ModelClient {
  remoteSampler(effects: SampleEffects): RemoteSampler;
  /** Requests for which jobs are open: those in flight, and as many again so that a worker which ends one has another at hand. */
  width(evaluation: Evaluation): number;
  state(): ClusterState;
  /** US dollars that the run has spent, by its budget in Redis. */
  spent(): Promise<number>;
}

/** Becomes the coordinator of a book's run; waits for another one, and says so. Throws a UserError where Redis is not fit for it. */
export async function openCluster(book: Book, options: ClusterOptions): Promise<ClusterClient> {
  const {redis, plan, folder, report, stop, abort, metrics} = options;
  const version = options.version ?? (await projectVersion()).version;
  const digest = planDigest(plan, version);
  const coordination = await openCoordination({redis, work: "run", digest, report, stop, abort});
  try {
    const cache = openBookCaches(book, {folder, report});
    coordination.closing(cache.close);
    const run = new ClusterRun({...options, version, digest, coordination, cache});
    await run.openInbox();
    await run.join();
    if (metrics) await run.serveMetrics(metrics);
    return run;
  } catch (error) {
    await coordination.close();
    throw error;
  }
}

interface ClusterRunOptions extends ClusterOptions {
  version: string;
  digest: string;
  coordination: Coordination;
  cache: AnswerCaches;
}

class ClusterRun implements ClusterClient {
  readonly #options: ClusterRunOptions;
  readonly #coordination: Coordination;
  readonly #digest: string;
  readonly #cache: AnswerCaches;
  readonly #jobs: Jobs<Job, ResultFrame>;
  readonly #started = performance.now();
  /** Tests that each worker has answered, and the last that it told about itself. */
  readonly #testsBy = new Map<string, {tests: number; last?: Member}>();
  readonly #runId = randomUUID();
  readonly #budgetKeys: readonly [budget: string, reserved: string, lapsed: string];
  #seen: {members: Member[]; unknown: number} = {members: [], unknown: 0};
  #queue = {waiting: 0, running: 0};
  #jobsDone = 0;
  #jobsDoneLocally = 0;
  #recovered = 0;
  #spent = 0;
  /** Does the jobs that no worker can do; it is opened when it is needed, since a coordinator needs no key. */
  #local: ModelClient | null = null;
  #opening: Promise<void> | null = null;

  constructor(options: ClusterRunOptions) {
    const {coordination, digest, cache, stop} = options;
    this.#options = options;
    this.#coordination = coordination;
    this.#digest = digest;
    this.#cache = cache;
    this.#budgetKeys = budgetOf(digest);
    this.#jobs = openJobs<Job, ResultFrame>(coordination.connection, {
      queue: queueOf(digest),
      name: "tests",
      idOf: jobId,
      persist: coordination.persist,
      signal: coordination.ending,
      stop: stop ?? new AbortController().signal
    });
    coordination.closing(this.#jobs[Symbol.asyncDispose]);
  }

  readonly answer: ModelClient["answer"] = (evaluation, request) => this.#localClient().answer(evaluation, request);

  readonly open: ModelClient["open"] = environment => this.#localClient().open(environment);

  readonly inFlight = (): number =>
    this.#ownWorkers().reduce((sum, {in_flight}) => sum + in_flight, 0) + (this.#local?.inFlight() ?? 0);

  readonly [Symbol.asyncDispose] = (): Promise<void> => this.#coordination.close();

  readonly width: ClusterClient["width"] = ({model}) => 2 * (model.concurrency + MOST_TESTS);

  async spent(): Promise<number> {
    const [spent] = await this.#coordination.connection.hmget(this.#budgetKeys[0], "spent").catch(() => [null]);
    return spent === null ? this.#spent : Number(spent);
  }

  remoteSampler(effects: SampleEffects): RemoteSampler {
    const [jobs, digest] = [this.#jobs, this.#digest];
    return (tests, queue, sampleLocally) => {
      const {first, end, evaluation} = tests;
      const starts = Array.from({length: Math.ceil((end - first) / MOST_TESTS)}, (_, i) => first + i * MOST_TESTS);
      const trials = trialsOf(evaluation.sampler, evaluation.model);
      return merge(
        ...starts.map(start => {
          const range = {...tests, first: start, end: Math.min(end, start + MOST_TESTS)};
          const locally = () => from(this.#openLocal()).pipe(mergeMap(() => sampleLocally(range.first, range.end)));
          return oneJob(range, {jobs, digest, queue, trials, sampleLocally: locally, effects});
        })
      );
    };
  }

  readonly state = (): ClusterState => {
    const {redis} = this.#options;
    const workers = this.#ownWorkers();
    const gone = [...this.#testsBy].flatMap(([worker, {last}]) => (last && !workers.some(({id}) => id === worker) ? [last] : []));
    const tests = [...this.#testsBy.values()].reduce((sum, each) => sum + each.tests, 0);
    return {
      at: new Date().toISOString(),
      ended: false,
      redis: redis.name,
      plan: this.#digest,
      seconds: Math.round((performance.now() - this.#started) / 1000),
      queue: {...this.#queue, outstanding: this.#jobs.outstanding},
      jobs: this.#jobsDone,
      given_again: this.#jobs.givenAgain,
      done_here: this.#jobsDoneLocally,
      recovered: this.#recovered,
      workers: [...workers, ...gone].map(member => ({
        ...member,
        share: tests > 0 ? (this.#testsBy.get(member.id)?.tests ?? 0) / tests : 0
      })),
      others: this.#seen.members.filter(({role, plan}) => role === "worker" && plan !== this.#digest).length + this.#seen.unknown
    };
  };

  /** Begins to read what workers send. */
  async openInbox(): Promise<void> {
    const {redis, report} = this.#options;
    const {connection, persist, ending, closing} = this.#coordination;
    const inbox = await openInbox({
      digest: this.#digest,
      redis,
      connection,
      persist,
      report,
      signal: ending,
      schema: frameSchema,
      take: frame => this.#take(frame),
      onFault: error => this.#jobs.fail(error)
    });
    closing(inbox.close);
  }

  /** Opens the budget, and tells that this process coordinates. */
  async join(): Promise<void> {
    const {redis, report, version} = this.#options;
    const {id, connection, scripts, persist, ending, closing, beat} = this.#coordination;
    const digest = this.#digest;
    await persist(() => this.#openBudget(), ending);
    beat(() => this.#look());
    closing(
      watchForWorkers(() => ({...this.#seen, outstanding: this.#jobs.outstanding}), {
        wanted: `worker of plan ${digest}`,
        serves: ({plan}) => plan === digest,
        version,
        place: redis.name,
        report
      })
    );
    const counts = () => ({
      jobs: this.#jobsDone,
      running: this.#queue.running,
      tests: 0,
      asked: 0,
      failed: 0,
      refused: 0,
      in_flight: this.#local?.inFlight() ?? 0
    });
    const membership = await join({id, role: "coordinator", version, plan: digest}, {connection, scripts, counts});
    closing(membership[Symbol.asyncDispose]);
  }

  async serveMetrics(address: MetricsAddress): Promise<void> {
    const served = await serveMetrics(address, () => coordinatorMetrics(this.state()));
    this.#options.report.info(`metrics at ${served.url}`);
    this.#coordination.closing(served[Symbol.asyncDispose]);
  }

  /** Living workers of this run. */
  #ownWorkers(): Member[] {
    return this.#seen.members.filter(({role, plan}) => role === "worker" && plan === this.#digest);
  }

  async #openBudget(): Promise<void> {
    const {connection, scripts} = this.#coordination;
    await scripts.openBudget([...this.#budgetKeys], [this.#runId, this.#options.maxCost ?? UNLIMITED, this.#spent]);
    await connection.hset(this.#budgetKeys[0], "cached", this.#cache.count() > 0 ? "1" : "0");
  }

  /** Looks who lives, and for jobs that got lost. */
  async #look(): Promise<void> {
    const {connection, scripts} = this.#coordination;
    await this.#openBudget(); // where Redis has lost it
    const [spent = "0", reserved = "0"] = await connection.hmget(this.#budgetKeys[0], "spent", "reserved");
    this.#spent = Math.max(this.#spent, Number(spent) + Number(reserved)); // the worst case, in case that is lost
    this.#seen = await living(scripts);
    const {waiting, running} = await this.#jobs.counts();
    this.#queue = {waiting, running};
    for (const member of this.#seen.members) if (this.#testsBy.has(member.id)) this.#testsBy.get(member.id)!.last = member;
    await this.#jobs.sweep();
  }

  async #take(frame: Frame): Promise<void> {
    if (frame.kind === "lookup") {
      const {connection, persist, ending} = this.#coordination;
      return replyTo(frame, {digest: this.#digest, cache: this.#cache, connection, persist, signal: ending});
    }
    await this.#keepAnswers(frame.answers);
    if (frame.kind === "unfinished") {
      const {job, message} = frame;
      if (message !== null) this.#options.report.warn(`a worker failed at a job: ${message}`);
      return this.#jobs.unfinished(job, message !== null);
    }
    this.#jobsDone++;
    getOrAdd(this.#testsBy, frame.worker, () => ({tests: 0})).tests += frame.tests.length;
    if (!this.#jobs.result(frame)) this.#recovered += frame.answers.length;
  }

  async #keepAnswers(answers: ResultFrame["answers"]): Promise<void> {
    const fresh = answers.filter(({key}) => !this.#cache.has(key));
    await Promise.all(
      fresh.map(async ({key, completion, model}) => {
        const release = this.#cache.reserve(Buffer.byteLength(JSON.stringify(completion)));
        try {
          await this.#cache.put(key, completion, model);
        } finally {
          release();
        }
      })
    );
  }

  #localClient(): ModelClient {
    if (!this.#local) throw new Error("no request is sent from here before a job has come back");
    return this.#local;
  }

  async #openLocal(): Promise<void> {
    this.#jobsDoneLocally++;
    if (this.#jobsDoneLocally === 1) this.#options.report.warn("workers could not do a job; it is done here");
    this.#opening ??= this.#openLocalClient();
    await this.#opening;
  }

  async #openLocalClient(): Promise<void> {
    const {plan, report, stop, abort} = this.#options;
    const {id, connection, scripts, persist, ending, closing} = this.#coordination;
    const shared = openShared(connection, {
      evaluations: plan.evaluations,
      digest: this.#digest,
      worker: id,
      scripts,
      persist,
      signal: ending,
      lookup: async () => ({}) // its own cache is the one that is looked up
    });
    closing(() => shared[Symbol.dispose]());
    const client = await openModelClient([...plan.evaluations, ...plan.judges.values()], {
      ...shared,
      cache: this.#cache,
      onRetry: report.warn,
      stop,
      abort
    });
    closing(client[Symbol.asyncDispose]);
    this.#local = client;
  }
}

interface OneJob {
  jobs: Jobs<Job, ResultFrame>;
  digest: string;
  queue: Parameters<RemoteSampler>[1];
  trials: number;
  sampleLocally: () => Drawn;
  effects: SampleEffects;
}

/** The outcomes of one job: a worker's, or where workers cannot do it those of this process. */
function oneJob(tests: TestRange, {jobs, digest, queue, trials, sampleLocally, effects}: OneJob): Drawn {
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
  return from(taken.finally(leave)).pipe(mergeMap(outcomes => outcomes ?? sampleLocally()));
}

/** What a worker sent, told to those who count failures. */
function outcomesOf(frame: ResultFrame, {evaluation, point}: TestRange, effects: OneJob["effects"]): Drawn {
  for (const {why, message} of frame.errors) effects.reason(errorOf(why, message), evaluation);
  for (const requests of frame.broken) effects.onPartialFailure?.(requests);
  try {
    return from(unpacked(frame, {evaluation, point}));
  } catch (error) {
    return throwError(() => error);
  }
}

/** The error behind a request without an answer, as this process would have met it. */
const errorOf = (why: FailureKind, message: string): Error =>
  why === "budget"
    ? new BudgetReached(message)
    : why === "context"
      ? new ContextExceeded(message)
      : new EndpointError(message, {status: 0, retryable: false});
