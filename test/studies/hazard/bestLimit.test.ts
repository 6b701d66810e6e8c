import fc from "fast-check";
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../../pipelines/score/status.js";
import {type LimitOptions, limitEstimator} from "../../../pipelines/studies/hazard/bestLimit.js";
import {type Cohort, cohort, type Exit} from "../../../pipelines/studies/hazard/cohort.js";
import {DESIGNS} from "../../../pipelines/studies/hazard/design.js";

const options = (text = "best limit") => ({limit: "event", design: "tests", random: randomOf(text), replicates: 100}) as const;
/** The estimates from all bootstrap samples at once. */
const bestLimits = (samples: Cohort, {replicates, ...settings}: LimitOptions & {replicates: number}) => {
  const estimator = limitEstimator(samples, settings);
  estimator.add(replicates);
  return estimator.result();
};
const rows = (status: Status, tokens: readonly number[]): Exit[] => tokens.map(each => ({point: 0, tokens: each, status}));

test("four samples worked by hand: 10 and 20 right, 40 wrong, 100 cut", () => {
  const four = cohort([...rows(CORRECT, [10, 20]), ...rows(INCORRECT, [40]), ...rows(TRUNCATED, [100])]);
  // Under 10 tokens ¼ ÷ 10; under 20 ½ ÷ (10 + 20 + 20 + 20)/4: 1 in 40 and 1 in 35.
  const {perToken, keeping} = bestLimits(four, options());
  expect(perToken).toMatchObject({tokens: 20, rate: expect.closeTo(1 / 35, 12)});
  expect(keeping!.tokens).toBe(20);
  // A prompt that costs as much as 1,000 tokens makes answers count more than tokens, but 20 is where the last right one stands.
  const {perDollar} = bestLimits(four, {...options(), price: {prompt: 1, token: 0.001}});
  expect(perDollar).toMatchObject({tokens: 20, rate: expect.closeTo(0.5 / (1 + 0.0175), 12)});
});

test("the best limit is the one that trying all limits finds", () => {
  const sample = fc.record({
    tokens: fc.integer({min: 0, max: 30}),
    status: fc.constantFrom<Status>(CORRECT, INCORRECT, TRUNCATED),
    point: fc.integer({min: 0, max: 2})
  });
  fc.assert(
    fc.property(fc.array(sample, {minLength: 3, maxLength: 40}), exits => {
      const {perToken, keeping} = bestLimits(cohort(exits), {...options(), replicates: 20});
      const under = (limit: number) => exits.filter(({status, tokens}) => status === CORRECT && tokens <= limit).length;
      const paid = (limit: number) => exits.reduce((sum, {tokens}) => sum + Math.min(tokens, limit), 0);
      fc.pre(paid(1) > 0); // where nothing was counted at all, there is nothing to divide by
      const limits = Array.from({length: 31}, (_, k) => k);
      expect(perToken === null).toBe(under(30) === 0);
      if (perToken === null) return;
      expect(perToken!.rate).toBeCloseTo(Math.max(...limits.slice(1).map(limit => under(limit) / paid(limit))), 12);
      expect(under(perToken!.tokens) / paid(perToken!.tokens)).toBeCloseTo(perToken!.rate, 12);
      expect(keeping!.tokens).toBe(limits.find(limit => under(limit) >= 0.95 * under(30)));
      expect(perToken!.low).toBeLessThanOrEqual(perToken!.tokens);
      expect(perToken!.high ?? Infinity).toBeGreaterThanOrEqual(perToken!.tokens);
      expect(keeping!.low).toBeLessThanOrEqual(keeping!.tokens);
    }),
    {numRuns: 60}
  );
});

test("equal seeds give equal intervals, and one point says nothing about others", () => {
  const many = cohort(
    Array.from({length: 60}, (_, i) => ({point: i % 4, tokens: 10 + ((7 * i) % 50), status: (i % 2) as Status}))
  );
  for (const design of DESIGNS)
    expect(bestLimits(many, {...options(), design})).toEqual(bestLimits(many, {...options(), design}));
  const single = cohort([...rows(CORRECT, [10, 20]), ...rows(INCORRECT, [40])]);
  const {perToken, keeping} = bestLimits(single, {...options(), design: "points"});
  expect(perToken).toMatchObject({tokens: 20, low: null, high: null, rateLow: null, rateHigh: null});
  expect(keeping).toMatchObject({low: null, high: null, open: false});
});

/** Log-normal lengths; wrong answers take e^slower times as long; some samples never end. */
interface World {
  right: number;
  middle: number;
  spread: number;
  slower: number;
  endless: number;
}
const LARGEST = 4_096;
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());

function draw({right, middle, spread, slower, endless}: World, random: Random): {tokens: number; status: Status} {
  const status = random.chance(right) ? CORRECT : INCORRECT;
  const tokens = Math.ceil(Math.exp(middle + spread * normal(random) + (status === CORRECT ? 0 : slower)));
  return random.chance(endless) || tokens > LARGEST ? {tokens: LARGEST, status: TRUNCATED} : {tokens, status};
}

// True places by 4,000,000 samples in NumPy. `flat`: all limits beyond about 1,000 are nearly as good as the best one.
test.each<{name: string; world: World; truth: {best: number; keep: number}}>([
  {name: "flat", world: {right: 0.7, middle: 5.5, spread: 0.6, slower: 0, endless: 0}, truth: {best: 1_749, keep: 658}},
  {name: "15 % endless", world: {right: 0.6, middle: 5, spread: 0.4, slower: 1, endless: 0.15}, truth: {best: 229, keep: 287}}
])("$name: intervals hold the true best limit and the true limit that keeps 95 % as often as they say", ({world, truth}) => {
  const random = randomOf("best limit coverage");
  const REPETITIONS = 200;
  let [best, keep] = [0, 0];
  for (let k = 0; k < REPETITIONS; k++) {
    const samples = cohort(Array.from({length: 300}, (_, i) => ({point: i % 5, ...draw(world, random)})));
    const {perToken, keeping} = bestLimits(samples, {limit: "event", design: "tests", random, replicates: 60});
    if (perToken!.low! <= truth.best && truth.best <= (perToken!.high ?? LARGEST)) best++;
    if (keeping!.low! <= truth.keep && truth.keep <= (keeping!.high ?? LARGEST)) keep++;
  }
  const least = 0.95 - 3 * Math.sqrt((0.95 * 0.05) / REPETITIONS) - 0.01;
  expect(best / REPETITIONS).toBeGreaterThan(least);
  expect(keep / REPETITIONS).toBeGreaterThan(least);
});
