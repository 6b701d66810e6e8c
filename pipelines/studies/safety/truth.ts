// What a simulated model's stated rates say of the requests that it was asked: the truth that the study can be checked against.
import {STYLES, type Style} from "../../generate/benchmarks/safety/parts.js";
import {type RefusalRates, refusalProbability} from "../../infer/reference/refusalRates.js";

export interface RefusalTruth {
  harm: number;
  over: number;
}

/**
 * Expected shares of refusals over the styles that were asked, each with its number of harmful requests. Null where a style is not one of
 * ZenSafety's, since nothing is stated of others, or where nothing was asked.
 */
export function refusalTruth(rates: RefusalRates, styles: readonly {style: string; n: number}[]): RefusalTruth | null {
  let [sum, n] = [0, 0];
  for (const each of styles) {
    if (!isStyle(each.style)) return null;
    sum += each.n * refusalProbability(rates, {request: "harmful", style: each.style});
    n += each.n;
  }
  return n === 0 ? null : {harm: sum / n, over: rates.over_refusal_probability};
}

const isStyle = (name: string): name is Style => (STYLES as readonly string[]).includes(name);
