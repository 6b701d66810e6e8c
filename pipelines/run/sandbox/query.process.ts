// The process in which queries of models run: DuckDB in memory, without files, network, extensions and changes of its settings. It
// watches its own processor time and memory, since DuckDB does not look at an interruption in every function.
import {type DuckDBConnection, DuckDBDecimalValue, DuckDBInstance, type DuckDBValue} from "@duckdb/node-api";
import type {SqlValue} from "../../score/scorers/execution.js";
import {QUERY_LIMITS, type QueryJob, type QueryReply} from "./protocol.js";

const SETTINGS = {
  threads: "1",
  memory_limit: `${QUERY_LIMITS.database}MB`,
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false"
};
/** These are set in this order; the last one makes all of them final. */
const CLOSED = "set temp_directory = ''; set enable_external_access = false; set lock_configuration = true";

/** Table functions that only compute. Others read files or change DuckDB, and `query` runs a text that was not parsed. */
const ALLOWED = new Set(["generate_series", "range", "repeat", "repeat_row", "unnest", "json_each", "json_tree"]);

const WATCH_MS = 20;
/** Processor time after its limit that a query has for ending by itself. */
const GRACE_MS = 1_000;

const reply = (message: QueryReply, sent = () => {}): void => void process.send!(message, sent);
const processorTime = (): number => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1_000;
};

class Refused extends Error {}

/** Throws `Refused` where a text is not one statement that only reads. Nothing of it is executed. */
async function refuseOthers(connection: DuckDBConnection, query: string): Promise<void> {
  const reader = await connection.runAndReadAll("select json_serialize_sql($1::varchar)", [query]);
  const tree = JSON.parse(String(reader.getRows()[0]![0])) as {error: boolean; error_type?: string; statements?: unknown[]};
  if (tree.error && tree.error_type === "parser") return; // DuckDB describes the error when it runs it
  if (tree.error) throw new Refused("only one SELECT is allowed");
  if (tree.statements!.length !== 1) throw new Refused(`${tree.statements!.length} statements instead of one`);
  for (const name of tableFunctionsIn(tree)) if (!ALLOWED.has(name)) throw new Refused(`${name} is not allowed`);
}

/** Names of the table functions in a parsed statement, in lower case. */
function tableFunctionsIn(tree: unknown): string[] {
  if (typeof tree !== "object" || tree === null) return [];
  const {type, function: call} = tree as {type?: unknown; function?: {function_name?: string}};
  const name = type === "TABLE_FUNCTION" ? [call?.function_name?.toLowerCase() ?? "a function"] : [];
  return [...name, ...Object.values(tree).flatMap(tableFunctionsIn)];
}

function cellOf(value: DuckDBValue): SqlValue {
  if (value === null || typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  return String(value).replace(/ 00:00:00$/u, ""); // a day as a moment
}

async function rowsOf(connection: DuckDBConnection, query: string): Promise<SqlValue[][]> {
  const result = await connection.stream(query);
  const rows: SqlValue[][] = [];
  let characters = 0;
  for await (const chunk of result) {
    for (const row of chunk.getRows()) {
      const values = row.map(cellOf);
      for (const value of values) if (typeof value === "string") characters += value.length;
      rows.push(values);
    }
    if (rows.length > QUERY_LIMITS.rows) throw new Refused(`more than ${QUERY_LIMITS.rows} rows`);
    if (characters > QUERY_LIMITS.characters) throw new Refused(`more than ${QUERY_LIMITS.characters} characters`);
  }
  return rows;
}

/** Why a query failed, by DuckDB's message. */
function failureOf(error: Error): QueryReply {
  const reason = error.message;
  if (error instanceof Refused || /Out of Memory/u.test(reason)) return {failure: "stopped", reason};
  if (/INTERRUPT/u.test(reason)) return {failure: "timed_out", reason};
  return {failure: /Parser Error/u.test(reason) ? "syntax_error" : "raised_error", reason};
}

/** Says that the process ends, and ends it: DuckDB may be in the middle of a function. */
const end = (message: QueryReply): void => reply({...message, isLast: true}, () => process.kill(process.pid, "SIGKILL"));

/** Runs a query in a transaction that is rolled back, so that the next one finds nothing of it. */
async function run(connection: DuckDBConnection, {query, setup, milliseconds}: QueryJob): Promise<QueryReply> {
  try {
    await connection.run("begin");
    if (setup !== "") await connection.run(setup);
  } catch (error) {
    return {missing: `its tables cannot be made: ${(error as Error).message}`};
  }
  const deadline = processorTime() + milliseconds;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > QUERY_LIMITS.process * 1e6) end({failure: "stopped", reason: "it takes too much memory"});
    else if (processorTime() > deadline + GRACE_MS) end({failure: "timed_out", reason: ""});
    else if (processorTime() > deadline) connection.interrupt();
  }, WATCH_MS);
  try {
    await refuseOthers(connection, query);
    return {rows: await rowsOf(connection, query)};
  } catch (error) {
    return failureOf(error as Error);
  } finally {
    clearInterval(watch);
  }
}

const instance = await DuckDBInstance.create(":memory:", SETTINGS);
const connection = await instance.connect();
await connection.run(CLOSED);
process.on("message", async message => {
  const result = await run(connection, message as QueryJob);
  const isClean = await connection.run("rollback").then(
    () => true,
    () => false
  );
  if (isClean) reply(result);
  else end(result);
});
process.on("disconnect", () => process.exit());
process.send!("ready");
