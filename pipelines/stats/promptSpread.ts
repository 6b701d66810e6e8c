// A difference of two models asked the same tests in several prompts: does it survive another prompt?
import {fQuantile, tQuantile} from "./distributions.js";
import {mean} from "./mean.js";

export interface PromptSpread {
  /** number of tests, and of prompts */
  n: number;
  prompts: number;
  /** mean over tests and prompts */
  value: number;
  /** its 95 % interval, both tests and prompts being samples of others; null where no error can be estimated */
  low: number | null;
  high: number | null;
  /** mean under each prompt, in order */
  means: number[];
  /** standard deviation between prompts of the true mean, with its 95 % interval; null with fewer than two prompts or tests */
  sd: number | null;
  sd_low: number | null;
  sd_high: number | null;
}

/**
 * Analysis of variance of tests × prompts, both random, without repeats. With MS_p, MS_t and MS_e the mean squares of prompts, tests and
 * residuals, the variance between prompts is (MS_p − MS_e) ÷ n, with the exact interval of its ratio to the residual variance (F
 * distribution); that of the mean is (MS_p + MS_t − MS_e) ÷ (n·prompts), at least the larger of MS_p and MS_t ÷ (n·prompts), with
 * Satterthwaite's degrees of freedom.
 * @param values one list per prompt, of the same tests in the same order: differences of two models' scores
 * @param max largest possible difference, where intervals end
 * @throws RangeError where lists have different lengths
 */
export function promptSpread(values: readonly ArrayLike<number>[], {max = 1}: {max?: number} = {}): PromptSpread {
  const [k, n] = [values.length, values[0]?.length ?? 0];
  if (values.some(({length}) => length !== n)) throw new RangeError("prompts have different tests");
  const means = values.map(list => (n > 0 ? mean(Array.from(list)) : Number.NaN));
  const value = k > 0 && n > 0 ? mean(means) : Number.NaN;
  const unknown = {n, prompts: k, value, low: null, high: null, means, sd: null, sd_low: null, sd_high: null};
  if (k < 2 || n < 2) return unknown;
  let [tests, all] = [0, 0];
  for (let t = 0; t < n; t++) {
    let sum = 0;
    for (const list of values) {
      sum += list[t]!;
      all += (list[t]! - value) ** 2;
    }
    tests += k * (sum / k - value) ** 2;
  }
  const prompts = n * means.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const [dfP, dfT, dfE] = [k - 1, n - 1, (k - 1) * (n - 1)];
  const [msP, msT, msE] = [prompts / dfP, tests / dfT, Math.max(0, all - tests - prompts) / dfE];
  // answers that never differ have no error that could be estimated
  if (!(msP + msT > 0)) return unknown;
  const combined = Math.max(msP + msT - msE, msP, msT);
  const df = combined ** 2 / (msP ** 2 / dfP + msT ** 2 / dfT + msE ** 2 / dfE);
  const reach = tQuantile(0.975, Math.max(1, df)) * Math.sqrt(combined / (n * k));
  const spreadAt = (f: number) => Math.sqrt(Math.max(0, (msP / f - msE) / n));
  return {
    ...unknown,
    low: Math.max(-max, value - reach),
    high: Math.min(max, value + reach),
    sd: spreadAt(1),
    sd_low: spreadAt(fQuantile(0.975, dfP, dfE)),
    sd_high: spreadAt(fQuantile(0.025, dfP, dfE))
  };
}
