// The built-in simulated models with their abilities and faculties. None of them imitates a real model.
import {probit} from "simple-statistics";
import {type Random, randomOf} from "../../generate/seed.js";
import {logistic} from "./logistic.js";
import {refusalRates} from "./refusalRates.js";

/** Increased whenever the same request would get another answer; part of every cache key. */
export const SOLVER_VERSION = 2;

/** Domains of generated benchmarks in which a simulated model is better or worse than its ability. */
const DOMAINS = [
  "Academic knowledge",
  "Reasoning",
  "Mathematics",
  "Code generation",
  "Language",
  "Safety",
  "Multimodal",
  "Agent and tool use"
];
/** Standard deviation of these gaps, in units of ability. */
const GAP_SD = 0.5;

/** Returns what is added to a model's ability in a domain. */
export const domainGap = (id: string, domain: string): number =>
  DOMAINS.includes(domain) ? GAP_SD * normal(randomOf(`reference models: gap of ${id} in ${domain}`)) : 0;

const gapsOf = (id: string): Record<string, number> =>
  Object.fromEntries(DOMAINS.map(domain => [`gap_${domain.toLowerCase().replaceAll(" ", "_")}`, domainGap(id, domain)]));

/** Parameters that limit a simulated model. The first seven are monotone functions of ability; the others do not depend on it. */
export interface Faculties {
  /** Number of items remembered before some are lost. */
  working_memory_items: number;
  /** Probability of a wrong result per plain operation. */
  slip_probability: number;
  /** Levels of nesting that are followed reliably. */
  depth_limit_levels: number;
  /** Probability of overlooking an item, per item of a question with 16 items; it grows with the number of items. */
  distraction_probability: number;
  /** Tokens of a text at which every second sentence of it is recalled. */
  recall_half_tokens: number;
  /** Share of what is recalled elsewhere that is lost in the middle of a long text. */
  middle_loss: number;
  /** Probability of a reply without a readable answer. */
  format_error_probability: number;
  /** Characters of additional text around each step. */
  verbosity_characters: number;
  /** Probability of looping until the token limit, for a question of very many steps. */
  looping_probability: number;
  /** Probability of knowing a planted question by heart (see memorized.ts). */
  planted_memory_probability: number;
  /** What is added to the logit of the true chance of a right answer where confidence is stated: above 0 is overconfidence. */
  confidence_shift_logits: number;
  /** What that logit is multiplied by first: below 1, confidences are closer together than chances. */
  confidence_slope: number;
}

/** Where a family puts its reasoning: in a separate field, between <think> tags, or in the answer's text. */
export type Channel = "field" | "think" | "plain";

export interface SimulatedModel {
  id: string;
  family: string;
  /** Ability θ: evenly spaced quantiles of the standard normal distribution. */
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
/** Number of models in each family. */
const PER_FAMILY = 8;
const SIZE = families.length * PER_FAMILY;

/** Standard deviation of families' offsets: each faculty of a family acts as if θ were shifted by a draw from N(0, this). */
const FAMILY_OFFSET_SD = 0.15;
/** One in so many models often loops; one in so many knows planted questions. */
const LOOPERS = 10;
const MEMORISERS = 8;

/** All simulated models, sorted by id. Within a family a higher number means higher ability. */
export const roster: readonly SimulatedModel[] = makeRoster();

/** The true parameters of the models, as rows of the table `reference_models`. */
export const referenceTruth = () =>
  roster.flatMap(({id, family, ability, faculties}) =>
    Object.entries({...faculties, ...refusalRates({id, ability}), ...gapsOf(id)})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([faculty, value]: [string, number]) => ({model: id, family, ability, faculty, value, simulated: true}))
  );

function makeRoster(): SimulatedModel[] {
  const random = randomOf("reference models: abilities");
  const models: SimulatedModel[] = [];
  for (let block = 0; block < PER_FAMILY; block++) {
    // Each block of neighbouring quantiles is distributed over the families, so that every family spans the whole range.
    for (const [i, [family, channel]] of random.shuffle(families).entries()) {
      const ability = probit((block * families.length + i + 0.5) / SIZE);
      const id = `sim-${family}-${String(block + 1).padStart(2, "0")}`;
      models.push({
        id,
        family,
        ability,
        channel,
        faculties: {...boundBy(ability, family), ...habits(id, models.length), ...confidenceOf(id)}
      });
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
    format_error_probability: logistic(-4.8 - 0.8 * shifted()),
    recall_half_tokens: 64_000 * Math.exp(1.2 * shifted()),
    middle_loss: logistic(-0.8 - 0.8 * shifted())
  };
}

function habits(id: string, position: number) {
  const random = randomOf(`reference models: habits of ${id}`);
  // Every so many-th position in the order of ability, from an odd start: spread over the range, hence independent of ability.
  return {
    verbosity_characters: Math.min(90, Math.max(3, 16 * Math.exp(0.8 * normal(random)))),
    looping_probability: position % LOOPERS === 4 ? 0.3 + 0.3 * random.real() : 0.02 * random.real(),
    planted_memory_probability: position % MEMORISERS === 3 ? 0.6 + 0.4 * random.real() : 0
  };
}

/** How a model states confidence: logit(confidence) = shift + slope × logit(chance). Most are too sure of themselves. */
function confidenceOf(id: string) {
  const random = randomOf(`reference models: confidence of ${id}`);
  return {confidence_shift_logits: 0.5 + 0.6 * normal(random), confidence_slope: 0.8 * Math.exp(0.25 * normal(random))};
}

function normal(random: Random): number {
  return probit(random.real());
}
