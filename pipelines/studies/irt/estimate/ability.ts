// Ability estimates of persons given the items: posterior mean, posterior mode, maximum likelihood and Warm's weighted likelihood (1989).
import {MISSING} from "../item.js";

export interface Curves {
  a: Float64Array;
  d: Float64Array;
  c: Float64Array;
}

export interface AbilityEstimate {
  theta: number;
  se: number;
}

/** Sums over a person's items at an ability: slope of the log-likelihood, information, and Warm's J. */
export function sumsAt(
  {a, d, c}: Curves,
  answers: ArrayLike<number>,
  theta: number
): {slope: number; information: number; bias: number} {
  let [slope, information, bias] = [0, 0, 0];
  for (let j = 0; j < a.length; j++) {
    const answer = answers[j]!;
    if (answer === MISSING) continue;
    const [own, lower] = [a[j]!, c[j]!];
    const s = 1 / (1 + Math.exp(-(own * theta + d[j]!)));
    // P′ ÷ P; without guessing it is a(1 − s), which does not lose precision in the tail
    const ratio = lower === 0 ? own * (1 - s) : (own * (1 - lower) * s * (1 - s)) / (lower + (1 - lower) * s);
    slope += answer === 1 ? ratio : -own * s;
    const part = ratio * own * s;
    information += part;
    bias += part * own * (1 - 2 * s);
  }
  return {slope, information, bias};
}

type Kind = "map" | "ml" | "wle";
/** Beyond this ability, in standard deviations of the population, an estimate counts as infinite. */
const FARTHEST = 30;

/** Root of the estimating equation that is closest to `start`; null where it has none. */
export function abilityOf(kind: Kind, curves: Curves, answers: ArrayLike<number>, start: number): AbilityEstimate | null {
  if (kind === "ml" && oneSided(curves, answers)) return null;
  const at = (theta: number) => {
    const {slope, information, bias} = sumsAt(curves, answers, theta);
    const own = kind === "map" ? 1 : 0;
    const equation =
      kind === "map" ? slope - theta : kind === "ml" ? slope : slope + (information > 0 ? bias / (2 * information) : 0);
    return {equation, information: information + own};
  };
  let theta = start;
  let low = -Infinity;
  let high = Infinity;
  let now = at(theta);
  for (let round = 0; round < 200; round++) {
    if (now.equation > 0) low = theta;
    else high = theta;
    const step = now.equation / now.information;
    const reach = Math.max(-1, Math.min(1, Number.isFinite(step) ? step : Math.sign(now.equation)));
    let next = theta + reach;
    if (next <= low || next >= high) next = Number.isFinite(low + high) ? (low + high) / 2 : next;
    if (Math.abs(next) > FARTHEST) return null;
    const moved = Math.abs(next - theta);
    theta = next;
    now = at(theta);
    if (moved < 1e-9 * (1 + Math.abs(theta))) break;
  }
  // Warm's equation is the slope of ℓ + ½ log I, so its standard error comes from the curvature of that function
  const step = 1e-4;
  const curvature = kind === "wle" ? (at(theta - step).equation - at(theta + step).equation) / (2 * step) : now.information;
  const se = 1 / Math.sqrt(curvature);
  return Number.isFinite(theta) && Number.isFinite(se) ? {theta, se} : null;
}

/** Whether all answers point to higher ability, or all to lower: then the likelihood has no finite maximum. */
function oneSided({a}: Curves, answers: ArrayLike<number>): boolean {
  let [up, down] = [0, 0];
  for (let j = 0; j < a.length; j++) {
    if (answers[j] === MISSING) continue;
    if ((answers[j] === 1) === a[j]! > 0) up++;
    else down++;
  }
  return up === 0 || down === 0;
}
