// State of a blind comparison of stored responses: the side of each response, an annotator's entries so far, and the resulting votes.
import {spearman, zInterval} from "../../../stats/correlation.js";
import {voteAgreement} from "../agreement/agreement.js";
import type {Agreed} from "../agreement/coefficient.js";
import {cohenAcross} from "../agreement/cohen.js";
import {ratingAgreement} from "../ratings/means.js";
import {ratingsOfVotes} from "../ratings/ratings.js";
import {RATINGS, readVotes, type VotesRead} from "../votes/read.js";
import type {VoteRecord} from "../votes/records.js";
import {listOf, type Vote} from "../votes/votes.js";
import {randomOfSession, type SessionOf, shuffledInBlocks} from "./session.js";

export type Rating = (typeof RATINGS)[number];
export type Side = "left" | "right";
export type Preference = Side | "tie";

/** A pair as it is stored; the response shown on the left is drawn at random. */
export interface ResponsePair {
  pair_id: string;
  question_id: string;
  turn: number;
  model_a: string;
  model_b: string;
  prompt: string;
  response_a: string;
  response_b: string;
  simulated: boolean;
}

/** The order in which ratings are asked for, left before right. */
export const SLOTS: readonly {rating: Rating; side: Side}[] = RATINGS.flatMap(rating => [
  {rating, side: "left" as const},
  {rating, side: "right" as const}
]);

/** Entries for one pair so far. `ratings` are in the order of SLOTS: 1 to 5, or null for a skipped one. */
export interface Draft {
  preference: Preference | null;
  ratings: (number | null)[];
  /** ISO 8601, when the pair was first shown */
  shown: string | null;
}

/** One line of the download: a vote in the field names of MT-Bench's human judgments. Here a is the response shown on the left. */
export interface Annotation {
  judge: string;
  model_a: string;
  model_b: string;
  question_id: string;
  turn: number;
  winner: "model_a" | "model_b" | "tie";
  helpfulness: {a: number | null; b: number | null};
  correctness: {a: number | null; b: number | null};
  fluency: {a: number | null; b: number | null};
  wave: string;
  pair_id: string;
  /** 1-based position at which this annotator saw the pair */
  shown_position: number;
  /** whether the alphabetically first model was on the left */
  shown_order: "straight" | "swapped";
  /** seed of the positions and sides */
  order_seed: string;
  shown_at: string;
  tstamp: string;
  simulated: boolean;
}

export type Session = SessionOf<Annotation, Draft>;

/** Whether a stored draft is one of a pair. */
export const isDraft = ({ratings}: Partial<Draft>): boolean => Array.isArray(ratings);

const emptyDraft = (): Draft => ({preference: null, ratings: [], shown: null});
export const newSession = ({judge, wave, seed}: Pick<Session, "judge" | "wave" | "seed">): Session => ({
  judge,
  wave,
  seed,
  done: [],
  draft: emptyDraft()
});

export interface Shown {
  pair: ResponsePair;
  /** whether the alphabetically first model is on the left */
  straight: boolean;
}

/**
 * Positions and sides of all pairs, drawn from the session's seed: the same after a reload, different for another annotator or round.
 * Positions are drawn within blocks.
 */
export function drawn(pairs: readonly ResponsePair[], session: Pick<Session, "judge" | "wave" | "seed">): Shown[] {
  const random = randomOfSession("annotation", session);
  return shuffledInBlocks(pairs, random).map(pair => ({pair, straight: random.chance(0.5)}));
}

/** The order of a resumed session: judged pairs come first, as they were shown, even if the stored pairs have changed since. */
export function resumed(order: readonly Shown[], done: readonly Annotation[]): Shown[] {
  const known = new Map(order.map(shown => [shown.pair.pair_id, shown.pair]));
  const judged = new Set(done.map(({pair_id}) => pair_id));
  const before = done.map(annotation => ({
    pair: known.get(annotation.pair_id) ?? goneOf(annotation),
    straight: annotation.shown_order === "straight"
  }));
  return [...before, ...order.filter(({pair}) => !judged.has(pair.pair_id))];
}

function goneOf({pair_id, question_id, turn, model_a, model_b, shown_order, simulated}: Annotation): ResponsePair {
  const [first, second] = shown_order === "straight" ? [model_a, model_b] : [model_b, model_a];
  const gone = "(no longer in the store)";
  return {
    pair_id,
    question_id,
    turn,
    model_a: first,
    model_b: second,
    prompt: gone,
    response_a: gone,
    response_b: gone,
    simulated
  };
}

export type Action =
  | {type: "show"; at: string}
  | {type: "prefer"; preference: Preference}
  | {type: "rate"; value: number | null}
  | {type: "rate slot"; slot: number; value: number}
  | {type: "save"; at: string}
  | {type: "undo"};

/** Whether all questions are answered; a skipped rating counts as answered. */
export const isComplete = ({preference, ratings}: Draft): boolean => preference !== null && ratings.length === SLOTS.length;

/** The session after one action; an action that is not possible leaves it unchanged. */
export function next(session: Session, action: Action, order: readonly Shown[]): Session {
  const {draft, done} = session;
  const current = order[done.length];
  const changed = (part: Partial<Draft>): Session => ({...session, draft: {...draft, ...part}});
  switch (action.type) {
    case "show":
      return draft.shown === null && current ? changed({shown: action.at}) : session;
    case "prefer":
      return current ? changed({preference: action.preference}) : session;
    case "rate":
      if (!current || draft.preference === null || draft.ratings.length >= SLOTS.length || !isRating(action.value))
        return session;
      return changed({ratings: [...draft.ratings, action.value]});
    case "rate slot": {
      if (!current || !isRating(action.value) || action.slot < 0 || action.slot >= SLOTS.length) return session;
      const ratings = Array.from({length: Math.max(draft.ratings.length, action.slot + 1)}, (_, i) => draft.ratings[i] ?? null);
      ratings[action.slot] = action.value;
      return changed({ratings});
    }
    case "save":
      if (!current || draft.preference === null) return session;
      return {...session, done: [...done, annotationOf(session, current, action.at)], draft: emptyDraft()};
    case "undo":
      if (draft.ratings.length > 0) return changed({ratings: draft.ratings.slice(0, -1)});
      if (draft.preference !== null) return changed({preference: null});
      return done.length > 0 ? {...session, done: done.slice(0, -1), draft: draftOf(done.at(-1)!)} : session;
  }
}

const isRating = (value: number | null): boolean => value === null || (Number.isInteger(value) && value >= 1 && value <= 5);

function annotationOf({judge, wave, seed, draft, done}: Session, {pair, straight}: Shown, at: string): Annotation {
  const winner = draft.preference === "tie" ? "tie" : draft.preference === "left" ? "model_a" : "model_b";
  const rated = (rating: Rating) => {
    const value = (side: Side) => draft.ratings[SLOTS.findIndex(slot => slot.rating === rating && slot.side === side)] ?? null;
    return {a: value("left"), b: value("right")};
  };
  const [left, right] = straight ? [pair.model_a, pair.model_b] : [pair.model_b, pair.model_a];
  return {
    judge,
    model_a: left,
    model_b: right,
    question_id: pair.question_id,
    turn: pair.turn,
    winner,
    helpfulness: rated("helpfulness"),
    correctness: rated("correctness"),
    fluency: rated("fluency"),
    wave,
    pair_id: pair.pair_id,
    shown_position: done.length + 1,
    shown_order: straight ? "straight" : "swapped",
    order_seed: seed,
    shown_at: draft.shown ?? at,
    tstamp: at,
    simulated: pair.simulated
  };
}

/** Turns a saved vote back into a draft, so that undo loses nothing. Ratings skipped last are open again: the next digit fills them. */
function draftOf(annotation: Annotation): Draft {
  const {winner, shown_at} = annotation;
  const ratings = SLOTS.map(({rating, side}) => annotation[rating][side === "left" ? "a" : "b"]);
  return {
    preference: winner === "tie" ? "tie" : winner === "model_a" ? "left" : "right",
    ratings: ratings.slice(0, ratings.findLastIndex(value => value !== null) + 1),
    shown: shown_at
  };
}

// Repeated annotation rounds: agreement within each round, with the previous round, and correlation with a score.

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
    const {votes: round} = read[i]!;
    return {
      wave,
      votes: round.n,
      judges: new Set(round.judge).size,
      models: round.models.length,
      fleiss: voteAgreement(round).fleiss,
      retest:
        i === 0
          ? {value: null, lo: null, hi: null, n: 0, why: "no wave before"}
          : cohenAcross(listOf(read[i - 1]!.votes), listOf(round)),
      alphas: ratingsOfVotes(round).map(ratings => ({
        aspect: ratings.aspect,
        alpha: ratingAgreement(ratings).alpha.ordinal
      })),
      correlation: correlationWithScores(winShares(listOf(round)), score)
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

/** Spearman's ρ of the models' shares with their scores, over the models that have both; its interval is Bonett and Wright's (2000). */
export function correlationWithScores(
  shares: ReadonlyMap<string, number>,
  score: ReadonlyMap<string, number>
): AnnotationRound["correlation"] {
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
