// The cards of the overview: each answers one question about the results by a number with its interval and n, and leads to the page of it.
import {plural} from "../../book/plural.js";
import {shareOf, type WilsonShare} from "../../stats/intervals.js";
import {type EvaluationName, fullName} from "../../store/evaluationName.js";
import {formatCount, formatEstimate, formatRate, tokensInterval} from "../shared/interval.js";
import {evaluationLabels} from "../shared/label.js";

/** A mark of a card's chart, in the card's unit. */
export interface Mark {
  label: string;
  value: number;
  low: number | null;
  high: number | null;
  /** whether the card's number is this one */
  isNamed: boolean;
}

export interface Card {
  question: string;
  /** address of the page that answers it at length, without an ending */
  page: string;
  /** the number with its interval */
  estimate: string;
  /** what the number is of, with its n */
  text: string;
  /** what the axis shows */
  unit: string;
  marks: Mark[];
  simulated: boolean;
}

/** An estimate with its 95 % interval and n; simulated where its model is. */
interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  simulated: boolean;
}

/** An evaluation's mean of the formula score over all tiers, a share. */
export type ScoreRow = EvaluationName & Estimate;

/** An evaluation's answers: those that were cut off as a share of all, null where that is not known, and tokens per answer. */
export interface CountRow extends EvaluationName {
  samples: number;
  truncated: number | null;
  truncated_low: number;
  truncated_high: number;
  tokens: number | null;
  tokens_se: number | null;
  simulated: boolean;
}

export type CategoryRow = Estimate & {category: string};
export type CorrelationRow = Estimate & {benchmark: string; criterion: string};
/** pass^k of an evaluation of agents: the chance that all of k trials of a task succeed. */
export type PassRow = Estimate & EvaluationName & {k: number};
/** Tests with a verdict of the search of corpora. */
export interface VerdictRow {
  verdict: string;
  n: number;
}
/** Items whose key seems wrong or that most able models miss, among those that could be tested. */
export interface SuspectRow {
  suspects: number;
  tested: number | null;
  simulated: boolean;
}

const PERCENT = 100;
/** Upper end of a share below which one digit of a per cent is too few. */
const SMALL = 0.01;
const percent = (share: number | null): number | null => (share === null ? null : PERCENT * share);
const rate = ({value, low, high, n}: Omit<Estimate, "simulated">) => formatRate({value, low: low ?? 0, high: high ?? 1, n});
/** A rate that may be small, with as many digits as its interval needs to have a width. */
const smallRate = ({value, low, high}: WilsonShare) =>
  `${formatEstimate({value: percent(value), low: percent(low), high: percent(high)}, {digits: high < SMALL ? 2 : 1}).replace(" [", " % [")}`;
const isSame = (one: EvaluationName, other: EvaluationName) => fullName(one) === fullName(other);

/** Marks of rows that have a value, in per cent; the named row's is set apart. */
const marksOf = <Row extends Omit<Estimate, "simulated">>(
  rows: readonly Row[],
  named: Row,
  label: (row: Row) => string,
  scale: (share: number | null) => number | null = percent
): Mark[] =>
  rows
    .filter(({value}) => value !== null)
    .map(row => ({
      label: label(row),
      value: scale(row.value)!,
      low: scale(row.low),
      high: scale(row.high),
      isNamed: row === named
    }));

/** The evaluation with the highest score; of equal ones the first. */
export const leaderOf = (scores: readonly ScoreRow[]): ScoreRow | undefined =>
  scores.reduce<ScoreRow | undefined>(
    (best, row) => (row.value !== null && (best === undefined || row.value > best.value!) ? row : best),
    undefined
  );

/** Returns what was asked and who leads, in one sentence. @param suite name of the suite that is shown; null for several */
export function overviewSentence(scores: readonly ScoreRow[], counts: readonly CountRow[], suite: string | null): string {
  if (counts.length === 0) return "No answers are stored yet.";
  const samples = counts.reduce((sum, row) => sum + row.samples, 0);
  const models = new Set(counts.map(({model}) => model)).size;
  const asked = `${plural(models, "model")} gave ${formatCount(samples)} answers${suite === null ? "" : ` to ${suite}`}`;
  const leader = leaderOf(scores);
  if (!leader) return `${asked}; none has a score yet.`;
  const name = evaluationLabels(scores)(leader);
  return models === 1
    ? `${asked}: ${name} has a formula score of ${rate(leader)}, n = ${formatCount(leader.n)}.`
    : `${asked}. ${name} has the highest formula score: ${rate(leader)}, n = ${formatCount(leader.n)}.`;
}

/** The highest score. */
export function scoreCard(scores: readonly ScoreRow[]): Card | null {
  const leader = leaderOf(scores);
  if (!leader) return null;
  const label = evaluationLabels(scores);
  return {
    question: "Who reasons best?",
    page: "leaderboard",
    estimate: rate(leader),
    text: `formula score of ${label(leader)}, n = ${formatCount(leader.n)} answers; ${formatCount(scores.length)} evaluations are ranked`,
    unit: "formula score (%)",
    marks: marksOf(scores, leader, label),
    simulated: leader.simulated
  };
}

/** The category in which the leader has the lowest accuracy. */
export function categoryCard(categories: readonly CategoryRow[], leader: string): Card | null {
  const answered = categories.filter(({value}) => value !== null);
  if (answered.length < 2) return null;
  const lowest = answered.reduce((least, row) => (row.value! < least.value! ? row : least));
  return {
    question: "Where does the best model fail most?",
    page: "categories",
    estimate: rate(lowest),
    text: `excess accuracy of ${leader} in ${lowest.category}, n = ${formatCount(lowest.n)}, the lowest of ${answered.length} categories`,
    unit: "excess accuracy (%) by category",
    marks: marksOf(answered, lowest, ({category}) => category),
    simulated: lowest.simulated
  };
}

/** The largest share of answers that were cut off. */
export function truncationCard(counts: readonly CountRow[]): Card | null {
  const rows = counts.map(row => ({
    ...row,
    value: row.truncated,
    low: row.truncated_low,
    high: row.truncated_high,
    n: row.samples
  }));
  const counted = rows.filter(({value}) => value !== null);
  if (counted.length === 0) return null;
  const most = counted.reduce((largest, row) => (row.value! > largest.value! ? row : largest));
  const label = evaluationLabels(counts);
  return {
    question: "Who is stopped by a token limit?",
    page: "truncation",
    estimate: rate(most),
    text:
      most.value === 0
        ? `of the answers of ${plural(counted.length, "evaluation")} were cut off; n = ${formatCount(most.n)} of ${label(most)}`
        : `of the answers of ${label(most)} were cut off, n = ${formatCount(most.n)}, the most of ${plural(counted.length, "evaluation")}${rows.length > counted.length ? `; unknown for ${formatCount(rows.length - counted.length)} more` : ""}`,
    unit: "cut off (%)",
    marks: marksOf(counted, most, label),
    simulated: most.simulated
  };
}

/** Tokens per answer of the leader. */
export function tokensCard(counts: readonly CountRow[], leader: ScoreRow | undefined): Card | null {
  const rows = counts.map(row => ({...row, value: row.tokens, ...tokensInterval(row), n: row.samples}));
  const ofLeader = leader && rows.find(row => isSame(row, leader));
  if (!ofLeader || ofLeader.value === null || ofLeader.low === null) return null;
  const label = evaluationLabels(counts);
  return {
    question: "What does an answer cost?",
    page: "tokens",
    estimate: formatEstimate(ofLeader, {digits: 0}),
    text: `tokens per answer of ${label(ofLeader)}, mean, n = ${formatCount(ofLeader.n)}`,
    unit: "tokens per answer",
    marks: marksOf(rows, ofLeader, label, tokens => tokens),
    simulated: ofLeader.simulated
  };
}

/** The share of tests that were found word for word. */
export function contaminationCard(verdicts: readonly VerdictRow[], {simulated}: {simulated: boolean}): Card | null {
  const count = (...names: string[]) => verdicts.reduce((sum, {verdict, n}) => sum + (names.includes(verdict) ? n : 0), 0);
  const n = count("exact", "near", "clean");
  if (n === 0) return null;
  const exact = count("exact");
  const estimate = shareOf(exact, n);
  return {
    question: "Have the models seen the tests?",
    page: "contamination",
    estimate: smallRate(estimate),
    text: `${formatCount(exact)} of ${formatCount(n)} tests that could be tested were found word for word in the training sets that were searched`,
    unit: "found word for word (%)",
    marks: marksOf([estimate], estimate, () => "tests"),
    simulated
  };
}

/** The number of items that look wrong: the study lists at most 30 of a suite for each reason, so that it has no rate. */
export function suspectCard({suspects, tested, simulated}: SuspectRow): Card | null {
  if (!tested) return null;
  return {
    question: "Are the answer keys right?",
    page: "irt",
    estimate: `${plural(suspects, "item")} to check`,
    text: `the most suspect of ${formatCount(tested)} that were tested: models that are right elsewhere miss them, or agree on another answer`,
    unit: "",
    marks: [],
    simulated
  };
}

/** The rank correlation of the benchmark of most models with people's votes. */
export function peopleCard(correlations: readonly CorrelationRow[]): Card | null {
  const [widest] = correlations.filter(({value, low}) => value !== null && low !== null).sort((one, other) => other.n - one.n);
  if (!widest) return null;
  const ofCriterion = correlations.filter(({criterion}) => criterion === widest.criterion);
  return {
    question: "Do people agree with the scores?",
    page: "human",
    estimate: formatEstimate(widest, {digits: 2}),
    text: `rank correlation of ${widest.benchmark} with ${widest.criterion}, n = ${formatCount(widest.n)} models; the same for every suite`,
    unit: `rank correlation with ${widest.criterion}`,
    marks: marksOf(
      ofCriterion,
      widest,
      ({benchmark}) => benchmark,
      value => value
    ),
    simulated: widest.simulated
  };
}

/** How often an agent solves a task in all of its trials. */
export function agentsCard(passes: readonly PassRow[]): Card | null {
  const most = Math.max(...passes.map(({k}) => k));
  const last = passes.filter(({k, value}) => k === most && value !== null);
  if (last.length === 0 || most < 2) return null;
  const best = last.reduce((top, row) => (row.value! > top.value! ? row : top));
  const ofBest = passes.filter(row => isSame(row, best));
  return {
    question: "Do agents reach their goal every time?",
    page: "agents",
    estimate: rate(best),
    text: `of tasks are solved in each of ${most} trials by ${evaluationLabels(passes)(best)}, n = ${formatCount(best.n)} tasks; the same for every suite`,
    unit: "pass^k (%)",
    marks: marksOf(ofBest, best, ({k}) => `k = ${k}`),
    simulated: best.simulated
  };
}
