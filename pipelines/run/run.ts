// Runs a book: takes the store's lock, evaluates the plan, and merges the results into the tables. A run that is killed and repeated writes
// the same bytes as a run that was never interrupted.
import {rm} from "node:fs/promises";
import {finalize, lastValueFrom, type MonoTypeOperatorFunction, tap} from "rxjs";
import {plural} from "../book/plural.js";
import type {Book} from "../book/types.js";
import {savings, savingsSentence} from "../generate/savings.js";
import {onAbort} from "../infer/abort.js";
import type {CostKind} from "../infer/costText.js";
import type {Report, Snapshot} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {INCORRECT} from "../score/status.js";
import {applyCorrections} from "../store/corrections/apply.node.js";
import {temporaryIn} from "../store/files.node.js";
import {liveTable} from "../store/live.node.js";
import {type Manifest, readManifest, storeState, writeManifest} from "../store/manifest.node.js";
import {olderReader} from "../store/readerVersion.node.js";
import {query} from "../store/sql.node.js";
import {
  evaluationOf,
  type Merge,
  openMerge,
  readRemains,
  readStanding,
  type Standing,
  samplesOf
} from "../store/standing.node.js";
import {projectVersion} from "../store/version.node.js";
import {BATCH_QUEUE, interfaceOf, underWayIn} from "./batch/batches.js";
import {acquireStoreLock, openBookClient} from "./bookClient.js";
import {budgetFor, costKindOf} from "./budget.js";
import type {MetricsAddress} from "./cluster/metrics.js";
import type {RedisPlace} from "./cluster/place.js";
import {type ClusterState, dropState, lastState, writeState} from "./cluster/state.js";
import {type Evaluated, evaluate} from "./evaluate.js";
import {type Evaluation, evaluationsOf, type Plan, planOf} from "./evaluation.js";
import {classifyFailure, type FailureKind, type Signals} from "./failures.js";
import type {ModelClient} from "./modelClient.js";
import {rescore} from "./rescore/rescore.js";
import {openResultWarnings, type ResultWarnings} from "./resultWarnings.js";
import {openResultWriter, type ResultWriter} from "./resultWriter.js";
import {openRunStats, type RunStats} from "./runStats.js";
import {openSandbox} from "./sandbox/sandbox.js";
import {contentsOf, manifestOf} from "./storeManifest.js";

export interface RunOptions extends Signals {
  /** The store: tables and manifest. */
  folder: string;
  /** Most samples of each evaluation. */
  limit?: number | undefined;
  /** Whether the run has other points or another number of tests than the book says; other points in the store are then kept. */
  partial?: boolean | undefined;
  /**
   * If given, all data that do not belong to this run are removed from the tables. Called with a description of them before any request is
   * sent; throws to cancel the run.
   */
  confirmDrop?: ((what: string) => Promise<void>) | undefined;
  /** Most US dollars to spend on new answers. */
  maxCost?: number | undefined;
  /** Asks models that have a batch interface by it, at its price and with its delay. */
  batch?: boolean | undefined;
  /** Asks again what the caches have answers to; earlier answers stay there. */
  fresh?: boolean | undefined;
  /** The server through which workers ask the tests; absent = this process asks them. */
  redis?: RedisPlace | undefined;
  /** Where metrics of that are served; absent = nowhere. */
  metrics?: MetricsAddress | undefined;
  report: Report;
  /** Called at most every 5 s with a folder of the tables so far, and once at the end with the store, to update an open workbook. */
  checkpoint?: (folder: string, names: string[]) => Promise<void>;
  /** Called once the lock is held; returning true cancels the run as unnecessary. */
  skipIf?: () => Promise<boolean>;
}

/** Results of the run itself; the manifest describes the whole store. */
export interface Ran extends Pick<Manifest, "points" | "samples" | "requests" | "cached" | "failed" | "cost" | "status"> {
  models: number;
  /** Number of these that are simulated. */
  simulatedModels: number;
  /** US dollars of what was asked now, by which a budget is used up: the most that an answer may cost where its bill is not known. */
  spent: number;
  /** List cost of the answers among it, US dollars; more was spent on attempts without an answer, or by the servers' bills. */
  askedCost: number;
  manifest: Manifest;
  /** A description of the change to a store that held other data too. */
  change: string | null;
}

/** Least time between two checkpoints, and between two lines of progress. */
const CHECKPOINT_MS = 5_000;
const PROGRESS_MS = 100;
/** Most failures of one kind that are printed. */
const MOST_REPORTED = 5;
/** Name of the temporary folder of the tables so far; removed together with other temporary files. */
const SO_FAR = "so-far";

/**
 * Evaluates a book into a store, whose other evaluations are kept. Resolves with the run's results, whose `status` says how it ended, or
 * with null where `unless` cancelled it. Throws UserError for a mistake in the book.
 */
export async function run(book: Book, options: RunOptions): Promise<Ran | null> {
  const ran = await evaluateInto(book, options);
  const manifest = ran && ran.samples > 0 ? await judgeEnds(book, options) : null;
  return ran && manifest ? {...ran, manifest} : ran;
}

/** Answers that may be cut although no reason says so, which shows when all answers of their task are there. */
const MAY_BE_CUT = `not simulated and not parsed and status = ${INCORRECT} and ended = 'unknown'`;

/** Reads a store's answers again where the end of one of the book's is open; resolves with the manifest then, or null. */
async function judgeEnds(book: Book, {folder, report, checkpoint}: RunOptions): Promise<Manifest | null> {
  const ids = evaluationsOf(book)
    .map(({key}) => literal(key.eval_id))
    .join(", ");
  const {rows} = await query(`select 1 from samples where ${MAY_BE_CUT} and eval_id in (${ids}) limit 1`, {folder});
  if (rows.length === 0) return null;
  try {
    const manifest = await rescore({source: {store: folder}, folder, report});
    await checkpoint?.(folder, [...Object.keys(manifest.tables), "manifest"]);
    return manifest;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    report.warn(`which answers without a finish reason were cut remains unknown: ${error.message}`);
    return null;
  }
}

async function evaluateInto(book: Book, options: RunOptions): Promise<Ran | null> {
  const {folder, report, stop, abort, batch} = options;
  const plan = planOf(book);
  const maxCost = options.maxCost ?? book.max_cost;
  const judges = [...plan.judges.values()];
  const budget = budgetFor([...book.models, ...judges.map(({model}) => model)], maxCost);
  await using _lock = await acquireStoreLock(folder, options);
  if (await options.skipIf?.()) return null;
  const started = new Date();
  const {fault, isAhead} = await storeState(folder);
  const damage = fault === null ? null : await damageOf(fault, plan, options);
  const standing = damage ? {folder, manifest: await readManifest(folder), points: []} : await standingFor(plan, options);
  const reader = damage ? null : await olderReader(folder, standing.manifest);
  if (reader !== null)
    report.info(
      `${folder} was scored by reader ${reader}: this run reads the answers of its own evaluations again, from the cache; npm run score -- --store ${folder} reads those of all again without asking anybody`
    );
  const byBook = options.limit === undefined && !options.partial;
  const merge = openMerge(standing, {
    evaluations: plan.evaluations.map(({key}) => key),
    byBook,
    isFresh: options.fresh === true || isAhead,
    versions: new Map(plan.points.map(({base_task, generator_version}) => [base_task, generator_version])),
    warn: report.warn
  });
  await using writer = await openResultWriter(folder, merge);
  await using sandbox = openSandbox();
  if (!batch) for (const sentence of await underWayIn(book)) report.warn(sentence);
  const runStats = openRunStats(plan, {limit: options.limit});
  const warnings = openResultWarnings();
  const reason = reasons(runStats, options);
  const {redis, metrics} = options;
  await using cluster = redis
    ? await (await import("./cluster/coordinator.js")).openCluster(book, {
        redis,
        metrics,
        plan,
        folder,
        maxCost,
        report,
        stop,
        abort
      })
    : null;
  await using modelClient =
    cluster ??
    (await openBookClient(book, [...plan.evaluations, ...judges], {
      folder,
      budget,
      stop,
      abort,
      report,
      batch,
      fresh: options.fresh
    }));
  const watch = watchRun({modelClient, runStats, writer, options, costKind: costKindOf(book.models), state: cluster?.state});
  const forget =
    stop && onAbort(stop, () => report.info(`${plural(modelClient.inFlight(), "request")} in flight; what they bring is kept`));

  try {
    await lastValueFrom(
      evaluate(plan, {
        answer: modelClient.answer,
        open: modelClient.open,
        reason,
        stop,
        onPartialFailure: runStats.onPartialFailure,
        remoteSampler: cluster?.remoteSampler({reason, onPartialFailure: runStats.onPartialFailure}),
        execute: sandbox.execute,
        limit: options.limit,
        width: cluster?.width ?? (batch ? batchWidth : simulatedWidth(plan))
      }).pipe(store(writer, runStats, checkedBy(warnings)), finalize(watch.end)),
      {defaultValue: null}
    );
  } finally {
    forget?.();
    await watch.saved();
  }
  const history = watch.finish();
  abort?.throwIfAborted();
  const statuses = runStats.statuses();
  const finished = new Set([...statuses].filter(([, status]) => byBook && status === "complete").map(([id]) => id));
  const {points: kept, gone, others} = merge.rest(finished);
  const fresh = writer.points;
  const hasFailed = [...statuses.values()].includes("failed"); // then the failure has been reported
  if (runStats.samples === 0 && !hasFailed) report.warn("no sample was drawn; the tables stay as they were");
  if (damage && runStats.samples > 0) damage.refuseFewer(fresh.reduce((sum, row) => sum + samplesOf(row), 0));
  const contents = contentsOf(plan, {
    standing,
    fresh,
    kept,
    statuses,
    adapted: runStats.adapted,
    served: runStats.served,
    left: runStats.left()
  });
  const writes = fresh.length > 0;
  const written = writes
    ? await writer.write([...fresh, ...kept], {asked: contents, warn: report.warn, ...(kept.length > 0 && {gone})})
    : (standing.manifest?.tables ?? {});
  if (writes) await liveTable(folder, history);
  const shared = cluster ? await writeState(folder, lastState(cluster.state())).then(() => true) : await dropState(folder);
  reportSavings(runStats, report);
  for (const sentence of [...runStats.withoutScore(), ...runStats.cutPrompts(), ...warnings.sentences()]) report.warn(sentence);
  for (const model of runStats.selfJudged())
    report.warn(
      `${model} graded answers of its own, which judges tend to favour: compare its grades with another judge's (docs/judges.md)`
    );
  const manifest: Manifest = {
    ...(await projectVersion()),
    ...manifestOf(book, {contents, standing, fresh, kept, runStats, plan}),
    started: started.toISOString(),
    finished: new Date().toISOString(),
    // tables that stay as they were hold the corrections that they held
    ...(!writes && standing.manifest?.corrections && {corrections: standing.manifest.corrections}),
    tables: written
  };
  if (runStats.samples > 0) await writeManifest(folder, manifest);
  const corrected = runStats.samples > 0 ? await applyCorrections(folder) : null;
  for (const sentence of corrected?.warnings ?? []) report.warn(sentence);
  if (corrected) {
    const changed = new Set([
      ...(writes ? [...Object.keys(written), "live"] : []),
      ...corrected.tables,
      "manifest",
      ...(shared ? ["cluster"] : [])
    ]);
    await options.checkpoint?.(folder, [...changed]);
  }
  await rm(temporaryIn(folder, SO_FAR), {recursive: true, force: true});
  const {points, samples, requests, cached, failed, cost, status} = runStats.summary();
  return {
    points,
    samples,
    requests,
    cached,
    failed,
    cost,
    status,
    models: book.models.length,
    askedCost: runStats.askedCost,
    simulatedModels: new Set(plan.evaluations.filter(({simulated}) => simulated).map(({model}) => model.id)).size,
    spent: cluster ? await cluster.spent() : budget.spent,
    manifest: (corrected && corrected.tables.length > 0 && (await readManifest(folder))) || manifest,
    change: changeOf(merge, {fresh, kept, others})
  };
}

/** Most requests to simulated models under way, of all together: one process answers all of them, and each that waits takes memory. */
const MOST_SIMULATED = 128;

/** Most requests of an evaluation's model that may be under way where each is sent by itself. */
function simulatedWidth({evaluations}: Pick<Plan, "evaluations">): (evaluation: Evaluation) => number {
  const models = new Set(evaluations.filter(({simulated}) => simulated).map(({model}) => model.id)).size;
  const share = Math.ceil(MOST_SIMULATED / models);
  return ({model, simulated}) => (simulated ? Math.min(model.concurrency, share) : model.concurrency);
}

/** The same where models that have a batch interface are asked by it. */
const batchWidth = ({model}: Evaluation): number => (interfaceOf(model) === null ? model.concurrency : BATCH_QUEUE);

/** Hands each response to the warnings about results as a whole. */
const checkedBy = (warnings: ResultWarnings): Pick<ResultWriter, "sample" | "unscored" | "point"> => ({
  sample: ({evaluation, ...response}) => warnings.add(evaluation.key, response),
  unscored: ({evaluation, ...response}) => warnings.add(evaluation.key, {...response, score: response}),
  point() {}
});

/** Hands each sample, and each point that has ended, to all that keep them. */
function store(...keepers: Pick<ResultWriter, "sample" | "unscored" | "point">[]): MonoTypeOperatorFunction<Evaluated> {
  return tap(each => {
    for (const keeper of keepers) {
      if ("stopped" in each) keeper.point(each);
      else if ("score" in each) keeper.sample(each);
      else keeper.unscored(each);
    }
  });
}

/** The present contents of the store to merge with; nothing where only this run is to remain, which `confirmDrop` must confirm. */
async function standingFor({evaluations}: Plan, {folder, confirmDrop}: RunOptions): Promise<Standing> {
  const standing = await readStanding(folder);
  if (!confirmDrop) return standing;
  const own = new Set(evaluations.map(({key}) => evaluationOf(key)));
  const samples = (rows: Standing["points"]) => rows.reduce((sum, row) => sum + samplesOf(row), 0);
  const dropped = standing.points.filter(row => !own.has(evaluationOf(row)));
  const others = new Set(dropped.map(evaluationOf)).size;
  const ownPoints = standing.points.length - dropped.length;
  const parts = [
    ...(others > 0
      ? [
          `${plural(others, "other evaluation")} with ${plural(dropped.length, "point")} and ${plural(samples(dropped), "sample")}`
        ]
      : []),
    ...(ownPoints > 0 ? [`whatever of ${plural(ownPoints, "point")} of its own evaluations it does not ask`] : [])
  ];
  if (parts.length > 0)
    await confirmDrop(`--only drops ${parts.join(", and ")} from the tables in ${folder}; answers stay in the cache`);
  return {...standing, points: [], manifest: null};
}

/**
 * Prepares a run that writes all tables of a damaged store again. Throws a UserError where the store has evaluations that the run does not
 * make. `refuseFewer` throws one where the run has fewer samples than the store had.
 */
async function damageOf(
  fault: string,
  {evaluations}: Plan,
  {folder, confirmDrop, report}: RunOptions
): Promise<{refuseFewer(samples: number): void}> {
  if (confirmDrop) {
    await confirmDrop(
      `${fault}; --only drops all that this run does not make from the tables in ${folder}; answers stay in the cache`
    );
    return {refuseFewer() {}};
  }
  const before = await readRemains(folder);
  const evaluationIds = new Set(evaluations.map(({key}) => evaluationOf(key)));
  const others = [...before.evaluations].filter(id => !evaluationIds.has(id)).map(id => (JSON.parse(id) as string[]).join(" / "));
  if (others.length > 0)
    throw new UserError(
      `${fault}, and this run does not make ${plural(others.length, "evaluation")} of the store (${others.slice(0, 3).join(", ")}${others.length > 3 ? " and others" : ""}); npm run run with all models of the store, or with --only to drop the others, writes it again with the answers of the cache`
    );
  report.warn(`${fault}; the run writes all tables again, with the answers of the cache`);
  return {
    refuseFewer(samples) {
      if (samples < before.samples)
        throw new UserError(
          `${fault}, and this run has ${samples} of its ${plural(before.samples, "sample")}; the tables are left as they were, and npm run run without --limit or other limits writes them again with the answers of the cache`
        );
    }
  };
}

/** Describes how the run changed a store that held other data too. */
function changeOf(
  merge: Merge,
  {
    fresh,
    kept,
    others
  }: {fresh: readonly {model: string; template: string; sampler: string}[]; kept: readonly unknown[]; others: number}
): string | null {
  if (kept.length === 0) return null;
  const updated = new Set(fresh.map(evaluationOf)).size;
  return [
    fresh.length > 0 ? `updated ${plural(fresh.length, "point")} of ${plural(updated, "evaluation")}` : "no point changed",
    ...(merge.outweighed > 0
      ? [
          `${plural(merge.outweighed, "point")} of this run had at least as many samples before and ${merge.outweighed === 1 ? "keeps" : "keep"} them`
        ]
      : []),
    ...(others > 0
      ? [
          `${plural(others, "other evaluation")} ${others === 1 ? "stays" : "stay"} (--only drops ${others === 1 ? "it" : "them"})`
        ]
      : [])
  ].join("; ");
}

/** Reports how many tests were saved because tiers share points, where they do. */
function reportSavings({points}: RunStats, report: Report): void {
  const shared = points.map(({point, counters: {correct, incorrect, truncated}}) => ({
    sets: point.tiers,
    samples: correct + incorrect + truncated
  }));
  const saved = savings(shared);
  if (saved.asked < saved.separate) report.info(savingsSentence(saved, "tier"));
}

/**
 * Returns a function that gives the reason why a request without an answer ends its point. Each kind of failure is printed a limited number
 * of times.
 */
function reasons(runStats: RunStats, options: RunOptions): (error: unknown, evaluation: Evaluation) => FailureKind {
  const {report} = options;
  const reported = new Set<string>();
  const tooLong = new Set<string>();
  return (error, {model}) => {
    const why = classifyFailure(error, options);
    const {message} = error as Error;
    if (why === "context") {
      if (!tooLong.has(model.id)) report.warn(message);
      tooLong.add(model.id);
    } else if (why === "failed") {
      runStats.failure();
      if (!reported.has(message) && reported.size < MOST_REPORTED) report.warn(message);
      reported.add(message);
    }
    return why;
  };
}

/** Reports progress several times a second, and publishes the points so far every few seconds. */
function watchRun({
  modelClient,
  runStats,
  writer,
  options,
  costKind,
  state
}: {
  modelClient: ModelClient;
  runStats: RunStats;
  writer: ResultWriter;
  options: RunOptions;
  costKind: CostKind;
  /** How the workers of a distributed run do. */
  state?: (() => ClusterState) | undefined;
}) {
  const {folder, report, checkpoint} = options;
  const clock = performance.now();
  const history: Snapshot[] = [];
  let saving: Promise<void> = Promise.resolve();
  const snapshot = () => runStats.snapshot({seconds: (performance.now() - clock) / 1000, inFlight: modelClient.inFlight()});
  const save = async () => {
    if (!checkpoint) return;
    const soFar = temporaryIn(folder, SO_FAR);
    if (state) {
      await writeState(soFar, state());
      await checkpoint(soFar, ["cluster"]);
    }
    if (writer.points.length === 0) return;
    await writer.writePoints(soFar);
    await liveTable(soFar, history);
    await checkpoint(soFar, ["points", "live"]);
  };
  const ticker = setInterval(() => report.progress(snapshot(), costKind), PROGRESS_MS);
  const live = setInterval(() => {
    history.push(snapshot());
    saving = saving.then(save).catch(error => report.warn(`checkpoint not written: ${(error as Error).message}`));
  }, CHECKPOINT_MS);
  return {
    end() {
      clearInterval(ticker);
      clearInterval(live);
    },
    saved: () => saving,
    /** Prints the last line of progress and returns all snapshots. */
    finish(): Snapshot[] {
      history.push(snapshot());
      report.progress(snapshot(), costKind);
      report.done();
      return history;
    }
  };
}
