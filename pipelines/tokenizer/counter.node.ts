// Counts of tokens by the built-in vocabularies, for generators: loaded at once instead of awaited, so that questions stay pure functions.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join} from "node:path";
import type {RawBytePairRanks} from "gpt-tokenizer/BytePairEncodingCore";
import {vocabularyOf} from "./openai.js";
import {place} from "./tokenizer.node.js";
import type {BUNDLED} from "./types.js";
import {byteLevelEncoder, tokenizerJsonSchema} from "./vocabulary.js";

type BundledName = (typeof BUNDLED)[number];

const counters = new Map<BundledName, (text: string) => number>();

/** Counts the tokens of plain texts by a built-in vocabulary. It is loaded at first use, in about a tenth of a second. */
export function tokenCounter(name: BundledName): (text: string) => number {
  let counter = counters.get(name);
  if (!counter) counters.set(name, (counter = load(name)));
  return counter;
}

function load(name: BundledName): (text: string) => number {
  if (name === "o200k" || name === "cl100k") {
    const {default: ranks} = createRequire(import.meta.url)(`gpt-tokenizer/bpeRanks/${name}_base`) as {default: RawBytePairRanks};
    return vocabularyOf(name, ranks).count;
  }
  const json = tokenizerJsonSchema.parse(JSON.parse(readFileSync(join(place(name)!, "tokenizer.json"), "utf8")));
  const {encode} = byteLevelEncoder(json)!;
  return text => encode(text).length;
}
