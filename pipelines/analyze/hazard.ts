// The command `hazard`: competing risks over completion tokens, the effect of a token limit, and the most economical limit.

import {z} from "zod";
import {UserError} from "../rows/error.js";
import type {Evaluated} from "../store/evaluationName.js";
import {readManifest} from "../store/manifest.node.js";
import {REPLICATES} from "../studies/hazard/bestLimit.js";
import {cohort, type Exit} from "../studies/hazard/cohort.js";
import {type HazardData, type HazardRow, hazardRows} from "../studies/hazard/competingRisks.js";
import {LIMITS} from "../studies/hazard/curves.js";
import {DESIGNS} from "../studies/hazard/design.js";
import {hazardEvaluationsQuery, hazardExitsQuery, hazardPointsQuery} from "../studies/hazard/exits.sql.js";
import {command} from "./command.js";
import {count, evaluationFields, number, numberOrNull, simulatedField, textOrNull} from "./fields.js";
import type {Store} from "./store.js";
import {needTokens} from "./tokens.js";

const CHARTS = ["incidence", "limits", "rates", "cumulative"] as const;

const options = z.object({
  cut: z
    .enum(LIMITS)
    .default(LIMITS[0])
    .describe("samples truncated at their own limit: an outcome (what you pay), or censoring (given more tokens)"),
  over: z
    .enum(DESIGNS)
    .default(DESIGNS[0])
    .describe("what intervals are over: other tests at these points, other points too, samples as if all independent"),
  budget: z.coerce
    .number("expects a number of tokens")
    .int("expects a whole number")
    .positive("expects more than 0")
    .optional()
    .describe("token limit at which shares are reported; by default the largest count seen"),
  replicates: z.coerce
    .number("expects a whole number")
    .int("expects a whole number")
    .min(20, "expects at least 20")
    .default(REPLICATES)
    .describe("bootstrap replicates behind the ranges of limits"),
  chart: z
    .enum(CHARTS)
    .default(CHARTS[0])
    .describe(`which picture: ${CHARTS.join(", ")}`)
});

interface Found {
  evaluation: Evaluated;
  data: HazardData;
  rows: HazardRow[];
}

const nullable = (description: string) => numberOrNull(description);
const share = (name: string, description: string) => ({
  [name]: nullable(description),
  [`${name}_low`]: nullable("lower end of its 95 % interval; null where the points are too few for it"),
  [`${name}_high`]: nullable("upper end")
});
const limit = (name: string, description: string) => ({
  [name]: nullable(description),
  [`${name}_low`]: nullable("smallest limit that does not differ significantly from it"),
  [`${name}_high`]: nullable("largest one; null where it is open"),
  [`${name}_open`]: z.boolean().describe("no limit up to the largest count seen is too large")
});

export const hazard = command({
  name: "hazard",
  description:
    "competing risks over tokens: shares correct, incorrect and truncated under a budget, and the limits that pay best",
  options,
  row: z.object({
    ...evaluationFields,
    base_task: textOrNull("the task; null for all tasks pooled"),
    n: count("samples, truncated ones included"),
    points: count("points that they lie in"),
    budget: number("token limit that shares and mean tokens are given for"),
    ...share("correct", "share of all samples answered correctly within the budget"),
    ...share("incorrect", "share answered incorrectly within it"),
    ...share(
      "truncated",
      "share truncated at its own limit within it; null where that is censoring, or nothing is known of any end"
    ),
    ...share("unfinished", "share still generating at it"),
    ...share("tokens", "mean completion tokens of a sample under it"),
    ...limit("best", "token limit with most correct answers per token"),
    ...share("per_1000_tokens", "correct answers per 1,000 completion tokens under that limit"),
    ...limit("best_dollar", "token limit with most correct answers per US dollar, prompts included; null without a price"),
    ...share("per_dollar", "correct answers per dollar under that limit"),
    ...limit("keep95", "smallest limit that keeps 95 % of the correct answers of the largest"),
    replicates: count("bootstrap replicates behind the ranges of limits"),
    ...simulatedField
  }),
  async rows(store, chosen, {picture}) {
    await needTokens(store);
    if (picture) only(await evaluationsOf(store));
    return (await find(store, chosen)).flatMap(({evaluation, rows}) =>
      rows.map(row => ({...evaluation, ...row, base_task: row.base_task || null}))
    ) as never;
  },
  async plot(_, {width, ...chosen}, store) {
    const {evaluation, data, rows} = only(await find(store, chosen));
    const {cut: limit, over: design, chart} = chosen;
    const shown = {width, title: evaluation.model, axis: "log", limit, design, simulated: evaluation.simulated} as const;
    const samples = cohort(data.exits);
    if (chart === "incidence") {
      const {stackPlot} = await import("../charts/hazard/plots.js");
      return stackPlot(samples, {...shown, budget: rows[0]!.budget});
    }
    if (chart === "limits") return (await import("../charts/hazard/plots.js")).limitPlot(samples, rows[0]!, shown);
    const {cumulativePlot, ratePlot} = await import("../charts/hazard/plots.js");
    return (chart === "rates" ? ratePlot : cumulativePlot)(samples, shown);
  },
  async sentence(_, chosen, store) {
    const sentences = await import("../charts/hazard/sentences.js");
    const {cut: limit, over: design} = chosen;
    const found = await find(store, chosen);
    if (found.length > 1)
      return sentences.limitSentence(
        found.map(({data}) => cohort(data.exits)),
        limit
      );
    const [{evaluation, data, rows}] = found as [Found];
    const samples = cohort(data.exits);
    return [
      sentences.readingSentence(rows[0], evaluation.model),
      sentences.limitSentence([samples], limit),
      sentences.designSentence(samples, {limit, design}, rows[0]!.budget),
      sentences.bestSentence(rows[0], samples, {limit, design})
    ].join(" ");
  }
});

const evaluationsOf = async (store: Store): Promise<Evaluated[]> =>
  (await store.ask(hazardEvaluationsQuery)) as never as Evaluated[];

/** All evaluations that pass the filters, with the rows that the page shows for each. */
const find = (store: Store, {cut, over, budget, replicates}: z.infer<typeof options>): Promise<Found[]> =>
  store.once(async () => {
    store.need("samples");
    await needTokens(store);
    const evaluations = await evaluationsOf(store);
    const prices = (await readManifest(store.folder))?.evaluations ?? [];
    const found: Found[] = [];
    for (const {eval_id, model, template, sampler, simulated} of evaluations) {
      const points = (await store.ask(hazardPointsQuery, [eval_id, eval_id])) as never as HazardData["points"];
      const exits = numbered(
        (await store.ask(hazardExitsQuery, [eval_id, eval_id])) as never as (Omit<Exit, "item"> & {item: string | null})[]
      );
      const price = prices.find(each => each.eval_id === eval_id)?.price ?? null;
      const rows = hazardRows({points, exits}, {limit: cut, design: over, budget, price, replicates});
      found.push({evaluation: {eval_id, model, template, sampler, simulated}, data: {points, exits}, rows});
    }
    return found;
  });

/** Exits with tests numbered in the order of the study; the study uses the numbers only where some tests were asked more than once. */
function numbered(exits: readonly (Omit<Exit, "item"> & {item: string | null})[]): Exit[] {
  const items = new Map([...new Set(exits.map(({item}) => item))].map((item, i) => [item, i]));
  return exits.map(({item, ...exit}) => ({...exit, item: item === null ? null : items.get(item)!}));
}

function only<T>(found: readonly T[]): T {
  if (found.length > 1)
    throw new UserError(
      `a picture shows one evaluation, and ${found.length} pass the filters; choose one with --model or --eval-id`
    );
  return found[0]!;
}
