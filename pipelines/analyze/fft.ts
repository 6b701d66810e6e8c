// The command `fft`: features and spectra of the token sequences of a point's tests, by tokenizer. No model is asked.

import {z} from "zod";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {Z975} from "../stats/distributions.js";
import {PLACE, same} from "../store/same.sql.js";
import {bandFrequencies, bandLevels} from "../studies/spectrum/features.js";
import {command} from "./command.js";
import {count, number, numberOrNull, text} from "./fields.js";
import type {Store} from "./store.js";

/** Normal quantile of a two-sided 95 % interval. */
const CHARTS = ["spectra", "sweep", "effects"] as const;
const FEATURES = {
  tokens: "prompt tokens, the chat template's included",
  tokens_per_character: "prompt tokens ÷ characters of the question",
  compression: "gzipped ÷ all bytes of the question",
  bandwidth50: "frequency below which half of the energy beyond frequency 0 lies, cycles per token",
  bandwidth90: "the same for 90 % of the energy",
  centroid: "mean frequency weighted by energy, cycles per token",
  entropy: "entropy of the energy over frequencies: 0 a single tone, 1 flat",
  gain: "standard deviation of the token ids",
  shuffled_bandwidth90: "bandwidth90 of the same ids in random order: what it would be without any order"
};
const KEYS = Object.keys(FEATURES) as (keyof typeof FEATURES)[];

const tokenizer = z.string().optional().describe("only this tokenizer; pictures show one, by default o200k where available");
const fftOptions = z.object({
  tokenizer,
  chart: z
    .enum(CHARTS)
    .default(CHARTS[0])
    .describe("which picture: spectra (of at most five points), sweep (over one param), effects (of all params)"),
  sweep: z.string().optional().describe("param of the sweep; by default the first that varies")
});

const pointFields = {
  base_task: text("the task's name"),
  params: z.record(z.string(), z.unknown()).describe("its params"),
  generator_version: count("version of the task's generator"),
  tokenizer: text("vocabulary and chat template"),
  frame: count("length of the transform, tokens: one for all"),
  n: count("tests")
};
type Row = Record<string, unknown> & {params: Record<string, unknown>; tokenizer: string; n: number};

export const fft = command({
  name: "fft",
  description: "tests as a tokenizer sees them: length, bandwidth, entropy and peaks of the spectra of token ids",
  options: fftOptions,
  needs: ["spectrum_features"],
  row: z.object({
    ...pointFields,
    ...(Object.fromEntries(
      KEYS.flatMap(key => [
        [key, numberOrNull(`mean over tests: ${FEATURES[key]}`)],
        [`${key}_low`, numberOrNull("lower end of its 95 % interval over tests; null for a single test")],
        [`${key}_high`, numberOrNull("upper end")]
      ])
    ) as Record<`${keyof typeof FEATURES}${"" | "_low" | "_high"}`, z.ZodNullable<z.ZodNumber>>),
    peak_periods: z.array(z.number()).describe("periods of the highest peaks of the mean spectrum, tokens")
  }),
  async rows(store, {tokenizer}) {
    const rows = await found(store, "spectrum_features", {tokenizer});
    return rows.map(row => ({
      ...row,
      ...Object.fromEntries(
        KEYS.flatMap(key => {
          const value = row[key] as number | null;
          const half = row.n > 1 && value !== null ? (Z975 * Number(row[`${key}_sd`])) / Math.sqrt(row.n - 1) : null; // sd has ddof 0
          return [
            [key, value],
            [`${key}_low`, half === null ? null : value! - half],
            [`${key}_high`, half === null ? null : value! + half]
          ];
        })
      )
    })) as never;
  },
  async plot(_, {width, chart, sweep, ...chosen}, store) {
    const curves = await import("../charts/spectrum/curves.js");
    const {effectsPlot} = await import("../charts/spectrum/features.js");
    const {effects} = await import("../studies/spectrum/prediction.js");
    const points = await pictured(store, chosen.tokenizer);
    if (chart === "effects") return effectsPlot(effects(points), {width});
    const own = await oneTask(points);
    if (chart === "spectra") return curves.spectrumPlot(own, {width, kind: "centred"});
    return curves.sweepPlot(own, {width, param: await paramOf(own, sweep)});
  },
  async sentence(_, {tokenizer}, store) {
    const {effectsSentence} = await import("../charts/spectrum/features.js");
    const {effects} = await import("../studies/spectrum/prediction.js");
    return effectsSentence(effects(await pictured(store, tokenizer)));
  }
});

export const spectra = command({
  name: "spectra",
  description:
    "the spectra themselves, beside those of shuffled ids and of a permuted vocabulary: decibels in 32 bands, or at every frequency",
  options: z.object({
    tokenizer,
    every: z.enum(["band", "frequency"]).default("band").describe("one row per band (32) or per frequency (frame/2 + 1)")
  }),
  needs: ["spectra", "spectrum_features"],
  row: z.object({
    ...pointFields,
    frequency: number("cycles per token: 0 … ½; of a band its middle"),
    level: number("mean of |X|/N over tests, decibels; the ids' mean removed"),
    low: numberOrNull("lower end of its 95 % interval over tests; null for a single test"),
    high: numberOrNull("upper end"),
    raw: number("mean of |X|/N over tests, decibels; the ids' mean left in"),
    raw_low: numberOrNull("lower end of its 95 % interval over tests; null for a single test"),
    raw_high: numberOrNull("upper end"),
    shuffled: number("the same of the ids in random order"),
    permuted: number("the same of the text under a permuted vocabulary")
  }),
  async rows(store, {tokenizer, every}) {
    const rows = await found(store, "spectra", {tokenizer});
    return rows.flatMap(row => {
      const list = (name: string) => Float32Array.from(row[name] as number[]);
      const [mean, sd] = [list("mean"), list("sd")];
      const [raw, rawSd] = [list("raw"), list("raw_sd")];
      const halfOf = (of: Float32Array) => of.map(value => (Z975 * value) / Math.sqrt(Math.max(1, row.n - 1)));
      const [half, rawHalf] = [halfOf(sd), halfOf(rawSd)];
      const levels = every === "band" ? bandLevels : decibels;
      const several = row.n > 1; // a single test shows no variation
      const series = {
        level: levels(mean),
        low: several ? levels(mean.map((value, k) => Math.max(0, value - half[k]!))) : null,
        high: several ? levels(mean.map((value, k) => value + half[k]!)) : null,
        raw: levels(raw),
        raw_low: several ? levels(raw.map((value, k) => Math.max(0, value - rawHalf[k]!))) : null,
        raw_high: several ? levels(raw.map((value, k) => value + rawHalf[k]!)) : null,
        shuffled: levels(list("shuffled")),
        permuted: levels(list("permuted"))
      };
      const frequencies = every === "band" ? bandFrequencies() : Float64Array.from(mean, (_, k) => k / Number(row.frame));
      return Array.from(frequencies, (frequency, k) => ({
        ...row,
        frequency,
        ...Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values?.[k] ?? null]))
      }));
    }) as never;
  },
  async plot(_, {width, tokenizer}, store) {
    const {spectrumPlot} = await import("../charts/spectrum/curves.js");
    return spectrumPlot(await oneTask(await pictured(store, tokenizer)), {width, kind: "centred"});
  }
});

/** Smallest magnitude that is converted to decibels; smaller ones, 0 included, are raised to it. */
const FLOOR = 1e-9;
const decibels = (magnitudes: Float32Array): Float64Array =>
  Float64Array.from(magnitudes, value => 20 * Math.log10(Math.max(FLOOR, value)));

/**
 * Rows of a spectrum table for the points that pass the filters; without filters all rows of the study, including points of other suites.
 */
async function found(store: Store, table: string, {tokenizer}: {tokenizer: string | undefined}): Promise<Row[]> {
  const filtered = Object.values(store.filter).some(value => (Array.isArray(value) ? value.length > 0 : value !== undefined));
  const known = (await store.ask(`select distinct tokenizer from ${table} order by 1`)).map(row => String(row.tokenizer));
  if (tokenizer !== undefined && !known.includes(tokenizer))
    throw new UserError(`--tokenizer: no tokenizer "${tokenizer}" in the study${didYouMean(tokenizer, known)}`);
  const rows = await store.ask(
    `from ${table}${filtered ? ` semi join picked on ${same(table, "picked", PLACE)}` : ""}
      where ${tokenizer === undefined ? "true" : "tokenizer = ?"} order by base_task, params, tokenizer`,
    tokenizer === undefined ? [] : [tokenizer]
  );
  if (rows.length === 0)
    throw new UserError(`${filtered ? "no point that passes these filters" : "no point of this store"} ${NOT_OURS}`);
  return rows.map(row => ({...row, params: JSON.parse(String(row.params))})) as unknown as Row[];
}

export const NOT_OURS = "was made by a built-in generator, and only the tests of these have spectra; npm run tests shows them";

/** The points of a picture as the page loads them: spectra and features by one tokenizer. */
async function pictured(store: Store, tokenizer: string | undefined) {
  const {spectrumPoints} = await import("../charts/spectrum/data.js");
  const features = await found(store, "spectrum_features", {tokenizer});
  const names = [...new Set(features.map(row => row.tokenizer))];
  const one = tokenizer ?? (names.includes("o200k") ? "o200k" : names[0]!);
  const lists = await found(store, "spectra", {tokenizer: one});
  const key = (row: Row) => JSON.stringify([row.base_task, row.params, row.generator_version, row.seed]);
  const byPoint = new Map(lists.map(row => [key(row), row]));
  return spectrumPoints(
    features
      .filter(row => row.tokenizer === one)
      .map(row => ({...byPoint.get(key(row)), ...row, params: JSON.stringify(row.params)}))
  );
}
type Points = Awaited<ReturnType<typeof pictured>>;

async function oneTask(points: Points): Promise<Points> {
  const tasks = new Set(points.map(({base_task}) => base_task));
  if (tasks.size > 1) throw new UserError(`this picture shows one task, ${tasks.size} pass the filters; add --task`);
  return points;
}

async function paramOf(points: Points, asked: string | undefined): Promise<string> {
  const {varyingParams} = await import("../charts/spectrum/data.js");
  const varying = varyingParams(points);
  if (asked !== undefined && !varying.includes(asked))
    throw new UserError(`--sweep: "${asked}" does not vary among these points${didYouMean(asked, varying)}`);
  const param = asked ?? varying[0];
  if (param === undefined) throw new UserError("no param varies among these points; there is nothing to sweep");
  return param;
}
