// Opens DuckDB in Node.
import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";

/** Two threads, since the number of processor cores must not affect the bytes that are written; no extension is downloaded or loaded that a query seems to need. */
const SETTINGS = {threads: "2", autoinstall_known_extensions: "false", autoload_known_extensions: "false"};

interface Database {
  connection: DuckDBConnection;
  close(): void;
}

/**
 * Opens a database in memory.
 * @param spill folder for what does not fit into 400 MB while tables are sorted and written; such tables keep the order of their rows
 * @param file keeps the database there instead
 */
export async function openDuckDB({spill, file = ":memory:"}: {spill?: string; file?: string} = {}): Promise<Database> {
  const writing: Record<string, string> =
    spill === undefined ? {} : {memory_limit: "400MB", temp_directory: spill, preserve_insertion_order: "true"};
  const instance = await DuckDBInstance.create(file, {...SETTINGS, ...writing});
  const connection = await instance.connect();
  return {
    connection,
    close() {
      connection.closeSync();
      instance.closeSync();
    }
  };
}
