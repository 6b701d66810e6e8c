// Answers of simulated models to a set of items and to a reference set: right by a logistic curve of ability minus difficulty.
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import type {SetScores} from "../../../pipelines/studies/contamination/performance.js";

export interface SimulatedSets {
  models: number;
  /** items of the set, and of the reference set */
  items: number;
  reference: number;
  /** standard deviation of ability, logits */
  spread?: number;
  /** mean ability, logits */
  ability?: number;
  /** standard deviation over models of a difference in ability between the sets, which is no contamination */
  scatter?: number;
  /** chance of a right guess */
  guess?: number;
  /** whether item i of the reference set is item i of the set in other words, with the same id and difficulty */
  isPaired?: boolean;
  /** standard deviation over models and items of knowledge of one item, in any words; of paired sets */
  peculiarity?: number;
  /** share of the set that the first model has seen and always answers rightly */
  seen?: number;
}

export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());

export function simulatedSets(
  seed: number | string,
  {
    models,
    items,
    reference,
    spread = 1,
    ability = 0,
    scatter = 0,
    guess = 0,
    isPaired = false,
    peculiarity = 0,
    seen = 0
  }: SimulatedSets
): {set: SetScores; reference: SetScores} {
  const random = randomOf(`two sets ${seed}`);
  const names = Array.from({length: models}, (_, m) => `model ${m}`);
  const abilities = names.map(() => ability + spread * normal(random));
  const shifts = names.map(() => scatter * normal(random));
  const difficulties = Array.from({length: items}, () => normal(random));
  const others = Array.from({length: reference}, (_, i) => (isPaired ? difficulties[i % items]! : normal(random) - 0.5));
  const peculiar = names.map(() => difficulties.map(() => peculiarity * normal(random)));
  const isSeen = difficulties.map(() => random.chance(seen));
  const answer = (gap: number) => Number(random.chance(guess + (1 - guess) / (1 + Math.exp(-1.3 * gap))));
  const named = (length: number, prefix: string) => Array.from({length}, (_, i) => `${prefix} ${i}`);
  const shared = {models: names, guess};
  return {
    set: {
      ...shared,
      items: named(items, "item"),
      scores: abilities.flatMap((theta, m) =>
        difficulties.map((b, i) => (m === 0 && isSeen[i] ? 1 : answer(theta + shifts[m]! + peculiar[m]![i]! - b)))
      )
    },
    reference: {
      ...shared,
      items: named(reference, isPaired ? "item" : "other"),
      scores: abilities.flatMap((theta, m) => others.map((b, i) => answer(theta + (isPaired ? peculiar[m]![i % items]! : 0) - b)))
    }
  };
}
