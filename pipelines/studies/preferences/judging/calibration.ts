// Agreement of a judge with people, compared with the agreement of people with each other.
import type {Agreed} from "../agreement/coefficient.js";
import {type Counts, type JointUnit, overPrompts, promptSums, shareOverPrompts, total} from "./joint.js";

/** Consensus of people on a unit. */
const CONSENSUS = ["unanimous", "majority", "split", "one vote"] as const;
export type Consensus = (typeof CONSENSUS)[number];

interface ByConsensus {
  consensus: Consensus;
  units: number;
  /** share of pairs of a judge's vote and a person's that agree */
  agreement: Agreed;
  /** share of the judge's votes that equal the most frequent category; none where people are split */
  majority: Agreed;
}

/** Shares of agreement and κ over pairs of votes. */
interface PairAgreement {
  /** all votes, ties included: setup S1 of Zheng et al. 2023 (arXiv:2306.05685, Table 5) */
  all: Agreed;
  /** pairs of votes without a tie: their setup S2 */
  decided: Agreed;
  kappa: Agreed;
}

export interface JudgeAgreement {
  /** number of units that both judged, and of their prompts */
  units: number;
  prompts: number;
  /** the judge with a person, over pairs of one vote of each */
  judge: PairAgreement;
  /** one person with another, over pairs of votes on the same units: the level that a judge can be expected to reach */
  people: PairAgreement;
  /** agreement with the judge minus agreement with another person, on units with at least two votes of people */
  difference: Agreed;
  /** share of the judge's votes that equal people's most frequent category, over units that have one */
  majority: Agreed;
  /** share of a person's votes that equal the most frequent category of the others, over units where at least two others have one */
  personMajority: Agreed;
  consensus: ByConsensus[];
  /** counts of pairs of a judge's vote and a person's: rows are the judge's first, tie, second, columns the person's */
  confusion: Counts[];
}

const PLACES = [0, 1, 2] as const;
const pairsIn = (counts: Readonly<Counts>): number => (total(counts) * (total(counts) - 1)) / 2;
const sumOver = (of: (c: 0 | 1 | 2) => number): number => of(0) + of(1) + of(2);
/** The category with more votes than any other; null where there is none. */
export function leading(counts: Readonly<Counts>): 0 | 1 | 2 | null {
  const most = Math.max(...counts);
  const [place, ...others] = PLACES.filter(c => counts[c] === most);
  return place === undefined || most === 0 || others.length > 0 ? null : place;
}

export function calibration(joint: readonly JointUnit[]): JudgeAgreement {
  const units = joint.filter(({people, judge}) => total(people) > 0 && total(judge) > 0);
  const several = units.filter(({people}) => total(people) > 1);
  const lone = "no unit that two people judged";
  return {
    units: units.length,
    prompts: new Set(units.map(({prompt}) => prompt)).size,
    judge: {
      all: shareOverPrompts(across(units, 0)),
      decided: shareOverPrompts(across(units, 1), "no unit that both decided"),
      kappa: kappaAcross(units)
    },
    people: {
      all: shareOverPrompts(within(several, 0), lone),
      decided: shareOverPrompts(within(several, 1), lone),
      kappa: kappaWithin(several)
    },
    difference: overPrompts(
      promptSums(several, 4, ({people, judge}, into) => {
        into[0] = into[0]! + total(people) * total(judge);
        into[1] = into[1]! + sumOver(c => people[c] * judge[c]);
        into[2] = into[2]! + pairsIn(people);
        into[3] = into[3]! + same(people);
      }),
      sums => sums[1]! / sums[0]! - sums[3]! / sums[2]!,
      {why: lone}
    ),
    majority: withMajority(units),
    personMajority: shareOverPrompts(
      promptSums(
        units.filter(({people}) => total(people) > 2),
        2,
        ({people}, into) => {
          for (const c of PLACES) {
            if (people[c] === 0) continue;
            const most = leading(people.map((count, k) => count - (k === c ? 1 : 0)) as Counts);
            into[0] = into[0]! + (most === null ? 0 : people[c]);
            into[1] = into[1]! + (most === c ? people[c] : 0);
          }
        }
      ),
      "no unit that three people judged"
    ),
    consensus: CONSENSUS.map(consensus => {
      const own = units.filter(({people}) => consensusOf(people) === consensus);
      const why = "no such unit";
      const none: Agreed = {value: null, lo: null, hi: null, n: 0, why: "no category leads"};
      return {
        consensus,
        units: own.length,
        agreement: fixedShare(own)
          ? {...shareOverPrompts(across(own, 0), why), lo: null, hi: null, why: "it is the same whatever the judge says"}
          : shareOverPrompts(across(own, 0), why),
        majority: consensus === "split" ? none : withMajority(own)
      };
    }),
    confusion: PLACES.map(
      row =>
        PLACES.map(column => units.reduce((sum, {people, judge}) => sum + judge[row] * people[column], 0)) as unknown as Counts
    )
  };
}

/**
 * Whether on all units every category that was chosen was chosen equally often, with the same number of categories: then the judge agrees
 * with a third of the votes, or with half where nobody ties, whatever it says, and nothing can be estimated.
 */
function fixedShare(units: readonly JointUnit[]): boolean {
  const chosen = PLACES.filter(c => units.some(({people, judge}) => people[c] + judge[c] > 0));
  return chosen.length > 1 && units.every(({people}) => chosen.every(c => people[c] === people[chosen[0]!]));
}

export function consensusOf(people: Readonly<Counts>): Consensus {
  if (total(people) === 1) return "one vote";
  if (Math.max(...people) === total(people)) return "unanimous";
  return leading(people) === null ? "split" : "majority";
}

const same = (counts: Readonly<Counts>): number => sumOver(c => (counts[c] * (counts[c] - 1)) / 2);

/** Sums over pairs of one vote of each side: their number, and the number that agree. With `step` 1 ties are skipped. */
const across = (units: readonly JointUnit[], step: 0 | 1) =>
  promptSums(units, 2, ({people, judge}, into) => {
    const ties = step === 1 ? 0 : 1;
    into[0] = into[0]! + (people[0] + ties * people[1] + people[2]) * (judge[0] + ties * judge[1] + judge[2]);
    into[1] = into[1]! + people[0] * judge[0] + ties * people[1] * judge[1] + people[2] * judge[2];
  });

/** The same sums over pairs of two people's votes. */
const within = (units: readonly JointUnit[], step: 0 | 1) =>
  promptSums(units, 2, ({people: [first, ties, second]}, into) => {
    const counts: Counts = [first, step === 1 ? 0 : ties, second];
    into[0] = into[0]! + pairsIn(counts);
    into[1] = into[1]! + same(counts);
  });

const withMajority = (units: readonly JointUnit[]): Agreed =>
  shareOverPrompts(
    promptSums(units, 2, ({people, judge}, into) => {
      const most = leading(people);
      if (most === null) return;
      into[0] = into[0]! + total(judge);
      into[1] = into[1]! + judge[most];
    }),
    "no unit in which one category leads"
  );

/**
 * Cohen's κ over pairs of one vote of each side, with base rates over the same pairs: the sums are pairs, agreeing ones, and each side's
 * categories.
 */
const kappaAcross = (units: readonly JointUnit[]): Agreed =>
  overPrompts(
    promptSums(units, 8, ({people, judge}, into) => {
      into[0] = into[0]! + total(people) * total(judge);
      into[1] = into[1]! + sumOver(c => people[c] * judge[c]);
      for (const c of PLACES) {
        into[2 + c] = into[2 + c]! + people[c] * total(judge);
        into[5 + c] = into[5 + c]! + judge[c] * total(people);
      }
    }),
    sums => kappa(sums[1]! / sums[0]!, sumOver(c => sums[2 + c]! * sums[5 + c]!) / sums[0]! ** 2),
    {within: [-1, 1]}
  );

/** The same among people: either vote of a pair may be the first, so that both sides have the same base rates. */
const kappaWithin = (units: readonly JointUnit[]): Agreed =>
  overPrompts(
    promptSums(units, 5, ({people}, into) => {
      into[0] = into[0]! + pairsIn(people);
      into[1] = into[1]! + same(people);
      for (const c of PLACES) into[2 + c] = into[2 + c]! + (people[c] * (total(people) - 1)) / 2;
    }),
    sums => kappa(sums[1]! / sums[0]!, sumOver(c => sums[2 + c]! ** 2) / sums[0]! ** 2),
    {within: [-1, 1], why: "no unit that two people judged"}
  );

const kappa = (observed: number, chance: number): number => (observed - chance) / (1 - chance);
