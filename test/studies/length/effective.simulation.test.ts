// Coverage of effective lengths where the curve is known: independent tests, questions that share their difficulty, and repeated answers.
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import type {Clustered} from "../../../pipelines/studies/length/answers.js";
import {lengthAccuracy} from "../../../pipelines/studies/length/answers.js";
import {effectiveLengths, SHARES} from "../../../pipelines/studies/length/effective.js";
import {leeway, repetitions} from "../../repetitions.js";

interface Truth {
  top: number;
  half: number;
  slope: number;
  guess: number;
  lengths: readonly number[];
  /** Questions at each length. */
  questions: number;
}

const LONG = [0, 1_000, 4_000, 16_000, 64_000];
const at = ({top, half, slope}: Truth, length: number) => top / (1 + (length / half) ** slope);
const lengthLeft = (truth: Truth, share: number): number => {
  const wanted = share * at(truth, truth.lengths[0]!);
  return truth.half * (truth.top / wanted - 1) ** (1 / truth.slope);
};

/** One study: counts by length from `answers` of each question. */
function study(truth: Truth, random: Random, {trials = 1} = {}) {
  return truth.lengths.map(length => {
    const chance = truth.guess + (1 - truth.guess) * at(truth, length);
    const clustered: Clustered[] = [];
    let [correct, n] = [0, 0];
    for (let question = 0; question < truth.questions; question++) {
      // Repeated answers to a question agree: all are right, or none is.
      const right = random.chance(chance) ? trials : 0;
      clustered.push({cell: 0, cluster: String(question), correct: right, n: trials});
      correct += right;
      n += trials;
    }
    return {length, ...lengthAccuracy([{correct, n, truncated: 0, guess_sum: truth.guess * n}], clustered)!};
  });
}

const STUDIES = repetitions(400);
/** Four standard errors of a coverage of 95 % over so many studies, and the most that is called close to it. */
const LEAST = 0.95 - 4 * Math.sqrt((0.95 * 0.05) / STUDIES);

test.each<[string, Truth, {trials?: number}]>([
  ["the curve of simulated models", {top: 0.97, half: 8_000, slope: 1, guess: 0, lengths: LONG.slice(0, 4), questions: 64}, {}],
  ["a steep curve, four options", {top: 0.8, half: 8_000, slope: 2, guess: 0.25, lengths: LONG, questions: 128}, {}],
  [
    "a gentle curve without short forms",
    {top: 0.9, half: 8_000, slope: 0.8, guess: 0, lengths: LONG.slice(1), questions: 128},
    {}
  ],
  [
    "four answers to each question, which agree",
    {top: 0.9, half: 8_000, slope: 1, guess: 0, lengths: LONG, questions: 100},
    {trials: 4}
  ]
])("%s: 95 %% intervals hold the true length in about 95 of 100 studies", (name, truth, how) => {
  const random = randomOf(`effective length: ${name}`);
  const held = SHARES.map(() => 0);
  const found: number[] = [];
  for (let i = 0; i < STUDIES; i++) {
    const fitted = effectiveLengths(study(truth, random, how));
    if ("reason" in fitted) throw new Error(fitted.reason);
    for (const [place, {low, high, tokens, share}] of fitted.effective.entries()) {
      const own = lengthLeft(truth, share);
      if ((low ?? 0) <= own && own <= (high ?? Number.POSITIVE_INFINITY)) held[place]!++;
      if (share === 0.5 && tokens !== null) found.push(Math.log(tokens / own));
    }
  }
  for (const each of held) {
    expect(each / STUDIES).toBeGreaterThan(LEAST);
    expect(each / STUDIES).toBeLessThan(0.99 + leeway(0.99, STUDIES));
  }
  // The half is found without a bias of more than a tenth.
  expect(Math.abs(found.reduce((sum, each) => sum + each, 0) / found.length)).toBeLessThan(0.1 + leeway(0.5, STUDIES));
});
