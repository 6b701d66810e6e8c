// Schema of data/claims/reproductions.json: figures that others have published, with their sources, and how each set is recomputed.
import {z} from "zod";
import {UserError} from "../../rows/error.js";
import {isFigure} from "../claims/figure.js";

const name = z.string().min(1);
const address = z.url({protocol: /^https$/u}).describe("page or file that prints the figure");
const printed = z.string().refine(isFigure, "expected a figure as it is published, such as 96.66");

/** Statistics that are recomputed from the tables of the published store. */
const recomputeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("accuracy").describe("share of right answers by this project's reader, for each model"),
    task: name
  }),
  z.strictObject({
    kind: z
      .literal("accuracy-with-guesses")
      .describe("share of right answers by the authors' verdicts; an answer without one counts as a draw among the options"),
    task: name,
    options: z.int().min(2).describe("letters among which the authors draw")
  }),
  z.strictObject({
    kind: z.literal("accuracy-by-task").describe("share of right answers of one model, for each task"),
    model: name,
    prefix: name.describe("beginning of the tasks' names in the store")
  }),
  z.strictObject({kind: z.literal("mean-score").describe("mean score of each model in each task"), prefix: name}),
  z.strictObject({kind: z.literal("pass").describe("pass^k of one model"), model: name, task: name}),
  z.strictObject({kind: z.literal("agreement").describe("share of pairs of votes that agree, of experts and GPT-4")}),
  z.strictObject({
    kind: z.literal("win-rate").describe("mean over opponents of the rates of wins, by experts, for each category")
  }),
  z.strictObject({kind: z.literal("solved").describe("share of tasks solved after two tries, for each run"), benchmark: name})
]);
export type Recipe = z.infer<typeof recomputeSchema>;

const setSchema = z.strictObject({
  id: z.string().regex(/^[\w-]+$/u),
  title: name.describe("the benchmark and who published the figures"),
  statistic: name,
  source: address,
  sources: z.record(name, address).default({}).describe("sources of single figures, where they differ from that of the set"),
  unit: z.enum(["%", ""]).describe("% or a share of 1"),
  recompute: recomputeSchema,
  names: z.record(name, name).default({}).describe("names in the store of models that the source calls otherwise"),
  published: z
    .record(name, z.union([printed, z.record(name, printed)]))
    .describe("figures with the digits that the source prints, by model or part; by model and part where both vary"),
  facts: z
    .record(name, z.strictObject({right: z.int().min(0), n: z.int().min(1)}))
    .default({})
    .describe("counts that need the answers' texts, which the store does not have"),
  explanations: z.record(name, name).default({}).describe("reasons of differences, found by reading the answers")
});
export type PublishedSet = z.infer<typeof setSchema>;

const fileSchema = z.strictObject({sets: z.array(setSchema).min(1)});

/** Parts of a figure's name, such as a model and a task. */
export const SEPARATOR = " · ";

/**
 * Reads the sets of published figures.
 * @throws UserError naming the file and the field that is wrong
 */
export function readPublishedSets(text: string, file: string): PublishedSet[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is no JSON: ${(error as Error).message}`);
  }
  const {data, error} = fileSchema.safeParse(value);
  if (!error) return data.sets;
  const {path, message} = error.issues[0]!;
  throw new UserError(`${file} ${path.map(String).join(".")}: ${message}`);
}

/** A published figure with its name in its set. */
interface PublishedFigure {
  part: string;
  /** The part's name in the store. */
  key: string;
  printed: string;
  source: string;
}

/** The figures of a set in the file's order. */
export function figuresOf({published, names, source, sources}: PublishedSet): PublishedFigure[] {
  return Object.entries(published).flatMap(([outer, figures]) => {
    const stored = names[outer] ?? outer;
    if (typeof figures === "string") return [{part: outer, key: stored, printed: figures, source: sources[outer] ?? source}];
    return Object.entries(figures).map(([inner, figure]) => ({
      part: `${outer}${SEPARATOR}${inner}`,
      key: `${stored}${SEPARATOR}${inner}`,
      printed: figure,
      source: sources[outer] ?? source
    }));
  });
}
