// The command `length`: the longest questions at which a stated share of the accuracy on the shortest is left, and what length and the middle cost.
import {z} from "zod";
import {RANGES, SHARES} from "../studies/length/effective.js";
import {command} from "./command.js";
import {
  count,
  countOrNull,
  estimate,
  evaluationFields,
  number,
  numberOrNull,
  simulatedField,
  text,
  textOrNull
} from "./fields.js";

const paired = (name: string, what: string) => ({
  ...estimate(name, `${what}, mean over the questions asked at both; null where none was`, {
    low: "lower end of its paired 95 % interval"
  }),
  [`${name}_n`]: countOrNull("these questions")
});

export const length = command({
  name: "length",
  description:
    "long contexts: effective length, what the longest questions cost, and the effect of the middle of a text, by evaluation",
  options: z.object({
    share: z.coerce
      .number()
      .refine(share => SHARES.some(each => each === share), {error: `give one of ${SHARES.join(", ")}`})
      .default(0.5)
      .describe(`share of the accuracy on the shortest questions: ${SHARES.join(" or ")}`)
  }),
  needs: ["effective_lengths", "length_contrasts"],
  empty: 'no point here has a length; "context_tokens: [0, 4000, 16000]" in a grid of the task facts or needles asks several',
  row: z.object({
    ...evaluationFields,
    base_task: text("the task's name"),
    series: text("the other parameters, JSON; empty for all series that were asked at every length, each with the same weight"),
    share: number("share of the excess accuracy at the shortest length that is left"),
    range: z
      .enum(RANGES)
      .nullable()
      .describe(
        "within the lengths asked, above the longest, or below the shortest that is not 0; null where there is no effective length"
      ),
    tokens: numberOrNull("the effective length; null unless it is within"),
    low: numberOrNull("lower end of its 95 % interval (profile likelihood); null = below the shortest length that is not 0"),
    high: numberOrNull("upper end; null = above the longest"),
    n: count("untruncated answers at all lengths"),
    shortest: countOrNull("shortest length asked, tokens"),
    longest: countOrNull("longest"),
    reason: textOrNull("why there is no effective length"),
    misfit: numberOrNull(
      "p-value of the deviance from the fitted curve, small where accuracy does not fall as it does; null with three lengths or fewer"
    ),
    ...paired("loss", "excess accuracy at the shortest length minus that at the longest"),
    ...paired("middle", "excess accuracy at both ends of a text minus that in its middle third"),
    ...simulatedField
  }),
  async rows(store, {share}) {
    const contrasts = (
      name: string,
      at: string
    ) => `left join (select ${KEYS}, value as ${name}, low as ${name}_low, high as ${name}_high, n as ${name}_n
      from length_contrasts where contrast = '${name}' and depth is null
      qualify row_number() over (partition by ${KEYS} order by ${at}) = 1) as ${name} using (${KEYS})`;
    return store.ask(
      `select effective_lengths.* exclude (lengths, shortest_positive, top, half_tokens, slope),
        loss, loss_low, loss_high, loss_n, middle, middle_low, middle_high, middle_n
      from effective_lengths semi join picked using (eval_id, base_task)
      ${contrasts("loss", "length desc")} ${contrasts("middle", "length nulls first")}
      where share = ? order by model, template, sampler, base_task, series, generator_version`,
      [share]
    );
  }
});

/** Columns that identify a series of an evaluation. */
const KEYS = "eval_id, base_task, series, generator_version";
