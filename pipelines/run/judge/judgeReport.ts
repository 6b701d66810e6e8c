// Reports how reliable a judge is: its consistency when the order of responses changes, and its agreement with people.
import {tQuantile} from "../../stats/distributions.js";
import {voteAgreement} from "../../studies/preferences/agreement/agreement.js";
import type {Agreed} from "../../studies/preferences/agreement/coefficient.js";
import {cohenAcross} from "../../studies/preferences/agreement/cohen.js";
import {correlate, STANDARD} from "../../studies/preferences/benchmarks/correlation.js";
import {keptOf, type Swaps, swaps} from "../../studies/preferences/bradleyTerry/controlled.js";
import {betas} from "../../studies/preferences/bradleyTerry/strengths.js";
import {type JudgeStudy, judgeStudy} from "../../studies/preferences/judging/judgeStudy.js";
import {type JudgeNoise, noiseOf} from "../../studies/preferences/judging/noise.js";
import {listOf, type Vote, type VoteOutcome, type Votes, votesOf} from "../../studies/preferences/votes/votes.js";
import type {JudgeVote, Judgment} from "./ask.js";
import type {RepeatResult} from "./repeat.js";

export interface PositionBias {
  /**
   * Share of verdicts for the first position minus the share for the second, over both orders of each pair; 0 for a judge without position
   * bias.
   */
  advantage: number;
  low: number | null;
  high: number | null;
  /** Number of pairs. */
  n: number;
  swaps: Swaps;
}

export interface JudgeCalibration {
  /** κ between the judge and people on common pairs, and among people themselves, which is the value to aim for. */
  kappa: Agreed;
  humans: Agreed;
  /** Correlations of Bradley–Terry strengths by the judge and by people, over the models of both. */
  strengths: {coefficient: string; value: number; low: number | null; high: number | null; n: number}[];
  models: {model: string; judge: number; people: number}[];
  /** Agreement compared with people's own, by consensus, preferences for own answers, and the value of the votes (docs/judges.md). */
  study: JudgeStudy;
}

export interface JudgeReport {
  pairs: number;
  votes: number;
  /** Reasons with the number of pairs that have them; none of these is a vote. */
  unscored: Record<string, number>;
  /** Number of responses graded, by rubric. */
  ratings: number;
  /** Number of pairs in which the judge compared an answer of its own. */
  own: number;
  inconsistent: number;
  left: number;
  failed: number;
  requests: number;
  cached: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** US dollars by list price; null where no price is known and requests were sent. */
  cost: number | null;
  position: PositionBias | null;
  calibration: JudgeCalibration | null;
  /** How far several verdicts on the same differ, each pair in each order or each response; null without repeated verdicts. */
  noise: JudgeNoise | null;
  simulated: boolean;
}

/** Fewest models for which strengths are correlated. */
const LEAST_MODELS = 4;
const OUTCOME: Record<string, VoteOutcome> = {model_a: "a", model_b: "b"};

const voteOf = ({judge, model_a, model_b, question_id, turn, winner, length_a, length_b}: JudgeVote): Vote => ({
  judge,
  model_a,
  model_b,
  question: question_id,
  turn,
  winner: OUTCOME[winner] ?? "tie",
  covariates: {length: {a: length_a, b: length_b}}
});

/** Each order as a separate vote, which shows position bias. */
function ordersOf(vote: JudgeVote): Vote[] {
  if (!vote.verdicts) return [];
  const shown = {A: "a", B: "b", tie: "tie"} as const;
  const own = voteOf(vote);
  return [
    {...own, winner: shown[vote.verdicts.straight]},
    {...own, model_a: own.model_b, model_b: own.model_a, winner: shown[vote.verdicts.swapped]}
  ];
}

/**
 * Student's t interval with one lead of +1 and one of −1 added to the pairs, limited to −1…1, as Bonett & Price 2012
 * (doi:10.3102/1076998611411915) do for paired proportions. Where few pairs show any lead, the plain t interval covers the true value in
 * less than 90 % of cases (80 pairs, of which 4 % have a lead), this one in 94 to 97 %; and it has positive width where all pairs have the
 * same lead.
 */
function leadInterval(leads: readonly number[], questions: readonly string[]): [number, number] | [null, null] {
  const {effect, clusters} = designOf(leads, questions);
  if (clusters < 2) return [null, null];
  const n = leads.length + 2;
  const mean = leads.reduce((sum, each) => sum + each, 0) / n;
  const square = (2 + leads.reduce((sum, each) => sum + each * each, 0)) / n;
  const half = tQuantile(0.975, clusters + 1) * Math.sqrt((effect * (square - mean * mean)) / n);
  return [Math.max(-1, mean - half), Math.min(1, mean + half)];
}

/**
 * Factor by which the variance of the mean grows because pairs of one question are correlated (Kish's design effect, at least 1). Where all
 * leads are alike each question counts as one pair.
 */
function designOf(leads: readonly number[], questions: readonly string[]): {effect: number; clusters: number} {
  const mean = leads.reduce((sum, each) => sum + each, 0) / leads.length;
  const sums = new Map<string, number>();
  for (const [i, question] of questions.entries()) sums.set(question, (sums.get(question) ?? 0) + leads[i]! - mean);
  const alone = leads.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const clusters = sums.size;
  if (clusters === leads.length) return {effect: 1, clusters};
  if (clusters < 2 || alone === 0) return {effect: leads.length / clusters, clusters};
  const together = [...sums.values()].reduce((sum, own) => sum + own * own, 0) * (clusters / (clusters - 1));
  return {effect: Math.max(1, together / alone), clusters};
}

/**
 * Position bias with its interval. Both orders of a pair were asked, so differences in quality cancel in their mean. Questions are
 * independent, orders and pairs of one question are not: a t interval over pairs with their design effect.
 */
export function positionBias(votes: readonly JudgeVote[]): PositionBias | null {
  const lead = {A: 1, B: -1, tie: 0} as const;
  const compared = votes.flatMap(({verdicts, question_id}) => (verdicts ? [{verdicts, question_id}] : []));
  const leads = compared.map(({verdicts}) => (lead[verdicts.straight] + lead[verdicts.swapped]) / 2);
  const n = leads.length;
  if (n === 0) return null;
  const advantage = leads.reduce((sum, each) => sum + each, 0) / n;
  const questions = compared.map(({question_id}) => question_id);
  const [low, high] = leadInterval(leads, questions);
  return {advantage, low, high, n, swaps: swaps(votesOf(votes.flatMap(ordersOf)))};
}

/**
 * Compares a judge with people.
 * @param people people's votes on the same models, and for κ on the same questions
 */
export function calibrate(votes: readonly JudgeVote[], people: Votes): JudgeCalibration {
  const own = votes.map(voteOf);
  const [byJudge, byPeople] = [betas(votesOf(own)), betas(people)];
  const models = [...byJudge].flatMap(([model, judge]) => {
    const other = byPeople.get(model);
    return other === undefined ? [] : [{model, judge, people: other}];
  });
  const columns = [models.map(({judge}) => judge), models.map(({people}) => people)] as const;
  const found = models.length < LEAST_MODELS ? [] : correlate(...columns);
  return {
    kappa: cohenAcross(own, listOf(people)),
    humans: voteAgreement(people, {over: "prompts"}).fleiss,
    strengths: found.map(({coefficient, value, n, intervals}) => {
      const [low, high] = intervals[STANDARD[coefficient]] ?? [null, null];
      return {coefficient, value, low, high, n};
    }),
    models,
    study: judgeStudy(people, votesOf(own), {merged: mergedIn(votes)})
  };
}

/** For each question, the number of votes made from both orders and of consistent ones; null for a rubric, which has no order. */
function mergedIn(votes: readonly JudgeVote[]): Float64Array[] | null {
  const both = votes.filter(({verdicts}) => verdicts);
  if (both.length === 0) return null;
  const inconsistent = both.flatMap(({winner}, i) => (winner === "tie (inconsistent)" ? [i] : []));
  return keptOf(votesOf(both.map(voteOf)), inconsistent);
}

/** The report on a judge: its votes, position bias and cost, and with people's votes its calibration. */
export function reportOf(
  {judgments, left, failures}: {judgments: readonly Judgment[]; left: number; failures: readonly string[]},
  people: Votes | null,
  {priced = true}: {priced?: boolean} = {}
): JudgeReport {
  const votes = judgments.flatMap(({vote}) => vote ?? []);
  const unscored: Record<string, number> = {};
  for (const judgment of judgments)
    for (const reason of new Set(judgment.unscored)) unscored[reason] = (unscored[reason] ?? 0) + 1;
  const sum = (value: (judgment: Judgment) => number) => judgments.reduce((total, judgment) => total + value(judgment), 0);
  return {
    pairs: judgments.length,
    votes: votes.length,
    unscored,
    ratings: sum(({ratings}) => ratings.length),
    own: judgments.filter(({pair, vote}) => vote && (pair.model_a === vote.judge || pair.model_b === vote.judge)).length,
    inconsistent: votes.filter(({winner}) => winner === "tie (inconsistent)").length,
    left,
    failed: failures.length,
    requests: sum(({requests}) => requests),
    cached: sum(({cached}) => cached),
    prompt_tokens: sum(each => each.prompt_tokens),
    completion_tokens: sum(each => each.completion_tokens),
    cost: priced || sum(({requests, cached}) => requests - cached) === 0 ? sum(({cost}) => cost) : null,
    position: positionBias(votes),
    calibration: people && votes.length > 0 ? calibrate(votes, people) : null,
    noise: null,
    simulated: votes.some(({simulated}) => simulated)
  };
}

/** The report with the noise of the judge: the verdicts of the first trial and further ones on the same, whose requests are added. */
export function withNoise(
  report: JudgeReport,
  {first, further}: {first: readonly (string | null)[]; further: RepeatResult}
): JudgeReport {
  const {judged, requests, cached, prompt_tokens, completion_tokens, cost, left, failures} = further;
  return {
    ...report,
    noise: noiseOf(judged.map(({verdicts, ...each}, i) => ({...each, verdicts: [first[i] ?? null, ...verdicts]}))),
    requests: report.requests + requests,
    cached: report.cached + cached,
    prompt_tokens: report.prompt_tokens + prompt_tokens,
    completion_tokens: report.completion_tokens + completion_tokens,
    cost: report.cost === null ? null : report.cost + cost,
    left: report.left + left,
    failed: report.failed + failures.length
  };
}
