// How often the interval of the overall score holds the truth, over drawn answers with planted chances.
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {aggregate, byDomain, byItem} from "../../../pipelines/studies/report/aggregate.js";
import type {CategoryScore} from "../../../pipelines/studies/scorecard/domains.js";
import {leeway, repetitions} from "../../repetitions.js";

interface Planted {
  domain: string;
  /** chance of a right answer, guesses among them */
  chance: number;
  guess: number;
  n: number;
}

const drawnFrom = ({domain, guess, n}: Planted, correct: number): CategoryScore => ({
  eval_id: "e",
  suite: "s",
  domain,
  metric: "accuracy",
  averaged: true,
  value_n: n,
  n,
  correct,
  guess_sum: guess * n,
  value: (correct / n - guess) / (1 - guess),
  low: null,
  high: null
});
const truthOf = ({chance, guess}: Planted): number => (chance - guess) / (1 - guess);

/** Share of draws whose interval holds the truth. */
function coverage(plants: (k: number) => Planted[], {name, weights}: {name: string; weights: typeof byDomain}): number {
  const random = randomOf(`report coverage ${name}`);
  let held = 0;
  for (let k = 0; k < DRAWS; k++) {
    const planted = plants(k);
    const scores = planted.map(each => {
      let correct = 0;
      for (let i = 0; i < each.n; i++) correct += Number(random.real() < each.chance);
      return drawnFrom(each, correct);
    });
    const shares = weights(scores as Parameters<typeof weights>[0]);
    const truth = planted.reduce((sum, each, i) => sum + shares[i]! * truthOf(each), 0);
    const {low, high} = aggregate(scores, {weights, seed: `${name} ${k}`, draws: 1_000});
    held += Number(low! <= truth && truth <= high!);
  }
  return held / DRAWS;
}
const DRAWS = repetitions(1_000);

/** Categories of domains of sizes 1, 2, 4 and 1, with planted chances. */
const suite = (chance: (i: number) => number, {guess = 0, n = 32} = {}): Planted[] =>
  [1, 2, 4, 1]
    .flatMap((size, d) => Array.from({length: size}, () => `d${d}`))
    .map((domain, i) => ({domain, guess, n, chance: guess + (1 - guess) * chance(i)}));

const spread = (i: number): number => [0.1, 0.9, 0.3, 0.7, 0.5, 0.2, 0.6, 0.8][i]!;

test.each([
  {name: "chances from 0.1 to 0.9", plants: () => suite(spread), weights: byDomain},
  {name: "answers alike", plants: () => suite(spread).map((each, i) => ({...each, n: 16 + 8 * i})), weights: byItem},
  {name: "four options", plants: () => suite(spread, {guess: 0.25}), weights: byDomain},
  {name: "16 items a category", plants: () => suite(spread, {n: 16}), weights: byDomain},
  {name: "a model that guesses", plants: () => suite(() => 0, {guess: 0.25}), weights: byDomain},
  {name: "a weak model", plants: (k: number) => suite(i => 0.01 + ((k * 7 + i * 13) % 60) / 1_000), weights: byDomain},
  {name: "a strong model", plants: (k: number) => suite(i => 0.99 - ((k * 7 + i * 13) % 60) / 1_000), weights: byDomain},
  {
    name: "one domain of one category",
    plants: (k: number) => [{domain: "d", guess: 0, n: 64, chance: 0.02 + ((k * 37) % 961) / 1_000}],
    weights: byDomain
  }
])("an interval of 95 percent holds the truth in 93 to 97 of 100 draws: $name", ({name, plants, weights}) => {
  const share = coverage(plants, {name, weights});
  expect(share).toBeGreaterThanOrEqual(0.93 - leeway(0.93, DRAWS));
  expect(share).toBeLessThanOrEqual(0.97 + leeway(0.97, DRAWS));
});
