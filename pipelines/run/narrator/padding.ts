// Padding that brings a story to its length: pieces that a model writes behind each beat, the last of them cut where a sentence ends.
import type {World} from "../../infer/narrating.js";
import {sentencesIn} from "../../studies/narratives/reading.js";
import {type AskPart, NarrationError, type Read} from "./askPart.js";

/** Words that a token stands for in English prose, by which models are told lengths. */
const WORDS_PER_TOKEN = 0.75;
/** Fewest words that a model is asked for. */
const LEAST_WORDS = 6;
/** Tokens that are not worth a request; behind the last beat fewer are, where the length asks for it. */
const LEAST_PIECE = 40;

/** The words that a model is asked for where there are so many tokens. */
export const wordsFor = (tokens: number): number => Math.max(LEAST_WORDS, Math.round(tokens * WORDS_PER_TOKEN));

export interface PaddingOptions {
  ask: AskPart;
  world: World;
  /** What each beat's padding continues, in the order of the story, with its operation. */
  beats: readonly {operation: number; text: string}[];
  /** Tokens of all padding together, and how far they may be missed. */
  wanted: number;
  tolerance: number;
  /** Tokens of a part, with the blank line before it. */
  cost: (text: string) => number;
  /** What is wrong with a piece. */
  problems: (text: string) => string[];
  settings: {padding_tokens: number; padding_context: number; max_padding_pieces?: number | undefined};
  /** Pieces that stand behind the beats already. */
  told?: string[][];
}

/**
 * Pieces of padding behind each beat; the tokens are spread over the beats evenly. Only the piece that would make the story too long is
 * cut. Rejects with NarrationError where the model writes too little.
 */
export async function padStory({ask, world, beats, wanted, tolerance, cost, problems, settings, told}: PaddingOptions): Promise<{
  pieces: string[][];
  tokens: number;
}> {
  const pieces = told ?? beats.map(() => []);
  const start = told ? beats.length - 1 : 0;
  let tokens = 0;
  for (let beat = start; beat < beats.length; beat++) {
    const own = pieces[beat]!;
    const had = own.length;
    const isLast = beat === beats.length - 1;
    const aim = isLast ? wanted : (wanted * (beat + 1)) / beats.length;
    const enough = isLast ? Math.min(tolerance, LEAST_PIECE) : LEAST_PIECE;
    const most = settings.max_padding_pieces ?? 2 + 3 * Math.ceil(Math.max(0, aim - tokens) / settings.padding_tokens);
    const {operation, text} = beats[beat]!;
    for (let piece = own.length; aim - tokens > enough; piece++) {
      const left = wanted - tokens;
      if (piece - had >= most)
        throw new NarrationError(
          `padding of operation ${operation}: ${most} pieces are ${Math.round(aim - tokens)} tokens too short; raise max_padding_pieces`
        );
      const before = [text, ...own].join("\n\n").slice(-settings.padding_context || Number.POSITIVE_INFINITY);
      const words = wordsFor(Math.min(settings.padding_tokens, aim - tokens));
      const next = await ask(
        {part: "padding", world, words, before},
        {operation, piece, read: text => fitting(text, {left, tolerance, cost, faults: problems(text)})}
      );
      own.push(next);
      tokens += cost(next);
    }
  }
  return {pieces, tokens};
}

/** The piece as it is, or cut at the end of the sentence that brings the story nearest to its length. */
function fitting(
  text: string,
  {left, tolerance, cost, faults}: {left: number; tolerance: number; cost: (text: string) => number; faults: string[]}
): Read<string> {
  if (faults.length > 0) return {faults};
  if (cost(text) <= left + tolerance) return {value: text};
  let best: string | undefined;
  let miss = Number.POSITIVE_INFINITY;
  for (const {end} of sentencesIn(text, {start: 0, end: text.length})) {
    const cut = text.slice(0, end);
    const over = cost(cut) - left;
    if (over > tolerance) break;
    if (Math.abs(over) < miss) [best, miss] = [cut, Math.abs(over)];
  }
  return best === undefined
    ? {faults: [`Its first sentence is longer than the ${wordsFor(left)} words that are left; write a short one.`]}
    : {value: best};
}
