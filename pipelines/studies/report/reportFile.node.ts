// The files of a report in a store: report.json and report.md.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {type ReportDocument, reportSchema} from "./schema.js";

export const REPORT_JSON = "report.json";
export const REPORT_MARKDOWN = "report.md";

/** The report that a folder holds; null where there is none, or one that this version cannot read. */
export async function readReport(folder: string): Promise<ReportDocument | null> {
  const text = await readFile(join(folder, REPORT_JSON), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
