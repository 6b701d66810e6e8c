// How much of an item stands in a stretch of a document: containment, longest run, longest common subsequence and the bits of its runs.
import type {Likeness} from "./settings.js";
import {subsequenceWith} from "./subsequence.js";

/** Words from which a common run counts towards the bits of a finding, and most runs and windows that are looked at. */
const LEAST_RUN = 3;
const MOST_RUNS = 64;
const MOST_WINDOWS = 16;

/** A run of words that both have: from `item` and from `document`, `words` long. */
interface Run {
  item: number;
  document: number;
  words: number;
}

export interface Compared extends Likeness {
  /** The longest run. */
  run: Run | null;
  /** The best window of the document, from and to. */
  window: [from: number, to: number];
  /** Distinct n-grams of `published` words that both have, as numbers of their first place in the item. */
  shared: Set<number>;
}

export interface CompareOptions {
  /** Words of the n-grams that containment counts. */
  size: number;
  /** Words of the n-grams that Jaccard similarity counts. */
  published: number;
  /** Bits of information a word. */
  bits: number;
}

/**
 * Returns a function that compares a stretch of a document with an item. The stretch is given as numbers of its words, −1 for words that
 * the item has not.
 * @param item numbers of its words, from 0, equal words alike
 */
export function comparison(item: Int32Array, {size, published, bits}: CompareOptions): (document: Int32Array) => Compared {
  const width = 2 * item.length;
  const places: number[][] = [];
  for (let k = 0; k < item.length; k++) (places[item[k]!] ??= []).push(k);
  const grams = distinctGrams(item, size);
  const publishedGrams = published === size ? grams : distinctGrams(item, published);
  const total = new Set(grams).size;
  // a shorter run says less than it takes to say where it stands
  const least = Math.min(size, item.length, Math.max(LEAST_RUN, Math.ceil(Math.log2(width) / bits)));
  let subsequence: ReturnType<typeof subsequenceWith> | undefined;
  return document => {
    const runs = commonRuns(item, document, {places, least});
    const longest = runs.reduce<Run | null>((best, run) => (best === null || run.words > best.words ? run : best), null);
    let best = {bits: 0, window: [0, 0] as [number, number]};
    for (const start of alignments(runs, item.length)) {
      const from = Math.max(0, start - (item.length >> 1));
      const to = Math.min(document.length, from + width);
      const chain = chainBits(runs, {from, to, bits, width});
      if (chain > best.bits) best = {bits: chain, window: [from, to]};
    }
    subsequence ??= subsequenceWith(item);
    return {
      containment: total === 0 ? 0 : contained(runs, {grams, size, width}) / total,
      run_words: longest?.words ?? 0,
      subsequence: best.bits > 0 ? subsequence(document, ...best.window) / item.length : 0,
      bits: best.bits,
      run: longest,
      window: best.window,
      shared: new Set(
        runs.flatMap(run => Array.from({length: Math.max(0, run.words - published + 1)}, (_, k) => publishedGrams[run.item + k]!))
      )
    };
  };
}

/** All maximal common runs of at least `least` words. */
function commonRuns(item: Int32Array, document: Int32Array, {places, least}: {places: number[][]; least: number}): Run[] {
  const runs: Run[] = [];
  let before = new Int32Array(item.length + 1); // length of the run that ends at a word of the item
  let now = new Int32Array(item.length + 1);
  let touched: readonly number[] = [];
  for (let i = 0; i < document.length; i++) {
    const word = document[i]!;
    const following = document[i + 1];
    const here = word < 0 ? [] : places[word]!;
    for (const k of here) {
      const words = before[k]! + 1;
      now[k + 1] = words;
      if (words >= least && (following === undefined || k + 1 === item.length || following !== item[k + 1]))
        runs.push({item: k + 1 - words, document: i + 1 - words, words});
    }
    for (const k of touched) before[k + 1] = 0;
    [before, now] = [now, before];
    touched = here;
  }
  return runs;
}

/** Most distinct n-grams of the item within one window of the document. */
function contained(runs: readonly Run[], {grams, size, width}: {grams: readonly number[]; size: number; width: number}): number {
  const hits = runs.flatMap(run =>
    Array.from({length: Math.max(0, run.words - size + 1)}, (_, k) => ({at: run.document + k, gram: grams[run.item + k]!}))
  );
  hits.sort((a, b) => a.at - b.at);
  const counts = new Map<number, number>();
  let most = 0;
  let oldest = 0;
  for (const {at, gram} of hits) {
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
    while (hits[oldest]!.at < at + size - width) {
      const gone = hits[oldest++]!.gram;
      if (counts.get(gone) === 1) counts.delete(gone);
      else counts.set(gone, counts.get(gone)! - 1);
    }
    most = Math.max(most, counts.size);
  }
  return most;
}

/** For each n-gram of a sequence the first place where it stands. */
export function distinctGrams(words: ArrayLike<number>, size: number): number[] {
  const places = new Map<string, number>();
  const list = Array.from(words);
  return Array.from({length: Math.max(0, list.length - size + 1)}, (_, i) => {
    const key = list.slice(i, i + size).join(" ");
    const known = places.get(key);
    if (known === undefined) places.set(key, i);
    return known ?? i;
  });
}

/** Places of the document where the item would begin, by the runs that say so: those of most words first, near ones once. */
function alignments(runs: readonly Run[], words: number): number[] {
  const step = Math.max(1, words >> 2);
  const weights = new Map<number, {start: number; longest: number; sum: number}>();
  for (const run of runs) {
    const start = run.document - run.item;
    const bucket = Math.floor(start / step);
    const known = weights.get(bucket);
    if (!known) weights.set(bucket, {start, longest: run.words, sum: run.words});
    else {
      known.sum += run.words;
      if (run.words > known.longest) Object.assign(known, {start, longest: run.words});
    }
  }
  return [...weights.values()]
    .sort((a, b) => b.longest - a.longest || b.sum - a.sum || a.start - b.start)
    .slice(0, MOST_WINDOWS)
    .map(({start}) => start);
}

/**
 * Bits of the best chain of runs in a window, in the order of both texts and without overlap: the words' information, less what it takes to
 * say where each further run stands in the window (after the sum statistics of local alignments, Karlin and Altschul 1993).
 */
function chainBits(
  runs: readonly Run[],
  {from, to, bits, width}: {from: number; to: number; bits: number; width: number}
): number {
  const place = Math.log2(width);
  const inside = runs
    .map(({item, document, words}) => {
      const skipped = Math.max(0, from - document);
      return {item: item + skipped, document: document + skipped, words: Math.min(words - skipped, to - document - skipped)};
    })
    .filter(({words}) => words > 0)
    .sort((a, b) => b.words - a.words)
    .slice(0, MOST_RUNS)
    .sort((a, b) => a.document - b.document || a.item - b.item);
  const best = new Float64Array(inside.length);
  let most = 0;
  for (const [i, run] of inside.entries()) {
    best[i] = run.words * bits;
    for (let k = 0; k < i; k++) {
      const earlier = inside[k]!;
      if (earlier.item >= run.item) continue;
      const overlap = Math.max(0, earlier.item + earlier.words - run.item, earlier.document + earlier.words - run.document);
      if (overlap >= run.words) continue;
      best[i] = Math.max(best[i]!, best[k]! + (run.words - overlap) * bits - place);
    }
    most = Math.max(most, best[i]!);
  }
  return most;
}
