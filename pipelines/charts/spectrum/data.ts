// Converts rows of the spectrum tables for the page.
import {Z975} from "../../stats/distributions.js";
import {bandLevels} from "../../studies/spectrum/features.js";
import type {Described, SpectrumMember} from "../../studies/spectrum/prediction.js";

/** One point under one tokenizer: spectra and features. */
export interface SpectrumPoint extends Described, SpectrumMember {
  /** Canonical JSON of `params`. */
  text: string;
  tokenizer: string;
  frame: number;
  n: number;
  tiers: string[];
  /** Per frequency k/frame, k = 0 … frame/2. */
  mean: Float32Array;
  sd: Float32Array;
  raw: Float32Array;
  raw_sd: Float32Array;
  shuffled: Float32Array;
  permuted: Float32Array;
  /** Means over tests and their standard deviations (`…_sd`), by column name of the table. */
  features: Record<string, number>;
}

const LISTS = ["mean", "sd", "raw", "raw_sd", "shuffled", "permuted"] as const;

/**
 * Points with their spectra and features.
 * @param rows of `spectra join spectrum_features`
 */
export function spectrumPoints(rows: Iterable<Record<string, unknown>>): SpectrumPoint[] {
  return Array.from(rows, row => {
    const list = (name: string) =>
      row[name] instanceof Float32Array ? row[name] : Float32Array.from(row[name] as Iterable<number>);
    const lists = Object.fromEntries(LISTS.map(name => [name, list(name)])) as Record<(typeof LISTS)[number], Float32Array>;
    const features = Object.fromEntries(
      Object.entries(row).filter((entry): entry is [string, number] => typeof entry[1] === "number")
    );
    return {
      ...lists,
      base_task: row.base_task as string,
      text: row.params as string,
      params: JSON.parse(row.params as string) as Record<string, unknown>,
      tokenizer: row.tokenizer as string,
      frame: row.frame as number,
      n: row.n as number,
      tiers: Array.from(row.tiers as Iterable<string>),
      tokens: features.tokens!,
      tokens_per_character: features.tokens_per_character!,
      compression: features.compression!,
      entropy: features.entropy!,
      levels: bandLevels(lists.mean),
      features
    };
  });
}

/** Names of the parameters that have more than one value among the points. */
export function varyingParams(points: readonly {params: Record<string, unknown>}[]): string[] {
  const names = [...new Set(points.flatMap(({params}) => Object.keys(params)))];
  return names.filter(name => new Set(points.map(({params}) => params[name])).size > 1);
}

/** `length 12, spelling T/F`: the varying parameters of one point. */
export const pointLabel = (params: Record<string, unknown>, varying: readonly string[]): string =>
  varying.map(name => `${name} ${String(params[name])}`).join(", ") || "defaults";

/** Half width of the 95 % interval of a mean over n tests. */
export const halfWidth = (sd: number | undefined, n: number): number => (Z975 * (sd ?? 0)) / Math.sqrt(n);

/** Comparison function: numbers by size, other values by name. */
export const byValue = (a: unknown, b: unknown): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", {numeric: true});
