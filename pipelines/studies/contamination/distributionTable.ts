// The table of domains: contamination rate, share of the corpus and log-odds of each, and their averages weighted by items.
import {groupBy} from "../../stats/groupBy.js";
import {boolean, double, integer, key, type Table, text} from "../../store/columns.js";
import {type DomainShares, OTHER} from "./distribution.js";
import {contaminationRate} from "./rates.js";
import type {Verdict} from "./settings.js";

/** To be spread into the study's tables. */
export const domainsTable = {
  contamination_domains: {
    description:
      "one row per corpus and domain of the tests, and one a corpus, (all), of their averages: how much of it is contaminated, and how much of the corpus is about it",
    columns: {
      corpus: key("the corpus's name in the book"),
      domain: key(
        "domain of a bank's items, or the task's name; (other) for documents of none, where a background was given; (all) for the averages weighted by items"
      ),
      items: integer("items of the benchmark"),
      testable: integer("of these, items that can be tested: the weights of the average rate"),
      contaminated: integer("of these, exact and near"),
      rate: double("contaminated ÷ testable; of (all) the mean of the rates weighted by testable; null without any"),
      rate_low: double("lower end of its 95 % interval (Wilson)"),
      rate_high: double("upper end"),
      benchmark_share: double("share of the benchmark's items"),
      documents: integer("documents of the corpus that the shares rest on; 0 where none could be estimated"),
      assigned: integer("of these, documents that the classifier assigns to the domain"),
      corpus_share: double("share of the corpus, corrected for the classifier's confusion; of (all) the sum; null without"),
      corpus_low: double("lower end of its 95 % interval (bootstrap); null for (all)"),
      corpus_high: double("upper end"),
      log_odds: double("log-odds of corpus_share minus those of benchmark_share; null where either is 0 or 1"),
      log_odds_low: double("lower end of its interval; null where that of corpus_share is 0"),
      log_odds_high: double("upper end"),
      recall: double(
        "share of the domain's items that the classifier assigns rightly unseen; of (all) the mean weighted by items"
      ),
      open: boolean(
        "whether documents may be of no domain; without a background each counts as of one, and shares are among the domains alone"
      ),
      why: text("why no share could be estimated; empty where it was")
    },
    order: ["corpus", "domain"]
  }
} satisfies Record<string, Table>;

export interface DomainRow {
  corpus: string;
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
  open: boolean;
  why: string;
}

/** The name of the row of averages. */
export const ALL = "(all)";

/**
 * Rows of one corpus, domains in alphabetical order and the averages last. The average rate is Σ testable · rate ÷ Σ testable, which is
 * Σ contaminated ÷ Σ testable, so that a reader can recompute it from the rows.
 * @param items with their verdicts in this corpus
 * @param found the shares of the same items' domains in it
 */
export function domainRows(
  corpus: string,
  items: readonly {domain: string; verdict: Verdict}[],
  {shares, documents, open, why}: DomainShares
): DomainRow[] {
  if (items.length === 0) return [];
  const found = new Map(shares.map(each => [each.domain, each]));
  const byDomain = groupBy(items, ({domain}) => domain);
  const names = [...byDomain.keys()].sort();
  const rows = [...names, ...(found.has(OTHER) ? [OTHER] : [])].map((domain): DomainRow => {
    const own = byDomain.get(domain) ?? [];
    const share = found.get(domain);
    return {
      corpus,
      domain,
      ...ratesOf(own),
      benchmark_share: own.length / items.length,
      documents,
      assigned: share?.assigned ?? null,
      corpus_share: share?.share ?? null,
      corpus_low: share?.low ?? null,
      corpus_high: share?.high ?? null,
      log_odds: share?.log_odds ?? null,
      log_odds_low: share?.log_odds_low ?? null,
      log_odds_high: share?.log_odds_high ?? null,
      recall: share?.recall ?? null,
      open,
      why
    };
  });
  const sum = (of: (row: DomainRow) => number | null) =>
    rows.some(row => of(row) === null) ? null : rows.reduce((total, row) => total + of(row)!, 0);
  const recall = sum(row => (row.recall === null ? null : row.items * row.recall));
  const all: DomainRow = {
    corpus,
    domain: ALL,
    ...ratesOf(items),
    benchmark_share: 1,
    documents,
    assigned: sum(({assigned}) => assigned),
    corpus_share: sum(({corpus_share}) => corpus_share),
    corpus_low: null,
    corpus_high: null,
    log_odds: null,
    log_odds_low: null,
    log_odds_high: null,
    recall: recall === null ? null : recall / items.length,
    open,
    why
  };
  return [...rows, all];
}

/** Counts of verdicts with the rate and its interval; [0, 1] where no item can be tested. */
function ratesOf(
  items: readonly {verdict: Verdict}[]
): Pick<DomainRow, "items" | "testable" | "contaminated" | "rate" | "rate_low" | "rate_high"> {
  const {n, value, low, high, exact, near} = contaminationRate(items.map(({verdict}) => verdict));
  return {items: items.length, testable: n, contaminated: exact + near, rate: value, rate_low: low, rate_high: high};
}
