// What every loader does: it prints the published table that it is named after.
import {basename} from "node:path";
import {fileURLToPath} from "node:url";
import {loadUserExtensions} from "../extend/own.node.js";
import {publish} from "../store/publish.node.js";
import {study} from "../studies/make.node.js";
import {type StudyTable, studyTables} from "../studies/registry.js";
import {loaded} from "./results.js";

/** The text of every loader. A refresh recognizes it, and prints such a loader's table without starting a process for it. */
export const LOADER = `import {load} from "../pipelines/run/loader.js";

await load(import.meta.url);
`;

/**
 * Prints the table to stdout. There is a file for each table, and no parameterised route, because Framework takes the time of a loader's
 * file for the time of its table: with one file for all, each checkpoint of a run would have every table loaded again.
 * @param url the loader's `import.meta.url`: loaders/points.parquet.ts prints the table points, loaders/spectra.arrow.ts the table spectra as
 * Arrow
 */
export async function load(url: string): Promise<void> {
  await loadUserExtensions();
  await print(basename(fileURLToPath(url), ".ts"), await loaded());
}

/**
 * Prints a file that pages read; a study's table is made first if it is missing or out of date.
 * @param name the file's name, e.g. points.parquet
 * @param folder the store
 */
export async function print(
  name: string,
  folder: string,
  {output = process.stdout}: {output?: NodeJS.WritableStream} = {}
): Promise<void> {
  const [table = "", format] = name.split(".");
  if (!(table in studyTables)) return publish(table, folder, {output});
  const of = table as StudyTable;
  await publish(table, await study(of, folder), {output, schema: studyTables[of], arrow: format === "arrow"});
}
