// Consistency of ratings and preferences in the same votes: does a judge prefer the answer that it rates higher?
import {clusteredProportion} from "../../../stats/clustered.js";
import type {Votes} from "../votes/votes.js";

export interface RatingPreference {
  /**
   * share of votes for the answer with the higher rating, among votes for either answer with unequal ratings; its 95 % interval over
   * prompts
   */
  share: number | null;
  lo: number | null;
  hi: number | null;
  /** number of votes in the denominator of `share` */
  n: number;
  /** votes for either answer with equal ratings; ties with unequal ratings; ties with equal ratings */
  equal_ratings: number;
  tied_votes: number;
  both_tied: number;
}

/** From votes whose judges rated both answers in an aspect; null where none did. */
export function ratingPreference(votes: Votes, aspect: string): RatingPreference | null {
  const ratings = votes.ratings[aspect];
  if (!ratings) return null;
  const prompts = new Map<number, {n: number; k: number}>();
  const counts = {equal_ratings: 0, tied_votes: 0, both_tied: 0};
  for (let v = 0; v < votes.n; v++) {
    const ahead = Math.sign(ratings.a[v]! - ratings.b[v]!);
    if (Number.isNaN(ahead)) continue;
    const preferred = 1 - votes.outcome[v]!;
    if (ahead === 0 && preferred === 0) counts.both_tied++;
    else if (ahead === 0) counts.equal_ratings++;
    else if (preferred === 0) counts.tied_votes++;
    else {
      const own = prompts.get(votes.question[v]!) ?? {n: 0, k: 0};
      prompts.set(votes.question[v]!, {n: own.n + 1, k: own.k + (ahead === preferred ? 1 : 0)});
    }
  }
  const sums = {clusters: prompts.size, n: 0, k: 0, kk: 0, kn: 0, nn: 0};
  for (const {n, k} of prompts.values()) {
    sums.n += n;
    sums.k += k;
    sums.kk += k * k;
    sums.kn += k * n;
    sums.nn += n * n;
  }
  if (sums.n + counts.equal_ratings + counts.tied_votes + counts.both_tied === 0) return null;
  const {value, low, high} = clusteredProportion(sums);
  return {share: Number.isNaN(value) ? null : value, lo: low, hi: high, n: sums.n, ...counts};
}
