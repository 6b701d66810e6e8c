// Sequential sampling: a point gets more samples until its interval is narrow enough.
import {concatMap, EMPTY, expand, from, last, map, type Observable, of, reduce} from "rxjs";
import type {Precision} from "../book/schemas.js";
import {rescaledInterval} from "./accuracy.js";
import type {Counters} from "./counters.js";

/** Truncation rate above which a point is too expensive to measure precisely, and its most samples then. */
const TRUNCATION = 0.5;
const TRUNCATION_MAX = 64;

/**
 * Why sampling of a point ended. For points measured elsewhere, where they come from: rows of counters (`upserted`) or of responses
 * (`given`).
 */
export type Stopped = "width" | "max" | "truncation" | "limit" | "failed" | "budget" | "interrupted" | "upserted" | "given";

/**
 * The next sample size of a point. It depends only on the point's first k samples, so the order in which responses arrive does not matter.
 * @returns the total number of samples that the point should have, or the reason why it needs no more
 */
export function nextSize(
  k: number,
  counters: Counters,
  {min, step, max, width}: Precision,
  {limit = Number.POSITIVE_INFINITY} = {}
): number | Stopped {
  if (k < Math.min(min, limit)) return Math.min(min, limit);
  if (min === max && k >= max) return "max"; // a fixed number of samples: the width of the interval plays no part
  const samples = counters.correct + counters.incorrect + counters.truncated;
  const truncating = counters.truncated / samples > TRUNCATION;
  const {low, high} = rescaledInterval({
    correct: counters.correct,
    total: counters.correct + counters.incorrect,
    guessSum: counters.guess_sum
  });
  if (k >= min && high - low <= (truncating ? 2 * width : width)) return "width";
  const most = truncating ? Math.min(max, Math.max(min, TRUNCATION_MAX)) : max;
  if (k >= most) return truncating && most < max ? "truncation" : "max";
  if (k >= limit) return "limit";
  return Math.min(k + step, most, limit);
}

/** The settings under which every point gets exactly this number of samples. */
export const fixedSamples = (samples: number): Precision => ({min: samples, step: samples, max: samples, width: 1});

/** Result of one batch of samples. */
export interface Batch {
  counters: Counters;
  /** Set where a sample of the batch is missing, which ends the sampling of the point. */
  broken?: Stopped;
}

/**
 * Draws batches of samples of a point until its interval is narrow enough; emits the final counters and the reason for stopping.
 * @param draw requests the samples [from, to) and emits their counters once
 */
export function sampleUntilConfident(
  precision: Precision,
  draw: (from: number, to: number) => Observable<Batch>,
  {none, add, limit}: {none: Counters; add: (a: Counters, b: Counters) => Counters; limit?: number}
): Observable<{counters: Counters; stopped: Stopped}> {
  interface State {
    k: number;
    counters: Counters;
    stopped: Stopped | null;
  }
  const advance = ({k, counters}: State): Observable<State> => {
    const next = nextSize(k, counters, precision, {limit});
    if (typeof next === "string") return of({k, counters, stopped: next});
    return draw(k, next).pipe(
      reduce((sum, batch) => ({counters: add(sum.counters, batch.counters), broken: sum.broken ?? batch.broken}), {
        counters
      } as Batch),
      map(({counters, broken}) => ({k: next, counters, stopped: broken ?? null}))
    );
  };
  return of<State>({k: 0, counters: none, stopped: null}).pipe(
    expand(state => (state.stopped === null ? advance(state) : EMPTY)),
    last(),
    concatMap(({counters, stopped}) => from(stopped === null ? [] : [{counters, stopped}]))
  );
}
