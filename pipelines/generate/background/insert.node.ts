// Puts sentences that matter among the passages of a background, so that a question has a given length.

import {z} from "zod";
import {TEXT_ID} from "../../book/ownTexts.js";
import {plural} from "../../book/plural.js";
import {didYouMean} from "../../rows/nearest.js";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {BUNDLED} from "../../tokenizer/types.js";
import {integerParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {nearestTo, passagesFor, tokensOf} from "./passages.js";
import {BACKGROUNDS, backgroundOf, isBackground, ownPassages} from "./sources.node.js";

/** Parameters of a question in a background. Points that differ in these alone ask the same. */
export const backgroundFields = {
  context_tokens: integerParam(0, 10_000_000, 0, "tokens of the whole question, within 2 %; 0 = without a background"),
  depth: z
    .union([z.literal("spread"), z.number().min(0).max(1)])
    .default("spread")
    .describe(
      "where the sentences stand that the answer rests on, 0 = at the beginning of the text, 1 = at its end; spread = at random, like all others"
    ),
  background: z
    .string()
    .superRefine((name, context) => {
      if (isBackground(name)) return;
      const message = TEXT_ID.test(name)
        ? `the text ${name} is not at hand; name its file in a suite of the book`
        : `no background ${JSON.stringify(name)}${didYouMean(name, BACKGROUNDS) || `; there are ${BACKGROUNDS.join(", ")}, and text files such as ./name.txt`}`;
      refuse(context, message);
    })
    .default("stories")
    .describe(
      "stories = told by the narrator of verbose-listops, without end; king-james = a translation of the Bible, 1769; or text files of your own, below data/: backgrounds/walden.txt, backgrounds/*.txt (in points: text- and the beginning of their SHA-256)"
    ),
  tokenizer: z.enum(BUNDLED).default("o200k").describe("the tokenizer that lengths are measured with")
};
export const BACKGROUND_FIELDS = Object.keys(backgroundFields);

export const placedSchema = z.object(backgroundFields);
/** Where a question's text goes, and how long the whole is. */
export type Placed = z.infer<typeof placedSchema>;

/** Tokens in which instructions fit certainly. */
const INSTRUCTIONS = 260;

/**
 * Why a question with so many sentences cannot have this length; undefined where it can.
 * @param each tokens in which one of the sentences fits certainly
 */
export function refusedLength(
  {context_tokens, background, tokenizer}: Placed,
  {sentences, each, what}: {sentences: number; each: number; what: string}
): string | undefined {
  if (context_tokens === 0) return undefined;
  const least = INSTRUCTIONS + sentences * each;
  if (context_tokens < least)
    return `context_tokens ${context_tokens} may be too few for ${sentences} ${what}; give ${least} or more, or 0 for no background`;
  if (background === "stories") return undefined;
  const most = tokensOf(backgroundOf(background, {tokens: context_tokens, tokenizer}));
  if (context_tokens <= most) return undefined;
  const {name, left} = TEXT_ID.test(background) ? ownPassages(background) : {name: background, left: 0};
  const without = left > 0 ? `, ${plural(left, "passage")} with words of questions left out` : "";
  return `the background ${name} has ${most} tokens by ${tokenizer}${without}; give fewer, or background: stories`;
}

/**
 * Sentences in their order among passages of a background, separated by blanks.
 * @param supporting numbers of the sentences that the answer rests on, ascending
 * @param outside all else that the question says
 * @param paragraphs whether each sentence is a paragraph of its own
 */
export function amongPassages(
  sentences: readonly string[],
  {
    supporting,
    outside,
    random,
    placed,
    paragraphs = false
  }: {supporting: readonly number[]; outside: string; random: Random; placed: Placed; paragraphs?: boolean}
): string {
  const {context_tokens, background: name, depth, tokenizer} = placed;
  const between = paragraphs ? "\n\n" : " ";
  if (context_tokens === 0) return sentences.join(between);
  const count = tokenCounter(tokenizer);
  const wanted = context_tokens - count(`${outside}${sentences.join(between)}`);
  const background = passagesFor(backgroundOf(name, {tokens: wanted, tokenizer}), wanted);
  const {passages} = background;
  const [first, last] = [supporting[0]!, supporting.at(-1)!];
  const tokensOfSentences = (from: number, to: number) => count(sentences.slice(from, to).join(between));
  const placeAt = (depth: number) => {
    const tokensBefore = tokensOfSentences(0, first);
    const total = tokensBefore + tokensOf(background) + tokensOfSentences(last + 1, sentences.length);
    return nearestTo(background, depth * total - tokensBefore);
  };
  const places =
    depth === "spread"
      ? ascending(sentences.length, {from: 0, to: passages.length, random})
      : placesAround(placeAt(depth), {count: sentences.length, first, last, size: passages.length, random});
  const pieces: string[] = [];
  let written = 0;
  const passagesUpTo = (place: number) => {
    if (place > written) pieces.push(passages.slice(written, place).join(" "));
    written = place;
  };
  for (const [i, place] of places.entries()) {
    passagesUpTo(place);
    pieces.push(sentences[i]!);
  }
  passagesUpTo(passages.length);
  return pieces.join(between);
}

const ascending = (count: number, {from, to, random}: {from: number; to: number; random: Random}): number[] =>
  Array.from({length: count}, () => random.integer(from, to)).sort((a, b) => a - b);

/** The passage that follows each sentence: supporting ones, from `first` to `last`, share a place, and the others stay on their side of it. */
function placesAround(
  place: number,
  {count, first, last, size, random}: {count: number; first: number; last: number; size: number; random: Random}
): number[] {
  return [
    ...ascending(first, {from: 0, to: place, random}),
    ...Array.from({length: last - first + 1}, () => place),
    ...ascending(count - 1 - last, {from: place, to: size, random})
  ];
}
