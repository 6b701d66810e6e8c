// Columns of the tables of the study of token-frequency spectra. docs/reference.md is generated from them.
import {bigint, complexity, double, integer, key, series, type Table, text, texts} from "../../store/columns.js";

export const spectrumTables = {
  spectra: {
    description:
      "one row per point and tokenizer: spectra of its tests' token ids, as lists over the frequencies k/frame, k = 0 … frame/2",
    columns: {
      ...complexity,
      generator_version: integer("version of the task's generator"),
      seed: bigint("global seed"),
      tokenizer: key("vocabulary and chat template"),
      frame: integer("length of the transform, tokens: one for all"),
      n: integer("tests"),
      mean: series("mean of |X|/N, the mean of the ids removed"),
      sd: series("standard deviation of the same over tests (ddof 0)"),
      raw: series("mean of |X|/N, the mean of the ids left in"),
      raw_sd: series("standard deviation of the same over tests (ddof 0)"),
      shuffled: series("mean of |X|/N of the same ids in random order"),
      permuted: series("mean of |X|/N of the same text under a permuted vocabulary")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"],
    rowGroup: 64
  },
  spectrum_features: {
    description: "one row per point and tokenizer: what its tests' spectra say in numbers, as means over tests",
    columns: {
      ...complexity,
      generator_version: integer("version of the task's generator"),
      seed: bigint("global seed"),
      tiers: texts("difficulty tiers"),
      tokenizer: key("vocabulary and chat template"),
      frame: integer("length of the transform, tokens"),
      n: integer("tests"),
      tokens: double("prompt tokens, the chat template's included"),
      tokens_sd: double("its standard deviation over tests (ddof 0)"),
      tokens_min: integer("shortest prompt, tokens"),
      tokens_max: integer("longest prompt, tokens"),
      tokens_per_character: double("prompt tokens ÷ characters of the question"),
      tokens_per_character_sd: double("its standard deviation over tests (ddof 0)"),
      compression: double("gzipped ÷ all bytes of the question"),
      compression_sd: double("its standard deviation over tests (ddof 0)"),
      bandwidth50: double("frequency below which half of the energy beyond frequency 0 lies, cycles per token"),
      bandwidth50_sd: double("its standard deviation over tests (ddof 0)"),
      bandwidth90: double("the same for 90 % of the energy"),
      bandwidth90_sd: double("its standard deviation over tests (ddof 0)"),
      centroid: double("mean frequency weighted by energy, cycles per token"),
      centroid_sd: double("its standard deviation over tests (ddof 0)"),
      entropy: double("entropy of the energy over frequencies: 0 a single tone, 1 flat"),
      entropy_sd: double("its standard deviation over tests (ddof 0)"),
      gain: double("standard deviation of the token ids"),
      gain_sd: double("its standard deviation over tests (ddof 0)"),
      shuffled_bandwidth90: double("bandwidth90 of the same ids in random order"),
      shuffled_bandwidth90_sd: double("its standard deviation over tests (ddof 0)"),
      peak_periods: series("periods of the highest peaks of the mean spectrum, tokens"),
      peak_prominences: series("their heights ÷ the median around them")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"]
  },
  token_examples: {
    description: "one row per point and tokenizer: its first test as the tokenizer cuts it, chat template included",
    columns: {
      ...complexity,
      generator_version: integer("version of the task's generator"),
      seed: bigint("global seed"),
      tokenizer: key("vocabulary and chat template"),
      item_id: text("identity of the test"),
      tokens: texts("its tokens in order; a part of a character as <0x…>")
    },
    order: ["base_task", "params", "generator_version", "seed", "tokenizer"]
  }
} satisfies Record<string, Table>;
