import {execFileSync, spawnSync} from "node:child_process";
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {features, peaks} from "../../../pipelines/studies/spectrum/features.js";
import {accumulator, frameLength, prepared, spectrumTransform} from "../../../pipelines/studies/spectrum/transform.js";

const signals = fc.array(fc.double({min: -1e5, max: 1e5, noNaN: true}), {minLength: 1, maxLength: 64});
const FRAME = 64;
const transforms = new Map([FRAME, 128, 1024].map(frame => [frame, spectrumTransform(frame)] as const));
const magnitudes = (signal: ArrayLike<number>, frame = FRAME) =>
  Float64Array.from(transforms.get(frame)!.add({signal, scale: 1}, accumulator(frame)));
/** Double precision: 15 digits of a signal's norm, of which a sum over the frame may lose some. */
const exact = (found: number, expected: number, signal: Iterable<number>) =>
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-13 * Math.hypot(...signal, 1e-30) * Math.sqrt(FRAME));
const close = (a: number, b: number, tolerance: number) =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(tolerance * (1 + Math.abs(b)));

describe("transform", () => {
  test("is the discrete Fourier transform by its definition", () => {
    fc.assert(
      fc.property(signals, signal => {
        const found = magnitudes(signal);
        for (const k of [0, 1, 7, 31, 32]) {
          let [re, im] = [0, 0];
          for (const [j, x] of signal.entries()) {
            re += x * Math.cos((2 * Math.PI * k * j) / FRAME);
            im -= x * Math.sin((2 * Math.PI * k * j) / FRAME);
          }
          exact(found[k]!, Math.hypot(re, im), signal);
        }
      }),
      {numRuns: 50}
    );
  });

  test("is the discrete Fourier transform at every frame, the middle frequency included", () => {
    for (let frame = 32; frame <= 8192; frame *= 2) {
      const signal = Float64Array.from({length: frame - 3}, (_, j) => ((j * 7919) % 997) - 400);
      const found = spectrumTransform(frame).add({signal, scale: 1}, accumulator(frame));
      expect(found.length).toBe(frame / 2 + 1);
      for (const k of [0, 1, 2, 3, 15, frame / 4, frame / 2 - 1, frame / 2]) {
        let [re, im] = [0, 0];
        for (const [j, x] of signal.entries()) {
          const angle = (2 * Math.PI * ((k * j) % frame)) / frame; // reduced, so that the sine of a large angle loses no digits
          re += x * Math.cos(angle);
          im -= x * Math.sin(angle);
        }
        expect(Math.abs(found[k]! - Math.hypot(re, im))).toBeLessThan(1e-13 * Math.hypot(...signal) * Math.sqrt(frame));
      }
    }
    expect(() => spectrumTransform(48)).toThrow("expected a power of two of at least 32, not 48");
    expect(() => spectrumTransform(16)).toThrow("at least 32");
  });

  test("a shorter signal after a longer one leaves nothing of it in the frame", () => {
    const transform = spectrumTransform(FRAME);
    const sums = accumulator(FRAME);
    transform.add({signal: new Float64Array(FRAME).fill(1e5), scale: 1}, sums);
    for (const value of transform.add({signal: [1], scale: 1}, sums)) expect(value).toBeCloseTo(1, 14); // a single pulse is flat
  });

  test("Parseval: the energy of both sides is M times the signal's", () => {
    fc.assert(
      fc.property(signals, signal => {
        const found = magnitudes(signal);
        let sum = found[0]! ** 2 + found[32]! ** 2;
        for (let k = 1; k < 32; k++) sum += 2 * found[k]! ** 2;
        close(sum, FRAME * signal.reduce((energy, x) => energy + x * x, 0), 1e-12);
      })
    );
  });

  test("equals NumPy's rfft where Python with NumPy is there", context => {
    const python = spawnSync("python3", ["-c", "import numpy"]);
    if (python.status !== 0) context.skip("python3 with numpy is not installed");
    const signal = Array.from({length: 100}, (_, j) => ((j * 7919) % 997) - 300.5);
    const script = "import sys, json, numpy; print(json.dumps(numpy.abs(numpy.fft.rfft(json.load(sys.stdin), 128)).tolist()))";
    const theirs = JSON.parse(execFileSync("python3", ["-c", script], {input: JSON.stringify(signal)}).toString()) as number[];
    const ours = magnitudes(signal, 128);
    for (const [k, value] of theirs.entries()) exact(ours[k]!, value, signal);
  });

  test("a sequence of period k has energy at multiples of 1/k only; a sinusoid peaks within 1/N of 1/k", () => {
    const eights = Array.from({length: 64}, (_, j) => [3, 0, 0, 7, 1, 1, 2, 9][j % 8]!);
    for (const [k, value] of magnitudes(eights).entries()) if (k % 8 !== 0) expect(value).toBeLessThan(1e-12);
    for (const period of [3.7, 6, 11.3, 25]) {
      const length = 200;
      const {signal} = prepared(Array.from({length}, (_, j) => 100 + 50 * Math.cos((2 * Math.PI * j) / period)));
      const spectrum = magnitudes(signal, 1024);
      const top = spectrum.indexOf(Math.max(...spectrum)) / 1024;
      expect(Math.abs(top - 1 / period)).toBeLessThanOrEqual(1 / length);
      const [peak] = peaks(spectrum);
      expect(Math.abs(peak!.frequency - 1 / period)).toBeLessThanOrEqual(1 / length);
      expect(peak!.period).toBeCloseTo(1 / peak!.frequency, 9);
    }
  });

  test("a constant sequence has no energy once its mean is removed, and all of it at frequency 0 before", () => {
    const ids = Array.from({length: 50}, () => 1234);
    for (const value of magnitudes(prepared(ids).signal)) expect(value).toBeLessThan(1e-8);
    const {signal, scale} = prepared(ids, {centred: false});
    expect(magnitudes(signal)[0]! / scale).toBeCloseTo(1234, 9);
  });

  test("frames: the next power of two; a prompt that is too long is refused with the frame that would do", () => {
    expect([1, 32, 33, 512, 513].map(frameLength)).toEqual([32, 32, 64, 512, 1024]);
    expect(() => magnitudes(new Float64Array(65))).toThrow("65 tokens do not fit into a frame of 64; 128 would do");
    expect(() => frameLength(0)).toThrow("expected a number of tokens, not 0");
  });

  test("the Hann window and its scale", () => {
    const {signal, scale} = prepared([1, 1, 1, 1, 1], {centred: false, window: "hann"});
    expect([...signal].map(value => Number(value.toFixed(12)))).toEqual([0, 0.5, 1, 0.5, 0]); // its textbook values
    expect(scale).toBeCloseTo(2, 12);
  });
});

test("mean and standard deviation have ddof 0", () => {
  const sums = accumulator(FRAME);
  for (const value of [2, 4, 4, 4, 5, 5, 7, 9]) transforms.get(FRAME)!.add({signal: [value], scale: 2}, sums); // one pulse: flat
  for (const mean of sums.mean()) expect(mean).toBeCloseTo(2.5, 12); // the textbook's eight numbers: mean 5, standard deviation 2
  for (const sd of sums.sd()) expect(sd).toBeCloseTo(1, 12);
  expect(sums.count).toBe(8);
});

describe("features", () => {
  const flat = Float64Array.from({length: 129}, (_, k) => (k === 0 ? 1e6 : 3));
  const tone = (k: number) => Float64Array.from({length: 129}, (_, j) => (j === k ? 5 : 0));

  test("white noise is flat: entropy 1, its bandwidths in proportion, its centroid in the middle", () => {
    const {bandwidth50, bandwidth90, centroid, entropy} = features(flat);
    expect([bandwidth50, bandwidth90, centroid, entropy].map(x => Number(x.toFixed(3)))).toEqual([0.25, 0.45, 0.252, 1]);
  });

  test("a single tone: entropy 0, all its energy at one frequency", () => {
    const {centroid, entropy, bandwidth90} = features(tone(32));
    expect([centroid, entropy]).toEqual([0.125, 0]);
    expect(bandwidth90).toBeGreaterThan(31 / 256);
    expect(bandwidth90).toBeLessThanOrEqual(32 / 256);
  });

  test("gain is the standard deviation of the ids", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({min: 0, max: 100_000}), {minLength: 1, maxLength: 64}), ids => {
        const tokens = ids.length;
        const mean = ids.reduce((a, b) => a + b, 0) / tokens;
        const sd = Math.sqrt(ids.reduce((sum, id) => sum + (id - mean) ** 2, 0) / tokens);
        const {signal, scale} = prepared(ids);
        close(
          features(
            magnitudes(signal, 128).map(value => value / scale),
            {tokens}
          ).gain,
          sd,
          1e-9
        );
      })
    );
  });

  test("nothing has no features", () => {
    expect(features(new Float64Array(5))).toEqual({
      bandwidth50: Number.NaN,
      bandwidth90: Number.NaN,
      centroid: Number.NaN,
      entropy: Number.NaN,
      gain: 0
    });
    expect(peaks(new Float64Array(5))).toEqual([]);
  });
});
