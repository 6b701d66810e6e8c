// The index of items that documents are searched with: their words without boilerplate, and tables of their n-grams.
import {countGrams, leastShared, markGrams} from "./boilerplate.js";
import {wordBits} from "./information.js";
import {type Stretch, sharedStretches} from "./passages.js";
import {DEFAULTS, type Settings, untestable} from "./settings.js";
import {
  forEachUnit,
  type GramTable,
  gramTable,
  normalised,
  rollingHashes,
  sharedBytes,
  sharedInts,
  splitWords,
  wordBuffers
} from "./words.js";

export interface Item {
  id: string;
  text: string;
  /** Task or bank; items of one group may share boilerplate. */
  group: string;
  /** What it is about, where that is not its group. */
  domain?: string;
}

interface Group {
  name: string;
  items: number;
  /** Bits of information a word. */
  bits: number;
  /** Hashes of the n-grams, of `n` and of `short_n` words, that are boilerplate. */
  common: Int32Array;
  commonShort: Int32Array;
}

/** Items, by their numbers, as threads share them. The passages that items share follow them, as items that are searched for once. */
export interface ItemIndex {
  settings: Settings;
  /** Number of items, passages not counted. */
  items: number;
  /** Numbers of the passages of each item that shares some. */
  passagesOf: Map<number, number[]>;
  groups: Group[];
  /** Number of each item's group. */
  groupOf: Int32Array;
  /** First of each item's words, boilerplate included; the last entry is the number of all of them. And their hashes. */
  firstOfAll: Int32Array;
  hashes: Int32Array;
  /** First of each item's words without boilerplate; the last entry is the number of all of them. */
  first: Int32Array;
  /** Where each of those begins among `characters`; and those. */
  offsets: Int32Array;
  characters: Uint16Array;
  /** N-grams of `n` words, and of the items that are also looked for by shorter ones: `short_n` words, and characters. */
  tables: {long: GramTable; short: GramTable; letters: GramTable};
}

/** Why each item cannot be tested; null where it can. */
export const untestableItems = (index: ItemIndex): (string | null)[] =>
  Array.from(index.groupOf, (group, item) => {
    const [from, to] = [index.first[item]!, index.first[item + 1]!];
    return untestable(
      {
        words: to - from,
        all: index.firstOfAll[item + 1]! - index.firstOfAll[item]!,
        bits: index.groups[group]!.bits,
        characters: index.offsets[to]! - index.offsets[from]!
      },
      index.settings
    );
  });

/** A typed array that grows. */
function growing<T extends Int32Array | Uint16Array>(make: (length: number) => T) {
  let values = make(1 << 12);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value: number) {
      if (length === values.length) {
        const longer = make(2 * length);
        longer.set(values);
        values = longer;
      }
      values[length++] = value;
    },
    close: () => values.subarray(0, length) as T
  };
}
const growingInts = () => growing(length => new Int32Array(length));

/** Builds the index of items. Boilerplate is what many different texts of one group share; passages are what some share at length. */
export function itemIndex(items: readonly Item[], settings: Settings = DEFAULTS): ItemIndex {
  const split = splitAll(items);
  const members = new Map<string, number[]>();
  for (const [i, {group}] of items.entries()) {
    const numbers = members.get(group);
    if (numbers) numbers.push(i);
    else members.set(group, [i]);
  }
  const groups: Group[] = [];
  const marks = new Uint8Array(split.hashes.length);
  const groupOf: number[] = [];
  const passages: (Passage & {group: number})[] = [];
  const passagesOf = new Map<number, number[]>();
  for (const [name, numbers] of members) {
    const parts = groupParts(numbers, {items, split, marks, settings});
    const {commons, bits} = parts;
    const group = {name, items: numbers.length, bits, common: commons.long, commonShort: commons.short};
    const own = groups.push({...group, common: Int32Array.from(new Set([...commons.long, ...commons.passages]))}) - 1;
    // passages, and items that are looked for as a whole, are compared with documents that have their passages
    const whole = commons.passages.size === 0 ? own : groups.push(group) - 1;
    for (const i of numbers) groupOf[i] = parts.nearlyEqual.has(i) ? whole : own;
    const numberOf = new Map(parts.passages.map((passage, k) => [passage, items.length + passages.length + k]));
    passages.push(...parts.passages.map(passage => ({...passage, group: whole})));
    for (const [i, shared] of parts.passagesOf)
      passagesOf.set(
        i,
        shared.map(passage => numberOf.get(passage)!)
      );
  }
  const {all, allMarks} = withPassages(split, marks, passages);
  const allGroups = sharedInts(items.length + passages.length);
  allGroups.set(groupOf);
  allGroups.set(
    passages.map(({group}) => group),
    items.length
  );
  return {
    settings,
    items: items.length,
    passagesOf,
    groups,
    groupOf: allGroups,
    ...packed(all, allMarks, {groups, groupOf: allGroups, settings})
  };
}

interface PartsOptions {
  items: readonly Item[];
  split: Whole;
  marks: Uint8Array;
  settings: Settings;
}

/** Finds a group's boilerplate and passages, marks them, and estimates the bits of a word. */
function groupParts(numbers: readonly number[], {items, split, marks, settings}: PartsOptions) {
  const {n, short_n, boilerplate, boilerplate_short, passage_words, min_words, min_bits} = settings;
  const texts = new Set<string>();
  const different = numbers.filter(i => !texts.has(items[i]!.text) && texts.add(items[i]!.text));
  const wordsOf = (i: number) => split.hashes.subarray(split.first[i]!, split.first[i + 1]!);
  const marksOf = (i: number) => marks.subarray(split.first[i]!, split.first[i + 1]!);
  const counts = countGrams(different.map(wordsOf), n);
  const short = countGrams(different.map(wordsOf), short_n).shared(leastShared(different.length, boilerplate_short));
  const frequent = counts.shared(leastShared(different.length, boilerplate));
  const unmarked = (words: Int32Array, flags: Uint8Array) => words.filter((_, k) => flags[k] === 0);

  /** @param least words of the shortest passage; 0 for no passages */
  const build = (least: number) => {
    const stretches = new Map<number, Stretch[]>();
    const nearlyEqual = new Set<number>();
    const passageGrams = new Set<number>();
    for (const i of numbers) {
      const shared = sharedStretches(wordsOf(i), counts, {n, least});
      const left = shared.reduce((sum, {from, to}) => sum - (to - from), wordsOf(i).length);
      if (shared.length > 1 && left < min_words) nearlyEqual.add(i);
      else if (shared.length > 0) {
        stretches.set(i, shared);
        for (const {from, to} of shared) addGrams(wordsOf(i).subarray(from, to), n, passageGrams);
      }
    }
    const long = new Set([...frequent].filter(hash => !passageGrams.has(hash)));
    for (const i of numbers) {
      marksOf(i).fill(0);
      markGrams(wordsOf(i), wordsOf(i).length, long, n, marksOf(i));
      markGrams(wordsOf(i), wordsOf(i).length, short, short_n, marksOf(i));
    }
    const byWords = new Map<string, Passage>();
    const passagesOf = new Map<number, Passage[]>();
    for (const [i, shared] of stretches) {
      const passages = shared.flatMap(stretch => {
        const {from, to} = trimmed(stretch, marksOf(i));
        if (to - from < least) return [];
        const key = wordsOf(i).subarray(from, to).join(" ");
        const [first, last] = [split.first[i]! + from, split.first[i]! + to];
        if (!byWords.has(key)) byWords.set(key, {from: first, to: last, marks: marks.slice(first, last)});
        return [byWords.get(key)!];
      });
      if (passages.length > 0) passagesOf.set(i, passages);
    }
    for (const i of numbers) if (!nearlyEqual.has(i)) markGrams(wordsOf(i), wordsOf(i).length, passageGrams, n, marksOf(i));
    const passages = [...byWords.values()];
    const texts = [
      ...different.map(i => unmarked(wordsOf(i), marksOf(i))),
      ...passages.map(passage => unmarked(split.hashes.subarray(passage.from, passage.to), passage.marks))
    ];
    const commons = {long: Int32Array.from(long), short: Int32Array.from(short), passages: passageGrams};
    return {commons, bits: wordBits(texts, settings), passages, passagesOf, nearlyEqual};
  };
  const result = build(passage_words);
  // expressions of few different words share long stretches by chance: those are no passages
  return result.passages.length > 0 && result.bits * passage_words < min_bits ? build(0) : result;
}

/** A passage: words `from` to `to` − 1 of all items' words, and which of them are boilerplate. */
interface Passage extends Stretch {
  marks: Uint8Array;
}

function addGrams(words: Int32Array, n: number, into: Set<number>): void {
  const hashes = new Int32Array(Math.max(0, words.length - n + 1));
  rollingHashes(words, words.length, n, hashes);
  for (const hash of hashes) into.add(hash);
}

/** A stretch without the boilerplate at its ends. */
function trimmed({from, to}: Stretch, marks: Uint8Array): Stretch {
  let [first, last] = [from, to];
  while (first < last && marks[first] === 1) first++;
  while (last > first && marks[last - 1] === 1) last--;
  return {from: first, to: last};
}

interface Whole {
  first: Int32Array;
  hashes: Int32Array;
  offsets: Int32Array;
  characters: Uint16Array;
}

/** All words of all items. */
function splitAll(items: readonly Item[]): Whole {
  const [first, hashes, offsets] = [growingInts(), growingInts(), growingInts()];
  const characters = growing(length => new Uint16Array(length));
  const buffers = wordBuffers();
  for (const {text} of items) {
    first.push(hashes.length);
    const words = splitWords(normalised(text), buffers);
    for (let w = 0; w < words.count; w++) {
      hashes.push(words.hashes[w]!);
      offsets.push(characters.length);
      forEachUnit(words, w, unit => characters.push(unit));
    }
  }
  first.push(hashes.length);
  offsets.push(characters.length);
  return {first: first.close(), hashes: hashes.close(), offsets: offsets.close(), characters: characters.close()};
}

/** All items' words followed by those of the passages, with the marks of both. */
function withPassages(split: Whole, marks: Uint8Array, passages: readonly Passage[]): {all: Whole; allMarks: Uint8Array} {
  if (passages.length === 0) return {all: split, allMarks: marks};
  const [first, hashes, offsets] = [growingInts(), growingInts(), growingInts()];
  const characters = growing(length => new Uint16Array(length));
  for (const {from, to} of passages) {
    for (let w = from; w < to; w++) {
      hashes.push(split.hashes[w]!);
      for (let i = split.offsets[w]!; i < split.offsets[w + 1]!; i++) characters.push(split.characters[i]!);
      offsets.push(split.characters.length + characters.length);
    }
    first.push(split.hashes.length + hashes.length);
  }
  const all = {
    first: joined(split.first, first.close()),
    hashes: joined(split.hashes, hashes.close()),
    offsets: joined(split.offsets, offsets.close()),
    characters: joined(split.characters, characters.close())
  };
  return {all, allMarks: joined(marks, Uint8Array.from(passages.flatMap(({marks}) => [...marks])))};
}

function joined<T extends Int32Array | Uint16Array | Uint8Array>(a: T, b: T): T {
  const values = new (a.constructor as new (length: number) => T)(a.length + b.length);
  values.set(a);
  values.set(b, a.length);
  return values;
}

/**
 * The words that are not marked, and the tables of n-grams. N-grams of marked words are left out, but for items of which little would be
 * found otherwise, since boilerplate stands between their words (a table in HTML): of those every n-gram that is no boilerplate as a whole.
 */
function packed(
  whole: Whole,
  marks: Uint8Array,
  {groups, groupOf, settings}: {groups: readonly Group[]; groupOf: Int32Array; settings: Settings}
): Omit<ItemIndex, "settings" | "items" | "passagesOf" | "groups" | "groupOf"> {
  const count = whole.first.length - 1;
  let kept = 0;
  let keptCharacters = 0;
  for (let w = 0; w < marks.length; w++)
    if (marks[w] === 0) {
      kept++;
      keptCharacters += whole.offsets[w + 1]! - whole.offsets[w]!;
    }
  const [first, offsets] = [sharedInts(count + 1), sharedInts(kept + 1)];
  const characters = new Uint16Array(sharedBytes(2 * keptCharacters));
  const rolled = new Int32Array(Math.max(0, whole.hashes.length - settings.n + 1));
  rollingHashes(whole.hashes, whole.hashes.length, settings.n, rolled);
  const commons = groups.map(({common}) => new Set(common));
  const grams = {long: growingInts(), short: growingInts(), letters: growingInts()};
  let [to, end] = [0, 0];
  for (let item = 0; item < count; item++) {
    const [from, last] = [whole.first[item]!, whole.first[item + 1]!];
    first[item] = to;
    /** Stretches of the item without a gap: their first word, and their first and last place among the kept words. */
    const stretches: {word: number; from: number; to: number}[] = [];
    for (let w = from; w < last; w++) {
      if (marks[w] !== 0) continue;
      if (w === from || marks[w - 1] !== 0) stretches.push({word: w, from: to, to});
      offsets[to] = end;
      characters.set(whole.characters.subarray(whole.offsets[w]!, whole.offsets[w + 1]!), end);
      end += whole.offsets[w + 1]! - whole.offsets[w]!;
      stretches.at(-1)!.to = ++to;
    }
    offsets[to] = end;
    const words = to - first[item]!;
    const size = {words, all: last - from, characters: end - offsets[first[item]!]!};
    if (untestable({...size, bits: groups[groupOf[item]!]!.bits}, settings) !== null) continue;
    const isLong = stretches.some(({from, to}) => to - from >= settings.short_words);
    const least = isLong ? settings.n : settings.short_n;
    const covered = stretches.reduce((sum, {from, to}) => sum + (to - from >= least ? to - from : 0), 0);
    for (const {word, from: a, to: b} of stretches) {
      for (let w = 0; w + least <= b - a; w++) (isLong ? grams.long : grams.short).push(word + w);
      if (!isLong) for (let c = offsets[a]!; c + settings.characters <= offsets[b]!; c++) grams.letters.push(c);
    }
    if (2 * covered >= words) continue;
    const common = commons[groupOf[item]!]!;
    for (let w = from; w + settings.n <= last; w++) if (!common.has(rolled[w]!)) grams.long.push(w);
  }
  first[count] = to;
  const [firstOfAll, hashes] = [shared(whole.first), shared(whole.hashes)];
  const tables = {
    long: tableOf(hashes, grams.long.close(), settings.n),
    short: tableOf(hashes, grams.short.close(), settings.short_n),
    letters: tableOf(characters, grams.letters.close(), settings.characters)
  };
  return {firstOfAll, hashes, first, offsets, characters, tables};
}

function shared(values: Int32Array): Int32Array {
  const copy = sharedInts(values.length);
  copy.set(values);
  return copy;
}

function tableOf(values: Int32Array | Uint16Array, at: Int32Array, size: number): GramTable {
  const rolled = new Int32Array(Math.max(0, values.length - size + 1));
  rollingHashes(values, values.length, size, rolled);
  return gramTable(
    values,
    shared(at),
    at.map(position => rolled[position]!),
    size
  );
}
