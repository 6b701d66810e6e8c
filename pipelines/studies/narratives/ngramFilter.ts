// Tells two kinds of sentences apart by their trigrams: a log-likelihood ratio of two language models, in memory that does not grow.
import {hashOf} from "../contamination/words.js";

/** Counters of one model, a power of two: 8 MB. Two n-grams that share one are counted together, which only blurs the models. */
const CELLS = 2 ** 21;
/** Weight of the longer n-gram where its beginning is known (Jelinek & Mercer 1980); the shorter ones share the rest. */
const LONGER = 0.6;
/** Words that are taken to exist, and what each is counted beforehand, so that an unknown word has a probability. */
const VOCABULARY = 20_000;
const BEFOREHAND = 0.1;
const START = hashOf("<start>");
const END = hashOf("<end>");

/** Counts of a model: 1 to 3 words, and beginnings of 0 to 2 words, apart by their order. */
interface Counts {
  cells: Uint32Array;
  total: number;
}

const empty = (): Counts => ({cells: new Uint32Array(CELLS), total: 0});

function cell(order: number, a: number, b = 0, c = 0): number {
  let hash = Math.imul(a ^ Math.imul(order, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 15)) + b, 0xc2b2ae35);
  hash = Math.imul((hash ^ (hash >>> 13)) + c, 0x27d4eb2f);
  return (hash ^ (hash >>> 16)) & (CELLS - 1);
}

/** Calls with each word and the two before it; the end of the sentence counts as a word. */
function eachTrigram(words: readonly string[], found: (before2: number, before: number, word: number) => void): void {
  let [before2, before] = [START, START];
  for (let i = 0; i <= words.length; i++) {
    const word = i < words.length ? hashOf(words[i]!) : END;
    found(before2, before, word);
    [before2, before] = [before, word];
  }
}

function count(counts: Counts, words: readonly string[]): void {
  const {cells} = counts;
  eachTrigram(words, (before2, before, word) => {
    counts.total++;
    for (const at of [
      ...[cell(1, word), cell(2, before, word), cell(3, before2, before, word)],
      ...[cell(4, before), cell(5, before2, before)]
    ])
      cells[at]!++;
  });
}

/** The probability of a word behind two others. */
function probability({cells, total}: Counts, before2: number, before: number, word: number): number {
  const one = (cells[cell(1, word)]! + BEFOREHAND) / (total + BEFOREHAND * VOCABULARY);
  const [after1, after2] = [cells[cell(4, before)]!, cells[cell(5, before2, before)]!];
  const two = after1 > 0 ? (LONGER * cells[cell(2, before, word)]!) / after1 + (1 - LONGER) * one : one;
  return after2 > 0 ? (LONGER * cells[cell(3, before2, before, word)]!) / after2 + (1 - LONGER) * two : two;
}

/** A filter that learns what padding is. */
export interface NgramFilter {
  learn(words: readonly string[], isPadding: boolean): void;
  /** Whether it has learnt of both kinds. */
  isTrained(): boolean;
  /** The logarithm of how much likelier the sentence is as padding than as part of a beat; 0 for no words known. */
  score(words: readonly string[]): number;
}

export function ngramFilter(): NgramFilter {
  let models: {padding: Counts; beats: Counts} | undefined;
  const own = () => (models ??= {padding: empty(), beats: empty()});
  return {
    learn: (words, isPadding) => count(isPadding ? own().padding : own().beats, words),
    isTrained: () => models !== undefined && models.padding.total > 0 && models.beats.total > 0,
    score(words) {
      const {padding, beats} = own();
      let ratio = 0;
      eachTrigram(words, (...trigram) => {
        ratio += Math.log(probability(padding, ...trigram) / probability(beats, ...trigram));
      });
      return ratio;
    }
  };
}
