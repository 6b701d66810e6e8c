// Schemas of the JSON that `irt dif`, `check`, `compare` and `variance` print with --json; infinite or undefined numbers are null.
import {z} from "zod";
import type {Link} from "./estimate/link.js";
import {STRUCTURES} from "./estimate/multidimensional/structure.js";
import type {FitFile} from "./fitFile.js";
import {COMPONENTS, FACETS} from "./variance/components.js";
import {PROMPT_COMPONENTS} from "./variance/prompts.js";

const number = (text: string) => z.number().nullable().describe(text);
const integer = (text: string) => z.int().describe(text);
const adjusted = number("p among all that were tested (Benjamini & Hochberg 1995)");

const mantelHaenszelSchema = z.strictObject({
  item: z.string().describe("name of the item"),
  n: integer("models that answered it and are in a stratum with both groups"),
  delta: number(
    "−2.35 ln of the common odds ratio: below 0 the item is harder for the group; null where the odds are infinite, and low and high say which way"
  ),
  low: number("lower end of its 95 % interval; null where it has none"),
  high: number("upper end; null where it has none"),
  p: number("chance of a difference as large, by Mantel & Haenszel's test"),
  adjusted,
  ets: z.enum(["A", "B", "C"]).describe("size: A negligible, B slight to moderate, C moderate to large")
});
const likelihoodRatioSchema = z.strictObject({
  item: z.string().describe("name of the item"),
  g2: number("twice the gain in log-likelihood where the item has parameters of its own in each group"),
  df: integer("degrees of freedom"),
  p: number("chance of a gain as large"),
  adjusted,
  converged: z.boolean().describe("both fits have converged")
});
export const differencesSchema = z.strictObject({
  method: z.enum(["mantel-haenszel", "likelihood-ratio"]).describe("as asked"),
  focal: integer("models of the group"),
  others: integer("models outside the group"),
  items: integer("items of the file; those that are not in rows could not be tested"),
  rows: z
    .array(z.union([mantelHaenszelSchema, likelihoodRatioSchema]))
    .describe("items, surest first; fields as the method has them")
});
export type Differences = z.infer<typeof differencesSchema>;

export const checkSchema = z.strictObject({
  model: z.enum(["rasch", "2pl"]).describe("what was fitted"),
  m2: z
    .strictObject({
      m2: number("M2 (Maydeu-Olivares & Joe 2005)"),
      df: integer("degrees of freedom"),
      p: number("chance of a larger one under the model"),
      rmsea: number("root mean square error of approximation"),
      low: number("lower end of its 90 % interval"),
      high: number("upper end"),
      n: integer("models who answered every item")
    })
    .nullable()
    .describe("null where it is not made"),
  m2_text: z.string().describe("the same in words, or why it is not made"),
  pairs: integer("pairs of items that were compared"),
  sure: integer("of these, significantly dependent pairs at 5 % (Benjamini & Hochberg 1995)"),
  mean_q3: number("mean of Q3 over the pairs"),
  converged: z.boolean().describe("the fit that Q3 rests on has converged"),
  q3: z
    .array(
      z.strictObject({
        item: z.string().describe("name of an item"),
        other: z.string().describe("name of the other"),
        n: integer("models that answered both"),
        q3: number("correlation of residuals"),
        expected: number("what it would be on average under the model"),
        p: number("chance of a correlation that far from it"),
        adjusted
      })
    )
    .describe("the pairs furthest from what is expected"),
  similarity: z
    .strictObject({
      compared: integer("pairs of models that were compared"),
      alike: integer("of these, pairs that answer alike beyond ability and difficulty (5 % false discovery rate)"),
      effective: number("number of independent models that they amount to"),
      copies: z.array(z.array(z.string())).describe("groups of models that count as copies of one model"),
      pairs: z
        .array(
          z.strictObject({
            model: z.string().describe("name of a model"),
            other: z.string().describe("name of the other"),
            n: integer("items that both answered"),
            r: number("correlation of their residuals"),
            low: number("lower end of its 95 % interval"),
            high: number("upper end"),
            adjusted
          })
        )
        .describe("the pairs that answer most alike")
    })
    .describe("models that answer alike")
});
export type Checked = z.infer<typeof checkSchema>;

export const comparisonSchema = z.strictObject({
  models: integer("models of the matrix"),
  items: integer("items of the matrix"),
  tasks: integer("tasks that the items are of"),
  unseen: integer("answers that were predicted"),
  structures: z
    .array(
      z.strictObject({
        structure: z.enum(STRUCTURES).describe("one ability, testlet, bifactor or two abilities"),
        mean: number("mean natural log-probability of an unseen answer"),
        behind: number("that minus the best one's"),
        low: number("lower end of its 95 % interval over models"),
        high: number("upper end")
      })
    )
    .describe("best first"),
  note: z.string().nullable().describe("why there are no standard errors under the testlet model; null where there are"),
  abilities: z
    .array(
      z.strictObject({
        id: z.string().describe("name of the model"),
        one_eap: number("general ability under one ability"),
        one_se: number("its standard error, items taken as known"),
        testlet_eap: number("general ability under the testlet model"),
        testlet_se: number("its standard error, items taken as known")
      })
    )
    .describe("empty where note says why"),
  spreads: z
    .array(
      z.strictObject({
        task: z.string().describe("name of the task"),
        items: integer("items of it"),
        sd: number("standard deviation of its own ability, that of the general one being 1; null of one item")
      })
    )
    .describe("of each task under the testlet model"),
  converged: z.strictObject({one: z.boolean(), testlet: z.boolean()}).nullable().describe("the fits to all items have converged")
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const varianceSchema = z.strictObject({
  models: integer("models, or evaluations of a store"),
  answers: integer("answers that were neither truncated nor missing"),
  mean: number("share of them that are right"),
  components: z.array(
    z.strictObject({
      component: z.enum(COMPONENTS).describe("of what the variance is"),
      variance: number("estimate, 0 where it is negative; null where the design does not tell it"),
      raw: number("estimate as it is"),
      low: number("lower end of its 95 % interval by the jackknife over models"),
      high: number("upper end"),
      share: number("share of the sum of all components")
    })
  ),
  prompts: z
    .array(
      z.strictObject({
        component: z.enum(PROMPT_COMPONENTS).describe("prompt: moves all models alike; model×prompt: changes their order"),
        variance: number("estimate, 0 where it is negative"),
        raw: number("estimate as it is"),
        low: number("lower end of its 95 % interval by the jackknife over models"),
        high: number("upper end")
      })
    )
    .describe("variance between prompts of a mean score, of a store whose models were asked in several; else empty"),
  notes: z.array(z.string()).describe("what the design does not tell, or was set to 0"),
  plan: z
    .strictObject(Object.fromEntries(FACETS.map(facet => [facet, z.number()])) as Record<(typeof FACETS)[number], z.ZodNumber>)
    .describe("tasks, points to a task, tests to a point and trials of a test that the errors are for"),
  text: z.array(z.string()).describe("the error that the plan gives, and on what to spend next")
});

/** JSON text of an output, with infinite and undefined numbers as null. */
export const outputText = (value: unknown): string =>
  `${JSON.stringify(value, (_, each) => (typeof each === "number" && !Number.isFinite(each) ? null : each), 1)}\n`;

// A fit on the scale of an earlier one.

/** A fit with all numbers that depend on the scale transformed to the fixed scale. */
export function onScale(fit: FitFile, {A, B}: Link): FitFile {
  const times = (value: number | null | undefined, by: number) => (typeof value === "number" ? value * by : value);
  const moved = (value: number | null | undefined) => (typeof value === "number" ? A * value + B : value);
  return {
    ...fit,
    item: fit.item.map(item => ({
      ...item,
      a: times(item.a, 1 / A),
      se_a: times(item.se_a, 1 / A),
      b: moved(item.b),
      se_b: times(item.se_b, A),
      ...(typeof item.a === "number" && typeof item.d === "number" && {d: item.d - (item.a * B) / A}),
      se_d: null // the error of another intercept cannot be computed from the errors in the file
    })),
    ability: fit.ability.map(row => ({
      ...row,
      ...Object.fromEntries((["eap", "map", "ml", "wle", "lo", "hi"] as const).map(key => [key, moved(row[key])])),
      eap_se: times(row.eap_se, A)
    }))
  };
}
