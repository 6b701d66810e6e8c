// Collects for each item the windows of documents that share most of its rare words: the candidates on which the detector of paraphrases decides.
import {normalised} from "../words.js";
import {rarityOf} from "./features.js";
import {SYMBOL, type Terms, termsOf} from "./terms.js";

/** Words of windows. An item is compared with the shortest that are half as long again as it is, documents of up to twice that as a whole. */
const WINDOW_WORDS = [64, 192, 512] as const;
const WINDOW_PER_ITEM = 1.5;
const WHOLE_PER_WINDOW = 2;
/** Rarest words of an item by which windows are looked for; and items of one word above which it is left out, of an item's rarest ones and of others. */
const MAX_KEYS = 32;
const RAREST_KEYS = 8;
const MAX_ITEMS_PER_RAREST_KEY = 2_000;
const MAX_ITEMS_PER_KEY = 500;
/** Code units of a window that are kept, more of few items than of many, so that memory is bounded. */
const MAX_TEXT = 4_000;
const MAX_TEXT_OF_MANY = 1_000;
/** Candidates of an item, by the number of items. */
const CANDIDATES: readonly {items: number; candidates: number}[] = [
  {items: 10_000, candidates: 8},
  {items: 50_000, candidates: 4},
  {items: Number.POSITIVE_INFINITY, candidates: 2}
];
/** Code units of a text that are compared at once, and by which longer texts are cut with an overlap of more than a window. */
const MAX_PIECE = 2 ** 21;
const PIECE_OVERLAP = 2 ** 13;
/** Cosine of weighted words below which a window is no candidate. */
const MIN_LIKENESS = 0.03;

/** A window of a document, shared by the items whose candidate it is. */
export interface CandidateWindow {
  file: string;
  /** The document's name in the file; empty where the file is one document. */
  document: string;
  /** Its position in the document's normalised text and its length, UTF-16 code units, and its words and numbers. */
  begin: number;
  length: number;
  words: number;
  /** Its normalised text, cut at 4,000 code units (1,000 of more than 50,000 items). */
  text: string;
}

export interface Candidate {
  window: CandidateWindow;
  /** Cosine of the words in common with the item, weighted by their rarity among items. */
  likeness: number;
}

export interface CandidateSearch {
  /** Compares a document, or the next piece of it, with all items. @param place its document, and the code unit of it at which the piece begins, code units */
  add(text: string, place: {file: string; document: string; begin?: number}): void;
  /** By item: its candidates, most alike first; of equal ones the earlier. */
  candidates: Candidate[][];
  /** Windows that were compared. */
  windows(): number;
}

/** Items that are compared with windows of one length. */
interface Class {
  size: number;
  items: number;
  /** By number of the word: items that are looked for by it. */
  postings: (number[] | undefined)[];
}

/** Copies a part of a text, which as a slice would keep all of it in memory. */
const detached = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

/** Opens a search. @param items texts of items, in any form */
export function openCandidateSearch(items: readonly string[]): CandidateSearch {
  const frequency = new Map<number, number>();
  const words = items.map(text => {
    const {kinds, hashes} = termsOf(normalised(text));
    let length = 0;
    const distinct = new Set<number>();
    for (const [i, kind] of kinds.entries())
      if (kind !== SYMBOL) {
        length++;
        distinct.add(hashes[i]!);
      }
    for (const hash of distinct) frequency.set(hash, (frequency.get(hash) ?? 0) + 1);
    return {length, distinct: Int32Array.from(distinct)};
  });
  const rarity = rarityOf(hash => frequency.get(hash) ?? 0, items.length);
  const numbers = new Map([...frequency.keys()].map((hash, number) => [hash, number]));
  const squares = Float64Array.from(frequency.keys(), hash => rarity(hash) ** 2);
  const unknown = rarity(0) ** 2;
  const classes: Class[] = WINDOW_WORDS.map(size => ({size, items: 0, postings: []}));
  const norms = new Float64Array(items.length);
  for (const [item, {length, distinct}] of words.entries()) {
    const group = classes.find(({size}) => size >= WINDOW_PER_ITEM * length) ?? classes.at(-1)!;
    group.items++;
    for (const hash of distinct) norms[item]! += squares[numbers.get(hash)!]!;
    norms[item] = Math.sqrt(norms[item]!);
    const rarest = distinct.sort((a, b) => frequency.get(a)! - frequency.get(b)!).subarray(0, MAX_KEYS);
    for (const [rank, hash] of rarest.entries()) {
      if (frequency.get(hash)! > (rank < RAREST_KEYS ? MAX_ITEMS_PER_RAREST_KEY : MAX_ITEMS_PER_KEY)) break;
      const number = numbers.get(hash)!;
      const listed = group.postings[number];
      if (listed) listed.push(item);
      else group.postings[number] = [item];
    }
  }
  const {candidates: most} = CANDIDATES.find(({items: upTo}) => items.length <= upTo)!;
  const maxText = most === CANDIDATES.at(-1)!.candidates ? MAX_TEXT_OF_MANY : MAX_TEXT;
  const candidates: Candidate[][] = items.map(() => []);
  const score = new Float64Array(items.length);
  /** Likeness that a window must exceed to be one of an item's candidates. */
  const least = new Float64Array(items.length);
  let windows = 0;

  const insert = (item: number, likeness: number, place: Omit<CandidateWindow, "text">, text: () => CandidateWindow) => {
    const list = candidates[item]!;
    const overlapping = list.findIndex(
      ({window: {file, document, begin, length}}) =>
        file === place.file && document === place.document && begin < place.begin + place.length && place.begin < begin + length
    );
    if (overlapping >= 0) {
      if (list[overlapping]!.likeness >= likeness) return;
      list.splice(overlapping, 1);
    }
    const position = list.findIndex(other => other.likeness < likeness);
    list.splice(position < 0 ? list.length : position, 0, {window: text(), likeness});
    if (list.length > most) list.pop();
    if (list.length === most) least[item] = list[most - 1]!.likeness;
  };

  const seen = new Int32Array(numbers.size);
  const touched: number[] = [];
  /** Compares a window, words `from` to `to` of a text by their numbers, −1 for words that no item has. */
  const compare = (
    {postings}: Class,
    {textWords, from, to}: {textWords: Int32Array; from: number; to: number},
    place: Omit<CandidateWindow, "text">,
    text: () => CandidateWindow
  ): void => {
    windows++;
    let norm = 0;
    touched.length = 0;
    for (let i = from; i < to; i++) {
      const number = textWords[i]!;
      if (number < 0) norm += unknown;
      else if (seen[number] !== windows) {
        seen[number] = windows;
        const square = squares[number]!;
        norm += square;
        const list = postings[number];
        if (list === undefined) continue;
        for (let k = 0; k < list.length; k++) {
          const item = list[k]!;
          if (score[item] === 0) touched.push(item);
          score[item]! += square;
        }
      }
    }
    norm = Math.sqrt(norm);
    for (let k = 0; k < touched.length; k++) {
      const item = touched[k]!;
      const likeness = score[item]! / (norm * norms[item]!);
      score[item] = 0;
      if (likeness >= MIN_LIKENESS && !(likeness <= least[item]!)) insert(item, likeness, place, text);
    }
  };

  const addPiece = (raw: string, {file, document, begin}: {file: string; document: string; begin: number}) => {
    const text = normalised(raw);
    const terms = termsOf(text);
    const places = wordPlaces(terms);
    const textWords = Int32Array.from(places, i => numbers.get(terms.hashes[i]!) ?? -1);
    const made = new Map<string, CandidateWindow>();
    for (const each of classes) {
      if (each.items === 0) continue;
      const size = places.length <= WHOLE_PER_WINDOW * each.size ? places.length : each.size;
      if (size === 0) continue;
      for (let from = 0; ; from += Math.max(1, size >> 1)) {
        const to = Math.min(places.length, from + size);
        const isWhole = size === places.length;
        const start = isWhole ? 0 : lineStart(text, terms.starts[places[from]!]!);
        const end = isWhole ? text.length : terms.ends[places[to - 1]!]!;
        const place = {file, document, begin: begin + start, length: end - start, words: to - from};
        const window = () => {
          const key = `${from} ${to}`;
          let shared = made.get(key);
          if (!shared) {
            shared = {...place, text: detached(text.slice(start, Math.min(end, start + maxText)))};
            made.set(key, shared);
          }
          return shared;
        };
        compare(each, {textWords, from, to}, place, window);
        if (to === places.length) break;
      }
    }
  };
  return {
    candidates,
    windows: () => windows,
    add(raw, {file, document, begin = 0}) {
      for (let from = 0; from === 0 || from + PIECE_OVERLAP < raw.length; from += MAX_PIECE - PIECE_OVERLAP)
        addPiece(raw.slice(from, from + MAX_PIECE), {file, document, begin: begin + from});
    }
  };
}

/** Positions of words and numbers among the terms. */
function wordPlaces({kinds}: Terms): number[] {
  const places: number[] = [];
  for (const [i, kind] of kinds.entries()) if (kind !== SYMBOL) places.push(i);
  return places;
}

/** The beginning of the line of a position, where only blanks are between them: code is recognised by it. */
function lineStart(text: string, position: number): number {
  let start = position;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  return start > 0 && text[start - 1] === "\n" ? start - 1 : position;
}
