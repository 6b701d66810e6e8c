// Coverage probability of the two intervals of excess accuracy, computed exactly and by simulation.
import type {Random} from "../generate/seed.js";
import {binomialProbability} from "../stats/distributions.js";
import {adjustedInterval, rescaledInterval} from "./accuracy.js";

/** Proportions of samples (0…1) whose interval contains the true excess accuracy. */
interface Coverage {
  adjusted: number;
  rescaled: number;
}

/**
 * `n` independent tests of one guess chance g, answered by a model whose excess accuracy is `p`: each is right with probability g + (1 − g)
 * p.
 */
export interface Setting {
  n: number;
  guess: number;
  p: number;
}

/** Tolerance for a true value exactly at the end of an interval, which counts as contained but which rounding may exclude. */
const ROUNDING = 1e-12;

const holds = (low: number, high: number, p: number): boolean => low - ROUNDING <= p && p <= high + ROUNDING;

/** For each number of right answers, whether each of the two intervals contains p. */
function containment({n, guess, p}: Setting): {adjusted: boolean; rescaled: boolean}[] {
  return Array.from({length: n + 1}, (_, correct) => {
    const counts = {correct, total: n, guessSum: n * guess};
    const {center, margin} = adjustedInterval(counts);
    const {low, high} = rescaledInterval(counts);
    return {adjusted: holds(center - margin, center + margin, p), rescaled: holds(low, high, p)};
  });
}

/** Coverage by summing the binomial probabilities of all counts whose interval contains p. */
export function exactCoverage(setting: Setting): Coverage {
  const chance = rightWith(setting);
  const found = {adjusted: 0, rescaled: 0};
  containment(setting).forEach((each, correct) => {
    const probability = probabilityOf(correct, setting.n, chance);
    if (each.adjusted) found.adjusted += probability;
    if (each.rescaled) found.rescaled += probability;
  });
  return found;
}

/** Coverage by drawing samples one by one, as a run does. Its standard error is √(c (1 − c) ÷ draws). */
export function simulatedCoverage(setting: Setting, {draws, random}: {draws: number; random: Random}): Coverage {
  const chance = rightWith(setting);
  const answers = containment(setting);
  let [adjusted, rescaled] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    let correct = 0;
    for (let i = 0; i < setting.n; i++) if (random.real() < chance) correct++;
    if (answers[correct]!.adjusted) adjusted++;
    if (answers[correct]!.rescaled) rescaled++;
  }
  return {adjusted: adjusted / draws, rescaled: rescaled / draws};
}

const rightWith = ({guess, p}: Setting): number => guess + (1 - guess) * p;

function probabilityOf(k: number, n: number, p: number): number {
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  return binomialProbability(k, n, p);
}
