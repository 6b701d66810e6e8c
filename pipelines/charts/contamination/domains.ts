// What a corpus is about, beside what the benchmark is about: a chart, a table and a sentence.
import * as Plot from "npm:@observablehq/plot";
import {ALL, type DomainRow} from "../../studies/contamination/distributionTable.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {nameAxis} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function shareText({corpus_share: value, corpus_low: low, corpus_high: high, documents}: DomainRow): string {
  if (value === null) return "–";
  return low === null || high === null ? percent(value) : formatRate({value, low, high, n: documents});
}

const logOddsText = ({log_odds, log_odds_low, log_odds_high}: DomainRow): string => {
  if (log_odds === null) return "–";
  const end = (x: number | null) => (x === null ? "–" : x.toFixed(2).replace("-", "−"));
  return `${end(log_odds)} [${end(log_odds_low)}, ${end(log_odds_high)}]`;
};

/** The table's columns: contamination by domain, and shares of the corpus beside those of the benchmark. */
export function domainColumns(): Column<DomainRow>[] {
  const numeric = {numeric: true};
  return [
    {key: "domain", label: "Domain", by: row => row.domain, show: row => row.domain},
    {
      key: "rate",
      label: "Contaminated",
      ...numeric,
      by: (row: DomainRow) => row.rate,
      show: row =>
        row.rate === null
          ? "none testable"
          : formatRate({value: row.rate, low: row.rate_low, high: row.rate_high, n: row.testable}),
      description:
        "in this corpus, among tests that could be tested; Wilson's 95 % interval. Of (all) the mean weighted by these tests"
    },
    {
      key: "testable",
      label: "n tests",
      ...numeric,
      by: row => row.testable,
      show: row => formatCount(row.testable),
      description: "tests that could be tested"
    },
    {
      key: "corpus_share",
      label: "Share of the corpus",
      ...numeric,
      by: (row: DomainRow) => row.corpus_share,
      show: shareText,
      description: "of its documents, corrected for the classifier's confusion; 95 % interval by bootstrap"
    },
    {key: "documents", label: "n documents", ...numeric, by: row => row.documents, show: row => formatCount(row.documents)},
    {
      key: "benchmark_share",
      label: "Share of the tests",
      ...numeric,
      by: row => row.benchmark_share,
      show: row => percent(row.benchmark_share),
      description: "of all tests of the store: a count, not an estimate"
    },
    {
      key: "log_odds",
      label: "Log-odds",
      ...numeric,
      by: (row: DomainRow) => row.log_odds,
      show: logOddsText,
      description: "of the share of the corpus minus those of the share of the tests: above 0 the corpus has more of it"
    },
    {
      key: "recall",
      label: "Recognised",
      ...numeric,
      by: (row: DomainRow) => row.recall,
      show: row => (row.recall === null ? "–" : percent(row.recall)),
      description: "share of the domain's own texts that the classifier assigns rightly unseen"
    }
  ];
}

/** A dot with its interval for each domain, its share of the corpus, and a ring for its share of the tests. */
export function domainPlot(rows: readonly DomainRow[], {width = 640} = {}): HTMLElement {
  const drawn = rows.filter(({domain, corpus_share}) => domain !== ALL && corpus_share !== null);
  const names = drawn.map(({domain}) => domain);
  const {margin, format} = nameAxis(names, width);
  const plot = drawPlot({
    width,
    height: 22 * drawn.length + 56,
    marginLeft: margin,
    marginRight: 16,
    x: {
      label: "share (%)",
      grid: true,
      domain: [0, 100 * Math.max(0.01, ...drawn.flatMap(row => [row.corpus_high!, row.benchmark_share]))]
    },
    y: {label: null, domain: names, tickFormat: format},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(drawn, {y: "domain", x1: row => 100 * row.corpus_low, x2: row => 100 * row.corpus_high, strokeWidth: 1.5}),
      Plot.dot(drawn, {y: "domain", x: row => 100 * row.corpus_share, r: 4, fill: "currentColor"}),
      Plot.dot(drawn, {y: "domain", x: row => 100 * row.benchmark_share, r: 5, stroke: "currentColor", strokeWidth: 1.2}),
      Plot.tip(
        drawn,
        Plot.pointerY({
          y: "domain",
          x: (row: DomainRow) => 100 * row.corpus_share!,
          title: (row: DomainRow) =>
            `${row.domain}: ${shareText(row)} of the corpus, n = ${formatCount(row.documents)} documents\n${percent(row.benchmark_share)} of the tests, n = ${formatCount(row.items)}`
        })
      )
    ]
  }) as HTMLElement;
  return figure(plot, {
    title: "Domains of the corpus",
    caption: "Dots: share of the corpus's documents, with 95 % intervals by bootstrap. Rings: share of the tests.",
    id: "contamination-domains"
  });
}

/** Which domains a corpus has more of than the benchmark, and what the shares rest on. @param rows of one corpus */
export function domainSentence(rows: readonly DomainRow[]): string {
  const all = rows.find(({domain}) => domain === ALL);
  if (!all) return "The domains of no corpus have been estimated.";
  if (all.why) return `No share of ${all.corpus} could be estimated: ${all.why}.`;
  const more = rows.filter(({log_odds_low}) => log_odds_low !== null && log_odds_low > 0);
  const names = more
    .sort((a, b) => b.log_odds! - a.log_odds!)
    .slice(0, 5)
    .map(row => `${row.domain} (${shareText(row)} of documents, ${percent(row.benchmark_share)} of tests)`);
  const other = rows.find(({benchmark_share, corpus_share}) => benchmark_share === 0 && corpus_share !== null);
  const open = other
    ? ` ${shareText(other)} are of no domain.`
    : " Each document is assigned to one of the domains, since the book gives no background of other documents.";
  const head = `Of ${formatCount(all.documents)} documents of ${all.corpus},`;
  return `${head} ${more.length === 0 ? "no domain has a larger share than among the tests beyond chance" : `larger shares than among the tests have ${formatCount(more.length)} domains: ${names.join("; ")}${more.length > names.length ? "; and others" : ""}`}.${open}`;
}
