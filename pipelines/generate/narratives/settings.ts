// The settings of a set of narratives: the keys of data/narrators/NAME.yaml, and what the maker needs of them.

import {z} from "zod";
import {TEXT_ID} from "../../book/ownTexts.js";
import {didYouMean} from "../../rows/nearest.js";
import {BUNDLED} from "../../tokenizer/types.js";
import {checkShape, type TreeShape} from "../lists/draw.js";
import {MEDIAN_RULES, type MedianRule, OPERATION_NAMES, type Operation, operationsOf} from "../lists/operations.js";
import {integerParam, probabilityParam, refuse} from "../parts/params.js";
import {NUMERALS, ORDERS} from "./grammar/narrate.js";
import {GENRES} from "./grammar/worlds.js";

/** Most operations of a tree: a story names the result of each. */
const MOST_OPERATIONS = 500;

/** Names with the weights by which operations are drawn, from "MAX MIN SM:2": a name without a weight has 1. */
function mixOf(given: string): TreeShape["mix"] {
  const weights = new Map<string, number>();
  for (const part of given.split(/[\s,]+/u).filter(Boolean)) {
    const [name = "", weight = "1", ...more] = part.split(":");
    if (more.length > 0 || !/^\d{1,4}(\.\d{1,4})?$/u.test(weight) || Number(weight) <= 0)
      throw new RangeError(`${JSON.stringify(part)} is no operation with a weight, such as SM:2`);
    if (weights.has(name)) throw new RangeError(`operation ${name} stands twice`);
    weights.set(name, Number(weight));
  }
  return operationsOf([...weights.keys()].join(" ")).map(operation => ({operation, weight: weights.get(operation)!}));
}

const GENRE_NAMES = ["any", ...GENRES.map(({id}) => id)];

const fields = {
  num_operations: integerParam(1, MOST_OPERATIONS, 7, "operations in a tree"),
  max_depth: integerParam(1, 64, 4, "levels of operations at the deepest, the outermost is 1; always reached"),
  min_arity: integerParam(1, 64, 2, "fewest values of an operation"),
  max_arity: integerParam(
    2,
    64,
    4,
    "most values of an operation, numbers and inner operations together; at least one is a number"
  ),
  operations: z
    .string()
    .default(OPERATION_NAMES.join(" "))
    .describe(`names out of ${OPERATION_NAMES.join(" ")}, with a weight where one is drawn more often: "MAX MIN SM:2"`),
  min_operand: integerParam(0, 999_999, 0, "smallest number"),
  max_operand: integerParam(0, 999_999, 9, "largest number"),
  effective_depth: integerParam(1, 64, 2, "levels that matter for the answer, at least; a tree with fewer levels has them all"),
  chain_share: probabilityParam(
    0,
    "share of trees in which no operation has more than one other inside; they have as many operations as levels"
  ),
  median: z
    .enum(Object.keys(MEDIAN_RULES) as [MedianRule, ...MedianRule[]])
    .default("truncMean")
    .describe("median of an even number of values"),
  answer: z.enum(["digit", "integer"]).default("digit").describe("digit: trees with an answer above 9 are drawn anew"),
  order: z.enum(ORDERS).default("inner first").describe("which operations are told first"),
  numerals: z.enum(NUMERALS).default("mixed").describe("how numbers are written; words go up to 99"),
  genre: z
    .string()
    .superRefine((name, context) => {
      if (GENRE_NAMES.includes(name) || TEXT_ID.test(name)) return;
      refuse(
        context,
        `no world ${JSON.stringify(name)}${didYouMean(name, GENRE_NAMES) || `; there are ${GENRE_NAMES.join(", ")}, and in suites files such as worlds/name.yaml`}`
      );
    })
    .default("any")
    .describe(
      `where stories play: ${GENRE_NAMES.join(", ")}; or in suites a world of your own, below data/: worlds/sales-signals.yaml (in points: text- and the beginning of its SHA-256)`
    ),
  beat_tokens: integerParam(0, 100_000, 100, "tokens in which an operation is told, at least; one with many values takes more"),
  target_tokens: integerParam(200, 10_000_000, 2000, "tokens of the whole text, within 2 %"),
  examples: integerParam(0, 8, 1, "worked examples before the story: short stories without padding"),
  tokenizer: z.enum(BUNDLED).default("o200k").describe("the tokenizer that lengths are measured with")
};

/** Settings as a map; every key has a default. Combinations that no tree can have are refused with the reason. */
export const narrativeSettings = z.strictObject(fields).superRefine(refuseImpossible);
export type NarrativeSettings = z.infer<typeof narrativeSettings>;

/** How a list is put: told with a world and padding, told barely, or written out. */
const FORMS = ["story", "prose", "expression"] as const;
export type Form = (typeof FORMS)[number];

/** The parameters of the task: the settings, and the form in which the list is put. */
export const narrativeParams = z
  .strictObject({
    form: z
      .enum(FORMS)
      .default("story")
      .describe(
        "story: a world, beats and padding; prose: what the beats say of the operations, nothing else; expression: the list itself. Points that differ only in form and length have the same lists"
      ),
    ...fields
  })
  .superRefine(refuseImpossible);
export type NarrativeParams = z.infer<typeof narrativeParams>;

/** The task that asks narratives by their parameters, and the parameters that do not choose its lists. */
export const NARRATIVE_TASK = "verbose-listops";
export const PAIRED = ["form", "order", "numerals", "genre", "beat_tokens", "target_tokens", "examples", "tokenizer"] as const;

/** The file of a set of narratives: the settings, and how many. */
export const narratorFile = z
  .strictObject({
    narrator: z.literal("grammar").default("grammar").describe("who tells: grammar = built in, without a model"),
    count: integerParam(1, 1_000_000, 100, "number of narratives"),
    seed: z.int().min(0).default(42).describe("equal seeds and settings give equal narratives"),
    ...fields
  })
  .superRefine(refuseImpossible);

/** Reports a combination that no tree can have as an issue. */
export function refuseImpossible(settings: NarrativeSettings, context: z.RefinementCtx): void {
  try {
    checkShape(shapeOf(settings));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refuse(context, error.message);
  }
}

/** The shape of the trees. Throws a RangeError where the operations cannot be read. */
export const shapeOf = (settings: NarrativeSettings): TreeShape => ({
  operations: settings.num_operations,
  depth: settings.max_depth,
  minArity: settings.min_arity,
  maxArity: settings.max_arity,
  mix: mixOf(settings.operations),
  minOperand: settings.min_operand,
  maxOperand: settings.max_operand,
  effectiveDepth: settings.effective_depth,
  chainShare: settings.chain_share,
  median: settings.median,
  answer: settings.answer
});

/** The operations that trees of these settings may have. */
export const operationsAllowed = (settings: NarrativeSettings): Operation[] =>
  shapeOf(settings).mix.map(({operation}) => operation);
