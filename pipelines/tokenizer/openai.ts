// OpenAI's vocabularies, and the framing of chat messages with the two that chat models use. Pages load it too.
import {BytePairEncodingCore, type RawBytePairRanks} from "gpt-tokenizer/BytePairEncodingCore";
import {CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX, R50K_TOKEN_SPLIT_REGEX} from "gpt-tokenizer/encodingParams/constants";
import type {ChatMessage, Tokenizer} from "./types.js";
import type {TextEncoder as Encoder} from "./vocabulary.js";

/** Loads each vocabulary's tokens by id when it is asked for: half a megabyte to two. */
const RANKS = {
  o200k: {load: () => import("gpt-tokenizer/bpeRanks/o200k_base"), split: O200K_TOKEN_SPLIT_REGEX},
  cl100k: {load: () => import("gpt-tokenizer/bpeRanks/cl100k_base"), split: CL100K_TOKEN_SPLIT_REGEX},
  p50k: {load: () => import("gpt-tokenizer/bpeRanks/p50k_base"), split: R50K_TOKEN_SPLIT_REGEX},
  r50k: {load: () => import("gpt-tokenizer/bpeRanks/r50k_base"), split: R50K_TOKEN_SPLIT_REGEX}
};
export type VocabularyName = keyof typeof RANKS;
export interface Vocabulary extends Encoder {
  /** Number of ids, control tokens not counted. */
  size: number;
  /** How many tokens `encode` would give, in less time: texts repeat their words. */
  count(text: string): number;
}

/** One of OpenAI's vocabularies for plain text: no literal is refused, and none is read as a control token. */
export const vocabulary = async (name: VocabularyName): Promise<Vocabulary> =>
  vocabularyOf(name, (await RANKS[name].load()).default as RawBytePairRanks);

/** Pieces whose counts are kept; beyond them all are dropped, so that memory stays bounded. */
const MAX_COUNTED = 100_000;
/** Longer pieces are counted each time. */
const MAX_COUNTED_LENGTH = 64;

/** A copy of a text: V8 keeps the whole text of which a piece of 13 characters or more is a part. */
const copied = (piece: string): string => Array.from(piece).join("");

/** The same of tokens by id that are at hand. */
export function vocabularyOf(name: VocabularyName, ranks: RawBytePairRanks): Vocabulary {
  const {split} = RANKS[name];
  const core = new BytePairEncodingCore({bytePairRankDecoder: ranks, tokenSplitRegex: split});
  const utf8 = new TextEncoder();
  const counted = new Map<string, number>();
  return {
    size: ranks.length,
    encode: text => core.encodeNative(text),
    count(text) {
      let tokens = 0;
      for (const piece of text.match(split) ?? []) {
        let here = counted.get(piece);
        if (here === undefined) {
          here = core.encodeNative(piece).length;
          if (counted.size >= MAX_COUNTED) counted.clear();
          if (piece.length <= MAX_COUNTED_LENGTH) counted.set(copied(piece), here);
        }
        tokens += here;
      }
      return tokens;
    },
    bytes(token) {
      const value = ranks[token];
      return typeof value === "string" ? utf8.encode(value) : value && Uint8Array.from(value);
    }
  };
}

/** Ids of `<|im_start|>`, `<|im_end|>` and `<|im_sep|>`. */
const CONTROLS = {
  cl100k: {start: 100264, end: 100265, separator: 100266},
  o200k: {start: 200264, end: 200265, separator: 200266}
} as const;
export type OpenaiName = keyof typeof CONTROLS;

/** The tokenizer of one of OpenAI's chat vocabularies. */
export async function openaiTokenizer(id: OpenaiName): Promise<Tokenizer> {
  const {size, encode, bytes} = await vocabulary(id);
  const {start, end, separator} = CONTROLS[id];
  const head = (role: ChatMessage["role"]) => [start, ...encode(role), separator];
  const names = new Map<number, string>([
    [start, "<|im_start|>"],
    [end, "<|im_end|>"],
    [separator, "<|im_sep|>"]
  ]);
  const utf8 = new TextEncoder();
  return {
    id,
    size,
    encode,
    // OpenAI publishes no chat template; this is the framing (ChatML) with which its libraries count.
    chat: messages => [...messages.flatMap(({role, content}) => [...head(role), ...encode(content), end]), ...head("assistant")],
    bytes(token) {
      const name = names.get(token);
      return name === undefined ? bytes(token) : utf8.encode(name);
    }
  };
}
