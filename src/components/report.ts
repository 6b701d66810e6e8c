// Data, tables and chart of page Report.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {type ReportedStore, reportDocument, reportJson} from "../pipelines/studies/report/document.js";
import {
  besideCells,
  boundedText,
  columnsOf,
  leftOutText,
  namesOf,
  rankText,
  reportMarkdown,
  scoreOf,
  scoreText,
  summaryOf
} from "../pipelines/studies/report/markdown.js";
import type {ChangeRow, RankRow, ScoreRow} from "../pipelines/studies/report/rows.js";
import type {ReportDocument, ReportedEvaluation} from "../pipelines/studies/report/schema.js";

import {plainRows} from "./shared/answers.js";
import {
  type Column,
  formatCount,
  hollowBlue,
  kindName,
  nameAxis,
  numberColumn,
  plotFigure,
  type Sql,
  sentences,
  simulatedBadge,
  textColumn,
  tip
} from "./shared/charts.js";

// What the page Report shows: the report's document from the published tables, as report.json has it.

/** The document of the published tables. */
export async function documentIn(sql: Sql, store: ReportedStore): Promise<ReportDocument> {
  const [scores, ranks, changes] = await Promise.all([
    sql`select * from report_scores order by model, template, sampler, suite_id, eval_id, number`,
    sql`select * from report_ranks order by model, template, sampler, suite_id, eval_id`,
    sql`select * from report_changes order by model, template, sampler, suite_id, eval_id`
  ]);
  return reportDocument(
    {scores: plainRows<ScoreRow>(scores), ranks: plainRows<RankRow>(ranks), changes: plainRows<ChangeRow>(changes)},
    store
  );
}

type ReportedSuite = ReportDocument["suites"][number];

/** An evaluation with its name on the page. */
interface Shown extends ReportedEvaluation {
  evaluation: string;
}

export function shownIn({evaluations}: ReportedSuite): Shown[] {
  const names = namesOf(evaluations);
  return evaluations.map((each, i) => ({...each, evaluation: names[i]!}));
}

/** Who is ahead, then what the overall score covers, point by point. */
export function lead(suite: ReportedSuite, rows: readonly Shown[]): Node | string {
  const [first] = rows;
  if (!first) return "";
  const [ahead, ...facts] = [...summaryOf(suite), ...leftOutText(suite)];
  const formula = first.rank === null ? [] : ["The formula score of the Leaderboard is another measure."];
  return html`<p>${ahead}</p><ul class="rb-muted">${[...facts, ...formula].map(fact => html`<li>${fact}</li>`)}</ul>`;
}

/** The files that the page offers. */
export const filesOf = (document: ReportDocument): {name: string; type: string; text: () => string}[] => [
  {name: "report.json", type: "application/json", text: () => reportJson(document)},
  {name: "report.md", type: "text/markdown", text: () => reportMarkdown(document)}
];

// The tables of the page Report: the published table's columns, what stands beside the score, one evaluation's categories, and changes.

type Score = Shown["scores"][number];

/** A score over its interval and n, which stand in lines of their own in print. */
function scoreCell(score: Pick<Score, "score" | "low" | "high" | "n"> & {why?: string}): Node {
  if (score.score === null) return html`<span title=${score.why || null}>—</span>`;
  const [value, ...bounds] = boundedText(score).split(" [");
  return html`<span class="rb-score"><span>${value}</span>${bounds.length > 0 ? html` <span>[${bounds[0]}</span>` : ""} <span class="rb-muted">n ${formatCount(score.n)}</span></span>`;
}

const name: Column<Shown> = textColumn(
  "evaluation",
  "Evaluation",
  ({evaluation, simulated}) => (simulated ? html`<span>${evaluation} ${simulatedBadge()}</span>` : evaluation),
  {by: row => row.evaluation}
);

/** Overall, and a column for each domain in which an evaluation has a score. */
export const scoreColumns = ({domains}: Pick<ReportedSuite, "domains">, rows: readonly Shown[]): Column<Shown>[] => {
  const column = (key: string, label: string, of: (row: Shown) => Score | undefined, description: string): Column<Shown> => ({
    key,
    label,
    numeric: true,
    description,
    by: row => of(row)?.score ?? null,
    show(row) {
      const score = of(row);
      return score ? scoreCell(score) : "—";
    }
  });
  return [
    name,
    numberColumn(
      "rank",
      "Rank",
      ({rank}) => (rank === null ? null : -rank.rank),
      ({rank}) =>
        rank === null
          ? "—"
          : html`<span class="rb-score"><span>${rank.rank}</span> <span>[${rank.low}, ${rank.high}]</span></span>`,
      "by the overall score, with its simultaneous 95 % interval"
    ),
    column("overall", "Overall", row => scoreOf(row, "overall"), "mean over domains of the mean over their scored categories"),
    ...columnsOf(domains)
      .filter(({domain}) => rows.some(row => (scoreOf(row, "domain", domain)?.score ?? null) !== null))
      .map(({domain, label}) => column(domain, label, row => scoreOf(row, "domain", domain), `domain ${domain}`))
  ];
};

/** What stands beside the overall score. */
export const besideColumns = ({human_weight}: Pick<ReportDocument, "human_weight">): Column<Shown>[] => {
  const labels = [
    ["item-weighted", "Item-weighted", "each answer weighs the same"],
    ["full", "Full", `with the human part, which weighs ${(100 * human_weight).toFixed(0)} %; a dash without votes`],
    ["all", "All items", "the overall score over all items, with those that were found word for word in a corpus of the book"],
    ["difference", "Difference", "overall score without those items minus that over all items, paired"],
    ["contaminated", "Contaminated", "items that are in a corpus, of those that could be tested"],
    ["ece", "ECE", "expected calibration error corrected for sampling bias: 0 is best"],
    ["answers", "Answers", "to the suite's items, repetitions included"],
    ["cost", "Cost", "US dollars at list price"]
  ] as const;
  const sorts: ((row: Shown) => number | null)[] = [
    row => scoreOf(row, "item-weighted")?.score ?? null,
    row => scoreOf(row, "full")?.score ?? null,
    row => row.all_items?.score ?? null,
    row => row.all_items?.difference.score ?? null,
    row => row.contamination.contaminated,
    row => row.calibration?.ece ?? null,
    row => row.cost.answers,
    row => row.cost.dollars
  ];
  return [
    name,
    ...labels.map(
      ([key, label, description], i): Column<Shown> =>
        numberColumn(key, label, sorts[i]!, row => besideCells(row)[i]!, description)
    )
  ];
};

/** The domains and categories of one evaluation. */
export const cardColumns: Column<Score>[] = [
  {key: "domain", label: "Domain", show: row => (row.category === "" ? html`<strong>${row.domain}</strong>` : "")},
  {key: "category", label: "Category", show: row => row.category},
  {key: "score", label: "Score", numeric: true, show: scoreCell},
  {
    key: "scored",
    label: "Categories",
    numeric: true,
    show: row => (row.category === "" ? `${row.scored} of ${row.categories}${row.empty > 0 ? `, ${row.empty} empty` : ""}` : "")
  },
  {key: "why", label: "Why there is none", show: row => row.why}
];

type Change = NonNullable<ReportDocument["changes"]>["evaluations"][number] & {evaluation: string};

/** The changes of a report with names. */
export function changesOf({evaluations}: NonNullable<ReportDocument["changes"]>): Change[] {
  const names = namesOf(evaluations);
  return evaluations.map((each, i) => ({...each, evaluation: names[i]!}));
}

export const changeColumns: Column<Change>[] = [
  textColumn(
    "evaluation",
    "Evaluation",
    ({evaluation, simulated}) => (simulated ? html`<span>${evaluation} ${simulatedBadge()}</span>` : evaluation),
    {by: row => row.evaluation}
  ),
  numberColumn(
    "before",
    "Before",
    row => row.before.score,
    row => scoreCell(row.before)
  ),
  numberColumn(
    "after",
    "Now",
    row => row.after.score,
    row => scoreCell(row.after)
  ),
  numberColumn(
    "change",
    "Change",
    row => row.change.score,
    row => (row.kind === "both" ? boundedText(row.change) : row.kind),
    "with its 95 % interval, as if no answer were the same"
  )
];

/** What the report is made from, as rows. */
export const sourcesOf = (document: ReportDocument): {what: string; text: string}[] => [
  {what: "store of", text: document.date},
  {what: "reasonbook", text: `${document.reasonbook}${document.git_commit ? `, commit ${document.git_commit}` : ""}`},
  {what: "run", text: document.status},
  {what: "seed", text: document.seed === null ? "several, or none" : String(document.seed)},
  {what: "report", text: document.digest},
  {what: "book", text: document.book_hash},
  ...Object.entries(document.tables).map(([table, {rows, sha256}]) => ({
    what: `${table}, ${formatCount(rows)} rows`,
    text: sha256 ?? "—"
  }))
];

// Overall scores of evaluations with their intervals.

/** Most evaluations that are drawn; the others stand in the table. */
const MOST_DRAWN = 24;

interface Drawn {
  evaluation: string;
  simulated: boolean;
  score: number;
  low: number;
  high: number;
  text: string;
}

/** The best evaluations, each as a dot with its interval. */
export function overallChart(rows: readonly Shown[], {width}: {width: number}): HTMLElement {
  const scored = rows.flatMap((row): Drawn[] => {
    const of = scoreOf(row, "overall");
    if (!of || of.score === null) return [];
    const text = `${kindName(row)}\n${scoreText(of)}\nrank ${rankText(row.rank)}`;
    return [
      {
        evaluation: row.evaluation,
        simulated: row.simulated,
        score: of.score,
        low: of.low ?? of.score,
        high: of.high ?? of.score,
        text
      }
    ];
  });
  const drawn = scored.slice(0, MOST_DRAWN);
  const names = nameAxis(
    drawn.map(({evaluation}) => evaluation),
    width < 500 ? width : width / 2
  );
  const simulated = drawn.some(row => row.simulated);
  return plotFigure({
    title: "Overall score",
    simulated,
    id: "overall",
    caption: sentences(
      "Lines are 95 % intervals.",
      scored.length > drawn.length ? `The best ${drawn.length} of ${scored.length}; the others are in the table.` : "",
      simulated ? "Hollow dots are simulated." : ""
    ),
    width,
    height: 70 + 18 * drawn.length,
    marginLeft: names.margin,
    marginRight: 20,
    marginBottom: 40,
    x: {
      label: "overall score →",
      grid: true,
      domain: [Math.min(0, ...drawn.map(({low}) => low)), Math.max(1, ...drawn.map(({high}) => high))],
      nice: true
    },
    y: {domain: drawn.map(({evaluation}) => evaluation), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.ruleX([0], {stroke: "var(--theme-foreground-muted)"}),
      Plot.ruleY(drawn, {y: "evaluation", x1: "low", x2: "high", stroke: "var(--theme-foreground-muted)"}),
      Plot.dot(drawn, {
        y: "evaluation",
        x: "score",
        r: 4,
        ...hollowBlue
      }),
      tip(drawn, {y: "evaluation", x: "score", title: "text"})
    ]
  });
}
