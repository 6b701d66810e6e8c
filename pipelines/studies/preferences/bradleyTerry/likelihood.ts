// Probabilities of a win, a tie and a loss at a difference d of strengths, under three models of ties, with derivatives.

/** Models of ties. `half`: a tie is half a win and half a loss (quasi-likelihood). The other two model the probability of a tie. */
export const TIES = ["half", "davidson", "rao-kupper"] as const;
export type Ties = (typeof TIES)[number];

/** Log-likelihood of one outcome, its first derivatives by d and τ, and the negative second derivatives. */
export interface Slopes {
  value: number;
  d: number;
  t: number;
  dd: number;
  dt: number;
  tt: number;
}

const sigmoid = (x: number): number => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));
const logSigmoid = (x: number): number => (x >= 0 ? -Math.log1p(Math.exp(-x)) : x - Math.log1p(Math.exp(x)));

/**
 * Probabilities that the first model wins, ties and loses. Bradley & Terry 1952 (doi:10.2307/2334029), Davidson 1970
 * (doi:10.1080/01621459.1970.10481082) with τ = ln ν, Rao & Kupper 1967 (doi:10.1080/01621459.1967.10482901) with τ = ln(ln θ), so that θ >
 * 1.
 */
export function chances(ties: Ties, d: number, tau: number): [win: number, tie: number, loss: number] {
  if (ties === "half") return [sigmoid(d), 0, sigmoid(-d)];
  if (ties === "rao-kupper") {
    const eta = Math.exp(tau);
    const [win, loss] = [sigmoid(d - eta), sigmoid(-d - eta)];
    return [win, 1 - win - loss, loss];
  }
  const highest = Math.max(d / 2, -d / 2, tau);
  const [win, tie, loss] = [Math.exp(d / 2 - highest), Math.exp(tau - highest), Math.exp(-d / 2 - highest)];
  const sum = win + tie + loss;
  return [win / sum, tie / sum, loss / sum];
}

/** Log-likelihood and derivatives of an outcome (0 win, 1 tie, 2 loss of the first) at d. */
export function slopes(ties: Ties, outcome: number, d: number, tau: number, into: Slopes): Slopes {
  if (ties === "half") {
    const e = Math.exp(-Math.abs(d));
    const p = (d >= 0 ? 1 : e) / (1 + e);
    into.value = Math.min(d, 0) - Math.log1p(e) - (outcome * d) / 2; // ln σ(d) for a win; each half a loss subtracts d/2
    into.d = 1 - outcome / 2 - p;
    into.dd = p * (1 - p);
    into.t = into.dt = into.tt = 0;
    return into;
  }
  return ties === "davidson" ? davidson(outcome, d, tau, into) : raoKupper(outcome, d, tau, into);
}

/** A multinomial logit with utilities d/2, τ and −d/2. */
function davidson(outcome: number, d: number, tau: number, into: Slopes): Slopes {
  const highest = Math.max(d / 2, -d / 2, tau);
  const [up, level, down] = [Math.exp(d / 2 - highest), Math.exp(tau - highest), Math.exp(-d / 2 - highest)];
  const sum = up + level + down;
  const [win, tie, loss] = [up / sum, level / sum, down / sum];
  const mean = (win - loss) / 2;
  into.value = (outcome === 0 ? d / 2 : outcome === 1 ? tau : -d / 2) - highest - Math.log(sum);
  into.d = (1 - outcome) / 2 - mean;
  into.t = (outcome === 1 ? 1 : 0) - tie;
  into.dd = (win + loss) / 4 - mean * mean;
  into.dt = -mean * tie;
  into.tt = tie * (1 - tie);
  return into;
}

/** ln P(win) = ln σ(d − η), ln P(tie) = ln(e^{2η} − 1) + ln σ(d − η) + ln σ(−d − η), η = e^τ. */
function raoKupper(outcome: number, d: number, tau: number, into: Slopes): Slopes {
  const eta = Math.exp(tau);
  const [win, loss] = [sigmoid(d - eta), sigmoid(-d - eta)];
  into.value = into.d = into.dd = into.dt = 0;
  let [byEta, byEtaTwice] = [0, 0];
  if (outcome !== 2) {
    into.value += logSigmoid(d - eta);
    into.d += 1 - win;
    byEta -= 1 - win;
    into.dd += win * (1 - win);
    into.dt -= win * (1 - win);
    byEtaTwice += win * (1 - win);
  }
  if (outcome !== 0) {
    into.value += logSigmoid(-d - eta);
    into.d -= 1 - loss;
    byEta -= 1 - loss;
    into.dd += loss * (1 - loss);
    into.dt += loss * (1 - loss);
    byEtaTwice += loss * (1 - loss);
  }
  if (outcome === 1) {
    const grown = Math.expm1(2 * eta);
    into.value += Math.log(grown);
    byEta += 2 + 2 / grown;
    byEtaTwice += (4 * (grown + 1)) / (grown * grown);
  }
  // Chain rule from η to τ = ln η: another factor η each, and the first derivative enters the second.
  into.t = byEta * eta;
  into.dt *= eta;
  into.tt = byEtaTwice * eta * eta - byEta * eta;
  return into;
}
