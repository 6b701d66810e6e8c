// The parts of a study that page Human shows beside strengths, agreement and correlations.

import {type JudgePair, kappaByPair} from "./agreement/agreement.js";
import {type JudgeRow, judgeRows} from "./agreement/cohen.js";
import {type SplitHalf, splitHalf} from "./benchmarks/reliability.js";
import {type AdjustedStrength, adjustedStrengths, controlled, type Effect, type Swaps, swaps} from "./bradleyTerry/controlled.js";
import {type DropSensitivity, dropSensitivity} from "./bradleyTerry/dropSensitivity.js";
import type {Ties} from "./bradleyTerry/fit.js";
import type {Strengths} from "./bradleyTerry/strengths.js";
import {type WinCell, winCells} from "./bradleyTerry/winCells.js";
import {type JudgeStudy, judgeStudy} from "./judging/judgeStudy.js";
import {type JudgeEffect, judgeEffects} from "./judging/judges.js";
import {ratingsOfVotes} from "./ratings/ratings.js";
import {type AspectStudy, ratingStudy} from "./ratings/study.js";
import type {Votes} from "./votes/votes.js";

/** A judge with its agreement and its effects. */
export interface ShownJudge extends JudgeRow {
  position: JudgeEffect | null;
  length: JudgeEffect | null;
  discrimination: JudgeEffect | null;
}

/** Effects of covariates, and the strengths with these held equal. */
export interface AdjustedStrengths {
  effects: Effect[];
  /** numbers of votes with all covariates, and without one */
  n: number;
  missing: number;
  strengths: AdjustedStrength[];
}

/** What moves the verdicts: position and length, the choice of prompts, and single votes. */
export interface Effects {
  held: AdjustedStrengths | null;
  swapped: Swaps;
  halves: SplitHalf | null;
  sensitivity: DropSensitivity | null;
}

/** Most pairs of judges in the table. */
export const MOST_JUDGE_PAIRS = 30;
/** Random splits of the prompts into halves: enough for a reliability to three digits, in less time than a filter should take. */
const SPLITS = 20;

export function shownJudges(votes: Votes, {rows}: Pick<Strengths, "rows">): ShownJudge[] {
  const strength = new Map(rows.map(({model, beta}) => [model, beta]));
  const effects = new Map(judgeEffects(votes, strength).map(row => [row.judge, row]));
  return judgeRows(votes).map(row => {
    const own = effects.get(row.judge);
    return {...row, position: own?.position ?? null, length: own?.length ?? null, discrimination: own?.discrimination ?? null};
  });
}

export const judgePairs = (votes: Votes): JudgePair[] | null => kappaByPair(votes, {most: MOST_JUDGE_PAIRS});

export function adjustedFor(votes: Votes, ties: Ties): AdjustedStrengths | null {
  const adjusted = controlled(votes, undefined, {ties});
  return (
    adjusted && {
      effects: adjusted.effects,
      n: adjusted.votes.n,
      missing: adjusted.missing,
      strengths: adjustedStrengths(adjusted)
    }
  );
}

export const swapsAndHalves = (votes: Votes): Pick<Effects, "swapped" | "halves"> => ({
  swapped: swaps(votes),
  halves: splitHalf(votes, {splits: SPLITS})
});

export const sensitivityOf = ({fit, votes}: Strengths): DropSensitivity | null => fit && dropSensitivity(votes, fit);

export interface ShownParts {
  wins: WinCell[];
  judges: ShownJudge[];
  /** null where judges share too many pairs of votes */
  pairs: JudgePair[] | null;
  ratings: AspectStudy[];
  effects: Effects;
  /** a judge's votes on the same questions beside these */
  against: JudgeStudy;
}

/** All parts at the page's defaults: all votes, ties as half a win, errors over prompts and judges. */
export const shownParts = (
  votes: Votes,
  found: Strengths,
  judge: Votes,
  {merged = null}: Parameters<typeof judgeStudy>[2] = {}
): ShownParts => ({
  wins: winCells(found),
  judges: shownJudges(votes, found),
  pairs: judgePairs(votes),
  ratings: ratingStudy(ratingsOfVotes(votes), {votes, strengths: found.rows, by: "both"}),
  effects: {held: adjustedFor(votes, "half"), ...swapsAndHalves(votes), sensitivity: sensitivityOf(found)},
  against: judgeStudy(votes, judge, {merged})
});
