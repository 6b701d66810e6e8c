// Decides the gate: which rules are broken, which hold, and how many further answers the others need.
import {normalQuantile} from "../../stats/distributions.js";
import {holm} from "../../stats/falseDiscovery.js";
import type {Tested} from "./tests.js";

export const VERDICTS = ["pass", "fail", "undecided"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Exit codes of the command. */
export const EXIT: Record<Verdict, number> = {pass: 0, fail: 1, undecided: 3};

/**
 * The level of one look at growing data. Without looks to come all of it is for this one; else look k has the share 1 ÷ (k (k + 1)), and all
 * looks together, however many there will be, have the whole: alpha spending (Lan & DeMets 1983, doi:10.1093/biomet/70.3.659) that sums
 * the levels instead of using how looks are correlated, so that it holds for every test, exact and discrete ones included.
 * @param look 1 for the first; null where the data are looked at once
 */
export const levelOf = (level: number, look: number | null): number => (look === null ? level : level / (look * (look + 1)));

export interface Decided {
  verdict: Verdict;
  /** `fail` adjusted for all checks of the gate (Holm). */
  adjusted: number | null;
}

/**
 * The verdicts of all checks of a gate at one look. A check fails where its adjusted p-value is at most the level, so that with every rule
 * true the chance of any failure is at most the level. It passes where `pass` is at most the level, without adjustment: the gate passes only
 * where all checks do, so that with one rule broken the chance of a pass is at most the level, too (intersection–union test, Berger 1982,
 * doi:10.1080/00401706.1982.10487790).
 * @param passed checks that passed at an earlier look, and stay so
 */
export function decide(
  tested: readonly Pick<Tested, "fail" | "pass" | "exact">[],
  {level, passed = []}: {level: number; passed?: readonly boolean[]}
): Decided[] {
  const adjusted = holm(tested.map(({fail, exact}) => (exact ? null : fail)));
  return tested.map(({fail, pass, exact}, i) => {
    const p = exact ? fail : adjusted[i]!;
    const verdict = p !== null && p <= level ? "fail" : passed[i] || (pass !== null && pass <= level) ? "pass" : "undecided";
    return {verdict, adjusted: p};
  });
}

/** The verdict of a gate: failed where a check is, passed where all are; a gate without checks is undecided. */
export const verdictOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes("fail")
    ? "fail"
    : verdicts.length > 0 && verdicts.every(verdict => verdict === "pass")
      ? "pass"
      : "undecided";

/** Chance that a check is decided after as many further answers as are said, if its value is what is estimated now. */
const POWER = 0.8;

/**
 * How many further answers an undecided check needs, so that it is decided with a chance of 80 % if its true value is the estimate; null
 * where that cannot be said: without a standard error, or with an estimate that stands on the threshold.
 */
export function needed({n, distance}: Pick<Tested, "n" | "distance">, {level}: {level: number}): number | null {
  if (distance === null || distance < 1e-6 || n === 0) return null;
  const reach = (normalQuantile(1 - level) + normalQuantile(POWER)) / distance;
  const more = Math.ceil(n * (reach * reach - 1));
  return Number.isSafeInteger(more) ? Math.max(1, more) : null;
}
