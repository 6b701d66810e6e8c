// The DuckDB of pages, in the thread of a test.
import {createRequire} from "node:module";
import {dirname, join} from "node:path";

export interface PageConnection {
  query(text: string): {toArray(): {toJSON(): Record<string, unknown>}[]};
}

/** The DuckDB of pages, in this thread, with the options that pages open it with. */
export async function openPageEngine(): Promise<PageConnection> {
  const require = createRequire(import.meta.url);
  const dist = dirname(require.resolve("@duckdb/duckdb-wasm"));
  const duckdb = require(join(dist, "duckdb-node-blocking.cjs"));
  const bundle = {mainModule: join(dist, "duckdb-eh.wasm"), mainWorker: ""};
  const database = await duckdb.createDuckDB({mvp: bundle, eh: bundle}, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await database.instantiate();
  database.open({query: {castBigIntToDouble: true, castTimestampToDate: true, castDecimalToDouble: true}});
  return database.connect();
}
