// Study of a judge, for example a model, compared with people: everything that the study and its page report of it (docs/judges.md).

import {type Correlated, correlate} from "../benchmarks/correlation.js";
import {controlled, type Effect, keptIn, POSITION, type Swaps, swaps} from "../bradleyTerry/controlled.js";
import {betas} from "../bradleyTerry/strengths.js";
import type {Votes} from "../votes/votes.js";
import {calibration, type JudgeAgreement} from "./calibration.js";
import {jointUnits} from "./joint.js";
import {type WinRate, type Worth, winRates, worth} from "./predictionPowered.js";
import {type Favours, favours} from "./selfPreference.js";

/** Fewest models for a correlation of strengths. */
const LEAST_MODELS = 4;

/** Effect of a covariate on each side's verdicts, in log-odds; null where it cannot be estimated. */
interface SideEffect {
  name: string;
  people: Effect | null;
  judge: Effect | null;
  /** the judge's effect minus people's, with the two taken as independent */
  difference: {value: number; lo: number; hi: number} | null;
}

export interface JudgeStudy {
  /** names of the judges whose votes these are */
  judges: string[];
  votes: number;
  calibration: JudgeAgreement;
  favours: Favours;
  /** effects of being shown first and of the length of an answer, adjusted for the models' strengths */
  effects: SideEffect[];
  /** position consistency, from the judge's votes on the same answers in both orders, or from its inconsistent ties */
  swaps: Swaps;
  /** whether both orders of a pair are merged into one vote, so that position cannot affect it */
  merged: boolean;
  /** Bradley–Terry strengths from all votes of each side, and their correlation over models */
  strengths: {model: string; people: number; judge: number}[];
  correlations: Correlated[];
  worth: Worth;
  winRates: WinRate[];
}

/**
 * @param merged for a judge that was asked in both orders with merged verdicts: by prompt, its votes and the number of consistent ones;
 * otherwise null
 */
export function judgeStudy(
  people: Votes,
  judge: Votes,
  {merged = null}: {merged?: readonly Float64Array[] | null} = {}
): JudgeStudy {
  const joint = jointUnits(people, judge);
  const judges = judge.judges.filter((_, j) => judge.judge.includes(j));
  const [byPeople, byJudge] = [betas(people), betas(judge)];
  const strengths = [...byPeople].flatMap(([model, beta]) => {
    const other = byJudge.get(model);
    return other === undefined ? [] : [{model, people: beta, judge: other}];
  });
  return {
    judges,
    votes: judge.n,
    calibration: calibration(joint),
    favours: favours(joint, judges),
    effects: effectsOf(people, judge, merged !== null),
    // the position that inconsistent verdicts favoured is unknown
    swaps: merged === null ? swaps(judge) : {...keptIn(merged), first: 0, second: 0},
    merged: merged !== null,
    strengths: strengths.sort((x, y) => y.people - x.people),
    correlations:
      strengths.length < LEAST_MODELS
        ? []
        : correlate(
            strengths.map(each => each.people),
            strengths.map(each => each.judge)
          ).filter(({value}) => Number.isFinite(value)), // all strengths are equal: no correlation
    worth: worth(joint),
    winRates: winRates(joint)
  };
}

/** Effects of each side, estimated with the covariates that its votes have. */
function effectsOf(people: Votes, judge: Votes, merged: boolean): SideEffect[] {
  const [own, others] = [people, judge].map(votes => {
    const names = [POSITION, ...("length" in votes.covariates ? ["length"] : [])];
    return new Map(controlled(votes, names)?.effects.map(effect => [effect.name, effect]));
  }) as [Map<string, Effect>, Map<string, Effect>];
  return [POSITION, "length"].flatMap(name => {
    const [one, other] = [own.get(name) ?? null, (merged && name === POSITION ? null : others.get(name)) ?? null];
    if (!one && !other) return [];
    return [{name, people: one, judge: other, difference: one && other && differenceOf(one, other)}];
  });
}

function differenceOf(people: Effect, judge: Effect): {value: number; lo: number; hi: number} {
  const value = judge.value - people.value;
  // half widths are combined, not standard errors, since each has its own degrees of freedom
  const half = Math.hypot((judge.hi - judge.lo) / 2, (people.hi - people.lo) / 2);
  return {value, lo: value - half, hi: value + half};
}
