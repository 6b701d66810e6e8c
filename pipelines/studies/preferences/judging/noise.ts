// A judge's own noise: how far several verdicts on the same response differ.
import {groupBy} from "../../../stats/groupBy.js";
import {clusteredParts, type Share} from "../../../stats/share.js";

/** Verdicts of one judge on one response, or on one pair of responses in one order. */
export interface Verdicts {
  /** identity of what was judged */
  id: string;
  /** question, whose responses are not independent */
  question: string;
  /** one a request; null where the reply was no verdict */
  verdicts: readonly (string | null)[];
}

export interface JudgeNoise {
  /** responses with two verdicts or more, and verdicts on them */
  n: number;
  verdicts: number;
  /** share of pairs of verdicts on the same response that differ: how often a second verdict would be another one */
  flips: Share;
  /** share of responses with verdicts of more than one kind: those that straddle the threshold between right and wrong */
  split: Share;
  /** identities of these responses, in their order */
  straddling: string[];
}

/**
 * The noise of a judge over repeated verdicts. Both shares have Wilson's interval on their effective number, questions as clusters, so that
 * none has width 0 where all verdicts agree.
 */
export function noiseOf(judged: readonly Verdicts[]): JudgeNoise {
  const rows = judged.flatMap(({id, question, verdicts}) => {
    const read = verdicts.filter(verdict => verdict !== null);
    if (read.length < 2) return [];
    const same = [...groupBy(read, verdict => verdict).values()].reduce((sum, {length}) => sum + (length * (length - 1)) / 2, 0);
    const pairs = (read.length * (read.length - 1)) / 2;
    return [{id, question, verdicts: read.length, pairs, different: pairs - same}];
  });
  const questions = [...groupBy(rows, ({question}) => question).values()];
  const sum = (group: typeof rows, value: (row: (typeof rows)[number]) => number) =>
    group.reduce((total, row) => total + value(row), 0);
  // Each response counts once, however many verdicts on it could be read; its pairs of verdicts are no independent trials.
  const flips = clusteredParts(questions.map(group => ({y: sum(group, row => row.different / row.pairs), x: group.length})));
  const split = clusteredParts(questions.map(group => ({y: sum(group, row => Number(row.different > 0)), x: group.length})));
  return {
    n: rows.length,
    verdicts: sum(rows, row => row.verdicts),
    flips,
    split,
    straddling: rows.filter(({different}) => different > 0).map(({id}) => id)
  };
}
