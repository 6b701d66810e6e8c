// Hands a reader's file to a worker: a text as it is, the rows of Parquet as an Arrow stream, read by DuckDB in the same tab.
import {tableToIPC} from "npm:apache-arrow";
import type {Rows} from "../../pipelines/charts/shared/sql.js";
import type {Content} from "./content.js";
import {openDatabase} from "./database.js";

/** Columns that contain names: numbers in them are kept as written, exact beyond 2⁵³. */
const NAMES = new Set(["judge", "model", "model_a", "model_b", "question_id", "winner"]);

const isParquet = async (file: File): Promise<boolean> => (await file.slice(0, 4).text()) === "PAR1";

/** A file for a worker. @throws Error that names a Parquet file that is damaged */
export const contentOf = async (file: File): Promise<Content> =>
  (await isParquet(file))
    ? {name: file.name, arrow: tableToIPC((await rowsOf(file)) as never, "stream")}
    : {name: file.name, text: await file.text()};

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
