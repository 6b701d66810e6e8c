// The built-in simulated models: who they are and what they can do. Nothing here imitates any real model.
import {probit} from "simple-statistics";
import {type Random, randomOf} from "../../generate/seed.js";

/** Raised whenever the same request would get another answer; part of every cache key. */
export const SOLVER_VERSION = 2;

/** What bounds a simulated model. The first five are monotone functions of ability; the last three do not depend on it. */
export interface Faculties {
  /** Items held in mind before some get lost. */
  working_memory_items: number;
  /** Probability of a wrong result per plain operation. */
  slip_probability: number;
  /** Levels of nesting followed before losing the way. */
  depth_limit_levels: number;
  /** Probability of overlooking an item, per item of a question of 16 items; grows with the number of items. */
  distraction_probability: number;
  /** Probability of ending without a readable answer. */
  format_error_probability: number;
  /** Characters of talk around each step. */
  verbosity_characters: number;
  /** Probability of never ending, for a question of very many steps. */
  looping_probability: number;
  /** Probability of knowing a planted question by heart (see planted.ts). */
  planted_memory_probability: number;
}

/** Where a family puts its reasoning: a field of its own, between <think> tags, or in the answer's text. */
export type Channel = "field" | "think" | "plain";

export interface SimulatedModel {
  id: string;
  family: string;
  /** θ: evenly spaced quantiles of the standard normal distribution. */
  ability: number;
  channel: Channel;
  faculties: Faculties;
}

const FAMILIES = {
  heron: "field",
  otter: "think",
  lynx: "plain",
  cedar: "field",
  quartz: "think",
  comet: "plain",
  tundra: "field",
  marlin: "plain"
} satisfies Record<string, Channel>;
const families = Object.entries(FAMILIES) as [string, Channel][];
const PER_FAMILY = 8;
const SIZE = families.length * PER_FAMILY;

/** A family differs from what ability alone predicts: each of its faculties acts as if θ were shifted by a draw of N(0, this). */
export const FAMILY_OFFSET_SD = 0.15;
/** One model in so many runs in circles often; one in so many knows planted questions. */
const LOOPERS = 10;
const MEMORISERS = 8;

/** All simulated models, sorted by id. In each family a higher number is a higher ability. */
export const roster: readonly SimulatedModel[] = makeRoster();

/** The truth behind the models, as rows of the table `reference_models`. */
export const referenceTruth = () =>
  roster.flatMap(({id, family, ability, faculties}) =>
    Object.entries(faculties)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([faculty, value]: [string, number]) => ({model: id, family, ability, faculty, value, simulated: true}))
  );

/** A made-up list price that rises with ability, US dollars per million tokens. */
export const listPrice = (ability: number) => {
  const input = Math.round(100 * 0.1 * Math.exp(0.5 * ability)) / 100;
  return {input, output: Math.round(100 * 4 * input) / 100};
};

function makeRoster(): SimulatedModel[] {
  const random = randomOf("reference models: abilities");
  const models: SimulatedModel[] = [];
  for (let block = 0; block < PER_FAMILY; block++) {
    // Each block of neighbouring quantiles is dealt out, one to each family, so that every family spans the range.
    for (const [i, [family, channel]] of random.shuffle(families).entries()) {
      const ability = probit((block * families.length + i + 0.5) / SIZE);
      const id = `sim-${family}-${String(block + 1).padStart(2, "0")}`;
      models.push({id, family, ability, channel, faculties: {...boundBy(ability, family), ...habits(id, models.length)}});
    }
  }
  return models.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function boundBy(ability: number, family: string) {
  const offsets = randomOf(`reference models: family ${family}`);
  const shifted = () => ability + FAMILY_OFFSET_SD * normal(offsets);
  return {
    working_memory_items: 7 * Math.exp(0.35 * shifted()),
    slip_probability: logistic(-3.3 - 1.2 * shifted()),
    depth_limit_levels: 4 * Math.exp(0.35 * shifted()),
    distraction_probability: logistic(-5.5 - 1.2 * shifted()),
    format_error_probability: logistic(-4.8 - 0.8 * shifted())
  };
}

function habits(id: string, position: number) {
  const random = randomOf(`reference models: habits of ${id}`);
  // Every so many-th place in the order of ability, from an odd start: spread over the range, hence independent of it.
  return {
    verbosity_characters: Math.min(90, Math.max(3, 16 * Math.exp(0.8 * normal(random)))),
    looping_probability: position % LOOPERS === 4 ? 0.3 + 0.3 * random.real() : 0.02 * random.real(),
    planted_memory_probability: position % MEMORISERS === 3 ? 0.6 + 0.4 * random.real() : 0
  };
}

function normal(random: Random): number {
  return probit(random.real());
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
