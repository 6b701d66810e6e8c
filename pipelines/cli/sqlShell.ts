// `npm run sql -- --shell`: queries one after the other, from a terminal or from a file.
import {createInterface} from "node:readline/promises";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";
import {damagedFile} from "../store/damaged.js";
import {csvText, inert, jsonText, tableText} from "../store/show.js";
import {openQueries, type Queries, type QueryOptions, type QueryResult} from "../store/sql.node.js";
import {statementsIn} from "../store/statements.js";
import {tables as storeTables, type Table} from "../store/tables.js";
import {studyTables} from "../studies/registry.js";

const MODES = {table: tableText, csv: csvText, json: jsonText} satisfies Record<string, (result: QueryResult) => string>;
type Mode = keyof typeof MODES;

const PROMPT = "sql> ";
const CONTINUED = "...> ";
const HELP = `a query ends with ; and may take several lines
.tables            the tables of this store
.schema [table]    its columns with their types and meaning; of all without a name
.mode NAME         how results are printed: table, csv or json
.help              this
.exit              leave; so do .quit and Ctrl-D. Ctrl-C drops what is typed, and stops a query that runs
`;
const COMMANDS = [".tables", ".schema", ".mode", ".help", ".exit", ".quit"];

/** What columns mean, where a schema says so. */
const DESCRIBED = {...storeTables, ...studyTables} as Record<string, Table>;

/** Reads queries from stdin until it ends, and prints their results. A mistake is told and does not end it; the exit code remembers one. */
export async function sqlShell({mode = "table", ...options}: QueryOptions & {mode?: Mode}): Promise<void> {
  const open = await openQueries(options);
  const terminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  const columns = await columnsOf(open);
  const words = [...new Set([...open.tables, ...Object.values(columns).flatMap(each => each.map(({name}) => name))])];
  const lines = createInterface({
    input: process.stdin,
    output: terminal ? process.stdout : undefined,
    terminal,
    prompt: PROMPT,
    completer: (line: string): [string[], string] => {
      const part = /[.\w]*$/u.exec(line)![0];
      return [(part.startsWith(".") ? COMMANDS : words).filter(word => word.startsWith(part)), part];
    }
  });
  let [pending, running] = ["", false];
  const prompt = () => {
    if (!terminal) return;
    lines.setPrompt(pending.trim() === "" ? PROMPT : CONTINUED);
    lines.prompt();
  };
  lines.on("SIGINT", () => {
    if (running) return open.connection.interrupt();
    pending = "";
    process.stdout.write("\n");
    prompt();
  });
  const run = async (text: string) => {
    running = true;
    try {
      const result = await open.ask(text);
      if (result.columns.length > 0) process.stdout.write(MODES[mode](result));
    } catch (error) {
      fail(error);
    } finally {
      running = false;
    }
  };
  if (terminal) process.stdout.write(`${open.tables.length} tables of ${open.store}; .help lists what can be typed\n`);
  prompt();
  try {
    for await (const line of lines) {
      const command = pending.trim() === "" ? /^\s*(\.\w*)\s*(\S*)\s*;?\s*$/u.exec(line) : null;
      if (command) {
        const [, name, argument = ""] = command;
        if (name === ".exit" || name === ".quit") return;
        if (name === ".mode" && argument in MODES) mode = argument as Mode;
        else dotCommand(name!, argument, {open, columns});
      } else {
        const {statements, rest} = statementsIn(`${pending}${line}\n`);
        pending = rest;
        for (const statement of statements) await run(statement);
      }
      prompt();
    }
    if (withoutComments(pending) !== "") await run(pending); // a file need not end with a semicolon
  } finally {
    lines.close();
    open.close();
  }
}

const withoutComments = (text: string): string => text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//gu, "").trim();

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const damaged = damagedFile(message);
  process.stderr.write(`${inert(damaged === null ? message.split("\n")[0]! : `${damaged || "a table"} is damaged`)}\n`);
  process.exitCode = error instanceof UserError ? 2 : 1;
}

type Columns = Record<string, {name: string; type: string}[]>;

async function columnsOf({connection, tables}: Queries): Promise<Columns> {
  const all = await connection.runAndReadAll(
    "select table_name, column_name, data_type from information_schema.columns order by table_name, ordinal_position"
  );
  const columns: Columns = Object.fromEntries(tables.map(table => [table, []]));
  for (const [table, name, type] of all.getRows() as string[][]) columns[table!]?.push({name: name!, type: type!});
  return columns;
}

function dotCommand(name: string, argument: string, {open, columns}: {open: Queries; columns: Columns}): void {
  if (name === ".help") process.stdout.write(HELP);
  else if (name === ".tables") process.stdout.write(open.tables.map(each => `${each}\n`).join(""));
  else if (name === ".schema") {
    const known = argument === "" || Object.hasOwn(columns, argument);
    if (!known) fail(new UserError(`no table ${argument}${didYouMean(argument, open.tables)}`));
    for (const table of argument === "" ? open.tables : known ? [argument] : [])
      process.stdout.write(schemaText(table, columns[table]!));
  } else if (name === ".mode") fail(new UserError(`no mode "${argument}"; there are ${Object.keys(MODES).join(", ")}`));
  else fail(new UserError(`no command ${name}${didYouMean(name, COMMANDS) || `; there are ${COMMANDS.join(", ")}`}`));
}

function schemaText(table: string, columns: Columns[string]): string {
  const described = DESCRIBED[table];
  const rows = columns.map(({name, type}) => [name, type, described?.columns[name]?.description ?? ""]);
  const [names, types] = [0, 1].map(i => Math.max(...rows.map(row => row[i]!.length)));
  const lines = rows.map(([name, type, meaning]) => `  ${name!.padEnd(names!)}  ${type!.padEnd(types!)}  ${meaning}`.trimEnd());
  return `${table}${described ? `: ${described.description}` : ""}\n${lines.join("\n")}\n`;
}
