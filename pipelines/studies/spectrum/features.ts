// Features of a magnitude spectrum. Energy is magnitude squared; the value at frequency 0 is left out everywhere.

export interface Features {
  /** Frequencies below which 50 % and 90 % of the energy lie, cycles per token. */
  bandwidth50: number;
  bandwidth90: number;
  /** Mean frequency weighted by energy, cycles per token. */
  centroid: number;
  /** Shannon entropy of the energy over frequencies divided by that of a flat spectrum: 0 for a single tone, 1 for white noise. */
  entropy: number;
  /** Standard deviation of the token ids, by Parseval's theorem: Σ|X|² over both sides = M·Σx². */
  gain: number;
}

/**
 * Computes the features of a spectrum; without energy they are NaN and the gain is 0.
 * @param magnitudes |X|/N of a signal without its mean: M/2 + 1 values at frequencies k/M
 * @param tokens N, the signal's length; by default M
 */
export function features(magnitudes: ArrayLike<number>, {tokens}: {tokens?: number} = {}): Features {
  const last = magnitudes.length - 1;
  const frame = 2 * last;
  let total = 0;
  let weighted = 0;
  let logs = 0;
  for (let k = 1; k <= last; k++) {
    const energy = magnitudes[k]! ** 2;
    total += energy;
    weighted += energy * k;
    if (energy > 0) logs += energy * Math.log(energy);
  }
  if (!(total > 0)) return {bandwidth50: Number.NaN, bandwidth90: Number.NaN, centroid: Number.NaN, entropy: Number.NaN, gain: 0};
  return {
    bandwidth50: edge(magnitudes, 0.5 * total),
    bandwidth90: edge(magnitudes, 0.9 * total),
    centroid: weighted / total / frame,
    entropy: last > 1 ? (Math.log(total) - logs / total) / Math.log(last) : 1,
    gain: Math.sqrt(((2 * total - magnitudes[last]! ** 2) * (tokens ?? frame)) / frame) // both sides of the axis, the middle once
  };
}

/** The frequency below which a share of the energy above frequency 0 lies, in cycles per token; NaN without energy. */
export function bandwidth(magnitudes: ArrayLike<number>, share: number): number {
  let total = 0;
  for (let k = 1; k < magnitudes.length; k++) total += magnitudes[k]! ** 2;
  return total > 0 ? edge(magnitudes, share * total) : Number.NaN;
}

/** The frequency at which the cumulative energy reaches a goal, by linear interpolation between two spectral lines. */
function edge(magnitudes: ArrayLike<number>, goal: number): number {
  const last = magnitudes.length - 1;
  let sum = 0;
  for (let k = 1; k <= last; k++) {
    const energy = magnitudes[k]! ** 2;
    if (sum + energy >= goal) return (k - 1 + (energy > 0 ? (goal - sum) / energy : 1)) / (2 * last);
    sum += energy;
  }
  return 0.5;
}

export interface Peak {
  /** Cycles per token. */
  frequency: number;
  /** Tokens per cycle. */
  period: number;
  magnitude: number;
  /** Magnitude ÷ median magnitude of the surrounding lines. */
  prominence: number;
}

/** Half width, in lines, of the surroundings with which a peak is compared. */
const AROUND = 24;

/** The most prominent local maxima, strongest first. */
export function peaks(magnitudes: ArrayLike<number>, {most = 3, least = 2} = {}): Peak[] {
  const last = magnitudes.length - 1;
  const found: Peak[] = [];
  for (let k = 1; k <= last; k++) {
    const value = magnitudes[k]!;
    if (!(value > (magnitudes[k - 1] ?? 0) && value >= (magnitudes[k + 1] ?? 0)) && k > 1) continue;
    if (k === 1 && value < (magnitudes[2] ?? 0)) continue;
    const around = Array.from(magnitudes as ArrayLike<number> & Iterable<number>)
      .slice(Math.max(1, k - AROUND), k + AROUND + 1)
      .sort((a, b) => a - b);
    const median = around[around.length >> 1]!;
    const prominence = median > 0 ? value / median : Number.POSITIVE_INFINITY;
    if (value > 0 && prominence >= least)
      found.push({frequency: k / (2 * last), period: (2 * last) / k, magnitude: value, prominence});
  }
  return found.sort((a, b) => b.magnitude - a.magnitude).slice(0, most);
}

// Levels of spectra in bands, in decibels: the coarse frequency axis on which points are compared.

/** Number of bands of equal width, from just above 0 to ½ cycles per token. */
const BANDS = 32;

/** Root mean square of the magnitudes in each band, in decibels (20·log10), without the value at frequency 0. */
export function bandLevels(magnitudes: ArrayLike<number>, bands = BANDS): Float64Array {
  const last = magnitudes.length - 1;
  const energy = new Float64Array(bands);
  const lines = new Float64Array(bands);
  for (let k = 1; k <= last; k++) {
    const band = Math.min(bands - 1, Math.floor(((k - 1) / last) * bands));
    energy[band]! += magnitudes[k]! ** 2;
    lines[band]!++;
  }
  return energy.map((sum, band) => 10 * Math.log10(Math.max(sum / Math.max(1, lines[band]!), Number.MIN_VALUE)));
}

/** Centres of the bands, cycles per token. */
export const bandFrequencies = (bands = BANDS): Float64Array =>
  Float64Array.from({length: bands}, (_, band) => (0.5 * (band + 0.5)) / bands);

/** Root mean square difference between the levels of two spectra, in decibels. */
export function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let band = 0; band < a.length; band++) sum += (a[band]! - b[band]!) ** 2;
  return Math.sqrt(sum / a.length);
}

/** The levels minus their mean: the shape only, since ids from another range shift all levels equally. */
export function shape(levels: Float64Array): Float64Array {
  const mean = levels.reduce((a, b) => a + b, 0) / levels.length;
  return levels.map(level => level - mean);
}
