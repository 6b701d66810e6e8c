// Plans a study by several people: how many pairs, or single answers, two people judge, who judges what, attention checks.
import {sha256Hex} from "../../../book/canonical.js";
import {type Random, randomOf} from "../../../generate/seed.js";
import {Z975} from "../../../stats/distributions.js";
import {CHECK_MODEL} from "../votes/votes.js";
import type {ResponsePair} from "./annotation.js";

/** Agreement of two people, and agreement by chance, that a plan assumes. */
interface AssumedAgreement {
  agreement: number;
  chance: number;
}
/** Votes on pairs: as many for either side, a fifth ties. */
export const PAIR_AGREEMENT: AssumedAgreement = {agreement: 0.65, chance: 2 * 0.4 ** 2 + 0.2 ** 2};
/** Labels of single answers: as many right as wrong ones. */
export const LABEL_AGREEMENT: AssumedAgreement = {agreement: 0.85, chance: 0.5};
/** Votes of a person for each attention check; at least two checks a person. */
const VOTES_PER_CHECK = 50;
const MIN_CHECKS = 2;

/** Pairs that two people must judge for κ ± the half width: κ's error is √(p (1 − p) ÷ n) ÷ (1 − c) at agreement p, of which c by chance. */
export const overlapFor = (halfWidth: number, {agreement, chance} = PAIR_AGREEMENT): number =>
  Math.ceil(agreement * (1 - agreement) * (Z975 / (halfWidth * (1 - chance))) ** 2);

/** The half width of κ that so many pairs give; null without any. */
export const halfWidthOf = (overlap: number, {agreement, chance} = PAIR_AGREEMENT): number | null =>
  overlap === 0 ? null : (Z975 * Math.sqrt((agreement * (1 - agreement)) / overlap)) / (1 - chance);

export interface PlanDesign {
  votes: number;
  annotators: number;
  /** pairs, or answers, that two people judge; all others are judged once */
  overlap: number;
  /** pairs, or answers, in all */
  pairs: number;
  /** half width of κ that the overlap gives; null where one person judges everything */
  halfWidth: number | null;
}

/**
 * The pairs of a plan: as many judged twice as κ needs, or more where there are too few pairs for the votes.
 * @param available pairs that there are
 * @returns the design, or the largest number of votes that the pairs allow
 */
export function designOf(
  {votes, annotators, halfWidth}: {votes: number; annotators: number; halfWidth: number},
  available: number,
  assumed = PAIR_AGREEMENT
): PlanDesign | {maxVotes: number} {
  const most = annotators > 1 ? Math.floor(votes / 2) : 0;
  const overlap = Math.max(Math.min(most, overlapFor(halfWidth, assumed)), votes - available);
  if (overlap > most || overlap > available) return {maxVotes: annotators > 1 ? 2 * available : available};
  return {votes, annotators, overlap, pairs: votes - overlap, halfWidth: halfWidthOf(overlap, assumed)};
}

/** A person's pairs, in the order in which they are shown. */
export interface Assignment {
  pairs: ResponsePair[];
  checks: ResponsePair[];
}

/**
 * Deals entries out to people: each two people share as many of those judged twice as any other two, and nobody has two more than another.
 * @param entries as many as the design has, or more
 */
function deal<Entry>(entries: readonly Entry[], {annotators, overlap, pairs: count}: PlanDesign, random: Random): Entry[][] {
  const hands = Array.from({length: annotators}, (): Entry[] => []);
  const shuffled = random.shuffle(entries.slice(0, count));
  shuffled.forEach((entry, i) => {
    if (i < overlap) {
      const first = i % annotators;
      const step = 1 + (Math.floor(i / annotators) % (annotators - 1));
      hands[first]!.push(entry);
      hands[(first + step) % annotators]!.push(entry);
    } else hands.reduce((fewest, hand) => (hand.length < fewest.length ? hand : fewest)).push(entry);
  });
  return hands;
}

const randomOfPlan = (seed: string): Random => randomOf(JSON.stringify(["annotation plan", seed]));

/** Deals single answers out to people (`deal`), each person's in random order. */
export function assignAnswers<Answer>(answers: readonly Answer[], design: PlanDesign, {seed}: {seed: string}): Answer[][] {
  const random = randomOfPlan(seed);
  return deal(answers, design, random).map(hand => random.shuffle(hand));
}

/**
 * Deals pairs out to people (`deal`). Attention checks are spread over a person's pairs; every person has other ones.
 * @param pairs as many as the design has, or more
 */
export function assignPairs(pairs: readonly ResponsePair[], design: PlanDesign, {seed}: {seed: string}): Assignment[] {
  const random = randomOfPlan(seed);
  return deal(pairs, design, random).map((hand, person) => {
    const checks = checksOf(pairs, {person, count: Math.max(MIN_CHECKS, Math.ceil(hand.length / VOTES_PER_CHECK)), seed});
    const order = random.shuffle(hand);
    checks.forEach((check, k) => {
      order.splice(Math.floor(((k + random.real()) * order.length) / checks.length), 0, check);
    });
    return {pairs: order, checks};
  });
}

/** Checks of a person: a response next to one to another question, which nobody who reads can prefer. */
function checksOf(
  pairs: readonly ResponsePair[],
  {person, count, seed}: {person: number; count: number; seed: string}
): ResponsePair[] {
  const random = randomOf(JSON.stringify(["attention checks", seed, person]));
  return Array.from({length: pairs.length > 1 ? count : 0}, (_, k) => {
    const pair = pairs[random.integer(0, pairs.length - 1)]!;
    const other = otherQuestion(pairs, pair, random);
    return {
      ...pair,
      pair_id: sha256Hex(JSON.stringify([seed, person, k, pair.pair_id])).slice(0, 12),
      model_a: CHECK_MODEL,
      model_b: pair.model_b,
      response_a: other?.response_a ?? "…",
      response_b: pair.response_b
    };
  });
}

/** Draws until the question differs: more draws than this find another one only where nearly all pairs are of one question. */
const MAX_DRAWS = 50;

/** A pair about another question; null where none was drawn. */
function otherQuestion(pairs: readonly ResponsePair[], {question_id}: ResponsePair, random: Random): ResponsePair | null {
  for (let i = 0; i < MAX_DRAWS; i++) {
    const other = pairs[random.integer(0, pairs.length - 1)]!;
    if (other.question_id !== question_id) return other;
  }
  return null;
}
