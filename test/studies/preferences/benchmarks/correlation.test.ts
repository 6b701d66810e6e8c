import {describe, expect, test} from "vitest";
import {normal} from "../../../../pipelines/generate/normal.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {kendall, midranks, pearson, spearman, zInterval} from "../../../../pipelines/stats/correlation.js";
import {warningsOf} from "../../../../pipelines/studies/preferences/benchmarks/against.js";
import {
  bootstrapInterval,
  correlate,
  differenceInterval,
  modelsNeeded,
  powerAt,
  steiger,
  williams
} from "../../../../pipelines/studies/preferences/benchmarks/correlation.js";

import {
  ceiling,
  disattenuated,
  reliabilityOf,
  steppedUp
} from "../../../../pipelines/studies/preferences/benchmarks/reliability.js";

// MMLU and Arena Elo of fifteen models of 2023.
const X = [86.4, 70.0, 75.6, 61.3, 57.6, 52.1, 52.3, 47.1, 32.0, 43.0, 44.7, 48.1, 36.1, 27.0, 25.6];
const Y = [1227, 1130, 1178, 1156, 1065, 1061, 1048, 1008, 956, 986, 992, 930, 905, 924, 950];

test("what is no number has no rank, and no correlation", () => {
  expect(midranks([3, Number.NaN, 1, 3, Number.NaN])).toEqual([2.5, Number.NaN, 1, 2.5, Number.NaN]);
  expect(spearman([1, Number.NaN, 2], [1, 2, 3])).toBeNaN();
});

test("Fisher's interval at n = 15, r = .89 is [.694, .963]", () => {
  const [lo, hi] = zInterval("pearson", "fisher", 0.89, 15)!;
  expect(lo).toBeCloseTo(0.694, 3);
  expect(hi).toBeCloseTo(0.963, 3);
});

test("the three coefficients are those of SciPy 1.17, ties included", () => {
  expect(pearson(X, Y)).toBeCloseTo(0.9301762372768291, 12);
  expect(spearman(X, Y)).toBeCloseTo(0.9035714285714285, 12);
  expect(kendall(X, Y)).toBeCloseTo(0.7904761904761906, 12);
  const [xt, yt] = [
    [1, 2, 2, 3, 3, 3, 4, 5, 6, 6],
    [2, 1, 2, 2, 3, 5, 4, 4, 6, 7]
  ];
  expect(pearson(xt, yt)).toBeCloseTo(0.861134898175957, 12);
  expect(spearman(xt, yt)).toBeCloseTo(0.8589383896605766, 12);
  expect(kendall(xt, yt)).toBeCloseTo(0.7407971974871922, 12);
});

describe("intervals", () => {
  const [r, rho, tau] = correlate(X, Y, {replicates: 8_000});

  test("Fisher's is scipy.stats.pearsonr(…).confidence_interval()", () => {
    expect(r!.intervals.fisher![0]).toBeCloseTo(0.7982983420325908, 9);
    expect(r!.intervals.fisher![1]).toBeCloseTo(0.976934801806136, 9);
  });

  test("Bonett and Wright's is wider than Fisher's for ρ, Fieller's in between; for τ both are one", () => {
    const width = ([lo, hi]: [number, number]) => hi - lo;
    const {fisher, fieller, "bonett-wright": bonett} = rho!.intervals;
    expect(width(fisher!)).toBeLessThan(width(fieller!));
    expect(width(fieller!)).toBeLessThan(width(bonett!));
    expect(tau!.intervals.fieller).toEqual(tau!.intervals["bonett-wright"]);
    // tanh(atanh(0.79047619) ∓ 1.959964 √(0.437/11)), with NumPy
    expect(tau!.intervals.fieller![0]).toBeCloseTo(0.592848, 5);
    expect(tau!.intervals.fieller![1]).toBeCloseTo(0.898302, 5);
  });

  test("BCa is about scipy.stats.bootstrap(…, method='BCa')", () => {
    // SciPy 1.17, 20,000 resamples: r [0.7667, 0.9808], τ [0.431, 0.956]; Monte-Carlo error is about 0.01 at the lower ends.
    expect(r!.intervals.bootstrap![0]).toBeCloseTo(0.767, 1);
    expect(r!.intervals.bootstrap![1]).toBeCloseTo(0.981, 2);
    expect(tau!.intervals.bootstrap![0]).toBeCloseTo(0.431, 1);
    expect(tau!.intervals.bootstrap![1]).toBeCloseTo(0.956, 1);
  });

  test("each model is left out once", () => {
    expect(r!.without[0]).toBeCloseTo(pearson(X.slice(1), Y.slice(1)), 12);
    expect(r!.without).toHaveLength(15);
  });

  test("a perfect correlation and too few models have no interval", () => {
    expect(zInterval("pearson", "fisher", 1, 10)).toBeNull();
    expect(zInterval("kendall", "fieller", 0.5, 4)).toBeNull();
    expect(bootstrapInterval([1, 2, 3], [1, 2, 3], "pearson")).toBeNull();
  });

  test("cover 93 to 97 in 100: normal pairs, ρ = 0.7, 25 models", () => {
    const random = randomOf("coverage of r");
    const RUNS = 2_000;
    let [fisher, ranks] = [0, 0];
    const trueRho = (6 / Math.PI) * Math.asin(0.35); // of the bivariate normal (Pearson 1907)
    for (let run = 0; run < RUNS; run++) {
      const x = Array.from({length: 25}, () => normal(random));
      const y = x.map(own => 0.7 * own + Math.sqrt(0.51) * normal(random));
      const a = zInterval("pearson", "fisher", pearson(x, y), 25)!;
      const b = zInterval("spearman", "bonett-wright", spearman(x, y), 25)!;
      if (a[0] <= 0.7 && 0.7 <= a[1]) fisher++;
      if (b[0] <= trueRho && trueRho <= b[1]) ranks++;
    }
    for (const held of [fisher, ranks]) {
      expect(held / RUNS).toBeGreaterThan(0.93);
      expect(held / RUNS).toBeLessThan(0.97);
    }
  });
});

describe("two benchmarks against one criterion", () => {
  test("Williams' t: 0.89 with p = 0.37 for r = .5, .4 and .1 at n = 103, as psych::r.test has it", () => {
    const {statistic, p, df} = williams(0.5, 0.4, 0.1, 103);
    expect(statistic).toBeCloseTo(0.8912799047605414, 9);
    expect(p).toBeCloseTo(0.3749185174912553, 9);
    expect(df).toBe(100);
  });

  test("Steiger's Z, computed apart with NumPy", () => {
    expect(steiger(0.5, 0.4, 0.1, 103).statistic).toBeCloseTo(0.8887184699558731, 9);
    expect(steiger(0.89, 0.82, 0.9, 15).statistic).toBeCloseTo(1.1456996719811374, 9);
    expect(steiger(0.89, 0.82, 0.9, 15).p).toBeCloseTo(0.25191943963041086, 9);
  });

  test("both are right under the null: about 5 in 100 below 0.05, and Zou's interval covers 0", () => {
    const random = randomOf("null of williams");
    const RUNS = 3_000;
    let [w, s, z] = [0, 0, 0];
    for (let run = 0; run < RUNS; run++) {
      const y = Array.from({length: 30}, () => normal(random));
      const shared = y.map(() => normal(random));
      const noisy = () => y.map((own, i) => 0.7 * own + 0.5 * shared[i]! + 0.5 * normal(random));
      const [x1, x2] = [noisy(), noisy()];
      const [r1, r2, r12] = [pearson(x1, y), pearson(x2, y), pearson(x1, x2)];
      if (williams(r1, r2, r12, 30).p < 0.05) w++;
      if (steiger(r1, r2, r12, 30).p < 0.05) s++;
      const [lo, hi] = differenceInterval(
        r1,
        r2,
        r12,
        zInterval("pearson", "fisher", r1, 30)!,
        zInterval("pearson", "fisher", r2, 30)!
      );
      if (lo > 0 || hi < 0) z++;
    }
    for (const rejected of [w, s, z]) {
      expect(rejected / RUNS).toBeGreaterThan(0.035);
      expect(rejected / RUNS).toBeLessThan(0.065);
    }
  });

  test("power: with the models that are said to suffice, the test finds the difference four times in five", () => {
    const of = {r1: 0.9, r2: 0.8, r12: 0.85};
    const n = modelsNeeded(of)!;
    expect(powerAt(n, of)).toBeGreaterThanOrEqual(0.8);
    expect(powerAt(n - 1, of)).toBeLessThan(0.8);
    expect(modelsNeeded({r1: 0.8, r2: 0.8, r12: 0.5})).toBeNull();
    const random = randomOf("power");
    // Cholesky of the correlation matrix of (criterion, first, second)
    const l21 = of.r1;
    const l22 = Math.sqrt(1 - l21 * l21);
    const l31 = of.r2;
    const l32 = (of.r12 - l31 * l21) / l22;
    const l33 = Math.sqrt(1 - l31 * l31 - l32 * l32);
    const RUNS = 1_500;
    let found = 0;
    for (let run = 0; run < RUNS; run++) {
      const rows = Array.from({length: n}, () => [normal(random), normal(random), normal(random)] as const);
      const y = rows.map(([a]) => a);
      const x1 = rows.map(([a, b]) => l21 * a + l22 * b);
      const x2 = rows.map(([a, b, c]) => l31 * a + l32 * b + l33 * c);
      if (steiger(pearson(x1, y), pearson(x2, y), pearson(x1, x2), n).p < 0.05) found++;
    }
    expect(Math.abs(found / RUNS - 0.8)).toBeLessThan(0.05);
  });
});

test("reliability, ceiling and attenuation", () => {
  expect(steppedUp(0.6)).toBeCloseTo(0.75, 12); // Spearman and Brown: 1.2 / 1.6
  expect(reliabilityOf([1, 2, 3, 4, 5], [0.5, 0.5, 0.5, 0.5, 0.5])).toBeCloseTo(0.9, 12); // 1 − 0.25 / 2.5
  expect(ceiling(0.81)).toBeCloseTo(0.9, 12);
  expect(disattenuated(0.6, 0.75, 0.48)).toBeCloseTo(1, 12); // Spearman's formula: 0.6 / √0.36
});

test("few models, and a predictor that holds the criterion, are warned of", () => {
  const some = X.map((x, i) => ({x, y: Y[i]!}));
  expect(warningsOf({name: "mmlu"}, some, "preference")).toEqual([
    "only 15 models: the interval is wide, and a single model can move it"
  ]);
  expect(warningsOf({name: "mix", contains: ["Preference"]}, some, "preference").join()).toContain(
    "contains what it is compared with"
  );
  expect(warningsOf({name: "Elo of May"}, some, "Elo", ["elo of may"]).join()).toContain(
    "Elo of May enters what it is compared with (Elo): they agree by construction"
  );
  expect(
    warningsOf(
      {name: "twice"},
      X.map(x => ({x, y: 2 * x - 1})),
      "preference"
    ).join()
  ).toContain("exact linear function");
});
