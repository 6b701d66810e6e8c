// Trains the weights of the classifier: a multinomial logit over a text's candidates and none, by gradient ascent with decreasing steps.

import {readPart} from "../../../pipelines/score/classifier/candidates.js";
import {UNITS} from "../../../pipelines/score/classifier/classify.js";
import {BUCKETS, optionsOf} from "../../../pipelines/score/classifier/features.js";
import {formOf} from "../../../pipelines/score/form.js";
import {sameAnswer} from "../../../pipelines/studies/extraction/confusion.js";
import {expand, type Labelled} from "../../../pipelines/studies/extraction/fixtures/expand.js";
import {training, trainingWords} from "./templates.js";

/** Passes over the fixtures, the first step, and the penalty of squared weights, chosen on the fixtures that are kept for checking. */
const PASSES = 16;
const STEP = 0.3;
const PENALTY = 1e-4;

export const trainingFixtures = (): Labelled[] => expand(training, trainingWords, {seed: "extraction, training", each: 3});

/** Share of features that each step leaves out. */
const LEFT_OUT = 0.3;

/** Which buckets a step keeps: the same ones for all candidates of a text, and on every machine. */
const randomFor =
  (step: number) =>
  (bucket: number): boolean => {
    let hash = Math.imul(step ^ (bucket << 15), 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32 >= LEFT_OUT;
  };

/** Weights in whole units, one a bucket. */
export function train(fixtures: readonly Labelled[]): Int8Array {
  const examples = fixtures.flatMap(({text, target, choices, answer}) => {
    const form = formOf(target, choices);
    const {candidates, buckets} = optionsOf(readPart(text), form);
    const right = buckets.map((_, i) =>
      answer === null ? i === candidates.length : i < candidates.length && sameAnswer(candidates[i]!.answer, answer, form)
    );
    return right.includes(true) ? [{buckets, right}] : [];
  });
  const weights = new Float64Array(BUCKETS);
  const squares = new Float64Array(BUCKETS).fill(1e-8);
  for (let pass = 0; pass < PASSES; pass++)
    // Neighbours are of one template; a step of a prime number of places mixes them in the same way in every pass.
    for (let i = 0; i < examples.length; i++) {
      const {buckets: all, right} = examples[(i * 7_919 + pass * 101) % examples.length]!;
      // Each pass leaves out other features, so that no single one carries a decision.
      const kept = randomFor(pass * examples.length + i);
      const buckets = all.map(own => own.filter(kept));
      const sums = buckets.map(own => own.reduce((sum, bucket) => sum + weights[bucket]!, 0));
      const top = Math.max(...sums);
      const shares = sums.map(sum => Math.exp(sum - top));
      const total = shares.reduce((a, b) => a + b, 0);
      const held = shares.reduce((sum, share, k) => (right[k] ? sum + share : sum), 0);
      for (const [k, own] of buckets.entries()) {
        const slope = (right[k] ? shares[k]! / held : 0) - shares[k]! / total;
        if (Math.abs(slope) < 1e-6) continue;
        for (const bucket of own) {
          const gradient = slope - PENALTY * weights[bucket]!;
          squares[bucket]! += gradient * gradient;
          weights[bucket]! += (STEP * gradient) / Math.sqrt(squares[bucket]!);
        }
      }
    }
  return Int8Array.from(weights, weight => Math.max(-127, Math.min(127, Math.round(weight * UNITS))));
}
