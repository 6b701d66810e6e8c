// One run: takes the store's lock, evaluates a plan, writes the tables. Killed and rerun, it gives the bytes of a run that was never interrupted.
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {finalize, lastValueFrom, tap} from "rxjs";
import type {Book} from "./book/types.js";
import {type Desk, openDesk} from "./desk.js";
import {evaluate} from "./evaluate.js";
import {planOf, resultsHash} from "./evaluation.js";
import {slicesOf} from "./generate/manifold.js";
import {savings, savingsSentence} from "./generate/savings.js";
import {BudgetReached, FREE, tokenLimit} from "./infer/budget.js";
import {openCache} from "./infer/cache.js";
import {EndpointError} from "./infer/completion.js";
import type {Report, Snapshot} from "./progress.js";
import {purseFor} from "./purse.js";
import {openRecord, type RunRecord} from "./record.js";
import type {Stopped} from "./score/precision.js";
import {sweepTemporary} from "./store/files.js";
import {liveTable} from "./store/live.js";
import {lockStore} from "./store/lock.js";
import {type Manifest, writeManifest} from "./store/manifest.js";
import {openTally, type Tally} from "./tally.js";
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
  /** Asked once the store is ours: a manifest from it makes the run needless. */
  unless?: () => Promise<Manifest | null>;
}

const CHECKPOINT_MS = 5_000;
const PROGRESS_MS = 100;
/** Failures of one kind that are told in full. */
const TOLD = 5;

/** Evaluates a book into a store. Resolves with the manifest, whose `status` says how the run ended. Throws UserError for a mistake in the book. */
export async function run(book: Book, options: RunOptions): Promise<Manifest> {
  const {folder, report, stop, abort} = options;
  const plan = planOf(book);
  const maxCost = options.maxCost ?? book.max_cost;
  const budget = purseFor(book.models, maxCost);
  await mkdir(folder, {recursive: true});
  await using _lock = await lockStore(folder, {
    signal: abort ?? stop,
    onWait: holder => report.info(`waiting for ${holder}, which writes to ${folder}`)
  });
  const known = await options.unless?.();
  if (known) return known;
  await sweepTemporary(folder);
  const started = new Date();
  const cache = openCache(join(folder, "cache"), {
    onCorrupt: key => report.warn(`cache entry ${key.slice(0, 12)} is damaged; asking again`)
  });
  await using record = await openRecord(folder);
  await using desk = await openDesk(plan, {cache, budget, stop, abort, onRetry: text => report.warn(text)});
  const tally = openTally(plan, {limit: options.limit});
  const watch = watchRun({desk, tally, record, options});

  try {
    await lastValueFrom(
      evaluate(plan, {
        answer: desk.answer,
        reason: reasons(tally, options),
        record: sample => {
          record.sample(sample);
          tally.sample(sample);
        },
        limit: options.limit
      }).pipe(tap(tally.point), finalize(watch.end)),
      {defaultValue: null}
    );
  } finally {
    await watch.saved();
  }
  const history = watch.finish();
  abort?.throwIfAborted();
  const drawn = tally.samples > 0;
  if (!drawn) report.warn("no sample was drawn; the tables stay as they were");
  const written = drawn ? await record.write(tally.points, {warn: report.warn}) : {};
  if (drawn) await liveTable(folder, history);
  tellSavings(tally, report);
  const manifest: Manifest = {
    ...(await projectVersion()),
    book_hash: resultsHash(book),
    suite: book.suite.id,
    seed: book.seed,
    slices: slicesOf(book.suite),
    models: [...new Set(plan.evaluations.map(({key}) => key.model))],
    evaluations: plan.evaluations.map(({key, model, sampling}) => ({
      ...key,
      max_tokens: tokenLimit(sampling),
      price: model.price ?? FREE
    })),
    ...tally.summary(),
    started: started.toISOString(),
    finished: new Date().toISOString(),
    simulated: plan.evaluations.some(({simulated}) => simulated),
    tables: written
  };
  if (drawn) await writeManifest(folder, manifest);
  await cache.close();
  if (drawn) await options.checkpoint?.(folder, [...Object.keys(written), "live", "manifest"]);
  return manifest;
}

/** What it saved that tiers share points, where they do. */
function tellSavings({points}: Tally, report: Report): void {
  const shared = points.map(({point, counters: {correct, incorrect, truncated}}) => ({
    sets: point.tiers,
    samples: correct + incorrect + truncated
  }));
  const saved = savings(shared);
  if (saved.asked < saved.separate) report.info(savingsSentence(saved, "tier"));
}

/** Why a request without an answer ends its point; each kind of failure is told once. */
function reasons(tally: Tally, {stop, abort, report}: RunOptions): (error: unknown) => Stopped {
  const told = new Set<string>();
  return error => {
    if (error instanceof BudgetReached) return "budget";
    if (abort?.aborted || stop?.aborted) return "interrupted";
    if (!(error instanceof EndpointError)) throw error;
    tally.failure();
    if (!told.has(error.message) && told.size < TOLD) report.warn(error.message);
    told.add(error.message);
    return "failed";
  };
}

/** Progress several times a second, and the points so far every few seconds. */
function watchRun({desk, tally, record, options}: {desk: Desk; tally: Tally; record: RunRecord; options: RunOptions}) {
  const {folder, report, checkpoint} = options;
  const clock = performance.now();
  const history: Snapshot[] = [];
  let saving: Promise<void> = Promise.resolve();
  const snapshot = () => tally.snapshot({seconds: (performance.now() - clock) / 1000, inFlight: desk.inFlight()});
  const save = async () => {
    if (!checkpoint || tally.points.length === 0) return;
    await record.writePoints(tally.points);
    await liveTable(folder, history);
    await checkpoint(folder, ["points", "live"]);
  };
  const ticker = setInterval(() => report.progress(snapshot()), PROGRESS_MS);
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
    /** The last line of progress, and all moments that were kept. */
    finish(): Snapshot[] {
      history.push(snapshot());
      report.progress(snapshot());
      report.done();
      return history;
    }
  };
}
