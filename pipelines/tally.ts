// What a run has done so far: counts for its progress line and its manifest.
import type {PointResult, Sample} from "./evaluate.js";
import type {Plan} from "./evaluation.js";
import type {Snapshot} from "./progress.js";
import type {Stopped} from "./score/precision.js";
import type {Manifest} from "./store/manifest.js";

export interface Tally {
  sample(sample: Sample): void;
  point(result: PointResult): void;
  failure(): void;
  readonly points: readonly PointResult[];
  readonly samples: number;
  /** @param now seconds since the run began, and requests in flight */
  snapshot(now: {seconds: number; inFlight: number}): Snapshot;
  /** The manifest's share of it. */
  summary(): Pick<Manifest, "points" | "samples" | "requests" | "cached" | "failed" | "tokens" | "cost" | "status">;
}

/** @param limit most samples of each evaluation */
export function openTally({book, evaluations, points: manifold}: Plan, {limit}: {limit?: number | undefined}): Tally {
  const points: PointResult[] = [];
  const reasons = new Set<Stopped>();
  const tokens = {prompt: 0, completion: 0};
  let [samples, correct, truncated, guess, cost, cached, failed] = [0, 0, 0, 0, 0, 0, 0];

  /** Samples in all; a guess until the last point has stopped, since points stop when they are precise enough. */
  const expected = (): number => {
    const cells = evaluations.length * manifold.length;
    if (points.length === cells) return samples;
    const perPoint = points.length > 0 ? samples / points.length : book.precision.min;
    const total = Math.max(samples, Math.round(Math.min(perPoint, book.precision.max) * cells));
    return limit === undefined ? total : Math.min(total, limit * evaluations.length);
  };

  return {
    points,
    get samples() {
      return samples;
    },
    sample({completion, score, test, cost: price, cached: known}) {
      samples++;
      cached += known ? 1 : 0;
      cost += price;
      tokens.prompt += completion.prompt_tokens;
      tokens.completion += completion.completion_tokens;
      if (score.status === 2) truncated++;
      else {
        correct += score.status;
        guess += test.guess_chance;
      }
    },
    point(result) {
      points.push(result);
      reasons.add(result.stopped);
    },
    failure() {
      failed++;
    },
    snapshot({seconds, inFlight}) {
      const untruncated = samples - truncated;
      return {
        seconds,
        done: samples,
        total: expected(),
        samples_per_second: seconds > 0 ? samples / seconds : 0,
        accuracy: untruncated > guess ? (correct - guess) / (untruncated - guess) : 0,
        truncated: samples > 0 ? truncated / samples : 0,
        cost,
        concurrency: inFlight
      };
    },
    summary: () => ({
      points: points.length,
      samples,
      requests: samples - cached,
      cached,
      failed,
      tokens,
      cost,
      status:
        (["interrupted", "budget", "failed"] as const).find(word => reasons.has(word)) ??
        (limit === undefined ? "complete" : "limited")
    })
  };
}
