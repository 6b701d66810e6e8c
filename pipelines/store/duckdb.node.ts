// Opens DuckDB in Node.
import {totalmem} from "node:os";
import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";

/** Two threads, since the number of processor cores must not affect the bytes that are written; no extension is downloaded or loaded that a query seems to need. */
const SETTINGS = {threads: "2", autoinstall_known_extensions: "false", autoload_known_extensions: "false"};

/** The memory that a database which spills may take, while it sorts and writes tables, and while it collects their rows beside a run. */
const WRITING_MB = 400;
const COLLECTING_MB = 200;

interface Database {
  connection: DuckDBConnection;
  /** Connects once more, for queries beside the others; it is closed with the database. */
  another(): Promise<DuckDBConnection>;
  close(): void;
}

/** Gives a database that has collected rows the memory to sort and to write them. */
export const allowWriting = (connection: DuckDBConnection) => limitTo(connection, WRITING_MB);

const limitTo = (connection: DuckDBConnection, megabytes: number) => connection.run(`set memory_limit = '${megabytes}MB'`);

/**
 * Does work of a database that spills; where it runs out of memory it is done again with four times as much, up to three quarters of the machine's. DuckDB
 * holds the texts of 2,048 rows at a time, whichever of them are asked for, which is much where each has a hundred thousand words. The work must leave
 * nothing behind when it fails.
 */
export async function withMemory<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  const most = (0.75 * Math.min(totalmem(), process.constrainedMemory() || Infinity)) / 1e6;
  let megabytes = WRITING_MB;
  try {
    for (;;)
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Error && /^Out of Memory/.test(error.message)) || megabytes >= most) throw error;
        megabytes = Math.floor(Math.min(4 * megabytes, most));
        await limitTo(connection, megabytes);
      }
  } finally {
    if (megabytes !== WRITING_MB) await allowWriting(connection);
  }
}

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
      : {memory_limit: `${collecting ? COLLECTING_MB : WRITING_MB}MB`, temp_directory: spill, preserve_insertion_order: "true"};
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
