// Exports a store's results for other programs: logs of Inspect, samples of lm-evaluation-harness, or tidy Parquet.
import {mkdir, stat} from "node:fs/promises";
import {plural} from "../../book/plural.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {groupBy} from "../../stats/groupBy.js";
import {projectVersion} from "../../store/version.node.js";
import {writeInspect} from "./inspect.js";
import {writeLmEval} from "./lmEval.js";
import {writeParquet} from "./parquet.js";
import {exportedParts} from "./results.js";

/** Formats that can be written. */
export const EXPORT_FORMATS = ["inspect", "lm-eval", "parquet"] as const;
export type ExportedFormat = (typeof EXPORT_FORMATS)[number];

/** When results were made that do not say so. */
const UNKNOWN_TIME = "1970-01-01T00:00:00.000Z";

/** Writes a store's results into a folder. @returns the files */
export async function exportResults({
  store,
  out,
  format,
  report
}: {
  store: string;
  out: string;
  format: ExportedFormat;
  report: Report;
}): Promise<string[]> {
  const there = await stat(out).catch(() => null);
  if (there && !there.isDirectory()) throw new UserError(`--out ${out} is a file; name a folder`);
  const {manifest, parts} = await exportedParts(store);
  await mkdir(out, {recursive: true});
  if (format === "parquet") {
    const written = await writeParquet(store, out);
    for (const {file, rows} of written) report.info(`${file}: ${plural(rows, "row")}`);
    return written.map(({file}) => file);
  }
  const {version} = await projectVersion();
  const of = {out, created: manifest?.finished ?? UNKNOWN_TIME, version};
  const files: string[] = [];
  if (format === "inspect")
    for (const part of parts) {
      files.push(await writeInspect(part, of));
      report.info(`${files.at(-1)}: ${plural(part.counts.responses, "sample")}`);
    }
  else {
    const evaluations = [...groupBy(parts, ({evaluation}) => evaluation.eval_id).values()];
    const models = evaluations.map(own => own[0]!.evaluation.model);
    for (const own of evaluations) {
      const {model} = own[0]!.evaluation;
      const {files: written, unscored} = await writeLmEval(own, {...of, apart: models.filter(each => each === model).length > 1});
      files.push(...written);
      report.info(`${written.at(-1)}: ${plural(own.length, "task")}`);
      if (unscored > 0)
        report.warn(`${plural(unscored, "response")} of ${model} without a score left out: each line there needs one`);
    }
  }
  return files;
}
