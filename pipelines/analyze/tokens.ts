// The command `tokens`: completion tokens and cost of answers, by outcome.

import {group} from "d3";
import {z} from "zod";
import {UserError} from "../rows/error.js";
import type {ClusteredEstimate} from "../stats/clustered.js";
import {COUNT_THEM, countedEvaluations} from "../store/counted.sql.js";
import type {Evaluated} from "../store/evaluationName.js";
import {
  type AnswerOutcome,
  adjustedP,
  OUTCOMES,
  type Spending,
  type SpendingPoint,
  spendingOf,
  spendingPoint
} from "../studies/tokens/spending.js";
import {command} from "./command.js";
import {count, evaluationFields, numberOrNull, simulatedField} from "./fields.js";
import type {Store} from "./store.js";

const CHARTS = ["per-correct", "dollars", "wrong-longer", "by-outcome", "onset"] as const;

interface Found extends Evaluated, Spending {
  adjusted: number | null;
}

const nullable = (description: string) => numberOrNull(description);
const ends = (name: string, description: string) => ({
  [name]: nullable(description),
  [`${name}_low`]: nullable("lower end of its 95 % interval over points; null where too few points carry it"),
  [`${name}_high`]: nullable("upper end")
});
const quantiles = (outcome: AnswerOutcome) => ({
  [`${outcome}_n`]: count(`${outcome} samples`),
  [`${outcome}_q05`]: nullable(`5th percentile of their completion tokens; null without any`),
  [`${outcome}_q25`]: nullable("25th percentile"),
  [`${outcome}_median`]: nullable("median"),
  [`${outcome}_low`]: nullable("lower end of the median's 95 % interval"),
  [`${outcome}_high`]: nullable("upper end"),
  [`${outcome}_q75`]: nullable("75th percentile"),
  [`${outcome}_q95`]: nullable("95th percentile")
});

const options = z.object({
  share: z.coerce
    .number("expects a number")
    .gt(0, "expects more than 0")
    .lt(1, "expects less than 1")
    .default(0.5)
    .describe("share of the answers not yet ended at a count whose truncation marks the onset"),
  chart: z
    .enum(CHARTS)
    .default(CHARTS[0])
    .describe(`which picture: ${CHARTS.join(", ")}`)
});

export const tokens = command({
  name: "tokens",
  description: "completion tokens: per correct answer, wrong against right answers of the same point, where truncation begins",
  options,
  row: z.object({
    ...evaluationFields,
    samples: count("all samples, truncated ones included"),
    correct: count("samples answered correctly"),
    points: count("points: what intervals are over"),
    ...ends("tokens_per_correct", "completion tokens of all samples ÷ correct answers"),
    ...ends("cost_per_correct", "US dollars at list price ÷ correct answers; null without a price"),
    ...ends("wrong_longer", "probability that a wrong answer has more tokens than a right one of the same point"),
    ...ends("wrong_to_right", "ratio of geometric mean tokens, wrong ÷ right, within points"),
    p: nullable("van Elteren's test of no difference within points"),
    adjusted_p: nullable("the same after false-discovery control over the rows (Benjamini–Hochberg)"),
    onset: nullable("smallest count beyond which the chosen share of the answers not yet ended is truncated"),
    onset_low: nullable("lower end of its 95 % interval"),
    onset_high: nullable("upper end"),
    first_cut: nullable("fewest tokens at which an answer was truncated"),
    ...Object.assign({}, ...OUTCOMES.map(quantiles)),
    ...simulatedField
  }),
  async rows(store, {share}) {
    return (await find(store, share)).map(flat) as never;
  },
  async plot(_, {width, share, chart}, store) {
    const {evaluationLabels} = await import("../charts/shared/label.js");
    const charts = await import("../charts/tokens/spending.js");
    const found = await find(store, share);
    const label = evaluationLabels(found);
    const rows = found.map(row => ({...row, name: label(row)}));
    if (chart === "per-correct") return charts.perCorrectPlot(rows, {width, unit: "tokens"});
    if (chart === "dollars") return charts.perCorrectPlot(rows, {width, unit: "dollars"});
    if (chart === "wrong-longer") return charts.superiorityPlot(rows, {width});
    return chart === "by-outcome" ? charts.spreadPlot(rows, {width}) : charts.onsetPlot(rows, {width, share});
  },
  async sentence(_, {share}, store) {
    const {evaluationLabels} = await import("../charts/shared/label.js");
    const {spendingSentences} = await import("../charts/tokens/sentences.js");
    const found = await find(store, share);
    const label = evaluationLabels(found);
    const rows = found.map(row => ({...row, name: label(row)}));
    return Object.values(spendingSentences(rows, {share})).join(" ");
  }
});

/** One row per evaluation, by name. */
const find = (store: Store, share: number): Promise<Found[]> =>
  store.once(async () => {
    await needTokens(store);
    const points = await outcomePoints(store);
    const rows = [...group(points, ({eval_id}) => eval_id).values()].map(own => {
      const {eval_id, model, template, sampler, simulated} = own[0]!;
      return {eval_id, model, template, sampler, simulated, ...spendingOf(own, {share})};
    });
    const adjusted = adjustedP(rows);
    return rows.map((row, i) => ({...row, adjusted: adjusted[i]!}));
  });

/** Throws a UserError where no evaluation has token counts. */
export async function needTokens(store: Store): Promise<void> {
  store.need("samples");
  const [{n}] = (await store.ask(`select count(*) as n from (${countedEvaluations})`)) as [{n: number}];
  if (n === 0) throw new UserError(`no completion tokens are known of these evaluations: ${COUNT_THEM}`);
}

/** Points of evaluations all of whose tokens are known. */
async function outcomePoints({ask}: Store): Promise<(Evaluated & SpendingPoint)[]> {
  const tokensOf = (status: number) => `coalesce(list(completion_tokens) filter (status = ${status}), [])`;
  const rows =
    await ask(`select eval_id, model, template, sampler, base_task, params, bool_or(simulated) as simulated, sum(cost) as cost,
      ${tokensOf(1)} as correct, ${tokensOf(0)} as incorrect, ${tokensOf(2)} as truncated
    from samples where trial = 0 and eval_id in (${countedEvaluations}) group by eval_id, model, template, sampler, base_task, params order by model, template, sampler, eval_id, base_task, params`);
  return (rows as never as (Evaluated & Record<AnswerOutcome, number[]> & {cost: number})[]).map(
    ({correct, incorrect, truncated, cost, ...row}) => ({
      ...row,
      ...spendingPoint({correct, incorrect, truncated}, cost)
    })
  );
}

/** A row with the columns of the page's CSV file. */
function flat({tokensPerCorrect, costPerCorrect, superiority, ratio, onset, spread, adjusted, ...row}: Found): object {
  const of = (name: string, estimate: ClusteredEstimate | null) => ({
    [name]: estimate?.value ?? null,
    [`${name}_low`]: estimate?.low ?? null,
    [`${name}_high`]: estimate?.high ?? null
  });
  const none = {n: 0, q05: null, q25: null, median: null, low: null, high: null, q75: null, q95: null};
  const outcomes = OUTCOMES.flatMap(outcome =>
    Object.entries(spread[outcome] ?? none).map(([key, value]) => [`${outcome}_${key}`, value])
  );
  return {
    ...row,
    ...of("tokens_per_correct", tokensPerCorrect),
    ...of("cost_per_correct", costPerCorrect),
    ...of("wrong_longer", superiority),
    ...of("wrong_to_right", ratio),
    adjusted_p: adjusted,
    onset: onset?.at ?? null,
    onset_low: onset?.low ?? null,
    onset_high: onset?.high ?? null,
    first_cut: onset?.cut ?? null,
    ...Object.fromEntries(outcomes)
  };
}
