// The fields of a model's file that say how it is asked in batches. Pure and browser-safe.
import {z} from "zod";

export const BATCHES = ["openai", "anthropic"] as const;

export const batchFields = {
  batch: z
    .enum(BATCHES)
    .optional()
    .describe(
      "batch interface of the endpoint, which `--batch` uses: openai = files and batches, anthropic = message batches (docs/batches.md)"
    ),
  batch_price: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("share of the list price that a request in a batch costs; 0.5 if absent")
};
