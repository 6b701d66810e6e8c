// What the page Report shows: the report's document from the published tables, as report.json has it.
import {plural} from "../../pipelines/book/plural.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {type ReportedStore, reportDocument, reportJson} from "../../pipelines/studies/report/document.js";
import {reportMarkdown} from "../../pipelines/studies/report/markdown.js";
import type {ChangeRow, RankRow, ScoreRow} from "../../pipelines/studies/report/rows.js";
import type {ReportDocument, ReportedEvaluation} from "../../pipelines/studies/report/schema.js";
import {columnsOf, emptySentence, namesOf, rankText, scoreOf, scoreText} from "../../pipelines/studies/report/words.js";
import {plainRows} from "../shared/answers.js";

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

export type ReportedSuite = ReportDocument["suites"][number];

/** An evaluation with its name on the page. */
export interface Shown extends ReportedEvaluation {
  evaluation: string;
}

export function shownIn({evaluations}: ReportedSuite): Shown[] {
  const names = namesOf(evaluations);
  return evaluations.map((each, i) => ({...each, evaluation: names[i]!}));
}

/** Who is ahead, and what the overall score is of. */
export function leadSentence({domains}: ReportedSuite, rows: readonly Shown[]): string {
  const [first] = rows;
  if (!first) return "";
  const overall = scoreOf(first, "overall");
  const scored = columnsOf(domains).filter(({domain}) => (scoreOf(first, "domain", domain)?.score ?? null) !== null);
  const ahead =
    first.rank === null
      ? ""
      : `${first.evaluation} has the highest overall score, ${overall ? scoreText(overall) : "—"}: rank ${rankText(first.rank)}. `;
  return `${ahead}${emptySentence(domains)} Its mean is over ${scored.length} of ${plural(domains.length, "domain")}.`;
}

/** The files that the page offers. */
export const filesOf = (document: ReportDocument): {name: string; type: string; text: () => string}[] => [
  {name: "report.json", type: "application/json", text: () => reportJson(document)},
  {name: "report.md", type: "text/markdown", text: () => reportMarkdown(document)}
];
