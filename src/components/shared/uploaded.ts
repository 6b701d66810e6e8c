// Hands a reader's file to whoever reads its records: a text as it is, the rows of Parquet as an Arrow stream, read by DuckDB in the same tab.
import {formatOf} from "../../pipelines/rows/format.js";
import type {Content} from "./content.js";
import {openDatabase} from "./database.js";
import {FileError, headOf, type Reading, textOf} from "./fileText.js";

/** Columns that contain names: numbers in them are kept as written, exact beyond 2⁵³. */
const NAMES = new Set(["judge", "model", "model_a", "model_b", "question_id", "winner"]);

/** The content of a file. @throws FileError that says what is wrong with it */
export const contentOf = async (file: File, reading: Reading = {}): Promise<Content> =>
  (await tableRows(file, reading)) ?? {name: file.name, text: await textOf(file, reading)};

/**
 * The rows of a Parquet or Arrow file as an Arrow stream, null for any other file. DuckDB reads of Parquet what it needs: no copy of it is made.
 * @throws FileError that names a Parquet file that is damaged
 */
export async function tableRows(file: File, {signal}: Reading = {}): Promise<{name: string; arrow: Uint8Array} | null> {
  signal?.throwIfAborted();
  const format = formatOf(await headOf(file), "");
  if (format === "arrow") return {name: file.name, arrow: new Uint8Array(await file.arrayBuffer())};
  if (format !== "parquet") return null;
  const database = openDatabase({given: new File([file], "given.parquet")});
  const close = () => database.close();
  signal?.addEventListener("abort", close);
  try {
    const {fields} = (await database.query("from given limit 0")).schema;
    const names = fields.map(({name}) => name).filter(name => NAMES.has(name));
    const exact = names.map(name => `cast("${name}" as varchar) as "${name}"`);
    const query = `select ${exact.length > 0 ? `* replace (${exact.join(", ")})` : "*"} from given`;
    return {name: file.name, arrow: await database.stream(query)};
  } catch (error) {
    signal?.throwIfAborted();
    throw new FileError(`${file.name} is not a readable Parquet file: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    signal?.removeEventListener("abort", close);
    database.close();
  }
}
