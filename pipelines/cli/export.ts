// The command `export`: results for other programs (docs/export.md), and tables hive-partitioned to a folder or to S3-compatible storage
// (docs/object-storage.md).
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {EXPORT_FORMATS, exportResults} from "../run/exports/exportResults.js";
import {fetchPartitioned, type Published, publishPartitioned} from "../store/partitioned/publish.node.js";
import {PARTITIONED} from "../store/partitioned/write.node.js";
import {command, option} from "./command.js";
import {path, storeOption} from "./optionTypes.js";

const exportCommand = command({
  name: "export",
  summary:
    "write results with responses for other programs (docs/export.md), or tables hive-partitioned by model and task for larger engines (docs/object-storage.md)",
  options: z.strictObject({
    format: option(
      z.enum(EXPORT_FORMATS).optional(),
      "with --out: inspect, JSON logs; lm-eval, samples_*.jsonl with results_*.json; parquet, tidy with a data dictionary",
      {value: "name"}
    ),
    partitioned: path("a folder, or s3://bucket/prefix with credentials in AWS_* variables", {value: "target"}).optional(),
    fetch: path("instead: fetch what s3://bucket/prefix lists into the folder --out, and check every file", {
      value: "source"
    }).optional(),
    tables: option(
      z
        .string()
        .transform(tableNames)
        .default([...PARTITIONED]),
      "with --partitioned: tables, separated by commas",
      {value: "names"}
    ),
    store: storeOption(),
    out: path("with --format or --fetch: the folder that the files go into", {value: "folder"}).optional()
  }),
  examples: ["--format inspect --out exported", "--partitioned s3://bucket/prefix"],
  async run({format, partitioned, fetch: source, tables, store, out}) {
    const log = report();
    if ([format, partitioned, source].filter(each => each !== undefined).length !== 1)
      throw new UserError(
        "expected one of --format NAME with --out FOLDER, --partitioned TARGET, and --fetch SOURCE with --out FOLDER"
      );
    if (format !== undefined) {
      if (out === undefined) throw new UserError("--format needs --out, the folder to write into");
      const files = await exportResults({store, out, format, report: log});
      return log.info(`${plural(files.length, "file")} in ${out}`);
    }
    if (source !== undefined) {
      if (out === undefined) throw new UserError("--fetch needs --out, the folder that the files go into");
      return log.info(summary(await fetchPartitioned(source, out)));
    }
    if (out !== undefined) throw new UserError("--out goes with --format and --fetch; --partitioned itself names the target");
    log.info(summary(await publishPartitioned(store, partitioned!, {tables, report: log.info})));
  }
});

export const commands = [exportCommand];

function summary({list, place, written}: Published): string {
  const all = Object.values(list.tables).flatMap(({files}) => files);
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0);
  const tables = Object.entries(list.tables).map(([name, {rows}]) => `${name} ${plural(rows, "row")}`);
  return `${tables.join(", ")} in ${place}${list.simulated ? " (with simulated results)" : ""}: ${plural(all.length, "file")}, ${(bytes / 1e6).toFixed(1)} MB, ${written.toLocaleString("en")} of them written now`;
}

function tableNames(text: string): string[] {
  const tables = text.split(",").map(name => name.trim());
  const wrong = tables.find(name => !/^[a-z][a-z0-9_]*$/.test(name));
  if (wrong !== undefined) throw new UserError(`--tables expects names such as samples,points, got "${text}"`);
  return [...new Set(tables)];
}
