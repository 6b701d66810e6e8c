// Token ids of a prompt as a signal: its magnitude spectrum, and mean and spread of many of them.
import {fourier} from "./fft.js";

export type Window = "none" | "hann";

/** One frequency axis for a whole study: the next power of two that no prompt exceeds. */
export function frameLength(longest: number): number {
  if (!(Number.isInteger(longest) && longest > 0)) throw new RangeError(`expected a number of tokens, not ${longest}`);
  return Math.max(2, 2 ** Math.ceil(Math.log2(longest)));
}

/** Frequencies of a spectrum's M/2 + 1 values, cycles per token, 0 … ½. */
export const frequencies = (frame: number): Float64Array => Float64Array.from({length: frame / 2 + 1}, (_, k) => k / frame);

/** A signal, and what its magnitudes are divided by. */
export interface Scaled {
  signal: ArrayLike<number>;
  scale: number;
}

/** |X|/scale of two real signals of one length, M/2 + 1 values each, which are valid until the next call. */
export interface Pair {
  first: Float64Array;
  second: Float64Array;
}

export interface PairTransform {
  frame: number;
  /** Transforms two signals at once and adds their magnitudes to an accumulator each. A signal longer than the frame is a RangeError that names the frame that would do. */
  add(first: Scaled, second: Scaled, into: readonly [Accumulator, Accumulator]): Pair;
}

/**
 * Two real signals, zero-padded to `frame`, are the real and imaginary parts of one complex transform, and X(f) and conj(X(−f)) part them
 * again (Press et al., Numerical Recipes, 3rd ed., §12.3). Parting, magnitudes and sums share one loop: the transform itself is then most of the work.
 */
export function pairTransform(frame: number): PairTransform {
  const {input, transform} = fourier(frame);
  const pair = {first: new Float64Array(frame / 2 + 1), second: new Float64Array(frame / 2 + 1)};

  function load({signal}: Scaled, part: Float64Array): void {
    const {length} = signal;
    if (length > frame)
      throw new RangeError(`${length} tokens do not fit into a frame of ${frame}; ${frameLength(length)} would do`);
    part.set(signal);
    part.fill(0, length);
  }

  return {
    frame,
    add(one, other, [sumsOfOne, sumsOfOther]) {
      load(one, input.re);
      load(other, input.im);
      const {re: real, im: imaginary} = transform();
      const {first, second} = pair;
      const {sums: sums1, squares: squares1} = sumsOfOne.open();
      const {sums: sums2, squares: squares2} = sumsOfOther.open();
      const f = 0.5 / one.scale;
      const g = 0.5 / other.scale;
      for (let k = 0; k <= frame / 2; k++) {
        const mirror = (frame - k) & (frame - 1);
        const re = real[k]!;
        const im = imaginary[k]!;
        const reMirror = real[mirror]!;
        const imMirror = imaginary[mirror]!;
        const a = (re + reMirror) * f;
        const b = (im - imMirror) * f;
        const c = (im + imMirror) * g;
        const d = (reMirror - re) * g;
        const power1 = a * a + b * b;
        const power2 = c * c + d * d;
        const value1 = Math.sqrt(power1);
        const value2 = Math.sqrt(power2);
        first[k] = value1;
        second[k] = value2;
        sums1[k]! += value1;
        sums2[k]! += value2;
        squares1[k]! += power1;
        squares2[k]! += power2;
      }
      return pair;
    }
  };
}

/** A signal less its mean, under its window; and what its magnitudes are divided by: N tokens, or the window's sum. */
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
  /** Counts one more spectrum, and hands out the sums that it is to be added to. */
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
