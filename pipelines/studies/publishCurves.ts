// Publishes a study's table of curves as an Arrow stream, for the pages that draw it.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {arrowBytes} from "../store/arrow.js";
import {fileOf} from "../store/publish.js";
import {readRows} from "../store/sql.js";
import {study} from "./make.js";
import {type StudyTable, studyTables} from "./registry.js";

/** Prints the table to stdout, which is all that a loader does; it is made first if it is missing or out of date. */
export async function publishCurves(
  table: StudyTable,
  folder: string,
  {output = process.stdout as NodeJS.WritableStream} = {}
): Promise<void> {
  const file = join(await study(table, folder), fileOf(table));
  const rows: Record<string, unknown>[] = [];
  if (existsSync(file)) for await (const row of readRows(file)) rows.push(row);
  await pipeline(Readable.from([arrowBytes(studyTables[table], rows)]), output, {end: false});
}
