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
