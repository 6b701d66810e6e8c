// The command `claims`: checks whether the figures of a report follow from its own tables.
import {z} from "zod";
import {csvText, jsonText, markdownText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import type {Audited} from "../studies/claims/audit.js";
import {verdictCounts} from "../studies/claims/audit.js";
import {recomputedText} from "../studies/claims/finding.js";
import {auditFile, CLAIMS} from "../studies/claims/make.node.js";
import {studyTables} from "../studies/registry.js";
import {command, option, positional} from "./command.js";
import {flag, path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const FORMATS = ["table", "json", "csv", "markdown"] as const;
type Format = (typeof FORMATS)[number];

export const commands = [
  command({
    name: "claims",
    summary: "check whether a report's figures follow from its own tables, within the interval that rounding allows",
    options: z.strictObject({
      file: positional(z.string(), `tables and claims in YAML, such as ${CLAIMS}/zenbench.yaml`),
      format: option(z.enum(FORMATS).default("table"), "format of the output", {value: "name"}),
      json: flag("the same as --format json"),
      out: path("write there instead of to stdout").optional()
    }),
    examples: [`${CLAIMS}/zenbench.yaml`, `${CLAIMS}/zenbench.yaml --format markdown --out claims.md`],
    async run({file, format, json, out}, io) {
      await checkOut(out);
      await writeOut(claimsText(await auditFile(file), json ? "json" : format), out, io);
    }
  })
];

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
