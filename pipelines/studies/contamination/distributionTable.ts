// The table of domains: contamination rate, share of the corpus and log-odds of each, and their averages weighted by items.
import {wilson} from "../../stats/intervals.js";
import {column, simulated, type Table} from "../../store/columns.js";
import type {DomainShares} from "./distribution.js";
import {isContaminated, type Verdict} from "./settings.js";

/** To be spread into the study's tables. */
export const domainsTable = {
  contamination_domains: {
    description:
      "one row per domain of the benchmark, and one, (all), of their averages: how much of it is contaminated, and how much of the corpus is about it",
    columns: {
      domain: column("key", "domain of the items; (all) for the averages weighted by items"),
      items: column("integer", "items of the benchmark"),
      testable: column("integer", "of these, items that can be tested: the weights of the average rate"),
      contaminated: column("integer", "of these, exact and near"),
      rate: column("double", "contaminated ÷ testable; of (all) the mean of the rates weighted by testable; null without any"),
      rate_low: column("double", "lower end of its 95 % interval (Wilson)"),
      rate_high: column("double", "upper end"),
      benchmark_share: column("double", "share of the benchmark's items"),
      documents: column("integer", "documents of the corpus that the shares rest on; 0 where none could be estimated"),
      assigned: column("integer", "of these, documents that the classifier assigns to the domain"),
      corpus_share: column(
        "double",
        "share of the corpus, corrected for the classifier's confusion; of (all) the sum; null without"
      ),
      corpus_low: column("double", "lower end of its 95 % interval (bootstrap); null for (all)"),
      corpus_high: column("double", "upper end"),
      log_odds: column("double", "log-odds of corpus_share minus those of benchmark_share; null where either is 0 or 1"),
      log_odds_low: column("double", "lower end of its interval"),
      log_odds_high: column("double", "upper end"),
      recall: column(
        "double",
        "share of the domain's items that the classifier assigns rightly unseen; of (all) the mean weighted by items"
      ),
      simulated
    },
    order: ["domain"]
  }
} satisfies Record<string, Table>;

export interface DomainRow {
  domain: string;
  items: number;
  testable: number;
  contaminated: number;
  rate: number | null;
  rate_low: number;
  rate_high: number;
  benchmark_share: number;
  documents: number;
  assigned: number | null;
  corpus_share: number | null;
  corpus_low: number | null;
  corpus_high: number | null;
  log_odds: number | null;
  log_odds_low: number | null;
  log_odds_high: number | null;
  recall: number | null;
  simulated: boolean;
}

/** The name of the row of averages. */
export const ALL = "(all)";

/**
 * Rows of the table, domains in alphabetical order and the averages last. The average rate is Σ testable · rate ÷ Σ testable, which is
 * Σ contaminated ÷ Σ testable, so that a reader can recompute it from the rows.
 * @param shares of the same items' domains; null where no corpus was classified
 */
export function domainRows(
  items: readonly {domain: string; verdict: Verdict}[],
  shares: DomainShares | null,
  {simulated}: {simulated: boolean}
): DomainRow[] {
  if (items.length === 0) return [];
  const found = new Map(shares?.shares.map(each => [each.domain, each]));
  const documents = shares?.documents ?? 0;
  const rows = [...new Set(items.map(({domain}) => domain))].sort().map((domain): DomainRow => {
    const own = items.filter(item => item.domain === domain);
    const share = found.get(domain);
    return {
      domain,
      ...ratesOf(own),
      benchmark_share: own.length / items.length,
      documents,
      assigned: share?.assigned ?? null,
      ...{corpus_share: share?.share ?? null, corpus_low: share?.low ?? null, corpus_high: share?.high ?? null},
      ...{
        log_odds: share?.log_odds ?? null,
        log_odds_low: share?.log_odds_low ?? null,
        log_odds_high: share?.log_odds_high ?? null
      },
      recall: share?.recall ?? null,
      simulated
    };
  });
  const sum = (of: (row: DomainRow) => number | null) =>
    rows.some(row => of(row) === null) ? null : rows.reduce((total, row) => total + of(row)!, 0);
  const recall = sum(row => (row.recall === null ? null : row.items * row.recall));
  const all: DomainRow = {
    domain: ALL,
    ...ratesOf(items),
    benchmark_share: 1,
    documents,
    assigned: sum(({assigned}) => assigned),
    ...{corpus_share: sum(({corpus_share}) => corpus_share), corpus_low: null, corpus_high: null},
    ...{log_odds: null, log_odds_low: null, log_odds_high: null},
    recall: recall === null ? null : recall / items.length,
    simulated
  };
  return [...rows, all];
}

/** Counts of verdicts with the rate and its interval; [0, 1] where no item can be tested. */
function ratesOf(
  items: readonly {verdict: Verdict}[]
): Pick<DomainRow, "items" | "testable" | "contaminated" | "rate" | "rate_low" | "rate_high"> {
  const testable = items.filter(({verdict}) => verdict !== "not_testable").length;
  const contaminated = items.filter(({verdict}) => isContaminated(verdict)).length;
  if (testable === 0) return {items: items.length, testable, contaminated, rate: null, rate_low: 0, rate_high: 1};
  const rate = contaminated / testable;
  const {center, margin} = wilson(rate, testable);
  return {
    ...{items: items.length, testable, contaminated, rate},
    rate_low: Math.max(0, Math.min(rate, center - margin)),
    rate_high: Math.min(1, Math.max(rate, center + margin))
  };
}
