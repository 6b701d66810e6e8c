// The command `multimodal`: accuracy on generated questions about images with the picture, without it, and the paired difference.
import {z} from "zod";
import {command} from "./command.js";
import {count, estimate, evaluationFields, numberOrNull, simulatedField} from "./fields.js";

/** Fields of the answers with the picture, or without. */
const side = (prefix: string, what: string) => ({
  ...estimate(`${prefix}accuracy`, `excess accuracy ${what}: 0 guessing, 1 knowing; null without answers`, {
    prefix,
    low: "lower end of its rescaled 95 % interval"
  }),
  [`${prefix}n`]: count("first answers that were scored, truncated ones not among them"),
  [`${prefix}unscored`]: count("answers that could not be scored")
});

export const multimodal = command({
  name: "multimodal",
  description: "generated questions about images: accuracy with the picture, without it, and the paired difference",
  options: z.object({}),
  needs: ["estimates"],
  empty:
    'no question about an image was answered here; "{task: zen-charts, params: {image: [shown, withheld]}}" in a suite asks some',
  row: z.object({
    ...evaluationFields,
    category: z.string(),
    ...side("", "with the picture"),
    ...side("blind_", "with the picture withheld"),
    ...estimate("value", "excess accuracy with the picture minus that without, over pairs; null without any", {
      low: "lower end of its paired 95 % interval; null with fewer than two pairs"
    }),
    pairs: count("questions with finished answers both with the picture and without"),
    missing: count("questions answered without their picture that have no response with it, as where an endpoint refuses images"),
    exact: numberOrNull("McNemar's exact p"),
    ...simulatedField
  }),
  async rows(store) {
    return store.ask(
      `select eval_id, model, template, sampler, category, accuracy, low, high, n, unscored, blind_accuracy, blind_low, blind_high, blind_n,
        blind_unscored, value, value_low, value_high, pairs, missing, exact, simulated
      from multimodal where eval_id in (select eval_id from picked) order by model, template, sampler, category`
    );
  }
});
