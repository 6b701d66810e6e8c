// Searches a document for the items of an index. What hashes suggest is compared on the words themselves.
import {markGrams} from "./boilerplate.js";
import type {ItemIndex} from "./itemIndex.js";
import type {Likeness, Settings} from "./settings.js";
import {subsequenceWith} from "./subsequence.js";
import {forEachUnit, lookUp, passes, passing, rollingHashes, type Words, wordAt} from "./words.js";

/** One item's best copy in a document. */
export interface Match extends Pick<Compared, "containment" | "run_words" | "subsequence" | "bits"> {
  item: number;
  /** Jaccard similarity of the n-gram sets of item and whole document, boilerplate left out of both, 0…1. */
  jaccard: number;
  /** The document's word at which the longest run begins, and the one behind the run; both 0 where there is none. */
  runFrom: number;
  runTo: number;
  /** The document's words in the best window, from and to. */
  from: number;
  to: number;
}

export interface Searcher {
  /** The items that share an n-gram with a document, whose words `splitWords` gave. */
  search(document: Words): Match[];
}

/** Makes a searcher, which keeps buffers from one document to the next. */
export function searcher(index: ItemIndex): Searcher {
  const {tables, settings} = index;
  const scratch = {hashes: new Int32Array(0), passed: new Int32Array(0), rolled: new Int32Array(0), folded: new Int32Array(0)};
  const itemWords = new Map<number, ItemWords>();
  const commonOf = index.groups.map(({common, commonShort}) => ({long: new Set(common), short: new Set(commonShort)}));
  return {
    search(document) {
      const {count, hashes} = document;
      if (scratch.hashes.length < count) Object.assign(scratch, {hashes: new Int32Array(count), passed: new Int32Array(count)});
      /** Words of the document from which n-grams are items', by item. */
      const hits = new Map<number, number[]>();
      const hit = (item: number, word: number) => {
        const known = hits.get(item);
        if (known) known.push(word);
        else hits.set(item, [word]);
      };
      for (const table of [tables.long, tables.short]) {
        if (table.at.length === 0) continue;
        const grams = rollingHashes(hashes, count, table.size, scratch.hashes);
        const passed = passing(table, scratch.hashes, grams, scratch.passed);
        for (let k = 0; k < passed; k++) {
          const position = scratch.passed[k]!;
          let gram = lookUp(table, index.hashes, scratch.hashes[position]!, hashes, position);
          for (; gram !== 0; gram = table.next[gram - 1]!) hit(itemAt(index.firstOfAll, table.at[gram - 1]!), position);
        }
      }
      if (tables.letters.at.length > 0) searchLetters(index, document, scratch, hit);
      if (hits.size === 0) return [];
      const kept = keptWords(commonOf, settings, document);
      return [...hits].flatMap(([item, of]) => {
        let own = itemWords.get(item);
        if (!own) {
          if (itemWords.size > 10_000) itemWords.clear();
          itemWords.set(item, (own = wordsOf(index, item)));
        }
        const found = bestMatch(own, of, {document, group: kept(index.groupOf[item]!), settings, item});
        return found ? [found] : [];
      });
    }
  };
}

/** The number of the last entry that is at most `at`: the item that a word belongs to. */
function itemAt(first: Int32Array, at: number): number {
  let [low, high] = [0, first.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (first[middle]! <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** Looks for n-grams of characters that begin where a word of the document does. */
function searchLetters(
  {tables: {letters}, offsets, characters, first}: ItemIndex,
  document: Words,
  scratch: {rolled: Int32Array; folded: Int32Array; hashes: Int32Array; passed: Int32Array},
  hit: (item: number, word: number) => void
): void {
  const {count, ends} = document;
  const longest = count === 0 ? 0 : ends[count - 1]!;
  if (scratch.folded.length < longest) Object.assign(scratch, {folded: new Int32Array(longest), rolled: new Int32Array(longest)});
  const {folded, rolled} = scratch;
  let length = 0;
  const begins = scratch.passed; // where each word begins among the folded characters
  for (let w = 0; w < count; w++) {
    begins[w] = length;
    forEachUnit(document, w, unit => {
      folded[length++] = unit;
    });
  }
  const grams = rollingHashes(folded, length, letters.size, rolled);
  for (let w = 0; w < count && begins[w]! < grams; w++) {
    const at = begins[w]!;
    if (!passes(letters, rolled[at]!)) continue;
    let gram = lookUp(letters, characters, rolled[at]!, folded, at);
    for (; gram !== 0; gram = letters.next[gram - 1]!) hit(itemAt(first, itemAt(offsets, letters.at[gram - 1]!)), w);
  }
}

/** A document without a group's boilerplate. */
interface Kept {
  /** Its words' numbers in the document. */
  words: Int32Array;
  /** Distinct n-grams of `n` words. */
  grams(): number;
}

interface Common {
  long: ReadonlySet<number>;
  short: ReadonlySet<number>;
}

function keptWords(commonOf: readonly Common[], {n, short_n}: Settings, document: Words): (group: number) => Kept {
  const known = new Map<number, Kept>();
  let plain: Kept | undefined;
  const without = (marks: Uint8Array | null): Kept => {
    const {count, hashes} = document;
    const all = Int32Array.from({length: count}, (_, w) => w);
    const words = marks ? all.filter(w => marks[w] === 0) : all;
    let grams: number | undefined;
    return {
      words,
      grams() {
        if (grams === undefined) {
          const own = Int32Array.from(words, w => hashes[w]!);
          const rolled = new Int32Array(Math.max(0, own.length - n + 1));
          rollingHashes(own, own.length, n, rolled);
          grams = new Set(rolled).size;
        }
        return grams;
      }
    };
  };
  return number => {
    const {long, short} = commonOf[number]!;
    if (long.size + short.size === 0) return (plain ??= without(null));
    let kept = known.get(number);
    if (!kept) {
      const marks = new Uint8Array(document.count);
      markGrams(document.hashes, document.count, long, n, marks);
      markGrams(document.hashes, document.count, short, short_n, marks);
      known.set(number, (kept = without(marks)));
    }
    return kept;
  };
}

interface ItemWords {
  words: number;
  /** Number of each of its words, equal words alike. */
  numberOf: Map<string, number>;
  /** Distinct n-grams of `n` words. */
  grams: number;
  compare: ReturnType<typeof comparison>;
}

function wordsOf(index: ItemIndex, item: number): ItemWords {
  const {first, offsets, characters, settings} = index;
  const numberOf = new Map<string, number>();
  const numbers = Int32Array.from({length: first[item + 1]! - first[item]!}, (_, k) => {
    const w = first[item]! + k;
    const word = String.fromCharCode(...characters.subarray(offsets[w]!, offsets[w + 1]!));
    let number = numberOf.get(word);
    if (number === undefined) numberOf.set(word, (number = numberOf.size));
    return number;
  });
  const {bits} = index.groups[index.groupOf[item]!]!;
  const size = numbers.length < settings.short_words ? settings.short_n : settings.n;
  return {
    words: numbers.length,
    numberOf,
    grams: new Set(distinctGrams(numbers, settings.n)).size,
    compare: comparison(numbers, {size, published: settings.n, bits})
  };
}

interface MatchContext {
  document: Words;
  group: Kept;
  settings: Settings;
  item: number;
}

/** Compares an item with the stretches of the document around its hits; the best of them, null where the words turn out to be others. */
function bestMatch(
  {words: length, numberOf, grams, compare}: ItemWords,
  hits: readonly number[],
  {document, group: {words, grams: documentGrams}, settings, item}: MatchContext
): Match | null {
  const reach = 2 * length + settings.n;
  const places = [...new Set(hits.map(hit => positionOf(words, hit)))].sort((a, b) => a - b);
  const shared = new Set<number>();
  let best: Match | null = null;
  for (let i = 0; i < places.length; ) {
    const from = Math.max(0, places[i]! - reach);
    let last = places[i]!;
    while (i < places.length && places[i]! - last <= reach) last = places[i++]!;
    const stretch = words.subarray(from, last + reach);
    const compared = compare(Int32Array.from(stretch, w => numberOf.get(wordAt(document, w)) ?? -1));
    for (const gram of compared.shared) shared.add(gram);
    if (compared.run === null) continue;
    const [start, end] = compared.window;
    const found: Match = {
      item,
      containment: compared.containment,
      run_words: compared.run_words,
      subsequence: compared.subsequence,
      bits: compared.bits,
      jaccard: 0,
      runFrom: stretch[compared.run.document]!,
      runTo: stretch[compared.run.document + compared.run.words - 1]! + 1,
      from: stretch[start] ?? 0,
      to: (stretch[end - 1] ?? -1) + 1
    };
    if (best === null || stronger(found, best)) best = found;
  }
  if (best && shared.size > 0) best.jaccard = shared.size / (grams + documentGrams() - shared.size);
  return best;
}

/** Whether one copy says more than another. */
export const stronger = (
  a: Pick<Match, "bits" | "containment" | "subsequence" | "run_words">,
  b: Pick<Match, "bits" | "containment" | "subsequence" | "run_words">
): boolean =>
  a.bits + 1e-9 * a.containment > b.bits + 1e-9 * b.containment ||
  (a.bits === b.bits && a.containment === b.containment && a.run_words > b.run_words);

/** The place of the first entry that is at least `word`. */
function positionOf(words: Int32Array, word: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

// How much of an item stands in a stretch of a document: containment, longest run, longest common subsequence and the bits of its runs.

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

interface Compared extends Likeness {
  /** The longest run. */
  run: Run | null;
  /** The best window of the document, from and to. */
  window: [from: number, to: number];
  /** Distinct n-grams of `published` words that both have, as numbers of their first place in the item. */
  shared: Set<number>;
}

interface CompareOptions {
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
function comparison(item: Int32Array, {size, published, bits}: CompareOptions): (document: Int32Array) => Compared {
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
function distinctGrams(words: ArrayLike<number>, size: number): number[] {
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
