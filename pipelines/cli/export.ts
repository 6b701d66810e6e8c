// The command `export`: writes tables hive-partitioned to a folder or to S3-compatible storage (docs/object-storage.md).
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.js";
import {fetchPartitioned, type Published, publishPartitioned} from "../store/partitioned/publish.js";
import {PARTITIONED} from "../store/partitioned/write.js";
import {STORE} from "../store/publish.js";

interface Options {
  partitioned?: string;
  fetch?: string;
  tables: string[];
  store: string;
  out?: string;
}

/** Adds the command to the program. */
export function exportCommands(program: Command): void {
  program
    .command("export")
    .description(
      "write tables hive-partitioned by model and task, for DuckDB, Spark, Trino and ClickHouse (docs/object-storage.md)"
    )
    .option("--partitioned <target>", "a folder, or s3://bucket/prefix with credentials in AWS_* variables")
    .option("--fetch <source>", "instead: fetch what s3://bucket/prefix lists into the folder --out, and check every file")
    .option("--tables <names>", "tables, separated by commas", names, [...PARTITIONED])
    .option("--store <folder>", "the store", STORE)
    .option("--out <folder>", "with --fetch: where the files go")
    .action(async ({partitioned, fetch: source, tables, store, out}: Options) => {
      const log = report();
      if ((partitioned === undefined) === (source === undefined))
        throw new UserError("expected --partitioned TARGET, or --fetch SOURCE with --out FOLDER");
      if (source !== undefined) {
        if (out === undefined) throw new UserError("--fetch needs --out, the folder that the files go into");
        return log.info(summary(await fetchPartitioned(source, out)));
      }
      if (out !== undefined) throw new UserError("--out goes with --fetch; --partitioned itself names the target");
      log.info(summary(await publishPartitioned(store, partitioned!, {tables, report: log.info})));
    });
}

function summary({list, place, written}: Published): string {
  const all = Object.values(list.tables).flatMap(({files}) => files);
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0);
  const tables = Object.entries(list.tables).map(([name, {rows}]) => `${name} ${plural(rows, "row")}`);
  return `${tables.join(", ")} in ${place}${list.simulated ? " (with simulated results)" : ""}: ${plural(all.length, "file")}, ${(bytes / 1e6).toFixed(1)} MB, ${written.toLocaleString("en")} of them written now`;
}

function names(text: string): string[] {
  const tables = text.split(",").map(name => name.trim());
  const wrong = tables.find(name => !/^[a-z][a-z0-9_]*$/.test(name));
  if (wrong !== undefined) throw new UserError(`--tables expects names such as samples,points, got "${text}"`);
  return [...new Set(tables)];
}
