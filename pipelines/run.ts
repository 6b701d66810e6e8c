// One run: takes the store's lock, evaluates a plan, writes the tables. Killed and rerun, it gives the bytes of a run that was never interrupted.
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {finalize, lastValueFrom, tap} from "rxjs";
import type {Book} from "./book/types.js";
import {openDesk} from "./desk.js";
import {type Answered, evaluate, type PointResult, type Sample} from "./evaluate.js";
import {planOf, resultsHash} from "./evaluation.js";
import {BudgetReached, budget as openBudget, tokenLimit} from "./infer/budget.js";
import {openCache} from "./infer/cache.js";
import {EndpointError} from "./infer/completion.js";
import {referenceTruth} from "./infer/reference/roster.js";
import {liveTable} from "./live.js";
import type {Report, Snapshot} from "./progress.js";
import type {Stopped} from "./score/precision.js";
import {sweepTemporary} from "./store/files.js";
import {lockStore} from "./store/lock.js";
import {type Manifest, writeManifest} from "./store/manifest.js";
import {openOverlay, readPoints, UPSERTS, withUpserts} from "./store/overlay.js";
import {itemRow, type PointRow, pointRow, responseRows} from "./store/rows.js";
import {scoredEvaluations, scoreRows} from "./store/scores.js";
import {tables} from "./store/tables.js";
import {openStage, writeTogether} from "./store/writer.js";
import {projectVersion} from "./version.js";

export interface RunOptions {
  /** The store: cache, tables, manifest. */
  folder: string;
  /** Most samples of each evaluation. */
  limit?: number | undefined;
  /** US dollars that may be spent on new answers. */
  maxCost?: number | undefined;
  /** Starts nothing new once aborted; what is in flight is finished and kept. */
  stop?: AbortSignal;
  /** Ends everything at once. */
  abort?: AbortSignal;
  report: Report;
  /** Called at most every 5 s with the tables so far, and once at the end: the live workbook. */
  checkpoint?: (folder: string, names: string[]) => Promise<void>;
}

const CHECKPOINT_MS = 5_000;
const PROGRESS_MS = 100;
/** Failures of one kind that are told in full. */
const TOLD = 5;

/** Evaluates a book into a store. Resolves with the manifest, whose `status` says how the run ended. Throws UserError for a mistake in the book. */
export async function run(book: Book, options: RunOptions): Promise<Manifest> {
  const {folder, report, stop, abort} = options;
  const plan = planOf(book);
  await mkdir(folder, {recursive: true});
  await using _lock = await lockStore(folder, {
    signal: abort ?? stop,
    onWait: holder => report.info(`waiting for ${holder}, which writes to ${folder}`)
  });
  await sweepTemporary(folder);
  const overlay = await openOverlay(folder);
  const upserted = await readPoints(folder, UPSERTS);
  const started = new Date();
  const clock = performance.now();
  const maxCost = options.maxCost ?? book.max_cost;
  const cache = openCache(join(folder, "cache"), {
    onCorrupt: key => report.warn(`cache entry ${key.slice(0, 12)} is damaged; asking again`)
  });
  const budget = openBudget(maxCost === undefined ? {} : {maxCost});
  const published = {
    samples: tables.samples,
    timings: tables.timings,
    responses: tables.responses,
    items: tables.items,
    points: tables.points,
    scores: tables.scores,
    reference_models: tables.reference_models
  };
  await using stage = await openStage(published, {folder});
  await using desk = await openDesk(plan, {cache, budget, stop, abort, onRetry: text => report.warn(text)});

  const tally = {
    done: 0,
    finished: 0,
    correct: 0,
    truncated: 0,
    guess: 0,
    cost: 0,
    prompt: 0,
    completion: 0,
    cached: 0,
    failed: 0
  };
  const told = new Map<string, number>();
  const reasons = new Set<Stopped>();
  const points: PointResult[] = [];
  const items = new Set<string>();
  const history: Snapshot[] = [];

  const snapshot = (): Snapshot => {
    const seconds = (performance.now() - clock) / 1000;
    const cells = plan.evaluations.length * plan.points.length;
    const mean = tally.finished > 0 ? tally.done / Math.max(tally.finished, 1) : book.precision.min;
    const total =
      points.length === cells ? tally.done : Math.max(tally.done, Math.round(Math.min(mean, book.precision.max) * cells));
    const untruncated = tally.done - tally.truncated;
    return {
      seconds,
      done: tally.done,
      total: options.limit === undefined ? total : Math.min(total, options.limit * plan.evaluations.length),
      samples_per_second: seconds > 0 ? tally.done / seconds : 0,
      accuracy: untruncated > tally.guess ? (tally.correct - tally.guess) / (untruncated - tally.guess) : 0,
      truncated: tally.done > 0 ? tally.truncated / tally.done : 0,
      cost: tally.cost,
      concurrency: desk.inFlight()
    };
  };

  const record = (sample: Sample) => {
    const {evaluation, point, test, completion, score, cost, cached} = sample;
    const rows = responseRows({
      key: evaluation.key,
      point,
      test,
      trial: 0,
      prompt: sample.request.messages.at(-1)!.content,
      completion,
      score,
      cost,
      cached,
      simulated: evaluation.simulated
    });
    stage.append("samples", rows.samples);
    stage.append("timings", rows.timings);
    stage.append("responses", rows.responses);
    if (!items.has(test.item_id)) {
      items.add(test.item_id);
      stage.append("items", itemRow(test, point));
    }
    tally.done++;
    tally.cached += cached ? 1 : 0;
    tally.cost += cost;
    tally.prompt += completion.prompt_tokens;
    tally.completion += completion.completion_tokens;
    if (score.status === 2) tally.truncated++;
    else {
      tally.correct += score.status;
      tally.guess += test.guess_chance;
    }
  };

  const reason = (error: unknown): Stopped => {
    if (error instanceof BudgetReached) return "budget";
    if (abort?.aborted || stop?.aborted) return "interrupted";
    if (!(error instanceof EndpointError)) throw error;
    tally.failed++;
    const count = (told.get(error.message) ?? 0) + 1;
    told.set(error.message, count);
    if (count === 1 && told.size <= TOLD) report.warn(error.message);
    return "failed";
  };

  const ticker = setInterval(() => report.progress(snapshot()), PROGRESS_MS);
  let saving: Promise<void> = Promise.resolve();
  const live = setInterval(() => {
    history.push(snapshot());
    saving = saving
      .then(() => saveCheckpoint())
      .catch(error => report.warn(`checkpoint not written: ${(error as Error).message}`));
  }, CHECKPOINT_MS);
  const saveCheckpoint = async () => {
    if (!options.checkpoint || points.length === 0) return;
    await using sofar = await openStage({points: tables.points}, {folder});
    for (const row of pointRows({leaveOut() {}})) sofar.append("points", row);
    await sofar.write("points", join(folder, "points.parquet"));
    await liveTable(folder, history);
    await options.checkpoint(folder, ["points", "live"]);
  };
  const answer = (evaluation: Sample["evaluation"], request: Sample["request"]): Answered | Promise<Answered> =>
    desk.answer(evaluation, request);

  try {
    await lastValueFrom(
      evaluate(plan, {answer, reason, record, limit: options.limit}).pipe(
        tap(result => {
          points.push(result);
          reasons.add(result.stopped);
          tally.finished++;
        }),
        finalize(() => {
          clearInterval(ticker);
          clearInterval(live);
        })
      ),
      {defaultValue: null}
    );
  } finally {
    await saving;
  }
  history.push(snapshot());
  report.progress(snapshot());
  report.done();
  abort?.throwIfAborted();
  if (tally.done === 0) {
    report.warn("no sample was drawn; the tables stay as they were");
    cache.close();
    return {...(await describe()), tables: {}};
  }
  const rows = pointRows({leaveOut: reason => report.warn(reason)});
  for (const row of rows) stage.append("points", row);
  for (const row of scoreRows(scoredEvaluations(rows))) stage.append("scores", row);
  if (plan.evaluations.some(({simulated}) => simulated))
    for (const row of referenceTruth()) stage.append("reference_models", row);
  const written = await writeTogether(stage, Object.keys(published), folder);
  await liveTable(folder, history);
  const manifest = {...(await describe()), tables: written};
  await writeManifest(folder, manifest);
  await cache.close();
  await options.checkpoint?.(folder, [...Object.keys(written), "live", "manifest"]);
  return manifest;

  function pointRows(options: {leaveOut: (reason: string) => void}): PointRow[] {
    const sampled = points.filter(({counters: {correct, incorrect, truncated}}) => correct + incorrect + truncated > 0);
    return withUpserts(sampled.map(rowOf), upserted, options).map(overlay.tagged);
  }

  async function describe(): Promise<Manifest> {
    return {
      ...(await projectVersion()),
      book_hash: resultsHash(book),
      suite: book.suite.id,
      seed: book.seed,
      models: plan.evaluations.map(({key}) => key.model).filter((id, i, all) => all.indexOf(id) === i),
      evaluations: plan.evaluations.map(({key, model, sampling}) => ({
        ...key,
        max_tokens: tokenLimit(sampling),
        price: model.price
      })),
      points: points.length,
      samples: tally.done,
      requests: tally.done - tally.cached,
      cached: tally.cached,
      failed: tally.failed,
      tokens: {prompt: tally.prompt, completion: tally.completion},
      cost: tally.cost,
      started: started.toISOString(),
      finished: new Date().toISOString(),
      status:
        (["interrupted", "budget", "failed"] as const).find(word => reasons.has(word)) ??
        (options.limit === undefined ? "complete" : "limited"),
      simulated: plan.evaluations.some(({simulated}) => simulated),
      tables: {}
    };
  }
}

function rowOf({evaluation, point, counters, stopped}: PointResult): PointRow {
  const {key: _, ...facts} = point;
  const {key, model, simulated} = evaluation;
  return pointRow({...facts, ...key, groups: model.groups, tags: [], counters, stopped, simulated});
}
