// Reliability of several evaluations together, for those that have too few answers for a diagram each.
import {clusteredProportion} from "../../stats/clustered.js";
import {groupBy} from "../../stats/groupBy.js";
import {BINS, type Bin} from "./bins.js";

/** Fewest answers of an evaluation for a separate diagram: five in each of ten bins, on average. */
export const MIN_ANSWERS = 5 * BINS;

/**
 * Sums bins of equal width over evaluations, each bin with one row an evaluation. Answers of one evaluation are similar, so evaluations are
 * the clusters of the 95 % interval, which refers to further evaluations like these.
 */
export const pooledBins = (bins: readonly Bin[]): Bin[] =>
  [...groupBy(bins, ({bin}) => bin).values()]
    .map(rows => {
      const sum = (term: (row: Bin) => number) => rows.reduce((total, row) => total + term(row), 0);
      const [n, k] = [sum(row => row.n), sum(row => row.correct)];
      const {value, low, high} = clusteredProportion({
        clusters: rows.length,
        n,
        k,
        kk: sum(row => row.correct ** 2),
        kn: sum(row => row.correct * row.n),
        nn: sum(row => row.n ** 2)
      });
      const {bin, lowest, highest} = rows[0]!;
      const confidence = sum(row => row.confidence * row.n) / n;
      return {bin, lowest, highest, n, correct: k, confidence, accuracy: value, low: low ?? 0, high: high ?? 1};
    })
    .sort((a, b) => a.bin - b.bin);
