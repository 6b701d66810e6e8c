// Columns of the tables of the study of token-frequency spectra. docs/reference.md is generated from them.
import {column, complexity, type Table} from "../../store/columns.js";

export const spectrumTables = {
  spectra: {
    description:
      "one row per point and tokenizer: spectra of its tests' token ids, as lists over the frequencies k/frame, k = 0 … frame/2",
    columns: {
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      tokenizer: column("key", "vocabulary and chat template"),
      frame: column("integer", "length of the transform, tokens: one for all"),
      n: column("integer", "tests"),
      mean: column("series", "mean of |X|/N, the mean of the ids removed"),
      sd: column("series", "standard deviation of the same over tests (ddof 0)"),
      raw: column("series", "mean of |X|/N, the mean of the ids left in"),
      raw_sd: column("series", "standard deviation of the same over tests (ddof 0)"),
      shuffled: column("series", "mean of |X|/N of the same ids in random order"),
      permuted: column("series", "mean of |X|/N of the same text under a permuted vocabulary")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"],
    rowGroup: 64
  },
  spectrum_features: {
    description: "one row per point and tokenizer: what its tests' spectra say in numbers, as means over tests",
    columns: {
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      tiers: column("texts", "difficulty tiers"),
      tokenizer: column("key", "vocabulary and chat template"),
      frame: column("integer", "length of the transform, tokens"),
      n: column("integer", "tests"),
      tokens: column("double", "prompt tokens, the chat template's included"),
      tokens_sd: column("double", "its standard deviation over tests (ddof 0)"),
      tokens_min: column("integer", "shortest prompt, tokens"),
      tokens_max: column("integer", "longest prompt, tokens"),
      tokens_per_character: column("double", "prompt tokens ÷ characters of the question"),
      tokens_per_character_sd: column("double", "its standard deviation over tests (ddof 0)"),
      compression: column("double", "gzipped ÷ all bytes of the question"),
      compression_sd: column("double", "its standard deviation over tests (ddof 0)"),
      bandwidth50: column("double", "frequency below which half of the energy beyond frequency 0 lies, cycles per token"),
      bandwidth50_sd: column("double", "its standard deviation over tests (ddof 0)"),
      bandwidth90: column("double", "the same for 90 % of the energy"),
      bandwidth90_sd: column("double", "its standard deviation over tests (ddof 0)"),
      centroid: column("double", "mean frequency weighted by energy, cycles per token"),
      centroid_sd: column("double", "its standard deviation over tests (ddof 0)"),
      entropy: column("double", "entropy of the energy over frequencies: 0 a single tone, 1 flat"),
      entropy_sd: column("double", "its standard deviation over tests (ddof 0)"),
      gain: column("double", "standard deviation of the token ids"),
      gain_sd: column("double", "its standard deviation over tests (ddof 0)"),
      shuffled_bandwidth90: column("double", "bandwidth90 of the same ids in random order"),
      shuffled_bandwidth90_sd: column("double", "its standard deviation over tests (ddof 0)"),
      peak_periods: column("series", "periods of the highest peaks of the mean spectrum, tokens"),
      peak_prominences: column("series", "their heights ÷ the median around them")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"]
  },
  token_examples: {
    description: "one row per point and tokenizer: its first test as the tokenizer cuts it, chat template included",
    columns: {
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      tokenizer: column("key", "vocabulary and chat template"),
      item_id: column("text", "identity of the test"),
      tokens: column("texts", "its tokens in order; a part of a character as <0x…>")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"]
  }
} satisfies Record<string, Table>;
