// Repeated annotation rounds: agreement within each round, with the previous round, and correlation with a score.
import {spearman, zInterval} from "../../../stats/correlation.js";
import {voteAgreement} from "../agreement/agreement.js";
import type {Agreed} from "../agreement/coefficient.js";
import {cohenAcross} from "../agreement/cohen.js";
import {ratingAgreement} from "../ratings/agreement.js";
import {ratingsOfVotes} from "../ratings/ratings.js";
import {readVotes, type VotesRead} from "../votes/read.js";
import type {VoteRecord} from "../votes/records.js";
import {listOf, type Vote} from "../votes/votes.js";

export interface AnnotationRound {
  wave: string;
  votes: number;
  judges: number;
  models: number;
  /** Fleiss' κ among the judges of the round */
  fleiss: Agreed;
  /** κ with the previous round, on the pairs judged in both */
  retest: Agreed;
  /** Krippendorff's ordinal α of the ratings, by aspect */
  alphas: {aspect: string; alpha: Agreed}[];
  /** Spearman's ρ between the models' shares of wins and their scores, over the models that have both */
  correlation: {value: number | null; lo: number | null; hi: number | null; n: number};
}

export interface RoundsRead extends Pick<VotesRead, "warnings" | "notes"> {
  rounds: AnnotationRound[];
}

/** Fewest models for a correlation with an interval. */
const LEAST_MODELS = 4;

/**
 * Votes by round, in the order of the rounds' names; a vote without a round belongs to round 1.
 * @param score score of each model, to correlate with
 */
export function annotationRounds(records: readonly VoteRecord[], score: ReadonlyMap<string, number>): RoundsRead {
  const named = (value: Record<string, unknown> | undefined) => (value?.wave === undefined ? "1" : String(value.wave));
  const names = [...new Set(records.map(({value}) => named(value)))].sort((a, b) => a.localeCompare(b, "en", {numeric: true}));
  const read = names.map(name => readVotes(records.filter(({value}) => named(value) === name)));
  const rounds = names.map((wave, i) => {
    const {votes: own} = read[i]!;
    return {
      wave,
      votes: own.n,
      judges: new Set(own.judge).size,
      models: own.models.length,
      fleiss: voteAgreement(own).fleiss,
      retest:
        i === 0
          ? {value: null, lo: null, hi: null, n: 0, why: "no wave before"}
          : cohenAcross(listOf(read[i - 1]!.votes), listOf(own)),
      alphas: ratingsOfVotes(own).map(ratings => ({
        aspect: ratings.aspect,
        alpha: ratingAgreement(ratings).alpha.ordinal
      })),
      correlation: correlation(winShares(listOf(own)), score)
    };
  });
  return {rounds, warnings: read.flatMap(({warnings}) => warnings), notes: read.flatMap(({notes}) => notes)};
}

/** Each model's share of wins, a tie counting half. */
function winShares(votes: readonly Vote[]): Map<string, number> {
  const sums = new Map<string, {won: number; n: number}>();
  const add = (model: string, won: number) => {
    const sum = sums.get(model) ?? {won: 0, n: 0};
    sums.set(model, {won: sum.won + won, n: sum.n + 1});
  };
  for (const {model_a, model_b, winner} of votes) {
    const won = winner === "a" ? 1 : winner === "tie" ? 0.5 : 0;
    add(model_a, won);
    add(model_b, 1 - won);
  }
  return new Map([...sums].map(([model, {won, n}]) => [model, won / n]));
}

function correlation(shares: ReadonlyMap<string, number>, score: ReadonlyMap<string, number>): AnnotationRound["correlation"] {
  const models = [...shares.keys()].filter(model => score.has(model));
  const n = models.length;
  if (n < LEAST_MODELS) return {value: null, lo: null, hi: null, n};
  const value = spearman(
    models.map(model => shares.get(model)!),
    models.map(model => score.get(model)!)
  );
  if (Number.isNaN(value)) return {value: null, lo: null, hi: null, n};
  const ends = zInterval("spearman", "bonett-wright", value, n);
  return {value, lo: ends?.[0] ?? null, hi: ends?.[1] ?? null, n};
}
