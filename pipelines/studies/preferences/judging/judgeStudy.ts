// A judge, a model say, held against people: everything that the study and its page say of it (docs/judges.md).

import {type Correlated, correlate} from "../benchmarks/correlation.js";
import {controlled, type Effect, keptIn, POSITION, type Swaps, swaps} from "../bradleyTerry/controlled.js";
import {betas} from "../bradleyTerry/strengths.js";
import type {Votes} from "../votes/votes.js";
import {type Calibration, calibration} from "./calibration.js";
import {jointUnits} from "./joint.js";
import {type WinRate, type Worth, winRates, worth} from "./predictionPowered.js";
import {type Favours, favours} from "./selfPreference.js";

const LEAST_MODELS = 4;

/** What moves a side's verdicts, in log-odds; null where a side's votes do not tell. */
export interface SideEffect {
  name: string;
  people: Effect | null;
  judge: Effect | null;
  /** the judge's less people's, the two taken as independent */
  difference: {value: number; lo: number; hi: number} | null;
}

export interface JudgeStudy {
  /** names of the judges whose votes these are */
  judges: string[];
  votes: number;
  calibration: Calibration;
  favours: Favours;
  /** being shown first, and the length of an answer: with models' strengths held equal */
  effects: SideEffect[];
  /** the judge's votes on the same answers in both orders, or what its inconsistent ties say of them */
  swaps: Swaps;
  /** both orders of a pair stand in one vote, so that place can do nothing to it */
  merged: boolean;
  /** Bradley–Terry strengths by either side, from all votes of each, and their correlation over models */
  strengths: {model: string; people: number; judge: number}[];
  correlations: Correlated[];
  worth: Worth;
  winRates: WinRate[];
}

/** @param merged of a judge that was asked in both orders, of which one vote was made: by prompt, its votes and those that kept to the answer */
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
    // which place the others went to is not known
    swaps: merged === null ? swaps(judge) : {...keptIn(merged), first: 0, second: 0},
    merged: merged !== null,
    strengths: strengths.sort((x, y) => y.people - x.people),
    correlations:
      strengths.length < LEAST_MODELS
        ? []
        : correlate(
            strengths.map(each => each.people),
            strengths.map(each => each.judge)
          ).filter(({value}) => Number.isFinite(value)), // all strengths equal: no correlation
    worth: worth(joint),
    winRates: winRates(joint)
  };
}

/** Each side with its own covariates. */
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
  // Half widths, not errors: each has its own degrees of freedom.
  const half = Math.hypot((judge.hi - judge.lo) / 2, (people.hi - people.lo) / 2);
  return {value, lo: value - half, hi: value + half};
}
