// The command `multimodal`: accuracy on generated questions about images with the picture, without it, and the paired difference.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";

/** Fields of the answers with the picture, or without. */
const side = (prefix: string, what: string) => ({
  [`${prefix}accuracy`]: z.number().nullable().describe(`excess accuracy ${what}: 0 guessing, 1 knowing; null without answers`),
  [`${prefix}low`]: z.number().nullable().describe("lower end of its rescaled 95 % interval"),
  [`${prefix}high`]: z.number().nullable().describe("upper end"),
  [`${prefix}n`]: z.int().describe("first answers that were scored, truncated ones not among them"),
  [`${prefix}unscored`]: z.int().describe("answers that could not be scored")
});

export const multimodal = command({
  name: "multimodal",
  description: "generated questions about images: accuracy with the picture, without it, and the paired difference",
  options: z.object({}),
  needs: ["multimodal"],
  row: z.object({
    ...evaluationFields,
    category: z.string(),
    ...side("", "with the picture"),
    ...side("blind_", "with the picture withheld"),
    value: z.number().nullable().describe("excess accuracy with the picture minus that without, over pairs; null without any"),
    value_low: z.number().nullable().describe("lower end of its paired 95 % interval; null with fewer than two pairs"),
    value_high: z.number().nullable().describe("upper end"),
    pairs: z.int().describe("questions with finished answers both with the picture and without"),
    missing: z
      .int()
      .describe("questions answered without their picture that have no response with it, as where an endpoint refuses images"),
    exact: z.number().nullable().describe("McNemar's exact p"),
    ...simulatedField
  }),
  async rows(store) {
    if (store.filter.clean) throw new UserError("multimodal covers all tests: it cannot be combined with --clean");
    const rows = await store.ask(
      `select eval_id, model, template, sampler, category, accuracy, low, high, n, unscored, blind_accuracy, blind_low, blind_high, blind_n,
        blind_unscored, value, value_low, value_high, pairs, missing, exact, simulated
      from multimodal where eval_id in (select eval_id from picked) order by model, template, sampler, category`
    );
    if (rows.length === 0)
      throw new UserError(
        'no question about an image was answered here; "{task: zen-charts, params: {image: [shown, withheld]}}" in a suite asks some'
      );
    return rows as never;
  }
});
