import {rollups} from "d3";
import fc from "fast-check";
import {expect, test} from "vitest";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../../pipelines/score/status.js";
import {type Cohort, cohort, type Exit, stillWriting} from "../../../pipelines/studies/hazard/cohort.js";
import {
  type Curve,
  incidence,
  influence,
  LIMITS,
  nelsonAalen,
  restrictedMean,
  STATUSES
} from "../../../pipelines/studies/hazard/curves.js";
import {designVariance, shareInterval} from "../../../pipelines/studies/hazard/design.js";

const exits = (rows: readonly (readonly [tokens: number, status: Status])[]): Exit[] =>
  rows.map(([tokens, status]) => ({tokens, status, point: 0}));
const all = (status: Status, tokens: readonly number[]) => tokens.map(t => [t, status] as const);
const variance = (samples: Cohort, curve: Curve, t: number) => {
  const table = influence(samples, curve, t);
  return designVariance(samples, i => table[samples.codes[i]!]!, "samples")!;
};

test("six samples worked by hand", () => {
  const six = cohort(
    exits([
      [1, CORRECT],
      [2, INCORRECT],
      [2, TRUNCATED],
      [3, CORRECT],
      [4, TRUNCATED],
      [5, INCORRECT]
    ])
  );
  // Censored: at 1 of 6 at risk one is right; at 2 of 5 one is wrong, the cut one still at risk; at 3 of 3 one is right; at 5 the last is wrong.
  const [right, wrong] = [incidence(six, [CORRECT], "censoring"), incidence(six, [INCORRECT], "censoring")];
  expect([0, 1, 2, 3, 4, 5].map(right.value)).toEqual([0, 1 / 6, 1 / 6, 7 / 18, 7 / 18, 7 / 18].map(x => expect.closeTo(x, 12)));
  expect([0, 1, 2, 3, 4, 5].map(wrong.value)).toEqual([0, 0, 1 / 6, 1 / 6, 1 / 6, 11 / 18].map(x => expect.closeTo(x, 12)));
  expect(restrictedMean(six, "censoring").value(4)).toBeCloseTo(1 + 5 / 6 + 2 / 3 + 4 / 9, 12);
  const hazard = nelsonAalen(six, [CORRECT], "censoring");
  expect(hazard.value(3)).toBeCloseTo(1 / 6 + 1 / 3, 12);
  expect(variance(six, hazard, 3)).toBeCloseTo(5 / 6 ** 3 + 2 / 3 ** 3, 12);
  // As outcomes, all is counting.
  expect(incidence(six, [CORRECT], "event").value(3)).toBeCloseTo(2 / 6, 12);
  expect(incidence(six, [TRUNCATED], "event").value(4)).toBeCloseTo(2 / 6, 12);
  expect(restrictedMean(six, "event").value(4)).toBeCloseTo((1 + 2 + 2 + 3 + 4 + 4) / 6, 12);
  expect(restrictedMean(six, "event").value(2.5)).toBeCloseTo((1 + 2 + 2 + 2.5 * 3) / 6, 12);
  expect([0, 1, 2, 2.5, 5, 6].map(t => stillWriting(six, t))).toEqual([6, 6, 5, 3, 1, 0]);
});

// Remission under 6-MP: Klein & Moeschberger 2003, tables 4.1 and 4.2; restricted mean and log-log intervals as R's survfit prints them.
test("without competing outcomes it is Kaplan–Meier with Greenwood's error, and Nelson–Aalen", () => {
  const remission = cohort(
    exits([...all(CORRECT, [6, 6, 6, 7, 10, 13, 16, 22, 23]), ...all(TRUNCATED, [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35])])
  );
  const curve = incidence(remission, [CORRECT], "censoring");
  const hazard = nelsonAalen(remission, [CORRECT], "censoring");
  for (const [t, survival, se, cumulative] of [
    [6, 0.857, 0.0764, 0.1428],
    [7, 0.807, 0.0869, 0.2017],
    [10, 0.753, 0.0963, 0.2683],
    [13, 0.69, 0.1068, 0.3517],
    [16, 0.627, 0.1141, 0.4426],
    [22, 0.538, 0.1282, 0.5854],
    [23, 0.448, 0.1346, 0.7521]
  ] as const) {
    expect(1 - curve.value(t)).toBeCloseTo(survival, 3);
    expect(Math.sqrt(variance(remission, curve, t))).toBeCloseTo(se, 4);
    expect(hazard.value(t)).toBeCloseTo(cumulative, 3);
  }
  const mean = restrictedMean(remission, "censoring");
  expect(mean.value(35)).toBeCloseTo(23.29, 2);
  expect(Math.sqrt(variance(remission, mean, 35))).toBeCloseTo(2.83, 2);
  const {low, high} = shareInterval({
    value: 1 - curve.value(6),
    se: Math.sqrt(variance(remission, curve, 6)),
    reach: 1.96,
    n: 21
  });
  expect([low, high]).toEqual([expect.closeTo(0.62, 3), expect.closeTo(0.952, 3)]);
});

// 35 patients of Scrucca, Santucci & Aversa 2007 (doi:10.1038/sj.bmt.1705727): relapse stands for correct, death for incorrect.
const transplants = cohort(
  exits([
    ...all(CORRECT, [1, 3, 4, 4, 3, 3, 8, 0, 12]),
    ...all(INCORRECT, [13, 7, 8, 9, 5, 1, 10, 7, 22, 2, 0, 4, 14, 26, 3]),
    ...all(TRUNCATED, [72, 67, 70, 4, 7, 68, 35, 35, 2, 8, 32])
  ])
);

test("incidences of the transplant data are those that scikit-survival gives for them, to four digits", () => {
  const [relapse, death] = [incidence(transplants, [CORRECT], "censoring"), incidence(transplants, [INCORRECT], "censoring")];
  const round = (x: number) => Math.round(x * 1e4) / 1e4;
  expect([0, 1, 2, 3, 4].map(t => round(relapse.value(t)))).toEqual([0.0286, 0.0571, 0.0571, 0.1458, 0.2049]);
  expect([0, 1, 2, 3, 4].map(t => round(death.value(t)))).toEqual([0.0286, 0.0571, 0.0857, 0.1153, 0.1448]);
});

// By NumPy: the gradient of F by the hazards (central differences) around their multinomial covariance, Marubini & Valsecchi 1995, 10.2.2;
// for the restricted mean Greenwood's Σ area² d/(Y(Y − d)).
test("squared influences add up to the delta method's variances", () => {
  const [relapse, death] = [incidence(transplants, [CORRECT], "censoring"), incidence(transplants, [INCORRECT], "censoring")];
  for (const [t, ofRelapse, ofDeath] of [
    [0, 0.000793003, 0.000793003],
    [3, 0.00363693, 0.00294193],
    [4, 0.004775679, 0.00359287],
    [10, 0.00541772, 0.00708155],
    [60, 0.006098156, 0.00810302]
  ] as const) {
    expect(variance(transplants, relapse, t)).toBeCloseTo(ofRelapse, 7);
    expect(variance(transplants, death, t)).toBeCloseTo(ofDeath, 7);
  }
  const mean = restrictedMean(transplants, "censoring");
  expect(mean.value(60)).toBeCloseTo(20.4135187, 6);
  expect(variance(transplants, mean, 60)).toBeCloseTo(17.6956458, 6);
});

const anyStatus = fc.constantFrom<Status>(CORRECT, INCORRECT, TRUNCATED);
const anyExits = fc.array(
  fc.record({tokens: fc.integer({min: 1, max: 12}), status: anyStatus, point: fc.integer({min: 0, max: 3})}),
  {minLength: 1, maxLength: 40}
);
const anyTime = fc.integer({min: 0, max: 13});
const limits = fc.constantFrom(...LIMITS);

test("incidences of all outcomes and the share that still writes (Kaplan–Meier) add up to 1", () => {
  fc.assert(
    fc.property(anyExits, anyTime, limits, (rows, t, limit) => {
      const samples = cohort(rows);
      let survival = 1;
      for (let u = 1; u <= t; u++) {
        const atRisk = rows.filter(row => row.tokens >= u).length;
        const ended = rows.filter(row => row.tokens === u && (limit === "event" || row.status !== TRUNCATED)).length;
        if (atRisk > 0) survival *= 1 - ended / atRisk;
      }
      const sum = STATUSES.reduce((total: number, status) => total + incidence(samples, [status], limit).value(t), 0);
      expect(sum).toBeCloseTo(1 - survival, 10);
      expect(incidence(samples, STATUSES, limit).value(t)).toBeCloseTo(1 - survival, 10);
    })
  );
});

test("with nothing censored it counts: shares, their binomial error, mean of min(T, t)", () => {
  fc.assert(
    fc.property(anyExits, anyTime, anyStatus, (rows, t, status) => {
      const samples = cohort(rows);
      const share = rows.filter(row => row.tokens <= t && row.status === status).length / rows.length;
      const curve = incidence(samples, [status], "event");
      expect(curve.value(t)).toBeCloseTo(share, 12);
      expect(variance(samples, curve, t)).toBeCloseTo((share * (1 - share)) / rows.length, 12);
      const capped = rows.map(row => Math.min(row.tokens, t));
      const mean = capped.reduce((a, b) => a + b, 0) / rows.length;
      const spread = capped.reduce((sum, x) => sum + (x - mean) ** 2, 0) / rows.length ** 2;
      expect(restrictedMean(samples, "event").value(t)).toBeCloseTo(Math.min(mean, Math.max(...rows.map(row => row.tokens))), 10);
      expect(variance(samples, restrictedMean(samples, "event"), t)).toBeCloseTo(spread, 10);
    })
  );
});

test("the order of the rows does not matter, and equal rows may be counted", () => {
  fc.assert(
    fc.property(anyExits, anyTime, limits, fc.integer(), (rows, t, limit, seed) => {
      const shuffled = rows.map((row, i) => ({row, key: Math.sin(seed + 31 * i)})).sort((a, b) => a.key - b.key);
      const counted = rollups(
        rows,
        same => ({...same[0]!, count: same.length}),
        row => `${row.point} ${row.tokens} ${row.status}`
      ).map(([, row]) => row);
      const values = [rows, shuffled.map(({row}) => row), counted].map(each => {
        const samples = cohort(each);
        const curve = incidence(samples, [CORRECT], limit);
        const table = influence(samples, curve, t);
        return [
          curve.value(t),
          ...(["tests", "points", "samples"] as const).map(d => designVariance(samples, i => table[samples.codes[i]!]!, d))
        ];
      });
      for (const other of values.slice(1))
        expect(other).toEqual(values[0]!.map(value => (value === null ? null : expect.closeTo(value, 12))));
    })
  );
});

test("influences add up to 0 and are derivatives: what one part in 4,000 more of a sample does", () => {
  const PARTS = 4_000;
  fc.assert(
    fc.property(
      fc.array(fc.record({tokens: fc.integer({min: 1, max: 5}), status: anyStatus}), {minLength: 2, maxLength: 6}),
      limits,
      (rows, limit) => {
        const heavy = (more: number) => cohort(rows.map((row, i) => ({...row, point: 0, count: PARTS + (i === more ? 1 : 0)})));
        const samples = cohort(rows.map(row => ({...row, point: 0})));
        const curves = [
          (of: Cohort) => incidence(of, [CORRECT], limit),
          (of: Cohort) => restrictedMean(of, limit),
          (of: Cohort) => nelsonAalen(of, [INCORRECT], limit)
        ];
        for (const curve of curves) {
          const table = influence(samples, curve(samples), 4);
          const influences = rows.map(row => table[3 * samples.times.indexOf(row.tokens) + row.status]!);
          expect(influences.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 9);
          const base = curve(heavy(-1)).value(4);
          for (const [i, moved] of influences.entries()) expect(PARTS * (curve(heavy(i)).value(4) - base)).toBeCloseTo(moved, 2);
        }
      }
    ),
    {numRuns: 25}
  );
});
