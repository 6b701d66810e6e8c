// The task of the worker that reads a typed text: its tokens and its spectrum under one vocabulary.

import {permutationOf} from "../../pipelines/studies/spectrum/point.js";
import {type TextSpectrum, textSpectrum, tokenText} from "../../pipelines/studies/spectrum/text.js";
import {type VocabularyName, vocabulary} from "../../pipelines/tokenizer/openai.js";

/** Most tokens that are shown one by one: a page of ten thousand coloured spans still scrolls. */
const MOST_SHOWN = 2_000;

export interface ReadText {
  tokenizer: VocabularyName;
  /** Number of tokens, and the first of them as text. */
  count: number;
  tokens: string[];
  /** Null for fewer than two different tokens. */
  spectrum: TextSpectrum | null;
}

const loaded = new Map<VocabularyName, ReturnType<typeof load>>();
async function load(name: VocabularyName) {
  const words = await vocabulary(name);
  return {...words, permutation: permutationOf(name, words.size)};
}

export const tasks = {
  async read({text, tokenizer}: {text: string; tokenizer: VocabularyName}): Promise<ReadText> {
    if (!loaded.has(tokenizer)) loaded.set(tokenizer, load(tokenizer));
    const {encode, bytes, permutation} = await loaded.get(tokenizer)!;
    const ids = Int32Array.from(encode(text));
    const tokens = Array.from(ids.subarray(0, MOST_SHOWN), id => tokenText(bytes(id)));
    return {tokenizer, count: ids.length, tokens, spectrum: textSpectrum(ids, permutation)};
  }
};
export type TextTasks = typeof tasks;
