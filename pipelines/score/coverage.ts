// How often the two intervals of excess accuracy hold the truth: exactly, and by simulation.
import type {Random} from "../generate/seed.js";
import {binomialProbability} from "../stats/distributions.js";
import {adjustedInterval, rescaledInterval} from "./accuracy.js";

/** Shares of samples, 0…1, whose interval holds the true excess accuracy. */
export interface Coverage {
  adjusted: number;
  rescaled: number;
}

/** `n` independent tests of one guess chance, answered by a model whose excess accuracy is `p`: right with probability g + (1 − g) p. */
export interface Setting {
  n: number;
  guess: number;
  p: number;
}

/** A truth at the very end of an interval counts as held; doubles may miss it by this. */
const ROUNDING = 1e-12;

const holds = (low: number, high: number, p: number): boolean => low - ROUNDING <= p && p <= high + ROUNDING;

/** For each number of right answers, whether the two intervals hold p. */
function held({n, guess, p}: Setting): {adjusted: boolean; rescaled: boolean}[] {
  return Array.from({length: n + 1}, (_, correct) => {
    const counts = {correct, total: n, guessSum: n * guess};
    const {center, margin} = adjustedInterval(counts);
    const {low, high} = rescaledInterval(counts);
    return {adjusted: holds(center - margin, center + margin, p), rescaled: holds(low, high, p)};
  });
}

/** By summing the binomial probabilities of all counts whose interval holds p. */
export function exactCoverage(setting: Setting): Coverage {
  const chance = rightWith(setting);
  const found = {adjusted: 0, rescaled: 0};
  held(setting).forEach((each, correct) => {
    const probability = probabilityOf(correct, setting.n, chance);
    if (each.adjusted) found.adjusted += probability;
    if (each.rescaled) found.rescaled += probability;
  });
  return found;
}

/** By drawing samples one by one, as a run does. Its own standard error is √(c (1 − c) ÷ draws). */
export function simulatedCoverage(setting: Setting, {draws, random}: {draws: number; random: Random}): Coverage {
  const chance = rightWith(setting);
  const answers = held(setting);
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
