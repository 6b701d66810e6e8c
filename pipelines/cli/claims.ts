// The command `claims`: checks whether the figures of a report follow from its own tables.

import {type Command, Option} from "commander";
import {csvText, jsonText, markdownText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import type {Audited} from "../studies/claims/audit.js";
import {verdictCounts} from "../studies/claims/audit.js";
import {recomputedText} from "../studies/claims/finding.js";
import {auditFile, CLAIMS} from "../studies/claims/make.node.js";
import {studyTables} from "../studies/registry.js";
import {checkOut, writeOut} from "./out.js";

const FORMATS = ["table", "json", "csv", "markdown"] as const;
type Format = (typeof FORMATS)[number];

/** Adds the command to the program. */
export function claimsCommands(program: Command): void {
  program
    .command("claims")
    .description("check whether a report's figures follow from its own tables, within the interval that rounding allows")
    .argument("<file>", `tables and claims in YAML, such as ${CLAIMS}/zenbench.yaml`)
    .addOption(new Option("--format <name>", `one of: ${FORMATS.join(", ")}`).choices([...FORMATS]).default("table"))
    .option("--out <file>", "write there instead of to stdout")
    .action(async (file: string, {format, out}: {format: Format; out?: string}) => {
      await checkOut(out);
      await writeOut(claimsText(await auditFile(file), format), out);
    });
}

/** The audited claims as text in a format. */
export function claimsText(rows: readonly Audited[], format: Format): string {
  if (format === "json") return jsonText(exact(rows));
  if (format === "csv") return csvText(exact(rows));
  const columns = ["claim", "printed", "recomputed", "n", "verdict"];
  const line = (row: Audited) => [row.id, row.printed, recomputedText(row), `${row.n} ${row.n_of}`, row.verdict];
  if (format === "markdown")
    return markdownText({
      columns: [...columns, "arithmetic", "nearest reading"],
      rows: rows.map(row => [...line(row), row.arithmetic, row.reading])
    });
  const counts = verdictCounts(rows)
    .map(({verdict, count}) => `${count} ${verdict}`)
    .join(", ");
  const listed = rows.map(
    ({id, arithmetic, reading}) => `${id}\n  ${arithmetic}${reading ? `\n  nearest reading: ${reading}` : ""}\n`
  );
  return [tableText({columns, rows: rows.map(line)}), `${counts}\n`, "\nArithmetic\n\n", ...listed].join("");
}

/** Every column of the study table with all digits. */
function exact(rows: readonly Audited[]): QueryResult {
  const columns = Object.keys(studyTables.claims.columns).filter(name => !["file", "title", "position"].includes(name));
  return {columns, rows: rows.map(row => columns.map(column => row[column as keyof Audited]))};
}
