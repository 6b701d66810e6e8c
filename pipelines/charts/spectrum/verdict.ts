// The first sentences of page Spectrum: which tokenizer makes more tokens of the same questions, and which format of a question costs most.
import {plural} from "../../book/plural.js";
import {clusteredRatio} from "../../stats/clustered.js";
import {groupBy} from "../../stats/groupBy.js";
import type {ParameterEffect} from "../../studies/spectrum/prediction.js";
import {formatCount, formatEstimate} from "../shared/interval.js";
import {isFormat} from "./features.js";

/** Mean prompt length of a point under one tokenizer. */
export interface TokenCount {
  base_task: string;
  params: string;
  generator_version: number;
  seed: unknown;
  tokenizer: string;
  tokens: number;
}

/** Formats a ratio minus 1 as per cent with its interval, "8.7 % [5.2, 12.3]". */
function percentMore({value, low, high}: {value: number; low: number | null; high: number | null}): string {
  const more = (x: number | null) => (x === null ? null : 100 * (x - 1));
  const [estimate, ...interval] = formatEstimate({value: more(value)!, low: more(low), high: more(high)}, {digits: 1}).split(" ");
  return [`${estimate} %`, ...interval].join(" ");
}

/**
 * Compares the tokenizer that makes most tokens with the one that makes fewest, over the points that all tokenizers have; the interval is
 * over tasks, since questions of one task are written alike.
 */
export function tokenizerSentence(rows: readonly TokenCount[]): string {
  const tokenizers = [...new Set(rows.map(({tokenizer}) => tokenizer))].sort();
  const points = [
    ...groupBy(rows, ({base_task, params, generator_version, seed}) =>
      JSON.stringify([base_task, params, generator_version, String(seed)])
    ).values()
  ].filter(group => group.length === tokenizers.length);
  if (tokenizers.length < 2 || points.length === 0) return "There are no two tokenizers of the same questions to compare.";
  const sum = (group: readonly TokenCount[], tokenizer: string) =>
    group.reduce((total, row) => total + (row.tokenizer === tokenizer ? row.tokens : 0), 0);
  const ordered = tokenizers.toSorted((a, b) => sum(points.flat(), a) - sum(points.flat(), b));
  const [least, most] = [ordered[0]!, ordered.at(-1)!];
  const tasks = [...groupBy(points, ([row]) => row!.base_task).values()];
  const estimate = clusteredRatio(
    tasks.map(group => ({y: sum(group.flat(), most), x: sum(group.flat(), least)})),
    {scale: "log"}
  );
  const counted = `n = ${plural(points.length, "point")} of ${plural(tasks.length, "task")}`;
  if (!estimate || estimate.value === 1)
    return `All ${tokenizers.length} tokenizers make as many tokens of the same questions (${counted}).`;
  return `Of the same questions, ${most} makes ${percentMore(estimate)} more tokens than ${least} (${counted}).`;
}

/** Names the format of a question that costs most tokens. */
export function formatSentence(effects: readonly ParameterEffect[]): string {
  const formats = effects.filter(isFormat);
  if (formats.length === 0) return "No parameter of format varies among these points.";
  const [most] = formats
    .filter(({length: {low, high}}) => low !== null && high !== null)
    .sort((a, b) => b.length.value - a.length.value);
  if (!most) return "No format has enough pairs of points for an interval of what it costs.";
  const {low, high, value} = most.length;
  const more = percentMore({value: 1 + value, low: 1 + low!, high: 1 + high!});
  return `Format costs most in ${most.base_task}: two prompts that differ in ${most.param} alone differ in length by ${more} on average (n = ${formatCount(most.n)} pairs).`;
}
