// Result of the test of contamination by performance, a row for each model.
import {z} from "zod";

const nullable = z.number().nullable();

export const performanceRowSchema = z.object({
  model: z.string(),
  items: z.int().describe("items of the set that the model answered"),
  reference_items: z.int().describe("items of the reference set that it answered"),
  score: nullable.describe("mean score on the set, 0–1; null without answers"),
  reference_score: nullable.describe("mean score on the reference set"),
  others: z.int().describe("other models, to which the prediction is fitted"),
  expected: nullable.describe("score on the set that the reference score predicts; null where nothing can be predicted"),
  effect: nullable.describe("score − expected; 0.01 is a percentage point"),
  low: nullable.describe("lower end of its 95 % interval"),
  high: nullable.describe("upper end"),
  p: nullable.describe("one-sided p-value of no effect"),
  q: nullable.describe("the same adjusted over models (Benjamini–Hochberg)"),
  inflated: z
    .boolean()
    .nullable()
    .describe("whether q is at most 0.05: the score does not carry over to the reference set; null without a test"),
  why: z.string().describe("reason for a missing test; empty where there is one")
});
export type PerformanceRow = z.infer<typeof performanceRowSchema>;
