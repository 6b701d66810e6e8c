// Magnitude spectra of prompts as signals of token ids, and their mean and standard deviation over prompts.
import FFT from "fft.js";

/** Shortest frame: a spectrum of fewer than 16 lines shows no shape. */
const SHORTEST_FRAME = 32;

export type Window = "none" | "hann";

/** Length of the transform for a whole study: the smallest power of two, at least 32, that is not below the longest prompt. */
export function frameLength(longest: number): number {
  if (!(Number.isInteger(longest) && longest > 0)) throw new RangeError(`expected a number of tokens, not ${longest}`);
  return Math.max(SHORTEST_FRAME, 2 ** Math.ceil(Math.log2(longest)));
}

/** A signal, and the divisor of its magnitudes. */
export interface Scaled {
  signal: ArrayLike<number>;
  scale: number;
}

export interface SpectrumTransform {
  frame: number;
  /**
   * Adds a signal's |X|/scale to an accumulator. Returns the M/2 + 1 values, which are valid until the next call.
   * @throws RangeError for a signal longer than the frame, naming the frame length that would fit
   */
  add(signal: Scaled, into: Accumulator): Float64Array;
}

/**
 * Opens a transform whose signals are zero-padded to `frame`, a power of two of at least 32. Magnitudes and sums are computed in one loop
 * for speed.
 */
export function spectrumTransform(frame: number): SpectrumTransform {
  if (!(Number.isInteger(Math.log2(frame)) && frame >= SHORTEST_FRAME))
    throw new RangeError(`expected a power of two of at least ${SHORTEST_FRAME}, not ${frame}`);
  const fft = new FFT(frame);
  const padded = new Float64Array(frame);
  const parts = new Float64Array(2 * frame); // real and imaginary parts in turn; fft.js fills those of X(0) … X(frame/2)
  const magnitudes = new Float64Array(frame / 2 + 1);
  return {
    frame,
    add({signal, scale}, into) {
      const {length} = signal;
      if (length > frame)
        throw new RangeError(`${length} tokens do not fit into a frame of ${frame}; ${frameLength(length)} would do`);
      padded.set(signal);
      padded.fill(0, length);
      fft.realTransform(parts, padded);
      const {sums, squares} = into.open();
      for (let k = 0; k <= frame / 2; k++) {
        const re = parts[2 * k]!;
        const im = parts[2 * k + 1]!;
        const value = Math.sqrt(re * re + im * im) / scale;
        magnitudes[k] = value;
        sums[k]! += value;
        squares[k]! += value * value;
      }
      return magnitudes;
    }
  };
}

/** A signal without its mean, multiplied by its window, and the divisor of its magnitudes: N tokens, or the window's sum. */
export function prepared(
  ids: ArrayLike<number>,
  {centred = true, window = "none"}: {centred?: boolean; window?: Window} = {}
): Scaled & {signal: Float64Array} {
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
  /** Counts one more spectrum, and returns the sums to which it is to be added. */
  open(): {sums: Float64Array; squares: Float64Array};
  readonly count: number;
  mean(): Float64Array;
  sd(): Float64Array;
}

export function accumulator(frame: number): Accumulator {
  const sums = new Float64Array(frame / 2 + 1);
  const squares = new Float64Array(frame / 2 + 1);
  let count = 0;
  return {
    open() {
      count++;
      return {sums, squares};
    },
    get count() {
      return count;
    },
    mean: () => sums.map(sum => sum / count),
    sd: () => sums.map((sum, k) => Math.sqrt(Math.max(0, squares[k]! / count - (sum / count) ** 2)))
  };
}
