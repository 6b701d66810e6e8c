// The step that writes the report of a store: report.json and report.md.
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {plural} from "../../book/plural.js";
import {UserError} from "../../rows/error.js";
import {replaceFile} from "../../store/files.node.js";
import {readManifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import {reportDocument, reportJson} from "../../studies/report/document.js";
import {reportMarkdown} from "../../studies/report/markdown.js";
import {REPORT_JSON, REPORT_MARKDOWN} from "../../studies/report/reportFile.node.js";
import type {ChangeRow, RankRow, ScoreRow} from "../../studies/report/rows.js";
import {reportSchema} from "../../studies/report/schema.js";
import {recordRun} from "../history.js";
import type {Done, Work} from "./step.js";
import {madeStudies} from "./studySteps.js";

/** Throws a UserError for a store without a manifest, of which a report could not say what it is made from. */
export async function reportFiles(work: Work): Promise<Done> {
  const {book, folder, out, history, report} = work;
  const manifest = await readManifest(folder);
  if (!manifest) throw new UserError(`${folder} has no manifest.json to report on; run the step inference first`);
  const made = await madeStudies(["report"], work);
  const read = async <T>(table: string): Promise<T[]> => {
    const rows: T[] = [];
    for await (const row of readRows(join(folder, fileOf(table)))) rows.push(row as T);
    return rows;
  };
  const document = reportSchema.parse(
    reportDocument(
      {
        scores: await read<ScoreRow>("report_scores"),
        ranks: await read<RankRow>("report_ranks"),
        changes: await read<ChangeRow>("report_changes")
      },
      manifest
    )
  );
  const texts = {[REPORT_JSON]: reportJson(document), [REPORT_MARKDOWN]: reportMarkdown(document)};
  for (const place of out === undefined ? [folder] : [folder, out]) {
    await mkdir(place, {recursive: true});
    for (const [name, text] of Object.entries(texts))
      await replaceFile(join(place, name), temporary => writeFile(temporary, text));
  }
  await recordRun(book, folder, {history, report, all: true});
  const evaluations = document.suites.reduce((sum, each) => sum + each.evaluations.length, 0);
  return {
    line: `${plural(evaluations, "evaluation")} → ${join(out ?? folder, REPORT_JSON)} and ${REPORT_MARKDOWN}`,
    made
  };
}
