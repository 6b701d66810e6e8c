// `npm run sql -- --shell`: queries one after the other, from a terminal or from a file.
import {createInterface} from "node:readline/promises";
import type {Io} from "../io/io.js";
import {terminalText, unguardedTerminal} from "../io/terminal.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {damagedFile} from "../store/damaged.js";
import {RESULTS, resultsTable} from "../store/results.sql.js";
import {csvText, inert, jsonText, tableText} from "../store/show.js";
import {openQueries, type Queries, type QueryOptions, type QueryResult} from "../store/sql.node.js";
import {statementsIn} from "../store/statements.js";
import {everyTable} from "../studies/everyTable.js";

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

/** Reads queries from stdin until it ends, and prints their results. A mistake is printed and does not end it. Returns the exit code of the last one, or 0. */
export async function sqlShell(
  {mode = "table", ...options}: QueryOptions & {mode?: Mode},
  {stdin, stdout, stderr}: Pick<Io, "stdin" | "stdout" | "stderr">
): Promise<number> {
  const open = await openQueries(options);
  const terminal = Boolean(stdin.isTTY && stdout.isTTY);
  let code = 0;
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const damaged = damagedFile(message);
    stderr.write(`${inert(damaged === null ? message.split("\n")[0]! : `${damaged || "a table"} is damaged`)}\n`);
    code = error instanceof UserError ? 2 : 1;
  };
  const columns = await columnsOf(open);
  const names = new Set([...open.tables, ...Object.values(columns).flatMap(each => each.map(({name}) => name))]);
  const words = [...names].filter(name => terminalText(name) === name);
  const lines = createInterface({
    input: stdin,
    output: terminal ? unguardedTerminal(stdout) : undefined,
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
    stdout.write("\n");
    prompt();
  });
  const run = async (text: string) => {
    running = true;
    try {
      const result = await open.ask(text);
      if (result.columns.length > 0) stdout.write(MODES[mode](result));
    } catch (error) {
      fail(error);
    } finally {
      running = false;
    }
  };
  if (terminal) stdout.write(`${open.tables.length} tables of ${open.store}; .help lists what can be typed\n`);
  prompt();
  try {
    for await (const line of lines) {
      const command = pending.trim() === "" ? /^\s*(\.\w*)\s*(\S*)\s*;?\s*$/u.exec(line) : null;
      if (command) {
        const [, name, argument = ""] = command;
        if (name === ".exit" || name === ".quit") return code;
        if (name === ".mode" && argument in MODES) mode = argument as Mode;
        else {
          try {
            stdout.write(dotCommand(name!, argument, {open, columns}));
          } catch (error) {
            fail(error);
          }
        }
      } else {
        const {statements, rest} = statementsIn(`${pending}${line}\n`);
        pending = rest;
        for (const statement of statements) await run(statement);
      }
      prompt();
    }
    if (withoutComments(pending) !== "") await run(pending); // a file need not end with a semicolon
    return code;
  } finally {
    lines.close();
    open.close();
  }
}

const withoutComments = (text: string): string => text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//gu, "").trim();

type Columns = Record<string, {name: string; type: string}[]>;

async function columnsOf({connection, tables}: Queries): Promise<Columns> {
  const all = await connection.runAndReadAll(
    "select table_name, column_name, data_type from information_schema.columns order by table_name, ordinal_position"
  );
  const columns: Columns = Object.fromEntries(tables.map(table => [table, []]));
  for (const [table, name, type] of all.getRows() as string[][]) columns[table!]?.push({name: name!, type: type!});
  return columns;
}

/** Returns the output of a command that begins with a dot. Throws `UserError` for one that does not exist. */
function dotCommand(name: string, argument: string, {open, columns}: {open: Queries; columns: Columns}): string {
  if (name === ".help") return HELP;
  if (name === ".tables") return open.tables.map(each => `${each}\n`).join("");
  if (name === ".schema") {
    if (argument !== "" && !Object.hasOwn(columns, argument))
      throw new UserError(`no table ${argument}${didYouMean(argument, open.tables)}`);
    return (argument === "" ? open.tables : [argument]).map(table => schemaText(table, columns[table]!)).join("");
  }
  if (name === ".mode") throw new UserError(`no mode "${argument}"; there are ${Object.keys(MODES).join(", ")}`);
  throw new UserError(`no command ${name}${didYouMean(name, COMMANDS) || `; there are ${COMMANDS.join(", ")}`}`);
}

function schemaText(table: string, columns: Columns[string]): string {
  const described = table === RESULTS ? resultsTable : everyTable[table];
  const rows = columns.map(({name, type}) => [name, type, described?.columns[name]?.description ?? ""]);
  const [names, types] = [0, 1].map(i => Math.max(...rows.map(row => row[i]!.length)));
  const lines = rows.map(([name, type, meaning]) => `  ${name!.padEnd(names!)}  ${type!.padEnd(types!)}  ${meaning}`.trimEnd());
  return `${table}${described ? `: ${described.description}` : ""}\n${lines.join("\n")}\n`;
}
