// Schema of the block `spectrum` of a book.
import {z} from "zod";

/** Most characters of a question (about 32,000 tokens). */
const LONGEST_QUESTION = 2 ** 17;

export const spectrumSchema = z
  .strictObject({
    suites: z
      .array(z.string())
      .default([])
      .describe("paths of suites below data/ whose points are looked at beside the book's own"),
    tests: z.int().min(1).max(10_000).default(128).describe("tests of each point"),
    tokenizers: z
      .array(z.string())
      .default([])
      .describe("tokenizers beside the models' own and o200k, cl100k, llama3 and qwen3; named as in model files"),
    longest: z
      .int()
      .min(1)
      .max(LONGEST_QUESTION)
      .default(LONGEST_QUESTION)
      .describe("characters of a question; points with a longer one are left out, since all spectra share one frame"),
    window: z.enum(["none", "hann"]).default("none").describe("window that a prompt's tokens are weighted with")
  })
  .describe("what the spectrum study looks at; no model is asked for it");
export type Spectrum = z.infer<typeof spectrumSchema>;
