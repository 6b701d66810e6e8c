// Background texts: passages in their order, counted once, of which a question takes as many tokens as it needs.
import type {TokenCounter} from "../narratives/grammar/compile.js";

/** A text cut into passages that may stand apart. */
export interface Background {
  passages: string[];
  /** Tokens of all passages up to and with each, a blank before each included. */
  upTo: number[];
}

/** Words of a text in lower case. */
const WORD = /\p{L}+(?:['’]\p{L}+)?/gu;

/** The passages that hold none of these words, whatever their case. */
export const withoutWords = (passages: Iterable<string>, words: ReadonlySet<string>): string[] =>
  [...passages].filter(passage => !(passage.toLowerCase().match(WORD) ?? []).some(word => words.has(word)));

/** Adds passages at the end of a background. */
export function append(background: Background, passages: readonly string[], count: TokenCounter): void {
  let sum = tokensOf(background);
  for (const passage of passages) {
    sum += count(` ${passage}`);
    background.passages.push(passage);
    background.upTo.push(sum);
  }
}

/** Tokens of a whole background. */
export const tokensOf = ({upTo}: Background): number => upTo.at(-1) ?? 0;

/** How many passages are looked at for the one that fills the rest. */
const LOOKED_AT = 64;

/** How many of the first passages have this many tokens or fewer, together. */
function fitting(upTo: readonly number[], tokens: number): number {
  let [low, high] = [0, upTo.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upTo[middle]! <= tokens) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the first passages come nearest to this many tokens, together. */
export function nearestTo({upTo}: Background, tokens: number): number {
  const fit = fitting(upTo, tokens);
  return fit < upTo.length && upTo[fit]! - tokens < tokens - (upTo[fit - 1] ?? 0) ? fit + 1 : fit;
}

/**
 * The first passages of a background, and one of the next few, so that their tokens come near to a length. Throws a RangeError
 * where the background is too short.
 */
export function passagesFor(background: Background, tokens: number): Background {
  const {passages, upTo} = background;
  if (tokens > tokensOf(background)) throw new RangeError(`the background has ${tokensOf(background)} tokens, not ${tokens}`);
  const fit = fitting(upTo, tokens);
  const chosen: Background = {passages: passages.slice(0, fit), upTo: upTo.slice(0, fit)};
  const sum = tokensOf(chosen);
  let [best, missed] = [-1, tokens - sum];
  for (let i = fit; i < Math.min(upTo.length, fit + LOOKED_AT); i++) {
    const misses = Math.abs(tokens - sum - (upTo[i]! - (upTo[i - 1] ?? 0)));
    if (misses < missed) [best, missed] = [i, misses];
  }
  if (best >= 0) {
    chosen.passages.push(passages[best]!);
    chosen.upTo.push(sum + upTo[best]! - (upTo[best - 1] ?? 0));
  }
  return chosen;
}
