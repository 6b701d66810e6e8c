import {gzipSync} from "node:zlib";
import fc from "fast-check";
import {beforeAll, describe, expect, test} from "vitest";
import {readSuites} from "../../../pipelines/book/read.node.js";
import {type ManifoldPoint, manifold, testAt} from "../../../pipelines/generate/manifold.node.js";
import {normal} from "../../../pipelines/generate/normal.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {midranks} from "../../../pipelines/stats/correlation.js";
import {bandFrequencies, bandLevels, distance, shape} from "../../../pipelines/studies/spectrum/features.js";
import {type Prompt, permutationOf, pointSpectrum} from "../../../pipelines/studies/spectrum/point.js";
import {
  ALARM,
  effects,
  outliers,
  PREDICTORS,
  partialCorrelation,
  predictions,
  type SpectrumMember
} from "../../../pipelines/studies/spectrum/prediction.js";

import {type SpectrumTransform, spectrumTransform} from "../../../pipelines/studies/spectrum/transform.js";
import {tokenizer} from "../../../pipelines/tokenizer/tokenizer.node.js";
import type {Tokenizer} from "../../../pipelines/tokenizer/types.js";

const FRAME = 2048;
const TESTS = 16;

describe("points of the starter suite", () => {
  let points: ManifoldPoint[];
  let o200k: Tokenizer;
  let permutation: Uint32Array;
  let transform: SpectrumTransform;
  const promptOf = (text: string, item_id: string): Prompt => ({
    item_id,
    characters: text.length,
    compression: gzipSync(text).length / Buffer.byteLength(text),
    ids: Int32Array.from(o200k.chat([{role: "user", content: text}]))
  });
  const describe_ = (point: ManifoldPoint, texts: string[]): SpectrumMember & {key: string; params: ManifoldPoint["params"]} => {
    const spectrum = pointSpectrum(
      texts.map((text, i) => promptOf(text, `${point.key}-${i}`)),
      {transform, permutation}
    );
    return {
      key: point.key,
      base_task: point.base_task,
      params: point.params,
      tokens: spectrum.tokens.mean,
      levels: bandLevels(spectrum.mean),
      compression: spectrum.compression.mean,
      entropy: spectrum.features.entropy.mean
    };
  };
  const textsOf = (point: ManifoldPoint) =>
    Array.from({length: TESTS}, (_, i) => testAt(point, tasks.get(point.base_task)!, i).prompt);

  beforeAll(async () => {
    transform = spectrumTransform(FRAME);
    const {suite, locate} = (await readSuites(["data/suites/starter.yaml"])).suites[0]!;
    points = manifold(suite, {seed: 42, locate});
    o200k = await tokenizer("o200k");
    permutation = permutationOf("o200k", o200k.size);
  });

  test("none of them is an outlier; a generator that repeats a phrase is, wherever it is planted", () => {
    const sound = points.map(point => describe_(point, textsOf(point)));
    expect(
      outliers(sound)
        .filter(({score}) => score > ALARM)
        .map(({point, because, score}) => [point.base_task, point.params, because, score])
    ).toEqual([]);
    for (const victim of [3, 17, 30, 44]) {
      const point = points[victim]!;
      const broken = textsOf(point).map(
        text => `${text.slice(0, text.length >> 1)}${" and then the".repeat(Math.ceil(text.length / 26))}`
      );
      const all = outliers(sound.with(victim, describe_(point, broken)));
      const [worst, next] = all;
      expect(worst!.point.key).toBe(point.key);
      expect(worst!.score).toBeGreaterThan(ALARM);
      expect(worst!.score).toBeGreaterThan(next!.score);
    }
  });

  test("shuffled ids are flat: their bandwidth is that of white noise, whatever the order was", () => {
    const spectrum = pointSpectrum(
      Array.from({length: 40}, (_, i) => ({
        item_id: `wave-${i}`,
        characters: 1,
        compression: 1,
        ids: Int32Array.from({length: 512}, (_, j) => Math.round(1000 + 900 * Math.cos((2 * Math.PI * j) / 64)))
      })),
      {transform, permutation}
    );
    expect(spectrum.features.bandwidth90.mean).toBeLessThan(0.03); // a cosine of period 64
    expect(Math.abs(spectrum.shuffled_bandwidth90.mean - 0.45)).toBeLessThan(0.02); // 90 % of ½
    expect(spectrum.peaks[0]!.period).toBeCloseTo(64, 0);
    expect(spectrum.tokens).toEqual({mean: 512, sd: 0, min: 512, max: 512});
  });

  test("a permuted vocabulary is a relabelling, the same every time", () => {
    expect(new Set(permutation).size).toBe(o200k.size);
    expect(permutationOf("o200k", o200k.size)).toEqual(permutation);
  });
});

describe("bands", () => {
  test("a flat spectrum has flat levels; twice the magnitude is 6.02 dB more, which is no change of shape", () => {
    const flat = new Float64Array(129).fill(1);
    const levels = bandLevels(flat);
    for (const level of levels) expect(level).toBeCloseTo(0, 12);
    const louder = bandLevels(flat.map(value => 2 * value));
    expect(distance(levels, louder)).toBeCloseTo(6.0206, 4);
    expect(distance(shape(levels), shape(louder))).toBeCloseTo(0, 12);
    expect(bandFrequencies(4)).toEqual(Float64Array.of(0.0625, 0.1875, 0.3125, 0.4375));
  });
});

describe("effects", () => {
  const flat = new Float64Array(32);
  const tilted = Float64Array.from({length: 32}, (_, band) => (band < 16 ? 3 : -3));
  const point = (format: string, size: number, tokens: number, levels: Float64Array) => ({
    base_task: "t",
    params: {format, size},
    tokens,
    tokens_per_character: tokens / 100,
    levels
  });

  test("compares only what differs in one parameter, and finds what was put in", () => {
    const found = effects([
      point("a", 1, 100, flat),
      point("b", 1, 150, tilted),
      point("a", 2, 200, flat),
      point("b", 2, 300, tilted)
    ]);
    expect(found.map(({param, n}) => [param, n])).toEqual([
      ["format", 2],
      ["size", 2]
    ]);
    const [format, size] = found;
    expect(format!.shape).toEqual({value: 3, low: 3, high: 3}); // 3 dB up in one half, 3 down in the other
    expect(format!.length.value).toBeCloseTo(0.5, 12);
    expect([size!.shape.value, size!.length.value]).toEqual([0, 1]);
    expect(format!.values.sort()).toEqual(["a", "b"]);
  });

  test("a single group has no interval, however many pairs its points make", () => {
    const [effect] = effects([point("a", 1, 100, flat), point("b", 1, 100, tilted)]);
    expect([effect!.n, effect!.groups, effect!.shape.low]).toEqual([1, 1, null]);
    const [several] = effects([point("a", 1, 100, flat), point("b", 1, 100, tilted), point("c", 1, 100, flat)]);
    expect([several!.n, several!.groups, several!.shape.value, several!.shape.low]).toEqual([3, 1, 2, null]);
  });

  test("of two groups, the interval is Student's on one degree of freedom, not on the pairs", () => {
    const half = Float64Array.from(tilted, level => level / 2);
    const [effect] = effects([
      ...[flat, tilted, flat].map((levels, i) => point("abc"[i]!, 1, 100, levels)),
      ...[flat, half, flat].map((levels, i) => point("abc"[i]!, 2, 100, levels))
    ]);
    // Means of the groups 2 and 1 (pairs 3, 0, 3 and 1.5, 0, 1.5): 1.5 ± 12.706 · 0.5, cut at 0.
    expect(effect!.shape).toEqual({value: 1.5, low: 0, high: expect.closeTo(1.5 + 12.7062 * 0.5, 3)});
  });
});

describe("partial correlation", () => {
  const each = (values: readonly number[]) => values.map((_, i) => i);
  test("equals what SciPy and NumPy give", () => {
    const x = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
    const y = [2, 7, 1, 8, 2, 8, 1, 8, 2, 8];
    const z = [1, 6, 1, 8, 0, 3, 3, 9, 8, 8];
    expect(midranks(x)).toEqual([4.5, 1.5, 6, 1.5, 7.5, 10, 3, 9, 7.5, 4.5]); // scipy.stats.rankdata
    expect(partialCorrelation(x, y, {group: each(x)})!.value).toBeCloseTo(0.13471506281091267, 10);
    expect(partialCorrelation(x, y, {controls: [z], group: each(x)})!.value).toBeCloseTo(0.2086209597190043, 10);
  });

  test("what the control explains is gone; what it does not stays", () => {
    fc.assert(
      fc.property(fc.array(fc.double({min: 0, max: 1, noNaN: true}), {minLength: 12, maxLength: 40}), noise => {
        fc.pre(new Set(noise).size === noise.length);
        const control = noise.map((_, i) => i);
        const same = partialCorrelation(noise, noise, {controls: [control], group: control})!;
        expect(same.value).toBeCloseTo(1, 9);
        expect(same.n).toBe(noise.length);
      })
    );
    expect(partialCorrelation([1, 2, 3], [1, 2, 3], {group: [1, 2, 3]})).toBeNull(); // no degrees of freedom
  });
});

describe("does the spectrum tell of failure", () => {
  /** Points of tasks that share part of their feature's and of their accuracy's level, correlated by `rho` within and between tasks. */
  function drawn(seed: string, {tasks, per, shared, rho}: {tasks: number; per: number; shared: number; rho: number}) {
    const random = randomOf(seed);
    const pair = () => {
      const x = normal(random);
      return [x, rho * x + Math.sqrt(1 - rho * rho) * normal(random)] as const;
    };
    const mixed = (task: number, own: number) => Math.sqrt(shared) * task + Math.sqrt(1 - shared) * own;
    return Array.from({length: tasks}, (_, t) => {
      const [[x, y], length] = [pair(), normal(random)];
      return Array.from({length: per}, () => {
        const [[u, v], own] = [pair(), mixed(length, normal(random))];
        return {
          base_task: `t${t}`,
          tokens: Math.exp(5 + own / 2),
          feature: mixed(x, u) + own / 2,
          accuracy: mixed(y, v) + own / 2
        };
      });
    }).flat();
  }
  const found = (rows: ReturnType<typeof drawn>, groupOf = (row: (typeof rows)[number], _: number): unknown => row.base_task) =>
    partialCorrelation(
      rows.map(({feature}) => feature),
      rows.map(({accuracy}) => accuracy),
      {controls: [rows.map(({tokens}) => Math.log(tokens))], group: rows.map(groupOf)}
    )!;

  test("intervals over tasks hold the truth and p-values are right for 4 and 9 tasks whose points are alike; of points as if independent they are not", () => {
    for (const tasks of [4, 9])
      for (const shared of [0, 0.6])
        for (const rho of [0, 0.5]) {
          const RUNS = 300;
          const shape = {per: 8, shared, rho};
          const truth = found(drawn("endless", {...shape, tasks: 2_000}), () => "all").value;
          let [held, rejected] = [0, 0];
          for (let run = 0; run < RUNS; run++) {
            const {low, high, p} = found(drawn(`spectrum ${run}`, {...shape, tasks}));
            if (low! <= truth && truth <= high!) held++;
            if (p! < 0.05) rejected++;
          }
          expect(held / RUNS, `${tasks} tasks, ${shared} shared, ρ ${rho}`).toBeGreaterThanOrEqual(0.92);
          if (rho === 0) expect(rejected / RUNS).toBeLessThanOrEqual(0.08);
        }
    let naive = 0;
    for (let run = 0; run < 300; run++) {
      const rows = drawn(`spectrum ${run}`, {tasks: 9, per: 8, shared: 0.6, rho: 0}).map((row, i) => ({
        ...row,
        base_task: `${i}`
      }));
      const {low, high} = found(rows);
      if (low! <= 0 && 0 <= high!) naive++;
    }
    expect(naive / 300).toBeLessThan(0.85);
  });

  test("fewer than four tasks have no interval and no p-value", () => {
    const {value, low, high, p, groups} = found(drawn("three", {tasks: 3, per: 25, shared: 0.5, rho: 0.5}));
    expect(Number.isFinite(value)).toBe(true);
    expect([low, high, p, groups]).toEqual([null, null, null, 3]);
    expect(predictions([], PREDICTORS).map(({partial, partial_q}) => [partial, partial_q])).toEqual(
      PREDICTORS.map(() => [null, null])
    );
  });

  test("q-values are Benjamini and Yekutieli's over the features: p · m · Σ1/k ÷ rank, never less than a smaller p's", () => {
    const random = randomOf("many features");
    const rows = drawn("many", {tasks: 9, per: 8, shared: 0.2, rho: 0.98}).map(({feature, ...row}) => ({
      ...row,
      feature,
      ...Object.fromEntries(Array.from({length: 6}, (_, k) => [`noise${k}`, normal(random)]))
    }));
    const all = predictions(rows, ["feature", ...Array.from({length: 6}, (_, k) => `noise${k}`)]);
    const sorted = all.map(({partial, partial_q}) => ({p: partial!.p!, q: partial_q!})).sort((a, b) => a.p - b.p);
    const harmonic = [1, 2, 3, 4, 5, 6, 7].reduce((sum, k) => sum + 1 / k, 0);
    const known = sorted.map((_, i) => Math.min(1, ...sorted.slice(i).map(({p}, j) => (p * 7 * harmonic) / (i + j + 1))));
    sorted.forEach(({q}, i) => {
      expect(q).toBeCloseTo(known[i]!, 12);
    });
    expect(all[0]!.partial_q).toBeLessThan(0.05);
  });
});

test("raw spectra bear their own standard deviation: that of the magnitudes with the mean left in", () => {
  const transform = spectrumTransform(32);
  const ids = [Int32Array.from({length: 32}, () => 10), Int32Array.from({length: 32}, () => 30)];
  const prompts = ids.map((own, i) => ({item_id: `${i}`, characters: 1, compression: 1, ids: own}));
  const {raw, raw_sd, sd} = pointSpectrum(prompts, {transform, permutation: Uint32Array.from({length: 40}, (_, i) => i)});
  // Constant ids: |X(0)|/N is the id itself, 10 and 30: mean 20, standard deviation 10 with ddof 0.
  expect([raw[0], raw_sd[0]]).toEqual([expect.closeTo(20, 12), expect.closeTo(10, 12)]);
  expect(sd[0]).toBeCloseTo(0, 12);
});
