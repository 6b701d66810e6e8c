// The command `points`: results of each point under each evaluation.
import {z} from "zod";
import {command} from "./command.js";
import {
  accuracyFields,
  costField,
  countOrNull,
  evaluationFields,
  POOLED,
  simulatedField,
  text,
  tokenFields,
  truncationFields
} from "./fields.js";

export const points = command({
  name: "points",
  description: "points: identity, params, facets, counters, accuracy, truncation",
  options: z.object({
    limit: z.coerce
      .number("expects a whole number")
      .int("expects a whole number")
      .min(1, "expects at least 1")
      .optional()
      .describe("only the first n rows, by identity")
  }),
  row: z.object({
    ...evaluationFields,
    base_task: text("the task's name"),
    params: z.record(z.string(), z.json()).describe("every parameter"),
    ...accuracyFields,
    ...truncationFields,
    ...tokenFields,
    ...costField,
    groups: z.array(z.string()).describe("facets of the model"),
    tiers: z.array(z.string()),
    surfaces: z.array(z.string()).describe("named 2-D slices"),
    projections: z.array(z.string()).describe("named 1-D slices"),
    tags: z.array(z.string()).describe("free tags"),
    generator_version: z.int(),
    seed: countOrNull("global seed of the tests; null for answers that were collected elsewhere"),
    stopped: text("why sampling ended"),
    ...simulatedField
  }),
  async rows(store, {limit}) {
    const rows = await store.ask(`${QUERY}${limit === undefined ? "" : ` limit ${limit}`}`);
    return rows.map(row => ({...row, params: JSON.parse(String(row.params))})) as never;
  }
});

const QUERY = `select eval_id, model, template, sampler, base_task, params, generator_version, seed, ${POOLED},
  any_value(groups) as groups, any_value(tiers) as tiers, any_value(surfaces) as surfaces, any_value(projections) as projections,
  any_value(tags) as tags, any_value(stopped) as stopped
from picked group by all order by model, template, sampler, base_task, params, generator_version, seed`;
