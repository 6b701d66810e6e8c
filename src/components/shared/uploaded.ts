// Hands a reader's file to whoever reads its records: a text as it is, the rows of Parquet as an Arrow stream, read by DuckDB in the same tab.
import {formatOf} from "../../pipelines/rows/format.js";
import type {ColumnChoice} from "../../pipelines/rows/row.js";
import type {Content} from "./content.js";
import {openDatabase} from "./database.js";
import {FileError, headOf, type Reading, textOf, tooLong} from "./fileText.js";

/** Columns that contain names: numbers in them are kept as written, exact beyond 2⁵³. */
const NAMES = new Set(["id", "item", "item_id", "judge", "model", "model_a", "model_b", "question_id", "winner"]);
interface RowsOptions extends Reading {
  /** chooses the columns of Parquet that are read; all if absent or null */
  select?: ColumnChoice;
  /** largest file, bytes, and the way out where it is larger */
  most?: {bytes: number; instead: string};
}

/** The content of a file. @throws FileError that says what is wrong with it */
export const contentOf = async (file: File, reading: RowsOptions & {isStrict?: boolean} = {}): Promise<Content> =>
  (await tableRows(file, reading)) ?? {name: file.name, text: await textOf(file, reading)};

/**
 * The rows of a Parquet or Arrow file as an Arrow stream, null for any other file. DuckDB reads of Parquet what it needs: no copy of it is made.
 * @throws FileError that names a Parquet file that is damaged
 */
export async function tableRows(
  file: File,
  {signal, select = () => null, most}: RowsOptions = {}
): Promise<{name: string; arrow: Uint8Array} | null> {
  signal?.throwIfAborted();
  const format = formatOf(await headOf(file), "");
  if ((format === "arrow" || format === "parquet") && most && file.size > most.bytes) throw tooLong(file.name, most);
  if (format === "arrow") return {name: file.name, arrow: new Uint8Array(await file.arrayBuffer())};
  if (format !== "parquet") return null;
  const database = openDatabase({given: new File([file], "given.parquet")});
  const close = () => database.close();
  signal?.addEventListener("abort", close);
  try {
    const {fields} = (await database.query("from given limit 0")).schema;
    const all = fields.map(({name}) => name);
    const columns = (select(all) ?? all).map(name => {
      const column = `"${name.replaceAll('"', '""')}"`;
      return NAMES.has(name) ? `cast(${column} as varchar) as ${column}` : column;
    });
    return {name: file.name, arrow: await database.stream(`select ${columns.join(", ")} from given`)};
  } catch (error) {
    signal?.throwIfAborted();
    throw new FileError(`${file.name} is not a readable Parquet file: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    signal?.removeEventListener("abort", close);
    database.close();
  }
}
