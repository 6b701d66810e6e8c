// The index of items that documents are searched with: their words without boilerplate, and tables of their n-grams.
import {commonGrams, markGrams, wordBits} from "./boilerplate.js";
import {DEFAULTS, type Settings, untestable} from "./settings.js";
import {
  foldedUnit,
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

/** Items, by their numbers, as threads share them. */
export interface ItemIndex {
  settings: Settings;
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

/** Builds the index of items. Boilerplate is what many different texts of one group share. */
export function itemIndex(items: readonly Item[], settings: Settings = DEFAULTS): ItemIndex {
  const {n, short_n} = settings;
  const whole = splitAll(items);
  const numbers = new Map<string, number>();
  const groupOf = sharedInts(items.length);
  const members: number[][] = [];
  for (const [i, {group}] of items.entries()) {
    let number = numbers.get(group);
    if (number === undefined) {
      numbers.set(group, (number = members.length));
      members.push([]);
    }
    groupOf[i] = number;
    members[number]!.push(i);
  }

  const marks = new Uint8Array(whole.hashes.length);
  const groups = [...numbers.keys()].map((name, number): Group => {
    const own = members[number]!;
    const texts = new Set<string>();
    const different = own.filter(i => !texts.has(items[i]!.text) && texts.add(items[i]!.text));
    const wordsOf = (i: number) => whole.hashes.subarray(whole.first[i]!, whole.first[i + 1]!);
    const common = commonGrams(different.map(wordsOf), n, settings.boilerplate);
    const commonShort = commonGrams(different.map(wordsOf), short_n, settings.boilerplate_short);
    for (const i of own) {
      const words = wordsOf(i);
      const mine = marks.subarray(whole.first[i]!, whole.first[i + 1]!);
      markGrams(words, words.length, common, n, mine);
      markGrams(words, words.length, commonShort, short_n, mine);
    }
    const left = different.map(i => wordsOf(i).filter((_, k) => marks[whole.first[i]! + k] === 0));
    return {
      name,
      items: own.length,
      bits: wordBits(left),
      common: Int32Array.from(common),
      commonShort: Int32Array.from(commonShort)
    };
  });
  return {settings, groups, groupOf, ...packed(whole, marks, {groups, groupOf, settings})};
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
      for (let i = words.starts[w]!; i < words.ends[w]!; i++) characters.push(foldedUnit(words.units[i]!));
    }
  }
  first.push(hashes.length);
  offsets.push(characters.length);
  return {first: first.close(), hashes: hashes.close(), offsets: offsets.close(), characters: characters.close()};
}

/**
 * The words that are not marked, and the tables of n-grams. N-grams of marked words are left out, but for items of which little would be
 * found otherwise, since boilerplate stands between their words (a table in HTML): of those every n-gram that is no boilerplate as a whole.
 */
function packed(
  whole: Whole,
  marks: Uint8Array,
  {groups, groupOf, settings}: {groups: readonly Group[]; groupOf: Int32Array; settings: Settings}
): Omit<ItemIndex, "settings" | "groups" | "groupOf"> {
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
