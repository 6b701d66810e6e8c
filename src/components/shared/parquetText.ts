// Converts a reader's Parquet file to JSON lines, with DuckDB in the same tab.
import {openDatabase} from "./database.js";

/** Columns that contain names: numbers in them are kept as written, exact beyond 2⁵³. */
const NAMES = new Set(["judge", "model", "model_a", "model_b", "question_id", "winner"]);

/** The text of a file; for a Parquet file, one JSON line per row, without null fields. */
export async function textOf(file: File): Promise<string> {
  return (await isParquet(file)) ? linesOf(file) : file.text();
}

const isParquet = async (file: File): Promise<boolean> => (await file.slice(0, 4).text()) === "PAR1";

/** @throws Error that names the file where it is damaged */
async function linesOf(file: File): Promise<string> {
  const database = openDatabase({given: new File([file], "given.parquet")});
  try {
    const {fields} = (await database.query("from given limit 0")).schema;
    const names = fields.map(({name}) => name).filter(name => NAMES.has(name));
    const exact = names.map(name => `cast("${name}" as varchar) as "${name}"`);
    const rows = await database.query(`select ${exact.length > 0 ? `* replace (${exact.join(", ")})` : "*"} from given`);
    const lines: string[] = [];
    for (const row of rows) lines.push(JSON.stringify(row, (_, value: unknown) => (value === null ? undefined : value)));
    return lines.join("\n");
  } catch (error) {
    throw new Error(`${file.name} is no Parquet file that can be read: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    database.close();
  }
}
