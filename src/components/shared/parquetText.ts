// Reads a reader's Parquet file with DuckDB in the same tab: as an Arrow stream for a worker, or as JSON lines.
import {tableToIPC} from "npm:apache-arrow";
import type {Rows} from "../../pipelines/charts/shared/sql.js";
import {openDatabase} from "./database.js";

/** Columns that contain names: numbers in them are kept as written, exact beyond 2⁵³. */
const NAMES = new Set(["judge", "model", "model_a", "model_b", "question_id", "winner"]);

/** The text of a file; for a Parquet file, one JSON line per row, without null fields. */
export async function textOf(file: File): Promise<string> {
  return (await isParquet(file)) ? linesOf(file) : file.text();
}

const isParquet = async (file: File): Promise<boolean> => (await file.slice(0, 4).text()) === "PAR1";

/** A file for a worker: its text, or for a Parquet file its rows as an Arrow stream. */
export type Content = {name: string; text: string} | {name: string; arrow: Uint8Array};

export const contentOf = async (file: File): Promise<Content> =>
  (await isParquet(file))
    ? {name: file.name, arrow: tableToIPC((await rowsOf(file)) as never, "stream")}
    : {name: file.name, text: await file.text()};

async function linesOf(file: File): Promise<string> {
  const lines: string[] = [];
  for (const row of await rowsOf(file))
    lines.push(JSON.stringify(row, (_, value: unknown) => (value === null ? undefined : value)));
  return lines.join("\n");
}

/** @throws Error that names the file where it is damaged */
async function rowsOf(file: File): Promise<Rows> {
  const database = openDatabase({given: new File([file], "given.parquet")});
  try {
    const {fields} = (await database.query("from given limit 0")).schema;
    const names = fields.map(({name}) => name).filter(name => NAMES.has(name));
    const exact = names.map(name => `cast("${name}" as varchar) as "${name}"`);
    return await database.query(`select ${exact.length > 0 ? `* replace (${exact.join(", ")})` : "*"} from given`);
  } catch (error) {
    throw new Error(`${file.name} is no Parquet file that can be read: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    database.close();
  }
}
