// The shortcut report of a set of narratives: what readers would earn who do not do the work, from two passes over the set.
import {operationsThatMatter} from "../../generate/lists/draw.js";
import {isChain} from "../../generate/lists/tree.js";
import type {NarrativeLine, Part} from "../../generate/narratives/narrative.js";
import type {RatioPart} from "../../stats/clustered.js";
import {midranks} from "../../stats/correlation.js";
import {hashOf, normalised, rollingHashes, splitWords, wordBuffers} from "../contamination/words.js";

import {
  add,
  addPair,
  correlationFigure,
  type Figure,
  gainFigure,
  type Halves,
  MEASURES,
  type MeasureName,
  majorityCounted,
  noneCounted,
  noPairs,
  notMeasured,
  ratioFigure,
  shareFigure
} from "./measures.js";

import {
  largestNumber,
  lastNumber,
  leaksAnswer,
  markedSegments,
  maskedSentences,
  type Reading,
  readingOf,
  rootAnswer,
  type Span,
  sceneAnswer,
  sentencesIn,
  strippedAnswer
} from "./reading.js";

/** Levels from which on a narrative counts as deep: a shallow tree can be solved by its outermost operation. */
const DEEP = 4;
/** Fewest operations of a tree that need not be a chain. */
const BRANCHING = 3;

export interface ShortcutReport {
  narratives: number;
  /** Narratives of at least `depth` levels. */
  deep: {depth: number; narratives: number};
  /** The most frequent sentence, names masked as @ and numbers as #. */
  sentence: string | null;
  /** Share of different runs of four words in a novel of as many words as the mean story; null beyond the novel's length. */
  novel: {words: number; distinct_4grams: number | null} | null;
  measures: {name: MeasureName; unit: string; overall: Figure; deep: Figure}[];
}

/** Reads every narrative of a set twice, in the same order: once to count and to learn, once to strip what was learnt to be padding. */
export interface ShortcutStudy {
  /** Throws a SyntaxError where the line's list cannot be read or its parts do not lie in its text. */
  first(line: NarrativeLine): void;
  second(line: NarrativeLine): void;
  report(): ShortcutReport;
}

/** What is counted of all narratives, and apart from it of deep ones. */
const stratum = () => ({
  narratives: 0,
  withParts: 0,
  withPadding: 0,
  halves: [new Map(), new Map()] as Halves,
  lastScene: noneCounted(),
  firstScene: noneCounted(),
  root: noneCounted(),
  largest: noneCounted(),
  last: noneCounted(),
  leak: noneCounted(),
  unstripped: noneCounted(),
  byExpression: noneCounted(),
  byNgrams: noneCounted(),
  chain: noneCounted(),
  expressionGain: noPairs(),
  ngramGain: noPairs(),
  auc: [] as RatioPart[],
  effective: [] as RatioPart[],
  repeated: [] as RatioPart[],
  fourGrams: [] as RatioPart[],
  words: 0,
  lengths: [] as number[],
  answers: [] as number[],
  sentences: frequentSentences()
});
type Stratum = ReturnType<typeof stratum>;

/** Half of a set to which a narrative belongs. */
const halfOf = (id: string): 0 | 1 => (hashOf(id) & 1) as 0 | 1;

export function shortcutStudy(): ShortcutStudy {
  const all = stratum();
  const deep = stratum();
  const filters: [NgramFilter, NgramFilter] = [ngramFilter(), ngramFilter()];
  const strata = (reading: Reading): Stratum[] => (reading.depth >= DEEP ? [all, deep] : [all]);
  return {
    first(line) {
      const reading = readingOf(line);
      const half = halfOf(reading.id);
      const sentences = sentencesOf(reading);
      for (const {words, kind} of sentences)
        if (kind === "padding" || kind === "beat") filters[half].learn(words, kind === "padding");
      const counted = {
        sentences: sentences.map(({words}) => words.join(" ")),
        repeated: repeatedSentences(reading, sentences),
        fourGrams: distinctFourGrams(storyOf(reading).join("\n")),
        effective: operationsThatMatter(reading.tree, reading.median)
      };
      for (const own of strata(reading)) countFirst(own, reading, {...counted, half});
    },
    second(line) {
      const reading = readingOf(line);
      const other = filters[1 - halfOf(reading.id)]!;
      const {scenes, parts = []} = reading;
      if (!scenes || !parts.some(({kind}) => kind === "padding") || !other.isTrained()) return;
      const scored = sentencesOf(reading)
        .filter(({kind}) => kind === "padding" || kind === "beat")
        .map(({span, words, kind}) => ({span, isPadding: kind === "padding", score: other.score(words)}));
      const dropped = scored.filter(({score}) => score > 0).map(({span}) => span);
      const isRight = strippedAnswer(scenes, dropped, reading) === reading.answer;
      const before = strippedAnswer(scenes, [], reading) === reading.answer;
      const auc = aucOf(scored);
      for (const own of strata(reading)) {
        add(own.byNgrams, isRight);
        addPair(own.ngramGain, isRight, before);
        if (auc !== null) own.auc.push({y: auc, x: 1});
      }
    },
    report: () => ({
      narratives: all.narratives,
      deep: {depth: DEEP, narratives: deep.narratives},
      sentence: all.sentences.largest()?.sentence ?? null,
      novel: novelOf(all),
      measures: reported(figuresOf(all), figuresOf(deep))
    })
  };
}

function novelOf({words: total, fourGrams}: Stratum): ShortcutReport["novel"] {
  if (fourGrams.length === 0) return null;
  const words = Math.round(total / fourGrams.length);
  return {words, distinct_4grams: novelFourGrams(words)};
}

interface Counted {
  half: 0 | 1;
  sentences: string[];
  repeated: RatioPart;
  fourGrams: ReturnType<typeof distinctFourGrams>;
  effective: number;
}

function countFirst(own: Stratum, reading: Reading, {half, sentences, repeated, fourGrams, effective}: Counted): void {
  const {answer, scenes, parts = [], text, tree, operations, numbers} = reading;
  own.narratives++;
  own.halves[half].set(answer, (own.halves[half].get(answer) ?? 0) + 1);
  add(own.root, rootAnswer(reading) === answer);
  add(own.leak, leaksAnswer(reading));
  if (numbers.length > 0) {
    add(own.largest, largestNumber(reading) === answer);
    add(own.last, lastNumber(reading) === answer);
  }
  if (operations.length >= BRANCHING) add(own.chain, isChain(tree));
  own.effective.push({y: effective, x: operations.length});
  own.lengths.push(text.length);
  own.answers.push(answer);
  for (const sentence of sentences) own.sentences.add(sentence);
  if (repeated.x > 0) own.repeated.push(repeated);
  if (fourGrams) {
    own.fourGrams.push({y: fourGrams.share, x: 1});
    own.words += fourGrams.words;
  }
  if (!scenes) return;
  own.withParts++;
  if (parts.some(({kind}) => kind === "padding")) own.withPadding++;
  add(own.lastScene, sceneAnswer(scenes.at(-1), reading) === answer);
  add(own.firstScene, sceneAnswer(scenes[0], reading) === answer);
  const before = strippedAnswer(scenes, [], reading) === answer;
  const stripped = strippedAnswer(scenes, markedSegments(text), reading) === answer;
  add(own.unstripped, before);
  add(own.byExpression, stripped);
  addPair(own.expressionGain, stripped, before);
}

interface Sentence {
  span: Span;
  words: string[];
  kind: Part["kind"] | undefined;
}

/** All sentences of the story and its question; without parts, of the whole text. */
function sentencesOf({text, parts, masks}: Reading): Sentence[] {
  const found = storyParts({text, parts}).flatMap(({kind, start, end}) =>
    sentencesIn(text, {start, end}).map(span => ({span, kind}))
  );
  const masked = maskedSentences(
    text,
    found.map(({span}) => span),
    masks
  );
  return found.map((each, i) => ({...each, words: masked[i]!}));
}

/** Sentences of padding that a story has more than once, word for word, and all of them. A reader who drops what is repeated drops those. */
function repeatedSentences({text}: Reading, sentences: readonly Sentence[]): RatioPart {
  const times = new Map<number, number>();
  for (const {kind, span} of sentences) {
    if (kind !== "padding") continue;
    const sentence = hashOf(text.slice(span.start, span.end));
    times.set(sentence, (times.get(sentence) ?? 0) + 1);
  }
  let [y, x] = [0, 0];
  for (const count of times.values()) {
    x += count;
    if (count > 1) y += count;
  }
  return {y, x};
}

const storyParts = ({text, parts}: Pick<Reading, "text" | "parts">): (Span & {kind?: Part["kind"]})[] =>
  parts?.filter(({kind}) => kind !== "instructions") ?? [{start: 0, end: text.length}];

const storyOf = (reading: Pick<Reading, "text" | "parts">): string[] =>
  storyParts(reading).map(({start, end}) => reading.text.slice(start, end));

/** Probability that a sentence of padding has the higher score of it and one of a beat (Mann & Whitney 1947); null without one of both. */
function aucOf(scored: readonly {isPadding: boolean; score: number}[]): number | null {
  const padding = scored.filter(({isPadding}) => isPadding).length;
  const beats = scored.length - padding;
  if (padding === 0 || beats === 0) return null;
  const ranks = midranks(scored.map(({score}) => score));
  const sum = ranks.reduce((total, rank, i) => total + (scored[i]!.isPadding ? rank : 0), 0);
  return (sum - (padding * (padding + 1)) / 2) / (padding * beats);
}

function figuresOf(own: Stratum): Record<MeasureName, Figure> {
  const {narratives, withParts, withPadding} = own;
  const needsNarratives = `no narrative is ${DEEP} levels deep`;
  const needsParts = narratives === 0 ? needsNarratives : "no narrative has parts, so its scenes are not known";
  const needsNumbers = narratives === 0 ? needsNarratives : "no text has a number";
  const needsPadding =
    withParts === 0
      ? needsParts
      : withPadding === 0
        ? "no narrative has padding"
        : "only one half of the set has padding and beats";
  const largest = own.sentences.largest();
  return {
    majority: shareFigure(
      majorityCounted(own.halves),
      narratives === 0 ? needsNarratives : "all narratives fall into one half of the set"
    ),
    last_scene: shareFigure(own.lastScene, needsParts),
    first_scene: shareFigure(own.firstScene, needsParts),
    root_operation: shareFigure(own.root, needsNarratives),
    largest_number: shareFigure(own.largest, needsNumbers),
    last_number: shareFigure(own.last, needsNumbers),
    number_leak: shareFigure(own.leak, needsNarratives),
    unstripped: shareFigure(own.unstripped, needsParts),
    stripped_by_expression: shareFigure(own.byExpression, needsParts),
    expression_gain: gainFigure(own.expressionGain, needsParts),
    stripped_by_ngrams: shareFigure(own.byNgrams, needsPadding),
    ngram_gain: gainFigure(own.ngramGain, needsPadding),
    ngram_auc: ratioFigure(own.auc, needsPadding),
    length_correlation: correlationFigure(
      own.lengths,
      own.answers,
      narratives === 0 ? needsNarratives : "all texts are equally long, or all answers the same"
    ),
    effective_operations: ratioFigure(own.effective, needsNarratives),
    chain_share: shareFigure(
      own.chain,
      narratives === 0 ? needsNarratives : `no narrative has ${BRANCHING} operations; fewer are always a chain`
    ),
    largest_sentence: largest
      ? {n: largest.sentences, value: largest.share, low: null, high: null, not_measured: null}
      : notMeasured(narratives === 0 ? needsNarratives : "there is no sentence"),
    repeated_sentences: ratioFigure(own.repeated, withPadding === 0 ? needsPadding : "no padding has a sentence"),
    distinct_4grams: ratioFigure(own.fourGrams, narratives === 0 ? needsNarratives : "no text has four words")
  };
}

const reported = (overall: Record<MeasureName, Figure>, deep: Record<MeasureName, Figure>): ShortcutReport["measures"] =>
  (Object.keys(MEASURES) as MeasureName[]).map(name => ({
    name,
    unit: MEASURES[name].unit,
    overall: overall[name],
    deep: deep[name]
  }));

// How varied the sentences of a set of stories are: the most frequent one, and how many runs of four words are not repeated.

/** Sentences that are counted at a time; the error of a share is at most 1 ÷ this. */
const COUNTERS = 10_000;
/** Longest sentence that is kept whole, characters. */
const MOST_KEPT = 200;

/** Counts sentences in bounded memory. */
interface FrequentSentences {
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

// Tells two kinds of sentences apart by their trigrams: a log-likelihood ratio of two language models, in memory that does not grow.

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
interface NgramFilter {
  learn(words: readonly string[], isPadding: boolean): void;
  /** Whether it has learnt of both kinds. */
  isTrained(): boolean;
  /** The logarithm of how much likelier the sentence is as padding than as part of a beat; 0 for no words known. */
  score(words: readonly string[]): number;
}

function ngramFilter(): NgramFilter {
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
