// The human part of the full score: how often people prefer a model's answers to those of another model.
import {normal} from "../../generate/normal.js";
import {randomOf} from "../../generate/seed.js";
import {Z975} from "../../stats/distributions.js";
import {type Aggregate, around} from "./aggregate.js";

/**
 * Weight of the human part in the full score. The published suite has eight domains, each of which weighs an eighth of the overall score; votes
 * count like a ninth.
 */
export const HUMAN_WEIGHT = 1 / 9;

/** A model's Bradley–Terry strength, in log-odds. */
export interface Strength {
  model: string;
  beta: number;
  low: number;
  high: number;
  votes: number;
  simulated: boolean;
}

/** A share of votes with its standard error. */
export interface HumanPart {
  value: number;
  se: number;
  votes: number;
  simulated: boolean;
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * For each model, the expected share of votes against the other models, each of them equally often: 0 never preferred, ½ as often as not, 1
 * always. Empty for fewer than two models, of which nothing is said.
 */
export function humanParts(strengths: readonly Strength[]): Map<string, HumanPart> {
  if (strengths.length < 2) return new Map();
  return new Map(
    strengths.map(({model, beta, low, high, votes, simulated}) => {
      const others = strengths.filter(other => other.model !== model);
      const share = (at: number) => others.reduce((sum, other) => sum + logistic(at - other.beta), 0) / others.length;
      return [model, {value: share(beta), se: (share(high) - share(low)) / (2 * Z975), votes, simulated}];
    })
  );
}

/** The overall score with the human part; without an interval where the overall score has none. */
export function fullScore(overall: Aggregate, human: HumanPart, {seed}: {seed: string}): Aggregate {
  const mixed = (score: number, share: number) => (1 - HUMAN_WEIGHT) * score + HUMAN_WEIGHT * share;
  if (overall.value === null) return overall;
  const value = mixed(overall.value, human.value);
  const n = overall.n + human.votes;
  if (overall.draws.length === 0) return {...overall, value, n};
  const random = randomOf(`report, human part ${seed}`);
  const draws = overall.draws.map(draw => mixed(draw, human.value + human.se * normal(random)));
  return {...overall, value, n, ...around(value, draws)};
}
