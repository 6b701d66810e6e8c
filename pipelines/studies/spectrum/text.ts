// The spectrum of a single text under one tokenizer, beside those of the same ids in random order and of the same text under a permuted
// vocabulary.
import {bandLevels, bandwidth} from "./features.js";

import {shuffledIds} from "./point.js";
import {accumulator, frameLength, prepared, spectrumTransform} from "./transform.js";

/**
 * Random orders that a text is compared with. Were its own order random too, its value would be the smallest or the largest of all 40
 * with probability 2 ÷ 40: the range of 39 is a 95 % interval (Besag & Diggle 1977, doi:10.2307/2346974).
 */
const ORDERS = 39;
/** Levels are cut this far below the loudest band, decibels: a text that repeats exactly has no energy at all in most bands. */
const DEPTH = 80;
/** Shortest frame here: one spectral line for each of the 32 bands. */
const SHORTEST = 64;

interface Range {
  low: number;
  high: number;
}

export interface TextSpectrum {
  tokens: number;
  /** Length of the transform. */
  frame: number;
  /** Levels in 32 bands in decibels, the mean of the ids removed: of the text, and the 95 % range of the same ids in random order. */
  levels: Float64Array;
  low: Float64Array;
  high: Float64Array;
  /** The same of the text under a permuted vocabulary. */
  permuted: Float64Array;
  /** Frequency below which 90 % of the energy lies, cycles per token, and its range in random order. */
  bandwidth90: number;
  shuffled_bandwidth90: Range;
}

/**
 * The spectrum of a text's token ids; null where they are all alike, since without their mean nothing is left of them.
 * @param permutation a relabelling of all ids
 */
export function textSpectrum(ids: Int32Array, permutation: Uint32Array): TextSpectrum | null {
  if (ids.every(id => id === ids[0])) return null;
  const frame = frameLength(Math.max(SHORTEST, ids.length));
  const transform = spectrumTransform(frame);
  const sums = accumulator(frame);
  const spectrum = (of: Int32Array) => {
    const magnitudes = transform.add(prepared(of), sums);
    return {levels: bandLevels(magnitudes), bandwidth90: bandwidth(magnitudes, 0.9)};
  };
  const orders = Array.from({length: ORDERS}, (_, i) => spectrum(shuffledIds(ids, `order ${i} of a text`)));
  const widths = orders.map(order => order.bandwidth90);
  const {levels, bandwidth90} = spectrum(ids);
  const floored = (of: Float64Array) => {
    const floor = Math.max(...of) - DEPTH;
    return of.map(level => Math.max(level, floor));
  };
  return {
    tokens: ids.length,
    frame,
    levels: floored(levels),
    low: floored(levels.map((_, band) => Math.min(...orders.map(order => order.levels[band]!)))),
    high: floored(levels.map((_, band) => Math.max(...orders.map(order => order.levels[band]!)))),
    permuted: floored(spectrum(ids.map(id => permutation[id]!)).levels),
    bandwidth90,
    shuffled_bandwidth90: {low: Math.min(...widths), high: Math.max(...widths)}
  };
}

/** A token's text; of a part of a character, its bytes as <0x…>. */
export function tokenText(bytes: Uint8Array | undefined): string {
  if (!bytes) return "";
  try {
    return new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    return Array.from(bytes, byte => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`).join("");
  }
}
