// What programs in answers came to: accuracy, pass@k and the shares of outcomes, with intervals clustered by problem.
import {FAILURES} from "../../score/scorers/execution.js";
import {clusteredRatio} from "../../stats/clustered.js";
import {groupBy} from "../../stats/groupBy.js";
import {type ItemTrials, passEstimate, passSizes} from "../../stats/passK.js";
import {clusteredParts} from "../../stats/share.js";

/** What an answer came to, each exactly one: all tests passed, why it is wrong, or why it has no score. */
export const OUTCOMES = ["passed", ...FAILURES, "no_reason", "truncated", "not_scored", "not_answered"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Answers that are neither right nor wrong. */
const UNCOUNTED: ReadonlySet<Outcome> = new Set(["truncated", "not_scored", "not_answered"]);
const UNSCORED: ReadonlySet<Outcome> = new Set(["not_scored", "not_answered"]);

/** The rates: of scored answers, of repeated ones, of tests, and of each outcome. */
export const RATES = ["accuracy", "pass", "tests_passed", ...OUTCOMES] as const;
export type RateName = (typeof RATES)[number];

/** An answer to a problem. */
export interface CodeAnswer {
  item: string;
  outcome: Outcome;
  /** Share of its tests that the program passed; null where nobody measured it. */
  tests_passed: number | null;
}

export interface CodeRate {
  rate: RateName;
  /** Answers of which one has to be right, of the rate pass; else null. */
  k: number | null;
  /** A share, 0–1; null of accuracy where no answer was scored. */
  value: number | null;
  /** 95 % interval; null of one problem for pass, and for tests_passed also where all are alike. */
  low: number | null;
  high: number | null;
  /** Answers that it is a share of. */
  n: number;
  /** Problems that they answer. */
  items: number;
}

/** All rates of some answers; none without answers. */
export function codeRates(answers: readonly CodeAnswer[]): CodeRate[] {
  if (answers.length === 0) return [];
  const items = [...groupBy(answers, ({item}) => item).values()];
  const share = (rate: RateName, counts: (outcome: Outcome) => boolean, holds: (outcome: Outcome) => boolean): CodeRate => {
    const parts = items.flatMap(own => {
      const counted = own.filter(({outcome}) => counts(outcome));
      return counted.length > 0 ? [{y: counted.filter(({outcome}) => holds(outcome)).length, x: counted.length}] : [];
    });
    return {rate, k: null, ...clusteredParts(parts), items: parts.length};
  };
  const given = items
    .map(own => own.filter(({outcome}) => !UNSCORED.has(outcome)).map(({outcome}) => outcome === "passed"))
    .filter(right => right.length > 0);
  const trials = given.map((right): ItemTrials => ({n: right.length, c: right.filter(Boolean).length}));
  const passes = passSizes(Math.max(0, ...new Set(trials.map(({n}) => n)))).flatMap((k): CodeRate[] => {
    const estimate = passEstimate(trials, {kind: "pass_at", k});
    if (estimate === null) return [];
    const {value, low, high, items: problems, trials: n} = estimate;
    return [{rate: "pass", k, value, ...(problems < 2 ? {low: null, high: null} : {low, high}), n, items: problems}];
  });
  return [
    share(
      "accuracy",
      outcome => !UNCOUNTED.has(outcome),
      outcome => outcome === "passed"
    ),
    ...passes,
    ...testsPassed(items),
    ...OUTCOMES.map(name =>
      share(
        name,
        () => true,
        outcome => outcome === name
      )
    )
  ];
}

/** Mean share of tests passed, over the answers of which it is known. */
function testsPassed(items: readonly (readonly CodeAnswer[])[]): CodeRate[] {
  const parts = items.flatMap(own => {
    const known = own.flatMap(({tests_passed}) => tests_passed ?? []);
    return known.length > 0 ? [{y: known.reduce((a, b) => a + b), x: known.length}] : [];
  });
  const n = parts.reduce((sum, {x}) => sum + x, 0);
  if (n === 0) return [];
  const alike = parts.every(({y, x}) => y * parts[0]!.x === x * parts[0]!.y);
  const {value, low, high} = clusteredRatio(parts.map(({y, x}) => ({y, x}))) ?? {value: 0, low: null, high: null};
  const ends =
    alike || low === null || high === null ? {low: null, high: null} : {low: Math.max(0, low), high: Math.min(1, high)};
  return [{rate: "tests_passed", k: null, value, ...ends, n, items: parts.length}];
}
