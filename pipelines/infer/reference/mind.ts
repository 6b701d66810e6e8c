import type {Random} from "../../generate/seed.js";
import type {Faculties} from "./roster.js";

/** What one operation asks of a mind. */
export interface Effort {
  /** Size of the operation: 1 = a plain one. */
  load: number;
  /** Items to be kept in mind meanwhile. */
  held: number;
  /** Levels of nesting it stands at. */
  depth: number;
}

/** Bounded faculties at work on one question. */
export interface Mind {
  random: Random;
  /** Does this operation go wrong? */
  errs(effort: Effort): boolean;
  /** Is one of `items` things overlooked? Asked once for each. */
  overlooks(items: number): boolean;
}

/** Most that an overfull memory, and being far too deep, add to the probability of an error per operation. */
const MEMORY_LOSS = 0.1;
const DEPTH_LOSS = 0.2;
/** A slip rate holds for an operation of load 1; no operation goes wrong more often than this. */
const WORST = 0.6;
/** Number of items at which `distraction_probability` holds. */
const DISTRACTION_ITEMS = 16;

/** A mind without bounds: always right. */
export const unlimited: Faculties = {
  working_memory_items: Infinity,
  slip_probability: 0,
  depth_limit_levels: Infinity,
  distraction_probability: 0,
  format_error_probability: 0,
  verbosity_characters: 10,
  looping_probability: 0,
  planted_memory_probability: 0
};

/** Every limit is a slope, not a cliff: the chance of an error grows as a logistic curve around it. */
export function mindOf(faculties: Faculties, random: Random): Mind {
  const {working_memory_items: span, slip_probability: slip, depth_limit_levels: limit, distraction_probability} = faculties;
  return {
    random,
    errs({load, held, depth}) {
      const memory = span === Infinity ? 0 : MEMORY_LOSS * logistic((4 * (held - span)) / span);
      const lost = limit === Infinity ? 0 : DEPTH_LOSS * logistic(1.5 * (depth - limit));
      return random.chance(Math.min(WORST, slip * load + memory + lost));
    },
    overlooks: items => random.chance(Math.min(WORST, (distraction_probability * items) / DISTRACTION_ITEMS))
  };
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
