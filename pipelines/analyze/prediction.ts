// The command `prediction`: rank correlations of features of questions' spectra with models' failures, over points and clustered by task.
import {z} from "zod";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {type Correlation, type MeasuredPoint, PREDICTORS, predictions} from "../studies/spectrum/prediction.js";
import {command} from "./command.js";
import {NOT_OURS} from "./fft.js";
import {count, numberOrNull, text} from "./fields.js";

const correlation = (what: string) =>
  ({
    value: numberOrNull(`${what}; null with too few points`),
    low: numberOrNull("lower end of its 95 % interval over tasks; null with fewer than four tasks"),
    high: numberOrNull("upper end"),
    p: numberOrNull("p-value: chance of a value this far from 0 without any correlation"),
    q: numberOrNull("the same adjusted for the number of features (Benjamini & Yekutieli)")
  }) as const;
const named = <Prefix extends string>(prefix: Prefix, what: string) =>
  Object.fromEntries(
    Object.entries(correlation(what)).map(([key, field]) => [key === "value" ? prefix : `${prefix}_${key}`, field])
  ) as {
    [key in Prefix | `${Prefix}_${"low" | "high" | "p" | "q"}`]: z.ZodNullable<z.ZodNumber>;
  };

export const prediction = command({
  name: "prediction",
  description: "does the spectrum predict failure? rank correlations of each feature with excess accuracy, clustered by task",
  options: z.object({tokenizer: z.string().optional().describe("whose spectra, by default o200k where available")}),
  needs: ["spectrum_features"],
  row: z.object({
    feature: text("the feature, a column of spectrum_features"),
    tokenizer: text("vocabulary and chat template"),
    ...named("plain", "Spearman's correlation with excess accuracy over points"),
    ...named("partial", "the same with the logarithm of prompt length held fixed"),
    n: count("points"),
    tasks: count("tasks that they belong to: what the intervals are over"),
    simulated: z.boolean().describe("whether any answer is a simulated reference model's")
  }),
  async rows(store, {tokenizer}) {
    const {measured, chosen, simulated} = await measuredPoints(store, tokenizer);
    const of = (found: Correlation | null, prefix: "plain" | "partial", q: number | null) => ({
      [prefix]: found?.value ?? null,
      [`${prefix}_low`]: found?.low ?? null,
      [`${prefix}_high`]: found?.high ?? null,
      [`${prefix}_p`]: found?.p ?? null,
      [`${prefix}_q`]: q
    });
    return predictions(measured, PREDICTORS).map(({feature, plain, partial, plain_q, partial_q}) => ({
      feature,
      tokenizer: chosen,
      ...of(plain, "plain", plain_q),
      ...of(partial, "partial", partial_q),
      n: plain?.n ?? measured.length,
      tasks: plain?.groups ?? new Set(measured.map(({base_task}) => base_task)).size,
      simulated
    })) as never;
  },
  async sentence(_, {tokenizer}, store) {
    const {predictionSentence} = await import("../charts/spectrum/features.js");
    const {measured} = await measuredPoints(store, tokenizer);
    return predictionSentence(predictions(measured, PREDICTORS));
  }
});

async function measuredPoints(store: Parameters<Parameters<typeof command>[0]["rows"]>[0], asked: string | undefined) {
  const known = (await store.ask("select distinct tokenizer from spectrum_features order by 1")).map(row =>
    String(row.tokenizer)
  );
  if (known.length === 0) throw new UserError(`no point of this store ${NOT_OURS}`);
  if (asked !== undefined && !known.includes(asked))
    throw new UserError(`--tokenizer: no tokenizer "${asked}" in the study${didYouMean(asked, known)}`);
  const chosen = asked ?? (known.includes("o200k") ? "o200k" : (known[0] ?? ""));
  const rows = await store.ask(
    `with answered as (select base_task, params, generator_version, seed, sum(correct)::double as hits,
        sum(correct + incorrect)::double as n, sum(guess_sum) as guess, bool_or(simulated) as simulated from picked group by all)
      select f.* exclude (tiers, peak_periods, peak_prominences), (hits - guess) / (answered.n - guess) as accuracy, simulated
      from spectrum_features f join answered using (base_task, params, generator_version, seed)
      where tokenizer = ? and answered.n > guess order by all`,
    [chosen]
  );
  return {measured: rows as unknown as MeasuredPoint[], chosen, simulated: rows.some(row => row.simulated === true)};
}
