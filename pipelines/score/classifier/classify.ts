// Which span of a text is its answer, or that there is none: McFadden's multinomial logit over its candidates, with whole weights.
import type {ValueKind} from "../answer/values.js";
import {readPart} from "./candidates.js";
import {BUCKETS, optionsOf} from "./features.js";
import {WEIGHTS} from "./weights.js";

/** Units of the whole weights in one logit. */
export const UNITS = 16;

export interface Classified {
  /** The answer in canonical spelling; null where none is stated. */
  answer: string | null;
  /** Its probability among all candidates and that there is none, 0…1. */
  probability: number;
}

/** Weights as their bytes in base64, one a bucket. */
export function weightsFrom(text: string): Int8Array {
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0));
  if (bytes.length !== BUCKETS) throw new RangeError(`${bytes.length} weights, not ${BUCKETS}`);
  return new Int8Array(bytes.buffer);
}

const shipped = weightsFrom(WEIGHTS);

/**
 * The answer of a text. Sums are whole numbers, so that the decision is the same on every machine; of equal ones the later candidate
 * holds, and a candidate before none.
 * @param final the part of a response after its reasoning
 */
export function classifyAnswer(final: string, form: ValueKind, weights: Int8Array = shipped): Classified {
  const {candidates, buckets} = optionsOf(readPart(final), form);
  const sums = buckets.map(own => own.reduce((sum, bucket) => sum + weights[bucket]!, 0));
  let best = sums.length - 1;
  for (let i = sums.length - 2; i >= 0; i--)
    if (sums[i]! > sums[best]! || (best === sums.length - 1 && sums[i] === sums[best])) best = i;
  const answer = candidates[best]?.answer ?? null;
  const top = sums[best]!;
  const shares = sums.map(sum => Math.exp((sum - top) / UNITS));
  const total = shares.reduce((a, b) => a + b, 0);
  const own = shares.reduce((sum, share, i) => ((candidates[i]?.answer ?? null) === answer ? sum + share : sum), 0);
  return {answer, probability: own / total};
}
