// The whole study of one file of votes, as `npm run human -- study` writes it (docs/human.md).
import {type Agreed, type VoteAgreement, voteAgreement} from "./agreement.js";
import {cohenAcross, cohenPooled} from "./cohen.js";
import {COEFFICIENTS, type Coefficient, coefficientOf, correlate, type IntervalKind, STANDARD} from "./correlation.js";
import {type Benchmark, common, type Leaderboard, scoresOf} from "./leaderboard.js";
import type {Ties} from "./likelihood.js";
import {type ErrorKind, type Strengths, strengths} from "./strengths.js";
import {listOf, type Votes} from "./votes.js";

/** Fewer models than this give a correlation that says little: at n = 19 and r = 0.8 the interval is [.54, .92]. */
export const FEW_MODELS = 20;
const LEAST_MODELS = 4;

export interface Correlation {
  benchmark: string;
  coefficient: Coefficient;
  value: number;
  lo: number | null;
  hi: number | null;
  /** by which theory `lo` and `hi` are made */
  interval: IntervalKind;
  n: number;
  bootstrap_lo: number | null;
  bootstrap_hi: number | null;
  /** least and largest value when one model is left out */
  without_lo: number;
  without_hi: number;
  /** whose absence moves it most */
  leverage: string;
  warnings: string[];
}

export interface StudyStrength {
  model: string;
  beta: number;
  elo: number;
  se_information: number | null;
  se_sandwich: number | null;
  se_by_prompt: number | null;
  se_by_annotator: number | null;
  rank_lo: number;
  rank_hi: number;
}

export interface Study {
  votes: number;
  judges: number;
  agreement: Record<"fleiss" | "krippendorff" | "cohen", Pick<Agreed, "value" | "lo" | "hi" | "n">>;
  strengths: StudyStrength[];
  correlations: Correlation[];
  /** κ with the votes that these are held against: pairs of judges, one of each file, on the units of both; null without such votes */
  against: Pick<Agreed, "value" | "lo" | "hi" | "n"> | null;
  /** what a reader must know: regularisation, models left out, oddities of the file */
  notes: string[];
}

export interface StudyOptions {
  against?: Leaderboard | null;
  /** other judges' votes */
  others?: Votes | null;
  ties?: Ties;
  ranksBy?: ErrorKind;
  replicates?: number;
}

/** Everything that the study and its page show of strengths and agreement. */
export interface Findings {
  study: Study;
  strengths: Strengths;
  agreement: VoteAgreement;
}

export function humanStudy(
  votes: Votes,
  {against = null, others = null, ties = "half", ranksBy, replicates}: StudyOptions = {}
): Findings {
  const found = strengths(votes, {ties, ...(ranksBy && {ranksBy})});
  const some = replicates === undefined ? {} : {replicates};
  const agreement = voteAgreement(votes, some);
  const cohen = cohenPooled(votes, some);
  const plain = ({value, lo, hi, n}: Agreed) => ({value, lo, hi, n});
  const across = others && cohenAcross(listOf(votes), listOf(others), some);
  const notes = [...found.notes];
  if (across?.value === null) notes.push(`no κ with the votes held against: ${across.why}`);
  if (agreement.fleiss.value === null) notes.push(`no agreement among judges: ${agreement.fleiss.why}`);
  else if (cohen.value === null) notes.push(`no Cohen's κ: ${cohen.why}`);
  const preference = new Map(found.rows.map(({model, beta}) => [model, beta]));
  const correlations = against ? correlationsOf(preference, against) : [];
  if (against && correlations.length === 0)
    notes.push(`no benchmark shares ${LEAST_MODELS} models with the votes: no correlations`);
  const study: Study = {
    votes: votes.n,
    judges: new Set(votes.judge).size,
    agreement: {fleiss: plain(agreement.fleiss), krippendorff: plain(agreement.krippendorff.nominal), cohen: plain(cohen)},
    strengths: found.rows.map(({model, beta, elo, se, ranks}) => ({
      model,
      beta,
      elo,
      se_information: se.information,
      se_sandwich: se.votes,
      se_by_prompt: se.prompts,
      se_by_annotator: se.annotators,
      rank_lo: ranks.lo,
      rank_hi: ranks.hi
    })),
    correlations,
    against: across && plain(across),
    notes
  };
  return {study, strengths: found, agreement};
}

/** Each benchmark of a table with preference: three coefficients, best Pearson first. */
export function correlationsOf(
  preference: ReadonlyMap<string, number>,
  against: Leaderboard,
  {replicates = 2_000, criterion = "preference"}: {replicates?: number; criterion?: string} = {}
): Correlation[] {
  const rows = against.benchmarks.flatMap(benchmark => {
    const pairs = common(scoresOf(against, benchmark), preference);
    if (pairs.length < LEAST_MODELS) return [];
    return [rowsOf(benchmark, pairs, {replicates, criterion})];
  });
  const strength = (own: Correlation[]) => Math.abs(own[0]?.value ?? 0);
  return rows.sort((a, b) => strength(b) - strength(a)).flat();
}

function rowsOf(
  benchmark: Benchmark,
  pairs: readonly {model: string; x: number; y: number}[],
  {replicates, criterion}: {replicates: number; criterion: string}
): Correlation[] {
  const [x, y] = [pairs.map(pair => pair.x), pairs.map(pair => pair.y)];
  const warnings = warningsOf(benchmark, pairs, criterion);
  return correlate(x, y, {replicates}).flatMap(({coefficient, value, n, intervals, without}) => {
    if (Number.isNaN(value)) return [];
    const interval = STANDARD[coefficient];
    const [lo, hi] = intervals[interval] ?? [null, null];
    const [bootstrap_lo, bootstrap_hi] = intervals.bootstrap ?? [null, null];
    const known = without.filter(each => !Number.isNaN(each));
    const most = without.reduce((best, each, i) => (Math.abs(each - value) > Math.abs(without[best]! - value) ? i : best), 0);
    return [
      {
        benchmark: benchmark.name,
        coefficient,
        value,
        lo,
        hi,
        interval,
        n,
        bootstrap_lo,
        bootstrap_hi,
        without_lo: Math.min(...known),
        without_hi: Math.max(...known),
        leverage: pairs[most]!.model,
        warnings
      }
    ];
  });
}

/** What makes a correlation worth less than it looks. */
export function warningsOf(
  {name, contains = []}: Pick<Benchmark, "name" | "contains">,
  pairs: readonly {x: number; y: number}[],
  criterion: string
): string[] {
  const warnings: string[] = [];
  if (pairs.length < FEW_MODELS)
    warnings.push(`only ${pairs.length} models: the interval is wide, and a single model can move it`);
  const same = name.toLowerCase() === criterion.toLowerCase();
  if (same || contains.some(part => part.toLowerCase() === criterion.toLowerCase()))
    warnings.push(`${name} ${same ? "is" : "contains"} what it is compared with (${criterion}): they agree by construction`);
  else if (
    pairs.length >= LEAST_MODELS &&
    Math.abs(
      coefficientOf.pearson(
        pairs.map(({x}) => x),
        pairs.map(({y}) => y)
      )
    ) > 0.99999
  )
    warnings.push(`${name} is an exact linear function of ${criterion}: is it the same measurement?`);
  return warnings;
}

export {COEFFICIENTS};
