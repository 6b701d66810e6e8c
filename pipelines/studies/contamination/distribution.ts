// The share of a corpus that each domain of a benchmark has, by an n-gram classifier whose confusion is corrected for.
import {randomOf} from "../../generate/seed.js";
import {Z975} from "../../stats/distributions.js";
import {groupBy} from "../../stats/groupBy.js";
import {resampler} from "../../stats/random.js";
import {boolean, double, integer, key, type Table, text} from "../../store/columns.js";
import {contaminationRate, type Verdict} from "./settings.js";

/** A text of which it is known what it is about: an item of the benchmark, or a document of the background. */
export interface LabelledText {
  /** The item's domain; `OTHER` for documents that are of none. */
  domain: string;
  text: string;
}

/** The class of documents of no domain. */
export const OTHER = "(other)";

/** A domain's share of the corpus, and how it compares with its share of the benchmark. */
interface DomainShare {
  domain: string;
  /** Items of the benchmark, and their share of it; 0 for `OTHER`, which the benchmark does not hold. */
  items: number;
  benchmark_share: number;
  /** Documents of the corpus that the classifier assigns to the domain. */
  assigned: number;
  /** Share of the corpus, corrected for the classifier's confusion, with its 95 % interval; null without documents. */
  share: number | null;
  low: number | null;
  high: number | null;
  /** Log-odds of the share of the corpus minus log-odds of the share of the benchmark, with its interval; null where either is 0 or 1. */
  log_odds: number | null;
  log_odds_low: number | null;
  log_odds_high: number | null;
  /** Share of the domain's items that the classifier assigns rightly when it has not seen them. */
  recall: number;
}

interface DomainShares {
  shares: DomainShare[];
  documents: number;
  /** Whether documents may be of no domain. Without a background each counts as of one, and shares are among the benchmark's domains. */
  open: boolean;
  /** Why there are no shares; empty where there are. */
  why: string;
}

/** Parts of the cross-validation by which the confusion is measured. */
const FOLDS = 5;
/** Replicates of the bootstrap. */
const REPLICATES = 400;
/** Pseudo-count that each row of the confusion gets, spread evenly: no confusion is taken for impossible because it has not been seen. */
const PRIOR = 1;

/** Most texts of a class that the classifier learns from, evenly over them: hundreds of thousands would not fit into memory. */
const MOST_TEXTS = 1_000;

/** Counts documents by the domain that they are assigned to. */
export interface DomainCounter {
  add(text: string): void;
  /** The shares that follow from the documents so far. */
  shares(options?: {seed?: number; replicates?: number}): DomainShares;
}

/**
 * Learns to tell the domains of a benchmark; the function that it returns begins a count of a corpus's documents. A multinomial n-gram
 * classifier with an informative Dirichlet prior assigns each document; its confusion P(assigned | domain) is measured by 5-fold
 * cross-validation on the labelled texts; the shares are those that make the assigned counts likeliest under that confusion (maximum
 * likelihood by EM, which keeps shares within 0 and 1: the corrected count of Forman 2008, doi:10.1007/s10618-008-0097-y, and of Lipton et
 * al. 2018, arXiv:1802.03916). Intervals are of the bootstrap over documents and over the labelled texts. Rests on the assumption that
 * documents of a domain are worded as its items are; documents are independent.
 * @param labelled items with their domains, and documents of the background as `OTHER`; at least two classes of five texts
 */
export function domainClassifier(labelled: readonly LabelledText[]): () => DomainCounter {
  const byDomain = groupBy(labelled, ({domain}) => domain);
  const domains = [...byDomain.keys()].sort((a, b) => (a === OTHER ? 1 : b === OTHER ? -1 : a < b ? -1 : 1));
  const sizes = domains.map(domain => byDomain.get(domain)!.length);
  const open = domains.includes(OTHER);
  const none = {shares: [], documents: 0, open};
  const nothing = (why: string) => () => ({add() {}, shares: () => ({...none, why})});
  if (domains.length < 2) return nothing("shares need two domains, or one and a background of other documents");
  const small = domains.filter((_, i) => sizes[i]! < FOLDS);
  if (small.length > 0)
    return nothing(`${small.join(", ")}: fewer than ${FOLDS} texts, too few to measure the classifier's confusion`);
  const texts = domains.flatMap((domain, label) => {
    const own = byDomain.get(domain)!;
    const used = Math.min(own.length, MOST_TEXTS);
    return Array.from({length: used}, (_, i) => ({label, text: own[Math.floor((i * own.length) / used)]!.text}));
  });
  const confusion = crossValidated(texts, domains.length);
  const classifier = trainClassifier(texts, domains.length);
  const items = sizes.reduce((sum, size, i) => (domains[i] === OTHER ? sum : sum + size), 0);
  return () => {
    const assigned = new Float64Array(domains.length);
    return {
      add(text) {
        const label = classifier(text);
        if (label >= 0) assigned[label]!++;
      },
      shares({seed = 0, replicates = REPLICATES} = {}) {
        const total = assigned.reduce((sum, count) => sum + count, 0);
        if (total === 0) return {...none, why: "no document holds a word"};
        const estimate = sharesOf(assigned, confusion.map(smoothed));
        const random = randomOf(`domain shares ${seed}`);
        const redraw = [assigned, ...confusion].map(counts => ({
          draw: resampler(counts),
          into: new Float64Array(domains.length)
        }));
        const drawn = Array.from({length: replicates}, () => {
          const [counts, ...rows] = redraw.map(({draw, into}) => Float64Array.from(draw(random, into)));
          return sharesOf(counts!, rows.map(smoothed));
        });
        const shares = domains.map((domain, i): DomainShare => {
          const own = domain === OTHER ? 0 : sizes[i]!;
          const [share, benchmark] = [estimate[i]!, own / items];
          const {low, high} = intervalOf(
            share,
            drawn.map(each => each[i]!),
            total
          );
          const offset = logit(benchmark);
          const relative = (x: number) => (Number.isFinite(offset) && Number.isFinite(logit(x)) ? logit(x) - offset : null);
          const log_odds = relative(share);
          return {
            domain,
            items: own,
            benchmark_share: benchmark,
            assigned: assigned[i]!,
            share,
            low,
            high,
            log_odds,
            log_odds_low: log_odds === null ? null : relative(low),
            log_odds_high: log_odds === null ? null : relative(high),
            recall: confusion[i]![i]! / confusion[i]!.reduce((sum, count) => sum + count, 0)
          };
        });
        return {shares, documents: total, open, why: ""};
      }
    };
  };
}

/** A share below this is 0 up to what EM's steps leave of it. */
const NONE = 1e-9;
/** Log-odds; −∞ for a share of 0, ∞ for 1. */
const logit = (p: number): number => (p <= NONE ? -Infinity : p >= 1 - NONE ? Infinity : Math.log(p / (1 - p)));

/**
 * Percentile interval of the bootstrap, widened to hold the estimate, and to the ends that Wilson's interval has where the bootstrap cannot
 * vary: a share of 0 in n documents is not known to be 0.
 */
function intervalOf(share: number, drawn: readonly number[], n: number): {low: number; high: number} {
  const sorted = Float64Array.from(drawn).sort();
  const at = (p: number) => sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? share;
  const edge = Z975 ** 2 / (n + Z975 ** 2); // Wilson's bound of a share of 0
  return {
    low: Math.min(share, at(0.025), share >= 1 - NONE ? 1 - edge : 1),
    high: Math.max(share, at(0.975), share <= NONE ? edge : 0)
  };
}

/** Rows of counts: how often texts of each class are assigned to each, by classifiers that have not seen them. */
function crossValidated(texts: readonly {label: number; text: string}[], classes: number): Float64Array[] {
  const confusion = Array.from({length: classes}, () => new Float64Array(classes));
  const seen = new Int32Array(classes);
  const fold = texts.map(({label}) => seen[label]!++ % FOLDS); // every class in every fold
  for (let part = 0; part < FOLDS; part++) {
    const classifier: Classifier = trainClassifier(
      texts.filter((_, i) => fold[i] !== part),
      classes
    );
    for (const [i, {label, text}] of texts.entries()) {
      if (fold[i] !== part) continue;
      const given = classifier(text);
      if (given >= 0) confusion[label]![given]!++;
    }
  }
  return confusion;
}

/** A row of the confusion as probabilities. */
function smoothed(row: Float64Array): Float64Array {
  const total = row.reduce((sum, count) => sum + count, 0) + PRIOR;
  return row.map(count => (count + PRIOR / row.length) / total);
}

/** Most steps of EM, and the change of a share at which it ends. */
const MOST_STEPS = 2_000;
const SETTLED = 1e-9;

/** Shares π that maximise the multinomial likelihood of counts with probabilities Σ π_d · confusion[d]: EM from equal shares. */
export function sharesOf(counts: Float64Array, confusion: readonly Float64Array[]): Float64Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let shares = new Float64Array(confusion.length).fill(1 / confusion.length);
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = new Float64Array(shares.length);
    for (const [k, count] of counts.entries()) {
      if (count === 0) continue;
      const expected = confusion.reduce((sum, row, d) => sum + shares[d]! * row[k]!, 0);
      if (expected > 0)
        for (const [d, row] of confusion.entries()) next[d]! += (count / total) * ((shares[d]! * row[k]!) / expected);
    }
    const change = next.reduce((most, share, d) => Math.max(most, Math.abs(share - shares[d]!)), 0);
    shares = next;
    if (change < SETTLED) break;
  }
  return shares;
}

// A multinomial classifier of texts by their words and pairs of words, with an informative Dirichlet prior.

/** Returns the class of a text; −1 for a text without a word. */
type Classifier = (text: string) => number;

/** Prior counts per class, spread over terms as all classes use them: a term's weight moves away from 0 only by more than this evidence. */
const PRIOR_COUNT = 500;
/** Words of a text that are read: documents may be long, and are of one class. */
const MOST_WORDS = 2_000;

/** Words of a text, lower case, each number as one word, and pairs of neighbours. */
export function termsOf(text: string): string[] {
  const words = (text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [])
    .slice(0, MOST_WORDS)
    .map(word => (/^\p{N}/u.test(word) ? "0" : word));
  return [...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)];
}

/**
 * Trains on labelled texts. A class's probability of a term is (its count + α · the term's share of all classes' terms) ÷ (its terms + α),
 * α = 500: the informative Dirichlet prior of Monroe, Colaresi & Quinn 2008 (doi:10.1093/pan/mpn018). A text is assigned to the class with
 * the largest sum of log-probabilities per term, all classes equally likely before; terms that no class has are passed over.
 * @param classes number of classes; labels are 0 … classes − 1
 */
export function trainClassifier(texts: readonly {label: number; text: string}[], classes: number): Classifier {
  const counts = new Map<string, Float64Array>();
  const totals = new Float64Array(classes);
  for (const {label, text} of texts)
    for (const term of termsOf(text)) {
      let own = counts.get(term);
      if (!own) counts.set(term, (own = new Float64Array(classes)));
      own[label]!++;
      totals[label]!++;
    }
  const all = totals.reduce((sum, total) => sum + total, 0);
  const logs = new Map<string, Float64Array>();
  for (const [term, own] of counts) {
    const share = own.reduce((sum, count) => sum + count, 0) / all;
    logs.set(
      term,
      own.map((count, k) => Math.log((count + PRIOR_COUNT * share) / (totals[k]! + PRIOR_COUNT)))
    );
  }
  return text => {
    const terms = termsOf(text);
    if (terms.length === 0) return -1;
    const sums = new Float64Array(classes);
    for (const term of terms) {
      const own = logs.get(term);
      if (own) for (let k = 0; k < classes; k++) sums[k]! += own[k]!;
    }
    let best = 0;
    for (let k = 1; k < classes; k++) if (sums[k]! > sums[best]!) best = k;
    return best;
  };
}

// The table of domains: contamination rate, share of the corpus and log-odds of each, and their averages weighted by items.

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

// The averages of the table of domains as claims that the claims auditor recomputes from its rows.

/** Digits of a rate or share in the tables, and of an average in a claim: fewer, so that rounding of the rows cannot change them. */
const DIGITS = 6;
const PRINTED = 4;

/**
 * A file for `npm run claims`: for each corpus its domains' rates, shares and items as tables, and as claims their average weighted by
 * testable items and their sums. Domains without a testable item or without a share stand in neither table.
 */
export function domainClaims(rows: readonly DomainRow[]): {title: string; source: string; tables: object; claims: object[]} {
  const tables: Record<string, object> = {};
  const claims: object[] = [];
  for (const [i, all] of rows.filter(({domain}) => domain === ALL).entries()) {
    const own = rows.filter(({corpus, domain}) => corpus === all.corpus && domain !== ALL);
    const [rates, shares] = [`rates-${i + 1}`, `shares-${i + 1}`];
    const addClaim = (id: string, of: object, says: string, printed: string) =>
      claims.push({id: `${id}-${i + 1}`, says: `${all.corpus}: ${says}`, ...of, printed});
    tables[rates] = {
      title: `Contaminated items by domain, corpus ${all.corpus}`,
      columns: {items: "count", testable: "count", contaminated: "count", rate: "share"},
      rows: Object.fromEntries(
        own
          .filter(({items}) => items > 0)
          .map(row => [row.domain, [row.items, row.testable, row.contaminated, row.rate ?? 0].map(figure)])
      )
    };
    addClaim("items", {kind: "sum", table: rates, column: "items"}, "items", figure(all.items));
    addClaim("contaminated", {kind: "sum", table: rates, column: "contaminated"}, "contaminated items", figure(all.contaminated));
    if (all.rate !== null)
      addClaim(
        "rate",
        {kind: "mean", table: rates, column: "rate", weights: "testable"},
        "average rate, weighted by testable items",
        all.rate.toFixed(PRINTED)
      );
    if (all.corpus_share === null) continue;
    tables[shares] = {
      title: `Share of the corpus ${all.corpus} by domain, of ${all.documents} documents`,
      columns: {assigned: "count", corpus_share: "share"},
      rows: Object.fromEntries(own.map(row => [row.domain, [row.assigned!, row.corpus_share!].map(figure)]))
    };
    addClaim("documents", {kind: "sum", table: shares, column: "assigned"}, "documents", figure(all.documents));
    addClaim(
      "shares",
      {kind: "sum", table: shares, column: "corpus_share"},
      "shares of the corpus",
      all.corpus_share.toFixed(PRINTED)
    );
  }
  return {title: "contamination_domains", source: "npm run -s contamination -- domains", tables, claims};
}

const figure = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(DIGITS));
