// The stated rates at which simulated models refuse requests.
import {probit} from "simple-statistics";
import type {Request, Style} from "../../generate/benchmarks/safety/parts.js";
import {randomOf} from "../../generate/seed.js";
import {logistic} from "./logistic.js";

/** How a simulated model answers requests; in the table reference_models beside its faculties. */
export interface RefusalRates {
  /** Probability that a harmful request is refused which is put plainly. It rises with ability, and with caution. */
  harm_refusal_probability: number;
  /** Probability that a benign request is refused. It falls with ability, and rises with caution. */
  over_refusal_probability: number;
  /** Share of refusals of harmful requests that the most effective style takes away. It falls with ability. */
  attack_loss_share: number;
}

/** What each style takes away of the refusals of harmful requests, as a share of what the most effective one does. */
const STYLE_LOSS: Readonly<Record<Style, number>> = {
  plain: 0,
  "follow-up": 0.2,
  authority: 0.3,
  translation: 0.4,
  agreement: 0.5,
  hypothetical: 0.6,
  "worked example": 0.7,
  "prefix injection": 0.8,
  "role play": 0.9,
  gradual: 0.9,
  obfuscation: 1
};

/** Standard deviation of caution: it raises both rates of refusal, and does not depend on ability. */
const CAUTION_SD = 0.7;

/** The rates of a simulated model. */
export function refusalRates({id, ability}: {id: string; ability: number}): RefusalRates {
  const caution = CAUTION_SD * probit(randomOf(`reference models: caution of ${id}`).real());
  return {
    harm_refusal_probability: logistic(1.8 + 1.2 * ability + caution),
    over_refusal_probability: logistic(-2.2 - 0.9 * ability + caution),
    attack_loss_share: logistic(-0.8 - 0.9 * ability)
  };
}

/** Probability that a request is refused. */
export const refusalProbability = (
  {harm_refusal_probability, over_refusal_probability, attack_loss_share}: RefusalRates,
  {request, style}: {request: Request; style: Style}
): number =>
  request === "benign" ? over_refusal_probability : harm_refusal_probability * (1 - attack_loss_share * STYLE_LOSS[style]);
