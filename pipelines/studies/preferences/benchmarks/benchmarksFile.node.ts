// Reads data/human/benchmarks.yaml: published scores with their sources.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {z} from "zod";
import {parseYaml} from "../../../book/yaml.js";
import {UserError} from "../../../rows/error.js";
import {didYouMean} from "../../../rows/nearest.js";
import type {Leaderboard} from "./leaderboard.js";

export const BENCHMARKS = "data/human/benchmarks.yaml";

const benchmarksSchema = z.strictObject({
  sources: z
    .record(
      z.string(),
      z.strictObject({
        title: z.string(),
        url: z.string(),
        date: z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/, "expected a date like 2023-06-22, or 2023-06")
      })
    )
    .describe("where scores were published, by a name of your own"),
  benchmarks: z.record(
    z.string(),
    z.strictObject({
      source: z.string().describe("name of a source"),
      description: z.string().default("").describe("what is measured, and its unit"),
      criterion: z.boolean().default(false).describe("a measure of people's preference, which others are compared with"),
      contains: z.array(z.string()).default([]).describe('benchmarks, or "preference", that enter its own score')
    })
  ),
  aliases: z
    .record(z.string(), z.array(z.string().min(1)))
    .default({})
    .describe("other names of a model, as votes or other tables have them; only where it is the same version of the same model"),
  scores: z.record(z.string(), z.record(z.string(), z.number())).describe("by model and benchmark; what is not known is left out")
});

/** A leaderboard whose columns have a source. */
export interface Published extends Leaderboard {
  criteria: string[];
}

export async function readBenchmarks(file = BENCHMARKS): Promise<Published> {
  if (!existsSync(file)) throw new UserError(`no such file: ${file}`);
  const {value, locate} = parseYaml(await readFile(file, "utf8"), file, benchmarksSchema);
  const names = Object.keys(value.benchmarks);
  for (const [name, {source}] of Object.entries(value.benchmarks))
    if (!Object.hasOwn(value.sources, source))
      throw new UserError(
        `${locate(["benchmarks", name, "source"])} unknown source "${source}"${didYouMean(source, Object.keys(value.sources))}`
      );
  for (const [model, own] of Object.entries(value.scores))
    for (const name of Object.keys(own))
      if (!names.includes(name))
        throw new UserError(
          `${locate(["scores", model, name], {key: true})} unknown benchmark "${name}"${didYouMean(name, names)}`
        );
  const models = Object.keys(value.scores);
  const taken = new Map(models.map(model => [model.toLowerCase(), model]));
  for (const [model, others] of Object.entries(value.aliases)) {
    if (!models.includes(model))
      throw new UserError(`${locate(["aliases", model], {key: true})} unknown model "${model}"${didYouMean(model, models)}`);
    others.forEach((name, i) => {
      const owner = taken.get(name.toLowerCase());
      if (owner !== undefined) throw new UserError(`${locate(["aliases", model, i])} "${name}" is already a name of ${owner}`);
      taken.set(name.toLowerCase(), model);
    });
  }
  return {
    models,
    aliases: value.aliases,
    benchmarks: names.map(name => {
      const {source, contains} = value.benchmarks[name]!;
      const {title, url, date} = value.sources[source]!;
      return {name, contains, source: `${title}, ${url}`, date, values: models.map(model => value.scores[model]![name] ?? null)};
    }),
    criteria: names.filter(name => value.benchmarks[name]!.criterion),
    notes: []
  };
}
