// How many tests of each task stand in a corpus: a chart, a table and a sentence.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {groupBy} from "../../stats/groupBy.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import {ALL, type DomainRow} from "../../studies/contamination/distribution.js";
import type {ContaminationEffect} from "../../studies/contamination/effect.js";
import {type ContaminationRate, contaminationRate, isContaminated, type Verdict} from "../../studies/contamination/settings.js";
import {evaluationColumn} from "../shared/evaluationColumn.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatDifference, formatP, formatRate} from "../shared/interval.js";
import {evaluationNames, nameAxis} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import {simulatedBadge} from "../shared/simulated.js";
import type {Column} from "../shared/sortable.js";

/** A test with its task or category, and what was decided about it. */
export interface Judged {
  place: string;
  verdict: Verdict;
}

/** The tests of one task or category: how many of each verdict, and the share of contaminated ones. */
export interface RateRow extends ContaminationRate {
  place: string;
}

/** Counts of verdicts by place, and of all together under the name "all". */
export function ratesOf(judged: readonly Judged[]): RateRow[] {
  const of = (tests: readonly Judged[]) => contaminationRate(tests.map(({verdict}) => verdict));
  const sorted = [...groupBy(judged, ({place}) => place)].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([place, own]): RateRow => ({place, ...of(own)}));
  return rows.length > 1 ? [...rows, {place: "all", ...of(judged)}] : rows;
}

/** Shares below this have two decimals, so that a few copies among thousands of tests do not read as none. */
const SMALL = 0.01;

/** Formats the share of contaminated tests, `0.02 % [0.01, 0.07]`; "none testable" without tests. */
function share(row: RateRow): string {
  if (row.n === 0) return "none testable";
  if (row.value === null || row.exact + row.near === 0 || row.value >= SMALL) return formatRate(row);
  const [value, low, high] = [row.value, row.low, row.high].map(x => (100 * x).toFixed(2));
  return `${value} % [${low}, ${high}]`;
}

/** The table's columns: which tests, and what was decided about how many. */
export function rateColumns(place: string): Column<RateRow>[] {
  const counted = (key: Verdict | "n", label: string, description: string): Column<RateRow> => ({
    key,
    label,
    description,
    numeric: true,
    by: row => row[key],
    show: row => formatCount(row[key])
  });
  return [
    {key: "place", label: place, by: row => row.place, show: row => row.place},
    {
      key: "value",
      label: "Contaminated",
      numeric: true,
      by: (row: RateRow) => row.value,
      show: share,
      description: "share of exact and near copies among the tests that could be tested; Wilson's 95 % interval"
    },
    counted("n", "n", "tests that could be tested"),
    counted("exact", "Exact", "copied as they are, or nearly all of their n-grams in one window of a document"),
    counted("near", "Near", "copied with changes"),
    counted("clean", "Clean", "searched for in all that was read, and not found"),
    counted("not_testable", "Not testable", "too little text beside what other tests of the task share, or not all was read")
  ];
}

/** A dot with its interval for each place, the share of contaminated tests. */
export function ratePlot(rows: readonly RateRow[], {width = 640} = {}): HTMLElement {
  const drawn = rows.filter(({n}) => n > 0);
  const {margin, format} = nameAxis(
    drawn.map(({place}) => place),
    width
  );
  const most = Math.max(1, ...drawn.map(({high}) => 100 * high));
  const plot = drawPlot({
    width,
    height: 22 * drawn.length + 56,
    marginLeft: margin,
    marginRight: 16,
    x: {label: "contaminated tests (%)", domain: [0, most], grid: true},
    y: {label: null, domain: drawn.map(({place}) => place), tickFormat: format},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(drawn, {y: "place", x1: row => 100 * row.low, x2: row => 100 * row.high, strokeWidth: 1.5}),
      Plot.dot(drawn, {y: "place", x: row => 100 * row.value, r: 4, fill: "currentColor"}),
      Plot.tip(
        drawn,
        Plot.pointerY({
          y: "place",
          x: (row: RateRow) => 100 * row.value!,
          title: (row: RateRow) =>
            `${row.place}: ${share(row)}, n = ${formatCount(row.n)}\n${formatCount(row.exact)} exact, ${formatCount(row.near)} near, ${formatCount(row.not_testable)} more not testable`
        })
      )
    ]
  }) as HTMLElement;
  return figure(plot, {
    title: "Contaminated tests",
    caption: "Bars are Wilson's 95 % intervals over tests; those that could not be tested count on neither side.",
    id: "contamination-rates"
  });
}

/** How the book names the source of a corpus that `contamination -- simulate` has written. */
const SIMULATED_SOURCE = /\bcontamination -- simulate\b/u;

/**
 * Returns the notice that corpora were made with copies of tests in them; empty if all are of others. If none of the audited tests is
 * among the copies, as where the answers were imported, nothing on the page is simulated, and the notice names the way to other texts.
 */
export function plantedNotice(
  files: readonly {corpus: string; source: string}[],
  audited: readonly {verdict: Verdict}[]
): HTMLElement | DocumentFragment {
  const corpora = new Map(files.map(({corpus, source}) => [corpus, SIMULATED_SOURCE.test(source)]));
  const planted = [...corpora].flatMap(([corpus, isPlanted]) => (isPlanted ? [corpus] : []));
  if (planted.length === 0) return html.fragment``;
  const which = planted.length === corpora.size ? "" : ` ${planted.join(", ")}:`;
  if (!audited.some(({verdict}) => isContaminated(verdict)))
    return html`<p class="rb-notice" role="note">${which} This corpus is an example with copies of other tests, and says nothing of the training data of any model. Name texts to search under <code>corpora</code> in <code>data/book.yaml</code>, then run <code>npm run build</code>.`;
  return html`<p class="rb-notice" role="note">${simulatedBadge()}${which} Copies of tests were planted in this corpus, to measure whether they are found. It says nothing of the training data of any model.`;
}

/** What the audit found, and of how much nothing can be said. */
export function rateSentence(rows: readonly RateRow[]): string {
  const all = rows.find(({place}) => place === "all") ?? rows[0];
  if (!all) return "No tests have been audited: the book names no corpus (corpora), or the store holds no tests.";
  const total = all.n + all.not_testable;
  const unknown = `${formatCount(all.not_testable)} of ${formatCount(total)} tests could not be tested, and are not called clean.`;
  if (all.n === 0) return `None of ${formatCount(total)} tests could be tested.`;
  const copies = all.exact + all.near;
  const kinds = copies === 0 ? "" : `, ${formatCount(all.exact)} as exact and ${formatCount(all.near)} as near copies`;
  const head = `${copies === 0 ? "None" : formatCount(copies)} of ${formatCount(all.n)} tests that could be tested ${copies === 1 ? "was" : "were"} found in the texts that were searched: ${share(all)}${kinds}.`;
  return `${head} ${unknown}`;
}

// What contamination does to each model's score: a chart, a table and a sentence.

type Group = "all" | "clean" | "contaminated";

type Gain = "compared_contaminated" | "others" | "gain" | "gain_low" | "gain_high" | "p" | "q" | "memoriser" | "why";

/** A row of the table `contamination_effects`. */
interface EffectRow
  extends EvaluationKey,
    Record<`${Group}_items` | `${Group}_answers`, number>,
    Record<`${Group}_accuracy` | `${Group}_low` | `${Group}_high`, number | null>,
    Pick<ContaminationEffect, Gain> {
  simulated: boolean;
}

function accuracy(row: EffectRow, group: Group): string {
  const [value, low, high] = [row[`${group}_accuracy`], row[`${group}_low`], row[`${group}_high`]];
  return formatRate({value, low: low ?? 0, high: high ?? 0, n: row[`${group}_answers`]});
}

const gainText = ({gain, gain_low, gain_high}: EffectRow): string =>
  gain === null ? "–" : formatDifference({value: gain, low: gain_low, high: gain_high});

const verdictText = ({memoriser}: EffectRow): string => (memoriser === null ? "not tested" : memoriser ? "gains" : "no sign");

/** The table's columns: accuracy on clean and on contaminated tests, and the gain beyond what other models gain. */
export function effectColumns(rows: readonly EffectRow[]): Column<EffectRow>[] {
  const of = (group: Group, label: string, description: string): Column<EffectRow>[] => [
    {
      key: group,
      label,
      description,
      numeric: true,
      by: row => row[`${group}_accuracy`],
      show: row => accuracy(row, group)
    },
    {
      key: `${group}_n`,
      label: "n",
      description: "answers to them",
      numeric: true,
      by: row => row[`${group}_answers`],
      show: row => formatCount(row[`${group}_answers`])
    }
  ];
  return [
    evaluationColumn(rows),
    ...of("clean", "Clean", "excess accuracy on clean tests, with its 95 % interval over tests"),
    ...of("contaminated", "Contaminated", "the same on exact and near copies"),
    {
      key: "gain",
      label: "Gain (points)",
      numeric: true,
      by: (row: EffectRow) => row.gain,
      show: gainText,
      description:
        "right answers on contaminated minus on clean tests of the same point or category, each minus the other models' on the same test; 95 % interval over tests"
    },
    {
      key: "q",
      label: "q",
      numeric: true,
      by: (row: EffectRow) => row.q,
      show: (row: EffectRow) => formatP(row.q),
      description: "one-sided p-value by permutation, adjusted over models (Benjamini and Hochberg)"
    },
    {
      key: "memoriser",
      label: "Gains by contamination",
      by: verdictText,
      show: verdictText,
      description: "whether q is at most 0.05"
    },
    {key: "why", label: "Remark", show: row => row.why}
  ];
}

/** The gain of each model with its interval, largest first; models that gain are filled. */
export function effectPlot(rows: readonly EffectRow[], {width = 640} = {}): HTMLElement {
  const name = evaluationNames(rows);
  const drawn = rows.filter(({gain}) => gain !== null).sort((a, b) => b.gain! - a.gain!);
  const names = drawn.map(name);
  const {margin, format} = nameAxis(names, width);
  const simulated = drawn.some(row => row.simulated);
  const plot = drawPlot({
    width,
    height: 20 * drawn.length + 56,
    marginLeft: margin,
    marginRight: 16,
    x: {label: "gain on contaminated tests (percentage points)", grid: true},
    y: {label: null, domain: names, tickFormat: format},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(
        drawn.filter(({gain_low}) => gain_low !== null),
        {y: name, x1: row => 100 * row.gain_low, x2: row => 100 * row.gain_high, strokeWidth: 1.5}
      ),
      Plot.dot(drawn, {
        y: name,
        x: row => 100 * row.gain,
        r: 4,
        stroke: "currentColor",
        strokeWidth: 1.5,
        fill: row => (row.memoriser ? "var(--theme-foreground)" : "var(--theme-background)")
      }),
      Plot.tip(
        drawn,
        Plot.pointerY({
          y: name,
          x: (row: EffectRow) => 100 * row.gain!,
          title: (row: EffectRow) =>
            `${name(row)}${row.simulated ? " (simulated)" : ""}\ngain ${gainText(row)}, q ${formatP(row.q)}\nn = ${formatCount(row.compared_contaminated)} contaminated tests, ${formatCount(row.others)} other models`
        })
      )
    ]
  }) as HTMLElement;
  return figure(plot, {
    title: "Gain by contamination",
    simulated,
    id: "contamination-gain",
    caption:
      "Bars are 95 % intervals over tests. Filled: q at most 0.05, so that of the filled ones one in twenty is expected to be chance."
  });
}

/** Which models gain, and of how many nothing can be said. */
export function effectSentence(rows: readonly EffectRow[]): string {
  if (rows.length === 0) return "No answers to audited tests.";
  const name = evaluationNames(rows);
  const tested = rows.filter(({memoriser}) => memoriser !== null);
  if (tested.length === 0) return `None of ${formatCount(rows.length)} evaluations could be tested: ${rows[0]!.why}.`;
  const found = tested.filter(({memoriser}) => memoriser).sort((a, b) => b.gain! - a.gain!);
  const untested = rows.length - tested.length;
  const rest = untested > 0 ? ` ${formatCount(untested)} more could not be tested.` : "";
  const each = (row: EffectRow) =>
    `${name(row)}${row.simulated ? " (simulated)" : ""} ${gainText(row)} (n = ${formatCount(row.compared_contaminated)} contaminated tests)`;
  const shown = found.slice(0, 6).map(each).join("; ");
  const more = found.length > 6 ? `; and ${formatCount(found.length - 6)} more` : "";
  const head = `${formatCount(found.length)} of ${formatCount(tested.length)} evaluations gain where tests are contaminated, at a false discovery rate of 5 %`;
  return `${head}${found.length > 0 ? `: ${shown}${more}, in percentage points` : ""}.${rest}`;
}

// What a corpus is about, beside what the benchmark is about: a chart, a table and a sentence.

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
