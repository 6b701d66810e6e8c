// Information that a word of a group's items carries, near-equal items left out.
import {median} from "../../stats/median.js";
import {type Hashed, leastShared} from "./boilerplate.js";
import {MOST_BITS_A_WORD, type Settings} from "./settings.js";
import {subsequenceWith} from "./subsequence.js";
import {rollingHashes} from "./words.js";

/** Most words whose repetition is looked at, and the longest repetition that is measured. */
const MOST_WORDS = 20_000;
const LONGEST = 64;
/** Words of the n-grams by which near-equal items are proposed: of 8 words, the fewest of a testable item, one changed word leaves 4. */
const PROPOSAL = 4;

/**
 * Information that a word of these texts carries, in bits, at most MOST_BITS_A_WORD: log₂(N) ÷ (L + ½), where L is the median over texts of
 * the mean length of the longest stretch that begins at a word of the text and is also elsewhere among the N words (the match lengths of
 * Wyner and Ziv 1989; ½ because matches end within words). Prose has more than 5 bits, expressions of few different words 1 to 3: long runs
 * of those are alike by chance. Texts that are nearly equal to an earlier one count as equal ones do, once (`differentTexts`).
 * @param texts of different words
 */
export function wordBits(texts: readonly Hashed[], settings: Pick<Settings, "boilerplate" | "near">): number {
  const total = texts.reduce((sum, {length}) => sum + length, 0);
  const stride = Math.max(1, Math.ceil(total / MOST_WORDS));
  const sample = texts.filter((_, i) => i % stride === 0);
  const lengths = longestRepeats(differentTexts(sample, settings));
  const count = lengths.reduce((sum, text) => sum + text.length, 0);
  if (count < 2) return MOST_BITS_A_WORD;
  const means = lengths.filter(text => text.length > 0).map(text => text.reduce((sum, length) => sum + length, 0) / text.length);
  return Math.min(MOST_BITS_A_WORD, Math.log2(count) / (median(means) + 0.5));
}

/** For each word of each text the length of the longest stretch that begins there and is also elsewhere, at most LONGEST. */
function longestRepeats(texts: readonly Hashed[]): number[][] {
  const words: number[] = [];
  const textOf: number[] = [];
  for (const [i, text] of texts.entries()) {
    words.push(...text, 2 ** 32 + i); // an end that equals no word, nor another end
    for (let k = 0; k <= text.length; k++) textOf.push(i);
  }
  const order = words.flatMap((word, i) => (word < 2 ** 32 ? [i] : []));
  const common = (a: number, b: number): number => {
    let length = 0;
    while (length < LONGEST && words[a + length] !== undefined && words[a + length] === words[b + length]) length++;
    return length;
  };
  order.sort((a, b) => {
    const length = common(a, b);
    return (words[a + length] ?? 0) - (words[b + length] ?? 0);
  });
  const lengths: number[][] = texts.map(() => []);
  let before = 0;
  for (let i = 0; i < order.length; i++) {
    const after = i + 1 < order.length ? common(order[i]!, order[i + 1]!) : 0;
    lengths[textOf[order[i]!]!]!.push(Math.max(before, after));
    before = after;
  }
  return lengths;
}

/**
 * Leaves out each text that is nearly equal to an earlier one: whose longest common subsequence with it has the share of the longer one's
 * words from which a copy counts as near. Texts of which so many are alike that what they share is boilerplate stay: they are of one template.
 */
function differentTexts(texts: readonly Hashed[], {boilerplate, near}: Pick<Settings, "boilerplate" | "near">): Hashed[] {
  const least = leastShared(texts.length, boilerplate);
  const similar = texts.map((): number[] => []);
  for (const [i, candidates] of proposedPairs(texts, least).entries()) {
    const subsequence = subsequenceWith(texts[i]!);
    for (const k of candidates) {
      const longest = Math.max(texts[i]!.length, texts[k]!.length);
      if (Math.min(texts[i]!.length, texts[k]!.length) < near * longest) continue;
      if (subsequence(texts[k]!, 0, texts[k]!.length) < near * longest) continue;
      similar[i]!.push(k);
      similar[k]!.push(i);
    }
  }
  return texts.filter((_, i) => similar[i]!.length + 1 >= least || similar[i]!.every(k => k > i));
}

/** For each text the earlier ones with which it has an n-gram in common that fewer than `least` texts have. */
function proposedPairs(texts: readonly Hashed[], least: number): Set<number>[] {
  const having = new Map<number, number[]>();
  for (const [i, words] of texts.entries()) {
    const rolled = new Int32Array(Math.max(0, words.length - PROPOSAL + 1));
    rollingHashes(words, words.length, PROPOSAL, rolled);
    for (const hash of new Set(rolled)) {
      const members = having.get(hash);
      if (!members) having.set(hash, [i]);
      else if (members.length < least) members.push(i);
    }
  }
  const pairs = texts.map(() => new Set<number>());
  for (const members of having.values())
    if (members.length < least)
      for (const [place, i] of members.entries()) for (const k of members.slice(0, place)) pairs[i]!.add(k);
  return pairs;
}
