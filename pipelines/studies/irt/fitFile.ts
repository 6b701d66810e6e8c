// The file of a fit that `irt fit --out` writes: its schema, and reading it.
import {z} from "zod";
import {UserError} from "../../rows/error.js";
import type {CalibratedItems} from "./diagnose/drift.js";
import type {Warned} from "./diagnose/warnings.js";
import type {Fit} from "./estimate/result.js";
import type {Item} from "./item.js";
import {isScoreModel} from "./scored/scale.js";

const maybe = (text: string) => z.number().nullish().describe(text);
const error = (of: string) =>
  maybe(`standard error of ${of}, null where the answers cannot tell it; 0 where it is not estimated`);
const screened = z.object({
  reversed: z
    .array(
      z.looseObject({
        id: z.string(),
        rest: maybe("item–rest correlation"),
        low: maybe("of its 95 % interval"),
        high: maybe("the other end"),
        n: z.int()
      })
    )
    .describe("items that better models get wrong more often, beyond chance (Benjamini & Hochberg 1995 at 5 %)"),
  saturated: z.array(z.looseObject({id: z.string(), right: z.int(), n: z.int()})).describe("items with more than 95 % right"),
  duplicate: z
    .array(z.looseObject({ids: z.array(z.string()), n: z.int()}))
    .describe("groups of items that every model answered alike, where chance would not do it")
});

/**
 * Required are the fields that a reader needs, all others are optional: files of other versions, and of other programs, can be read too.
 */
export const fitFileSchema = z.looseObject({
  n: z.int().optional().describe("models"),
  items: z.int().optional().describe("items of the matrix, those left out included"),
  model: z.string().optional().describe("rasch, 2pl or 3pl; of scores graded or continuous"),
  estimate: z.string().optional().describe("ml, map or eb"),
  loglik: maybe("log-likelihood, natural logarithm"),
  aic: maybe("Akaike's criterion of graded scores by maximum likelihood; null of other fits"),
  bic: maybe("Schwarz's criterion, of so many models"),
  logprior: maybe("logarithm of the prior density, constants included"),
  converged: z.boolean().optional().describe("the search came to rest, and no estimate is at a bound"),
  bounds: z
    .array(z.looseObject({id: z.string(), parameter: z.string().describe("a, c or d"), value: maybe("where it stands")}))
    .optional()
    .describe("estimates at the end of what is searched; a fit with any has not converged"),
  unsettled: z.array(z.string()).optional().describe("items in the way of a search that did not come to rest, steepest first"),
  starts: z
    .array(z.looseObject({start: z.string().describe("where it started"), loglik: maybe("what it came to")}))
    .optional()
    .describe("where several were tried, each one's end"),
  max_gradient: maybe("largest slope at the end"),
  iterations: z.int().optional().describe("steps"),
  quadrature: z
    .string()
    .optional()
    .describe(
      "grid or adaptive, where abilities were integrated out over nodes of all or of each person; items, where items were"
    ),
  nodes: z.int().optional().describe("nodes of that"),
  spread: maybe("standard deviation of ability in the population: 1 but for Rasch"),
  inflation: z
    .array(
      z.looseObject({
        items: z.number().positive().describe("length of an adaptive test"),
        factor: z.number().min(1).describe("what its standard errors are multiplied by"),
        persons: z.int().optional().describe("models whose replayed tests say so")
      })
    )
    .optional()
    .describe("how much larger errors of adaptive tests on these items are than their standard errors say"),
  population: z
    .looseObject({})
    .nullish()
    .describe("of items under empirical Bayes: means and standard deviations of log |a|, of the intercept and of logit c"),
  categories: z.array(z.number()).optional().describe("of graded scores: those of the matrix, lowest first"),
  merged: z
    .array(z.looseObject({id: z.string(), levels: z.array(z.number()).describe("scores that the item never has")}))
    .optional()
    .describe("graded items that leave scores between others unused"),
  left_out: z
    .array(z.looseObject({id: z.string(), reason: z.string().describe("all right, all wrong, all alike or unanswered")}))
    .optional()
    .describe("items that tell nothing"),
  screen: screened.partial().loose().optional().describe("items to look at before the fit is believed"),
  item: z
    .array(
      z.looseObject({
        id: z.string().describe("name of the item"),
        a: maybe("discrimination, below 0 of a reversed item; null of an item left out, as are the others"),
        b: maybe("difficulty, −d ÷ a"),
        c: maybe("guessing"),
        d: maybe("intercept"),
        u: maybe("upper asymptote, 1 where it is not given"),
        se_a: error("a"),
        se_b: error("b"),
        se_c: error("c"),
        se_d: error("d"),
        steps: z.array(z.number()).optional().describe("of a graded item: intercepts, falling; d is their mean"),
        thresholds: z
          .array(z.number())
          .optional()
          .describe("of a graded item: abilities at which the next score or more becomes likelier than not; b is their mean"),
        se_thresholds: z.array(z.number().nullable()).optional().describe("standard errors of the thresholds"),
        levels: z.array(z.number()).optional().describe("its scores, from 0, the lowest of the matrix, to 1"),
        dispersion: z
          .number()
          .positive()
          .optional()
          .describe("variance of its scores over that of right or wrong; 1 where absent")
      })
    )
    .min(1)
    .describe("items in the order of the matrix"),
  ability: z
    .array(
      z.looseObject({
        id: z.string().describe("name of the model"),
        eap: maybe("posterior mean"),
        eap_se: maybe("posterior standard deviation were the items known"),
        map: maybe("posterior mode"),
        ml: maybe("likeliest ability; null where infinite"),
        wle: maybe("Warm's estimate; null where infinite"),
        lo: maybe("lower end of the 95 % interval for eap, with what the items' uncertainty adds"),
        hi: maybe("upper end")
      })
    )
    .describe("models in the order of the matrix")
});
export type FitFile = z.infer<typeof fitFileSchema>;

/**
 * Parses the text of a fit file.
 * @param file named in errors
 * @throws UserError for a text that is not a fit
 */
export function fitOfText(text: string, file: string): FitFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const fit = fitFileSchema.safeParse(json);
  if (fit.success) return fit.data;
  const [issue] = fit.error.issues;
  throw new UserError(`${file} is not a fit of npm run irt -- fit: ${issue!.path.join(".") || "the file"}: ${issue!.message}`);
}

/** The items of a fit, without those that were left out of it. */
export function itemsOf({item}: FitFile): CalibratedItems[] {
  return item.flatMap(({id, a, d, c, u, se_b, steps, levels, dispersion}) =>
    typeof a === "number" && typeof d === "number"
      ? [{id, a, d, c: c ?? 0, u: u ?? 1, se_b: se_b ?? Number.NaN, ...scoreParts({steps, levels, dispersion})}]
      : []
  );
}

/** Fields of an item of scores that are there. */
export const scoreParts = ({steps, levels, dispersion}: Partial<Pick<Item, "steps" | "levels" | "dispersion">>) => ({
  ...(steps && {steps}),
  ...(levels && {levels}),
  ...(dispersion !== undefined && {dispersion})
});

/** Whether a fit is one of scores between right and wrong. */
export const isScoredFit = ({model}: Pick<FitFile, "model">): boolean => model !== undefined && isScoreModel(model);

/** The fields that `warnings` needs; a file that does not say how its search ended is assumed to have converged. */
export function warnedOf(fit: FitFile): Warned {
  const {model = "", estimate = "", n, spread, converged = true, quadrature = "grid", ability, item} = fit;
  const se = (value: number | null | undefined): number => (value === null ? Number.NaN : (value ?? 0));
  return {
    model,
    ...({estimate, quadrature} as Pick<Fit, "estimate" | "quadrature">),
    persons: n ?? ability.length,
    spread: spread ?? 1,
    converged,
    unsettled: fit.unsettled ?? [],
    bounds: (fit.bounds ?? []).map(({id, parameter, value}) => ({
      id,
      parameter: parameter as Fit["bounds"][number]["parameter"],
      value: value ?? Number.NaN
    })),
    starts: (fit.starts ?? []).map(({start, loglik}) => ({start, loglik: loglik ?? Number.NaN})),
    left_out: (fit.left_out ?? []) as Fit["left_out"],
    items: item.flatMap(({id, a, se_a, se_b, se_c}) =>
      typeof a === "number" ? [{id, a, se_a: se(se_a), se_b: se(se_b), se_c: se(se_c)}] : []
    )
  };
}
