// Opens DuckDB in Node.
import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";

/** Two threads, since the number of processor cores must not affect the bytes that are written; no extension is downloaded or loaded that a query seems to need. */
const SETTINGS = {threads: "2", autoinstall_known_extensions: "false", autoload_known_extensions: "false"};

/** The memory that a database which spills may take, while it sorts and writes tables, and while it collects their rows beside a run. */
const WRITING = "400MB";
const COLLECTING = "200MB";

interface Database {
  connection: DuckDBConnection;
  /** Connects once more, for queries beside the others; it is closed with the database. */
  another(): Promise<DuckDBConnection>;
  close(): void;
}

/** Gives a database that has collected rows the memory to sort and to write them. */
export const allowWriting = (connection: DuckDBConnection) => connection.run(`set memory_limit = '${WRITING}'`);

/**
 * Opens a database in memory.
 * @param spill folder for what does not fit into 400 MB while tables are sorted and written; such tables keep the order of their rows
 * @param collecting whether it is to begin with half of that, until `allowWriting`
 * @param file keeps the database there instead
 */
export async function openDuckDB({
  spill,
  file = ":memory:",
  collecting = false
}: {
  spill?: string;
  file?: string;
  collecting?: boolean;
} = {}): Promise<Database> {
  const writing: Record<string, string> =
    spill === undefined
      ? {}
      : {memory_limit: collecting ? COLLECTING : WRITING, temp_directory: spill, preserve_insertion_order: "true"};
  const instance = await DuckDBInstance.create(file, {...SETTINGS, ...writing});
  const connections: DuckDBConnection[] = [];
  const another = async () => {
    const connection = await instance.connect();
    connections.push(connection);
    return connection;
  };
  return {
    connection: await another(),
    another,
    close() {
      for (const each of connections) each.closeSync();
      instance.closeSync();
    }
  };
}
