// The body of every loader: prints the published table that the loader is named after.
import {basename} from "node:path";
import {fileURLToPath} from "node:url";
import {publish} from "../store/publish.js";
import {study} from "../studies/make.js";
import {publishCurves} from "../studies/publishCurves.js";
import {type StudyTable, studyTables} from "../studies/registry.js";
import {loaded} from "./results.js";

/**
 * Prints the table to stdout; a study's is made first if it is missing or out of date. There is a file for each table, and no parameterised
 * route, because Framework takes the time of a loader's file for the time of its table: with one file for all, each checkpoint of a run
 * would have every table loaded anew.
 * @param url the loader's `import.meta.url`: loaders/points.parquet.ts prints the table points, loaders/spectra.arrow.ts the table spectra as
 * Arrow
 */
export async function load(url: string): Promise<void> {
  const [table = "", format] = basename(fileURLToPath(url)).split(".");
  const folder = await loaded();
  if (format === "arrow" && table in studyTables) return publishCurves(table as StudyTable, folder);
  await publish(table, table in studyTables ? study(table as StudyTable, folder) : folder);
}
