// Limited faculties of simulated models: the probability that an operation goes wrong.
import type {Random} from "../../generate/seed.js";
import {logistic} from "./logistic.js";
import type {Faculties} from "./roster.js";

/** The demands of one operation on a simulated model. */
export interface Effort {
  /** Size of the operation; 1 is a plain one. */
  load: number;
  /** Number of items that must be remembered meanwhile. */
  remembered: number;
  /** Level of nesting of the operation. */
  depth: number;
}

/** Limited faculties applied to one question. */
export interface Mind {
  random: Random;
  /** Whether this operation goes wrong. */
  errs(effort: Effort): boolean;
  /** Whether one of `items` things is overlooked; called once for each of them. */
  overlooks(items: number): boolean;
  /**
   * Whether a sentence of a long text is recalled.
   * @param tokens of the text @param depth place of the sentence in it, 0…1
   */
  recalls(tokens: number, depth: number): boolean;
  /** Probability, before anything happened, that nothing that was asked of this mind so far would go wrong. */
  certainty(): number;
  /**
   * The confidence that is stated where the true chance of a right answer is this: logit(confidence) = shift + slope × logit(chance).
   * @param chance 0…1; taken as at least 0.005 and at most 0.995, beyond which nobody states confidence in whole percents
   */
  confidence(chance: number): number;
}

/** Most that an overloaded memory and excessive depth add to the probability of an error per operation. */
const MEMORY_LOSS = 0.1;
const DEPTH_LOSS = 0.2;
/** Highest probability of an error of any operation; the slip probability holds for an operation of load 1. */
const WORST = 0.6;
/** Number of items for which `distraction_probability` holds. */
const DISTRACTION_ITEMS = 16;

/** Faculties without limits: always right. */
export const unlimited: Faculties = {
  working_memory_items: Infinity,
  slip_probability: 0,
  depth_limit_levels: Infinity,
  distraction_probability: 0,
  recall_half_tokens: Infinity,
  middle_loss: 0,
  format_error_probability: 0,
  verbosity_characters: 10,
  looping_probability: 0,
  planted_memory_probability: 0,
  confidence_shift_logits: 0,
  confidence_slope: 1
};

/** A simulated mind. Every limit is gradual: the probability of an error rises as a logistic curve around it. */
export function mindOf(faculties: Faculties, random: Random): Mind {
  const {
    working_memory_items: span,
    slip_probability: slip,
    depth_limit_levels: limit,
    distraction_probability,
    recall_half_tokens,
    middle_loss,
    confidence_shift_logits,
    confidence_slope
  } = faculties;
  let certain = 1;
  /** Whether something of this probability happens that makes the answer wrong. */
  const fails = (probability: number): boolean => {
    certain *= 1 - probability;
    return random.chance(probability);
  };
  return {
    random,
    certainty: () => certain,
    confidence(chance) {
      const held = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance));
      return logistic(confidence_shift_logits + confidence_slope * Math.log(held / (1 - held)));
    },
    errs({load, remembered, depth}) {
      const memory = span === Infinity ? 0 : MEMORY_LOSS * logistic((4 * (remembered - span)) / span);
      const lost = limit === Infinity ? 0 : DEPTH_LOSS * logistic(1.5 * (depth - limit));
      return fails(Math.min(WORST, slip * load + memory + lost));
    },
    recalls(tokens, depth) {
      const recall = recallOf({recall_half_tokens, middle_loss}, tokens, depth);
      certain *= recall;
      return random.chance(recall);
    },
    overlooks: items => fails(Math.min(WORST, (distraction_probability * items) / DISTRACTION_ITEMS))
  };
}

const LEAST_CHANCE = 0.005;
/** Tokens of a text at which its middle is half as bad as that of a very long one. */
const LONG_TOKENS = 2_000;

/**
 * Probability of recalling a sentence: a logistic curve of the logarithm of the text's length, 1/2 at `recall_half_tokens`, times what is left
 * in the middle, where the loss is greatest.
 */
export function recallOf(
  {recall_half_tokens, middle_loss}: Pick<Faculties, "recall_half_tokens" | "middle_loss">,
  tokens: number,
  depth: number
): number {
  const middle = middle_loss * 4 * depth * (1 - depth) * (tokens / (tokens + LONG_TOKENS));
  return (1 - middle) / (1 + tokens / recall_half_tokens);
}
