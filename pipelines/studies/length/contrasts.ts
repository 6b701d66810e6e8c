// Paired contrasts of questions that ask the same: what a length costs beside the shortest, and the middle of a text beside both its ends.
import {MOST_GUESS} from "../../score/formula.js";
import {CORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {mcnemar} from "../../stats/mcnemar.js";
import {mean} from "../../stats/mean.js";
import {pairedEstimate} from "../../stats/paired.js";
import {thirdOf} from "./axis.js";

/** A first answer to a test. */
export interface PairedAnswer {
  /** Shared by tests that ask the same. */
  pair: string;
  length: number;
  depth: number | null;
  status: Status;
  guess: number;
}

/** What is compared: the shortest questions with longer ones, or both ends of a text with its middle third. */
export const CONTRASTS = ["loss", "middle"] as const;

export interface Contrast {
  contrast: (typeof CONTRASTS)[number];
  /** Tokens; null = the mean of all lengths. */
  length: number | null;
  /** The depth of which the loss is; null = the mean of all positions, and of the contrast with the middle. */
  depth: number | null;
  /** Pairs that have finished answers on both sides. */
  n: number;
  /** Right answers at the shortest length, or at both ends, minus those at this length, or in the middle, above guessing. */
  value: number;
  low: number | null;
  high: number | null;
  p: number | null;
  /** Pairs that only the first or only the second side got right, and McNemar's tests; null where a side has several answers to a pair. */
  only_first: number | null;
  only_second: number | null;
  exact: number | null;
  mid: number | null;
}

type Answers = readonly PairedAnswer[];

/** All contrasts of one series of one evaluation. Truncated answers are left out; a pair that lacks a side is, too. */
export function contrastsOf(answers: Answers): Contrast[] {
  const pairs = byPair(answers.filter(({status}) => status !== TRUNCATED));
  const lengths = [...new Set(answers.map(({length}) => length))].sort((a, b) => a - b);
  return [...losses(pairs, answers, lengths), ...middles(pairs, lengths)];
}

function byPair(answers: Answers): PairedAnswer[][] {
  const pairs = new Map<string, PairedAnswer[]>();
  for (const answer of answers) {
    const own = pairs.get(answer.pair);
    if (own) own.push(answer);
    else pairs.set(answer.pair, [answer]);
  }
  return [...pairs.values()];
}

function* losses(pairs: readonly Answers[], answers: Answers, [shortest, ...longer]: readonly number[]): Generator<Contrast> {
  const short = (own: Answers) => own.filter(({length}) => length === shortest);
  for (const length of longer) {
    const depths = [...new Set(answers.filter(each => each.length === length).map(({depth}) => depth))].sort(
      (a, b) => (a ?? -1) - (b ?? -1)
    );
    const at = {contrast: "loss", length} as const;
    yield* compared(
      {...at, depth: null},
      pairs.map(own => [short(own), own.filter(each => each.length === length)])
    );
    if (depths.length > 1)
      for (const depth of depths)
        if (depth !== null)
          yield* compared(
            {...at, depth},
            pairs.map(own => [alike(short(own), depth), own.filter(each => each.length === length && each.depth === depth)])
          );
  }
}

/** Of the shortest questions those with this depth; all where they have none. */
function alike(short: Answers, depth: number): Answers {
  const own = short.filter(each => each.depth === depth);
  return own.length > 0 ? own : short.filter(each => each.depth === null);
}

function* middles(pairs: readonly Answers[], lengths: readonly number[]): Generator<Contrast> {
  const sidesAt = (own: Answers, length: number): Sides => {
    const at = own.filter(each => each.length === length);
    return [
      at.filter(({depth}) => ["beginning", "end"].includes(thirdOf(depth))),
      at.filter(({depth}) => thirdOf(depth) === "middle")
    ];
  };
  const found = lengths.filter(length => pairs.some(own => isWhole(sidesAt(own, length))));
  for (const length of found)
    yield* compared(
      {contrast: "middle", length, depth: null},
      pairs.map(own => sidesAt(own, length))
    );
  if (found.length < 2) return;
  // A pair's difference over all lengths is the mean of those at each, so that a length with one side only does not count as a position.
  const both = pairs.map(own => found.map(length => sidesAt(own, length)).filter(isWhole)).filter(own => own.length > 0);
  const differences = both.map(own => ({gain: mean(own.map(gainOf)), room: mean(own.map(roomOf))}));
  yield {contrast: "middle", length: null, depth: null, ...pairedEstimate(differences), ...UNTESTED};
}

/** A pair's answers on the first and on the second side. */
type Sides = [Answers, Answers];

const isWhole = ([first, second]: Sides): boolean => first.length > 0 && second.length > 0;
const rightOf = (side: Answers): number => mean(side.map(({status}) => (status === CORRECT ? 1 : 0)));
const gainOf = ([first, second]: Sides): number => rightOf(first) - rightOf(second);
const roomOf = ([first, second]: Sides): number => 1 - Math.min(MOST_GUESS, mean([...first, ...second].map(({guess}) => guess)));
const UNTESTED = {only_first: null, only_second: null, exact: null, mid: null};

/** The contrast over the pairs that have both sides; nothing without any. */
function* compared(what: Pick<Contrast, "contrast" | "length" | "depth">, pairs: readonly Sides[]): Generator<Contrast> {
  const whole = pairs.filter(isWhole);
  if (whole.length === 0) return;
  const single = whole.every(([first, second]) => first.length === 1 && second.length === 1);
  const gains = whole.map(gainOf);
  const [wins, lost] = [gains.filter(gain => gain > 0).length, gains.filter(gain => gain < 0).length];
  yield {
    ...what,
    ...pairedEstimate(whole.map((sides, i) => ({gain: gains[i]!, room: roomOf(sides)}))),
    ...(single ? {only_first: wins, only_second: lost, ...mcnemar(wins, lost)} : UNTESTED)
  };
}
