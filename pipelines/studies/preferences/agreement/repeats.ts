// Votes that a judge has cast again on the same answers: which count, and how consistent judges are with themselves.

import {groupBy} from "../../../stats/groupBy.js";
import {shareOf, type WilsonShare} from "../../../stats/intervals.js";
import {grouped} from "../bradleyTerry/errors.js";
import {byName, type Votes} from "../votes/votes.js";

/**
 * Flags each vote whose judge has an earlier one on the same unit (question × turn × unordered pair, whichever answer is shown first): in
 * agreement only a judge's first vote on a unit counts, since one judge says nothing about how far judges agree.
 */
export function repeatFlags({n, unit, judge}: {n: number; unit: Int32Array; judge: Int32Array}): Uint8Array {
  const {order, starts} = grouped(unit, n);
  const flags = new Uint8Array(n);
  const lastGroup = new Map<number, number>();
  for (let group = 0; group + 1 < starts.length; group++)
    for (let place = starts[group]!; place < starts[group + 1]!; place++) {
      const row = order[place]!;
      if (lastGroup.get(judge[row]!) === group) flags[row] = 1;
      lastGroup.set(judge[row]!, group);
    }
  return flags;
}

/** How consistent judges are with themselves. */
export interface SelfConsistency {
  /** votes after a judge's first one on a unit */
  repeats: number;
  /** units of a judge that it judged again with another verdict at least once */
  contradictions: number;
  /** share of the units judged again on which all votes of the judge are the same; n is the number of those units */
  consistent: WilsonShare;
}

/**
 * Counts repeated votes, and the units on which a judge kept to its verdict, with Wilson's 95 % interval over units.
 * @returns all judges together, and each judge that has judged a unit again, by its index
 */
export function selfConsistency(votes: Votes): {all: SelfConsistency; byJudge: Map<number, SelfConsistency>} {
  const flags = repeatFlags(votes);
  const keyOf = (v: number) => votes.judge[v]! * votes.units + votes.unit[v]!;
  const again = new Map<number, {judge: number; repeats: number; verdicts: Set<number>}>();
  for (let v = 0; v < votes.n; v++)
    if (flags[v] === 1) again.set(keyOf(v), {judge: votes.judge[v]!, repeats: 0, verdicts: new Set()});
  if (again.size > 0)
    for (let v = 0; v < votes.n; v++) {
      const unit = again.get(keyOf(v));
      unit?.verdicts.add(byName(votes, v));
      if (unit) unit.repeats += flags[v]!;
    }
  const units = [...again.values()];
  const summary = (part: typeof units): SelfConsistency => {
    const contradictions = part.filter(({verdicts}) => verdicts.size > 1).length;
    return {
      repeats: part.reduce((sum, {repeats}) => sum + repeats, 0),
      contradictions,
      consistent: shareOf(part.length - contradictions, part.length)
    };
  };
  return {
    all: summary(units),
    byJudge: new Map([...groupBy(units, ({judge}) => judge)].map(([judge, part]) => [judge, summary(part)]))
  };
}
