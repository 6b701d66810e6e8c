// How varied the sentences of a set of stories are: the most frequent one, and how many runs of four words are not repeated.
import {rollingHashes} from "../contamination/grams.js";
import {normalised, splitWords, wordBuffers} from "../contamination/words.js";

/** Sentences that are counted at a time; the error of a share is at most 1 ÷ this. */
const COUNTERS = 10_000;
/** Longest sentence that is kept whole, characters. */
const MOST_KEPT = 200;

/** Counts sentences in bounded memory. */
export interface FrequentSentences {
  add(sentence: string): void;
  /** The most frequent sentence, and its share: exact while there were no more than `counters` different ones, later at most that share. */
  largest(): {sentences: number; share: number; sentence: string} | null;
}

/** The algorithm of Misra & Gries 1982 (doi:10.1016/0167-6423(82)90012-0): whenever a counter is lacking, all are lowered by one. */
export function frequentSentences({counters = COUNTERS}: {counters?: number} = {}): FrequentSentences {
  const counts = new Map<string, number>();
  let [sentences, lowered] = [0, 0];
  return {
    add(sentence) {
      sentences++;
      const key = sentence.slice(0, MOST_KEPT);
      const known = counts.get(key);
      if (known !== undefined || counts.size < counters) {
        counts.set(key, (known ?? 0) + 1);
        return;
      }
      lowered++;
      for (const [each, count] of counts)
        if (count === 1) counts.delete(each);
        else counts.set(each, count - 1);
    },
    largest() {
      if (sentences === 0) return null;
      let [sentence, most] = ["", 0];
      for (const [each, count] of counts) if (count > most) [sentence, most] = [each, count];
      return {sentences, share: (most + lowered) / sentences, sentence};
    }
  };
}

const words = wordBuffers();

/** Share of different runs of four words among all of a text, and how many words it has; null where they are fewer than four. */
export function distinctFourGrams(text: string): {words: number; share: number} | null {
  const {count, hashes} = splitWords(normalised(text), words);
  const grams = new Int32Array(Math.max(1, count));
  const size = rollingHashes(hashes, count, 4, grams);
  return size === 0 ? null : {words: count, share: new Set(grams.subarray(0, size)).size / size};
}

/**
 * The same share in "Pride and Prejudice" by words: the mean over stretches of that many words, up to 2,000 of them within chapters. Measured
 * on the text of Debian's package r-cran-janeaustenr 1.0.0, which is Project Gutenberg's and in the public domain.
 */
const NOVEL: readonly (readonly [words: number, share: number])[] = [
  [500, 0.9988],
  [1_000, 0.9983],
  [2_000, 0.9976],
  [4_000, 0.9962],
  [8_000, 0.9945],
  [16_000, 0.9916],
  [32_000, 0.9869],
  [64_000, 0.9789],
  [120_000, 0.9706]
];

/** The share of different runs of four words in a novel of so many words, between measured lengths on their logarithm; null beyond its length. */
export function novelFourGrams(words: number): number | null {
  const next = NOVEL.findIndex(([length]) => length >= words);
  if (next < 0) return null;
  const [high, above] = NOVEL[next]!;
  const [low, below] = NOVEL[Math.max(0, next - 1)]!;
  return next === 0 ? above : below + ((above - below) * Math.log(words / low)) / Math.log(high / low);
}
