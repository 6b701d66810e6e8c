// Token ids of a prompt as a signal: its magnitude spectrum, and mean and spread of many of them.
import FFT from "fft.js";

export type Window = "none" | "hann";

/** One frequency axis for a whole study: the next power of two that no prompt exceeds. */
export function frameLength(longest: number): number {
  if (!(Number.isInteger(longest) && longest > 0)) throw new RangeError(`expected a number of tokens, not ${longest}`);
  return Math.max(2, 2 ** Math.ceil(Math.log2(longest)));
}

/** Frequencies of a spectrum's M/2 + 1 values, cycles per token, 0 … ½. */
export const frequencies = (frame: number): Float64Array => Float64Array.from({length: frame / 2 + 1}, (_, k) => k / frame);

/** Magnitudes of two real signals of one length, each M/2 + 1 values that are valid until the next call. */
export interface Pair {
  first: Float64Array;
  second: Float64Array;
}

/**
 * |X| of two signals at once: they are the real and imaginary parts of one complex transform, and X(f) and conj(X(−f)) part them again
 * (Press et al., Numerical Recipes, 3rd ed., §12.3). Signals are zero-padded to `frame`; a longer one is a RangeError that names the frame that would do.
 */
export function pairTransform(frame: number): (first: ArrayLike<number>, second: ArrayLike<number>) => Pair {
  const fft = new FFT(frame);
  // the library's types say number[], but it only reads and writes by index, and typed arrays are twice as fast
  const input = new Float64Array(2 * frame) as unknown as number[];
  const output = new Float64Array(2 * frame) as unknown as number[];
  const pair = {first: new Float64Array(frame / 2 + 1), second: new Float64Array(frame / 2 + 1)};
  return (first, second) => {
    const length = Math.max(first.length, second.length);
    if (length > frame)
      throw new RangeError(`${length} tokens do not fit into a frame of ${frame}; ${frameLength(length)} would do`);
    for (let j = 0; j < length; j++) {
      input[2 * j] = first[j] ?? 0;
      input[2 * j + 1] = second[j] ?? 0;
    }
    for (let j = 2 * length; j < 2 * frame; j++) input[j] = 0;
    fft.transform(output, input);
    for (let k = 0; k <= frame / 2; k++) {
      const mirror = k === 0 ? 0 : frame - k;
      const [re, im, reMirror, imMirror] = [output[2 * k]!, output[2 * k + 1]!, output[2 * mirror]!, output[2 * mirror + 1]!];
      pair.first[k] = 0.5 * Math.sqrt((re + reMirror) ** 2 + (im - imMirror) ** 2);
      pair.second[k] = 0.5 * Math.sqrt((im + imMirror) ** 2 + (reMirror - re) ** 2);
    }
    return pair;
  };
}

/** A signal less its mean, under its window; and what its magnitudes are divided by: N tokens, or the window's sum. */
export function prepared(
  ids: ArrayLike<number>,
  {centred = true, window = "none"}: {centred?: boolean; window?: Window} = {}
): {signal: Float64Array; scale: number} {
  const n = ids.length;
  let mean = 0;
  if (centred) for (let j = 0; j < n; j++) mean += ids[j]! / n;
  const signal = new Float64Array(n);
  let scale = 0;
  for (let j = 0; j < n; j++) {
    const weight = window === "hann" && n > 1 ? 0.5 - 0.5 * Math.cos((2 * Math.PI * j) / (n - 1)) : 1;
    signal[j] = (ids[j]! - mean) * weight;
    scale += weight;
  }
  return {signal, scale: scale || 1};
}

/** Mean and standard deviation (ddof 0) per frequency of the spectra that are added. */
export interface Accumulator {
  add(magnitudes: Float64Array, scale: number): void;
  readonly count: number;
  mean(): Float64Array;
  sd(): Float64Array;
}

export function accumulator(frame: number): Accumulator {
  const size = frame / 2 + 1;
  const sums = new Float64Array(size);
  const squares = new Float64Array(size);
  let count = 0;
  return {
    add(magnitudes, scale) {
      for (let k = 0; k < size; k++) {
        const value = magnitudes[k]! / scale;
        sums[k]! += value;
        squares[k]! += value * value;
      }
      count++;
    },
    get count() {
      return count;
    },
    mean: () => sums.map(sum => sum / count),
    sd: () => sums.map((sum, k) => Math.sqrt(Math.max(0, squares[k]! / count - (sum / count) ** 2)))
  };
}
