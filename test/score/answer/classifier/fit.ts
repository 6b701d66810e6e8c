// Fits McFadden's conditional logit over a text's candidates and no answer, and calibrates the probability of its first choice.
import {bestOf, UNITS} from "../../../../pipelines/score/answer/classifier/classify.js";

/** A text as far as fitting needs it. */
export interface Observation {
  /** Names of the features of each candidate, and last of no answer. */
  names: string[][];
  hedged: readonly boolean[];
  answers: readonly string[];
  value: string;
  stated: boolean;
}

export type Weights = ReadonlyMap<string, number>;

/** Passes over the examples, the first step, and the penalty of squared weights. */
const PASSES = 12;
const STEP = 0.2;
const PENALTY = 1e-3;
/** Fewest texts that a feature occurs in. */
const MIN_TEXTS = 50;

/** Fits whole weights by feature. Steps are in a fixed order, so that the weights are the same whenever they are fitted. */
export function fitWeights(observations: readonly Observation[]): Weights {
  const texts = new Map<string, number>();
  for (const {names} of observations) for (const name of new Set(names.flat())) texts.set(name, (texts.get(name) ?? 0) + 1);
  const kept = [...texts]
    .filter(([, count]) => count >= MIN_TEXTS)
    .map(([name]) => name)
    .sort();
  const places = new Map(kept.map((name, place) => [name, place]));
  const examples = observations.map(({names, answers, value, stated}) => {
    const right = answers.map(answer => answer === value);
    return {features: names.map(own => own.flatMap(name => places.get(name) ?? [])), right: [...right, !stated]};
  });
  const weights = new Float64Array(kept.length);
  const squares = new Float64Array(kept.length).fill(1e-6);
  for (let pass = 0; pass < PASSES; pass++)
    // Neighbours are of one model; a step of a prime number of places mixes them in the same way in every pass.
    for (let i = 0; i < examples.length; i++) {
      const {features, right} = examples[(i * 7_919 + pass * 101) % examples.length]!;
      const shares = softmax(features.map(own => own.reduce((sum, place) => sum + weights[place]!, 0)));
      const held = shares.reduce((sum, share, k) => (right[k] ? sum + share : sum), 0);
      for (const [k, own] of features.entries()) {
        const slope = (right[k] ? shares[k]! / held : 0) - shares[k]!;
        if (Math.abs(slope) < 1e-6) continue;
        for (const place of own) {
          const gradient = slope - PENALTY * weights[place]!;
          squares[place]! += gradient * gradient;
          weights[place]! += (STEP * gradient) / Math.sqrt(squares[place]!);
        }
      }
    }
  return new Map(
    kept.map((name, place) => [name, Math.round(weights[place]! * UNITS)] as const).filter(([, weight]) => weight !== 0)
  );
}

function softmax(sums: readonly number[]): number[] {
  const top = Math.max(...sums);
  const shares = sums.map(sum => Math.exp(sum - top));
  const total = shares.reduce((a, b) => a + b, 0);
  return shares.map(share => share / total);
}

/** The first choice among candidates of a text, its log-odds, and whether it is the value that was claimed. */
export interface Choice {
  logit: number;
  right: boolean;
  stated: boolean;
}

/** The choice of a text; null where it has no candidate, or hedges near it. */
export function choiceOf({names, answers, value, stated, hedged}: Observation, weights: Weights): Choice | null {
  const best = bestOf({names}, weights);
  return best && !hedged[best.place] ? {logit: best.logit, right: answers[best.place] === value, stated} : null;
}

/** Slope and intercept of the log-odds (Platt 1999), by Newton's method. */
export function calibrate(choices: readonly Choice[]): [slope: number, intercept: number] {
  let [a, b] = [1, 0];
  for (let step = 0; step < 50; step++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-9, 0, 1e-9];
    for (const {logit, right} of choices) {
      const p = 1 / (1 + Math.exp(-a * logit - b));
      const [error, curve] = [Number(right) - p, p * (1 - p)];
      ga += error * logit;
      gb += error;
      haa += curve * logit * logit;
      hab += curve * logit;
      hbb += curve;
    }
    const determinant = haa * hbb - hab * hab;
    a += (hbb * ga - hab * gb) / determinant;
    b += (haa * gb - hab * ga) / determinant;
  }
  return [a, b];
}
