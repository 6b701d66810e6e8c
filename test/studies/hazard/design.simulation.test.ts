// Coverage of intervals where the truth is known, within the Monte-Carlo error of the number of repetitions.
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../../pipelines/score/status.js";
import {cohort, type Exit} from "../../../pipelines/studies/hazard/cohort.js";
import {comparison, type SamplePair} from "../../../pipelines/studies/hazard/competingRisks.js";
import {
  incidence,
  influence,
  LIMITS,
  type LimitAs,
  nelsonAalen,
  restrictedMean
} from "../../../pipelines/studies/hazard/curves.js";
import {
  DESIGNS,
  type Design,
  designVariance,
  positiveInterval,
  reach,
  shareInterval,
  spreadAt,
  spreadsAlong
} from "../../../pipelines/studies/hazard/design.js";

/** At a point, right answers take geometrically many tokens beyond `start`, wrong ones twice as many. */
interface Place {
  right: number;
  start: number;
  mean: number;
}
const LARGEST = 400;
/** What chance decides of one sample: its answer and its length. */
const luck = (random: Random) => ({answer: random.real(), length: random.real()});
const tail = (over: number, mean: number) => (over <= 0 ? 1 : (1 - 1 / mean) ** over);

function draw(
  {right, start, mean}: Place,
  limit: number,
  {answer, length}: ReturnType<typeof luck>
): {tokens: number; status: Status} {
  const status = answer < right ? CORRECT : INCORRECT;
  const tokens = start + 1 + Math.floor(Math.log(1 - length) / Math.log(1 - 1 / (status === CORRECT ? mean : 2 * mean)));
  return tokens > limit ? {tokens: limit, status: TRUNCATED} : {tokens, status};
}
/** P(right within t) and E min(T, t) at a place, without a limit. */
const rightBy = ({right, start, mean}: Place, t: number) => right * (1 - tail(t - start, mean));
function meanUnder(place: Place, t: number): number {
  let sum = 0;
  for (let u = 0; u < t; u++)
    sum += place.right * tail(u - place.start, place.mean) + (1 - place.right) * tail(u - place.start, 2 * place.mean);
  return sum;
}

const PLACES: Place[] = Array.from({length: 10}, (_, i) => ({right: 0.97 - 0.09 * i, start: 10 + 8 * i, mean: 20 + 6 * i}));
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Share of repetitions whose interval holds the truth. */
function coverage(times: number, once: (random: Random) => {low: number | null; high: number | null; truth: number}): number {
  const random = randomOf("coverage");
  let held = 0;
  for (let k = 0; k < times; k++) {
    const {low, high, truth} = once(random);
    if (low! <= truth && truth <= high!) held++;
  }
  return held / times;
}
const REPETITIONS = 600;
/** Three standard errors of a simulated 95 % and one point for what is only asymptotic. */
const SLACK = 3 * Math.sqrt((0.95 * 0.05) / REPETITIONS) + 0.01;

/** Limits differ from sample to sample, so that censoring matters. */
function experiment(places: readonly Place[], each: number, random: Random, limited: boolean): Exit[] {
  return places.flatMap((place, point) =>
    Array.from({length: each}, () => ({point, ...draw(place, limited ? 60 + random.integer(0, 340) : LARGEST, luck(random))}))
  );
}

test.each<[LimitAs, boolean, number]>([
  ["event", false, 60],
  ["event", false, 150],
  ["censoring", true, 60],
  ["censoring", true, 150]
])("other tests at the same points: share correct is covered (cut = %s, limits differ: %s, at %i tokens)", (limit, limited, t) => {
  const truth = mean(PLACES.map(place => rightBy(place, t)));
  const covered = coverage(REPETITIONS, random => {
    const samples = cohort(experiment(PLACES, 30, random, limited));
    return {...shareInterval(spreadAt(samples, incidence(samples, [CORRECT], limit), t, "tests")), truth};
  });
  expect(Math.abs(covered - 0.95)).toBeLessThan(SLACK);
});

test("other tests at the same points: mean tokens under a limit are covered", () => {
  const truth = mean(PLACES.map(place => meanUnder(place, 150)));
  const covered = coverage(REPETITIONS, random => {
    const samples = cohort(experiment(PLACES, 30, random, true));
    return {...positiveInterval(spreadAt(samples, restrictedMean(samples, "censoring"), 150, "tests")), truth};
  });
  expect(Math.abs(covered - 0.95)).toBeLessThan(SLACK);
});

test("a share near 0 is covered, and a share of none has the exact upper bound", () => {
  const rare: Place[] = [{right: 0.01, start: 5, mean: 20}];
  const covered = coverage(REPETITIONS, random => {
    const samples = cohort(experiment(rare, 300, random, false));
    return {
      ...shareInterval(spreadAt(samples, incidence(samples, [CORRECT], "event"), 399, "tests")),
      truth: 0.01 * (1 - tail(394, 20))
    };
  });
  expect(covered).toBeGreaterThan(0.95 - SLACK);
  // The rule of three's exact form: 1 − 0.025^(1/50)
  expect(shareInterval({value: 0, se: 0, reach: 1.96, n: 50})).toEqual({value: 0, low: 0, high: expect.closeTo(0.07112, 5)});
  expect(shareInterval({value: 1, se: 0, reach: 1.96, n: 50}).low).toBeCloseTo(0.92888, 5);
});

test("other points too: the clustered interval covers, the one over tests does not, and over the same points samples' is too wide", () => {
  const anywhere = (random: Random): Place => ({
    right: random.real(),
    start: random.integer(5, 60),
    mean: random.integer(10, 60)
  });
  // E over places of P(right within 80): by the midpoint rule over starts and means, rightness being ½ on average.
  const grid = Array.from({length: 56 * 51}, (_, k) =>
    rightBy({right: 0.5, start: 5 + (k % 56), mean: 10 + Math.floor(k / 56)}, 80)
  );
  const truth = mean(grid);
  const covered = (design: Design) =>
    coverage(REPETITIONS, random => {
      const places = Array.from({length: 25}, () => anywhere(random));
      const samples = cohort(experiment(places, 20, random, false));
      return {...shareInterval(spreadAt(samples, incidence(samples, [CORRECT], "event"), 80, design)), truth};
    });
  expect(Math.abs(covered("points") - 0.95)).toBeLessThan(SLACK);
  expect(covered("tests")).toBeLessThan(0.7);
  const fixed = coverage(REPETITIONS, random => {
    const samples = cohort(experiment(PLACES, 30, random, false));
    const spread = spreadAt(samples, incidence(samples, [CORRECT], "event"), 150, "samples");
    return {...shareInterval(spread), truth: mean(PLACES.map(place => rightBy(place, 150)))};
  });
  expect(fixed).toBeGreaterThan(0.95);
});

test("variances of designs are those of textbooks: strata, clusters, one pot", () => {
  // Two points of 4 and 2 tests; right: 3 of 4, 1 of 2. Shares of six.
  const rows = [1, 1, 1, 0].map(status => ({point: 0, tokens: 5, status: status as Status}));
  const samples = cohort([...rows, {point: 1, tokens: 5, status: CORRECT}, {point: 1, tokens: 5, status: INCORRECT}]);
  const table = influence(samples, incidence(samples, [CORRECT], "event"), 5);
  const of = (design: Design) => designVariance(samples, i => table[samples.codes[i]!]!, design);
  // Σ over strata of (n_h/n)² p(1 − p)/(n_h − 1): Cochran 1977, equation 5.11 without finite population
  expect(of("tests")).toBeCloseTo((4 / 6) ** 2 * (3 / 16 / 3) + (2 / 6) ** 2 * (1 / 4), 12);
  // Residual totals 3 − 4·⅔ = ⅓ and −⅓, over 6, times G/(G − 1) = 2
  expect(of("points")).toBeCloseTo(2 * 2 * (1 / 3 / 6) ** 2, 12);
  expect(of("samples")).toBeCloseTo(((2 / 3) * (1 / 3)) / 6, 12);
  // 12.706 = the 97.5 % point of Student's t with one degree of freedom
  expect(reach(samples, "points")).toBeCloseTo(12.706, 3);
  expect(designVariance(cohort(rows), () => 1, "points")).toBeNull();
});

test("carried along token counts, errors are those of each count alone", () => {
  const random = randomOf("along");
  const samples = cohort(experiment(PLACES, 12, random, true));
  const times = Array.from({length: 60}, (_, k) => 7 * k);
  for (const limit of LIMITS)
    for (const curve of [
      incidence(samples, [CORRECT], limit),
      restrictedMean(samples, limit),
      nelsonAalen(samples, [INCORRECT], limit)
    ])
      for (const design of DESIGNS) {
        const alone = times.map(t => {
          const table = influence(samples, curve, t);
          return Math.sqrt(designVariance(samples, i => table[samples.codes[i]!]!, design)!);
        });
        expect(spreadsAlong(samples, curve, times, design).map(({se}) => se)).toEqual(alone.map(se => expect.closeTo(se, 10)));
      }
});

test("repetitions of one test go together", () => {
  const once = Array.from({length: 12}, (_, item) => ({point: item % 3, item, tokens: 5 + item, status: (item % 2) as Status}));
  const thrice = once.map(row => ({...row, count: 3}));
  for (const design of ["tests", "points", "samples"] as const) {
    const error = (rows: Exit[]) => spreadAt(cohort(rows), incidence(cohort(rows), [CORRECT], "event"), 12, design).se!;
    expect(error(thrice)).toBeCloseTo(error(once), 12);
  }
});

test("a paired difference is covered, and pairing narrows it", () => {
  const other = PLACES.map(place => ({...place, right: place.right * 0.9}));
  const truth = mean(PLACES.map((place, i) => rightBy(place, 150) - rightBy(other[i]!, 150)));
  const widths: number[] = [];
  const covered = coverage(REPETITIONS, random => {
    // A test that is easy for one is easy for the other: both draw their answer with the same luck.
    const pairs: SamplePair[] = PLACES.flatMap((place, point) =>
      Array.from({length: 30}, () => {
        const same = luck(random);
        return {point, a: draw(place, LARGEST, same), b: draw(other[point]!, LARGEST, same)};
      })
    );
    const {low, high} = comparison(pairs, {limit: "event", design: "tests"}).incidence([CORRECT], 150);
    widths.push(high! - low!);
    return {low, high, truth};
  });
  expect(Math.abs(covered - 0.95)).toBeLessThan(SLACK);
  // Unpaired, both errors would add: √2 × 1.96 × √(mean p(1 − p)/300) each way.
  const share = PLACES.map(place => rightBy(place, 150));
  const unpaired = 2 * 1.959963984540054 * Math.sqrt((2 * mean(share.map(p => p * (1 - p)))) / 300);
  expect(mean(widths)).toBeLessThan(0.8 * unpaired);
});

test("two copies of one evaluation differ by nothing, but not by nothing for sure", () => {
  const same: SamplePair["a"] = {tokens: 9, status: CORRECT};
  const pairs = [{point: 0, count: 20, a: same, b: same}];
  const {value, low, high} = comparison(pairs, {limit: "event", design: "tests"}).incidence([CORRECT], 9);
  expect([value, low, high]).toEqual([
    0,
    expect.closeTo(-1.959963984540054 / 20, 12),
    expect.closeTo(1.959963984540054 / 20, 12)
  ]);
});
