// Passages of a group of items: long stretches that several items share, such as the text to which several questions are put.
import type {GramCounts, Hashed} from "./boilerplate.js";
import {rollingHashes} from "./words.js";

/** Most texts of a group that share a passage, as a share of them: text that more of them share is their instructions. */
const MAX_SHARE = 0.5;

/** Words `from` to `to` − 1 of a text. */
export interface Stretch {
  from: number;
  to: number;
}

/**
 * Returns the stretches of a text that other texts of its group have too: runs of n-grams that between two texts and half of them share,
 * `least` words long or longer. At its ends a stretch is cut to what most of those that share its middle have, so that questions that begin
 * alike stay whole.
 */
export function sharedStretches(words: Hashed, counts: GramCounts, {n, least}: {n: number; least: number}): Stretch[] {
  const max = MAX_SHARE * counts.texts;
  if (least === 0 || max < 2 || words.length < least) return [];
  const hashes = new Int32Array(words.length - n + 1);
  rollingHashes(words, words.length, n, hashes);
  const sharing = Array.from(hashes, hash => {
    const count = counts.countOf(hash);
    return count >= 2 && count <= max ? count : 0;
  });
  const stretches: Stretch[] = [];
  for (let from = 0; from < sharing.length; from++) {
    if (sharing[from] === 0) continue;
    let to = from;
    while (to < sharing.length && sharing[to]! > 0) to++;
    const usual = mostFrequent(sharing.slice(from, to));
    let [first, last] = [from, to - 1];
    while (sharing[first]! < usual) first++;
    while (sharing[last]! < usual) last--;
    if (last - first + n >= least) stretches.push({from: first, to: last + n});
    from = to;
  }
  return stretches;
}

function mostFrequent(values: readonly number[]): number {
  const frequency = new Map<number, number>();
  for (const value of values) frequency.set(value, (frequency.get(value) ?? 0) + 1);
  return [...frequency].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
