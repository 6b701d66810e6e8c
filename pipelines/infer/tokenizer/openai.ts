// OpenAI's two vocabularies and the framing of chat messages.
import type {RawBytePairRanks} from "gpt-tokenizer/BytePairEncodingCore";
import type {Message} from "../completion.js";
import type {Tokenizer} from "./types.js";

interface Api {
  encode(text: string, options: {disallowedSpecial: Set<string>}): number[];
}

/** Ids of `<|im_start|>`, `<|im_end|>` and `<|im_sep|>`. */
const CONTROLS = {
  cl100k: {start: 100264, end: 100265, separator: 100266},
  o200k: {start: 200264, end: 200265, separator: 200266}
} as const;
export type OpenaiName = keyof typeof CONTROLS;

/** The tokenizer of one of OpenAI's vocabularies. */
export async function openaiTokenizer(id: OpenaiName): Promise<Tokenizer> {
  const [api, ranks] =
    id === "cl100k"
      ? await Promise.all([import("gpt-tokenizer/encoding/cl100k_base"), import("gpt-tokenizer/bpeRanks/cl100k_base")])
      : await Promise.all([import("gpt-tokenizer/encoding/o200k_base"), import("gpt-tokenizer/bpeRanks/o200k_base")]);
  return withFraming(id, api as unknown as Api, ranks.default as RawBytePairRanks);
}

function withFraming(id: OpenaiName, api: Api, ranks: RawBytePairRanks): Tokenizer {
  const {start, end, separator} = CONTROLS[id];
  const nothing = new Set<string>(); // no literal is refused, and none is read as a control token
  const encode = (text: string) => api.encode(text, {disallowedSpecial: nothing});
  const head = (role: Message["role"]) => [start, ...encode(role), separator];
  const names = new Map<number, string>([
    [start, "<|im_start|>"],
    [end, "<|im_end|>"],
    [separator, "<|im_sep|>"]
  ]);
  const utf8 = new TextEncoder();
  return {
    id,
    size: ranks.length,
    encode,
    // OpenAI publishes no chat template; this is the framing (ChatML) with which its libraries count.
    chat: messages => [...messages.flatMap(({role, content}) => [...head(role), ...encode(content), end]), ...head("assistant")],
    bytes(token) {
      const value = names.get(token) ?? ranks[token];
      return typeof value === "string" ? utf8.encode(value) : value && Uint8Array.from(value);
    }
  };
}
