// The details of a study on request: everything that the page shows beyond the study itself.

import {kappaByPair, voteAgreement} from "./agreement/agreement.js";
import type {AgreedOver} from "./agreement/coefficient.js";
import {cohenPooled, judgeRows} from "./agreement/cohen.js";
import {rivalries} from "./benchmarks/against.js";
import type {Leaderboard} from "./benchmarks/leaderboard.js";
import {ceiling, corrected, splitHalf} from "./benchmarks/reliability.js";
import {bootstrapIntervals, bootstrapStrengths} from "./bradleyTerry/bootstrap.js";
import {adjustedStrengths, controlled, keptOf, swaps} from "./bradleyTerry/controlled.js";
import {dropSensitivity} from "./bradleyTerry/dropSensitivity.js";
import type {Ties} from "./bradleyTerry/fit.js";
import {pairsOf} from "./bradleyTerry/ranking.js";
import {tieParameter} from "./bradleyTerry/strengths.js";
import type {VotesFile} from "./files.node.js";
import {judgeStudy} from "./judging/judgeStudy.js";
import {judgeEffects} from "./judging/judges.js";
import type {Findings} from "./study.js";
import type {Votes} from "./votes/votes.js";

export function detailsOf(
  votes: Votes,
  {strengths, agreement, study}: Findings,
  {
    ties,
    over = "both",
    replicates = 2_000,
    against = null,
    table = null
  }: {ties: Ties; over?: AgreedOver; replicates?: number; against?: VotesFile | null; table?: Leaderboard | null}
) {
  const {fit, models, votes: own, covariances, ranksBy, rows} = strengths;
  const halves = splitHalf(votes);
  const adjusted = controlled(votes, undefined, {ties});
  const known = new Map(rows.map(({model, beta}) => [model, beta]));
  const of = {beta: fit?.parameters ?? [], models: models.length, covariances: covariances[ranksBy] ?? []};
  const drawn = fit ? bootstrapIntervals(bootstrapStrengths(own, fit, {replicates})) : [];
  return {
    ties,
    tie_parameter: fit && tieParameter(fit),
    log_likelihood: fit?.logLikelihood ?? null,
    regularisation: strengths.regularisation,
    ranks_by: ranksBy,
    left_out: strengths.leftOut,
    intervals: rows.map(({model, se, interval, ranks, votes: n}) => {
      const {lo, hi, se: error} = drawn[models.indexOf(model)]!;
      return {
        model,
        votes: n,
        se_both: se.both,
        interval,
        bootstrap: {lo, hi, se: error},
        rank: ranks.rank,
        rank_at_most: ranks.among
      };
    }),
    pairs: fit ? pairsOf(of).map(({i, j, ...pair}) => ({first: models[i], second: models[j], ...pair})) : [],
    agreement: {
      all: {...agreement, cohen: cohenPooled(votes, {over})},
      without_ties: {...voteAgreement(votes, {ties: false, over}), cohen: cohenPooled(votes, {ties: false, over})}
    },
    controlled: adjusted && {
      effects: adjusted.effects,
      missing: adjusted.missing,
      n: adjusted.votes.n,
      strengths: adjustedStrengths(adjusted)
    },
    swaps: swaps(votes),
    judges: judgeRows(votes, {over}).map(row => ({...row, ...judgeEffects(votes, known).find(({judge}) => judge === row.judge)})),
    judge_pairs: kappaByPair(votes, {over}),
    reliability: halves && {
      ...halves,
      ceiling: ceiling(halves.reliability),
      corrected: corrected(study.correlations, halves.reliability)
    },
    rivals: table ? rivalries(table, known) : [],
    against: against && judgeStudy(votes, against.votes, {merged: mergedIn(against)}),
    flip: fit ? dropSensitivity(own, fit) : null
  };
}

/** Position consistency of a judge that was asked in both orders, from a file with merged verdicts; null where the file has none. */
const mergedIn = ({votes, read: {inconsistent}}: VotesFile) => (inconsistent === null ? null : keptOf(votes, inconsistent));
