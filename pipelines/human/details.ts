// What a study adds when it is asked for details: everything that the page shows beyond the study itself.
import type {AgreedOver} from "../study/human/agreed.js";
import {voteAgreement} from "../study/human/agreement.js";
import {bootstrapIntervals, bootstrapStrengths} from "../study/human/bootstrap.js";
import {cohenPooled, judgeRows} from "../study/human/cohen.js";
import {controlled, heldStrengths, keptOf, swaps} from "../study/human/controlled.js";
import {fewestToFlip} from "../study/human/flips.js";
import {judgeStudy} from "../study/human/judgeStudy.js";
import {judgeEffects} from "../study/human/judges.js";
import {kappaByPair} from "../study/human/kappaByPair.js";
import type {Leaderboard} from "../study/human/leaderboard.js";
import type {Ties} from "../study/human/likelihood.js";
import {pairsOf} from "../study/human/ranking.js";
import {ceiling, corrected, splitHalf} from "../study/human/reliability.js";
import {rivalries} from "../study/human/rivals.js";
import {tieParameter} from "../study/human/strengths.js";
import type {Findings} from "../study/human/study.js";
import type {Votes} from "../study/human/votes.js";
import type {VotesFile} from "./files.js";

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
  const held = controlled(votes, undefined, {ties});
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
    controlled: held && {
      effects: held.effects,
      missing: held.missing,
      n: held.votes.n,
      strengths: heldStrengths(held)
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
    flip: fit ? fewestToFlip(own, fit) : null
  };
}

/** What a file of votes says of a judge that was asked in both orders. */
const mergedIn = ({votes, read: {inconsistent}}: VotesFile) => (inconsistent === null ? null : keptOf(votes, inconsistent));
