// Sequential sampling: a point gets more samples until its interval is narrow enough.
import {EMPTY, expand, map, type Observable, of} from "rxjs";
import type {Precision} from "../book/schemas.js";
import {rescaledInterval} from "./accuracy.js";
import type {Counters} from "./counters.js";

/** Truncation rate above which a point is too expensive to measure precisely, and its most samples then. */
const TRUNCATION = 0.5;
const TRUNCATION_MAX = 64;

/**
 * Why sampling of a point ended: `context`, a prompt does not fit into the model's context window; `unscored`, no answer of a batch can be
 * scored. For points measured elsewhere, where they come from: rows of counters (`upserted`) or of responses (`given`).
 */
export type Stopped =
  | "width"
  | "max"
  | "truncation"
  | "limit"
  | "exhausted"
  | "context"
  | "unscored"
  | "failed"
  | "budget"
  | "interrupted"
  | "upserted"
  | "given"
  | "imported";

/**
 * The next sample size of a point. It depends only on the point's first k samples, so the order in which responses arrive does not matter.
 * @param supply tests that there are: the items of a bank, or different questions of a generator
 * @returns the total number of samples that the point should have, or the reason why it needs no more
 */
export function nextSize(
  k: number,
  counters: Counters,
  {min, step, max, width}: Precision,
  {limit = Number.POSITIVE_INFINITY, supply = Number.POSITIVE_INFINITY} = {}
): number | Stopped {
  if (k < Math.min(min, limit, supply)) return Math.min(min, limit, supply);
  if (min === max && k >= max) return "max"; // a fixed number of samples: the width of the interval plays no part
  if (k >= supply) return "exhausted";
  const truncating = isTruncating(counters);
  const {low, high} = rescaledInterval({
    correct: counters.correct,
    total: counters.correct + counters.incorrect,
    guessSum: counters.guess_sum
  });
  if (k >= min && high - low <= (truncating ? 2 * width : width)) return "width";
  const most = truncating ? Math.min(max, Math.max(min, TRUNCATION_MAX)) : max;
  if (k >= most) return truncating && most < max ? "truncation" : "max";
  if (k >= limit) return "limit";
  return Math.min(k + step, most, limit, supply);
}

/** Whether a point is too expensive to measure precisely, because most of its samples are truncated. */
export const isTruncating = ({correct, incorrect, truncated}: Pick<Counters, "correct" | "incorrect" | "truncated">): boolean =>
  truncated / (correct + incorrect + truncated) > TRUNCATION;

/** The settings under which every point gets exactly this number of samples. */
export const fixedSamples = (samples: number): Precision => ({min: samples, step: samples, max: samples, width: 1});

/** Result of one batch of samples. */
export interface Batch {
  counters: Counters;
  /** Set where a sample of the batch is missing, which ends the sampling of the point. */
  broken?: Stopped;
  /** Set where a sample of the batch is missing for good, and sampling goes on: the reason with which it ends. */
  missing?: Stopped;
}

/** The state of a point after a batch, or without one where it needs no more samples; `stopped` is null while it goes on. */
interface Sampling<B extends Batch> {
  /** Number of samples that were requested. */
  k: number;
  batch: B | null;
  counters: Counters;
  stopped: Stopped | null;
}

/**
 * Draws batches of samples of a point until its interval is narrow enough. Emits the state after each batch; the last one, and no other, has
 * the reason for stopping.
 * @param draw requests the samples [from, to) and emits them once
 * @param k number of samples that were drawn before, of which `none` are the counters
 */
export function sampleUntilConfident<B extends Batch>(
  precision: Precision,
  draw: (from: number, to: number) => Observable<B>,
  {
    none,
    add,
    limit,
    supply,
    k = 0
  }: {none: Counters; add: (a: Counters, b: Counters) => Counters; limit?: number; supply?: number; k?: number}
): Observable<Sampling<B>> {
  let missing: Stopped | null = null;
  const advance = ({k, counters}: {k: number; counters: Counters}): Observable<Sampling<B>> => {
    const next = nextSize(k, counters, precision, {...(limit !== undefined && {limit}), ...(supply !== undefined && {supply})});
    if (typeof next === "string") return of({k, batch: null, counters, stopped: missing ?? next});
    return draw(k, next).pipe(
      map(batch => {
        missing ??= batch.missing ?? null;
        return {k: next, batch, counters: add(counters, batch.counters), stopped: batch.broken ?? null};
      })
    );
  };
  return advance({k, counters: none}).pipe(expand(state => (state.stopped === null ? advance(state) : EMPTY)));
}
