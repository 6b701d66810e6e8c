// The commands `claims`: check whether the figures of a report follow from its own tables, and whether published figures follow from published answers.
import {z} from "zod";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {publishedFolder} from "../store/places.node.js";
import {csvText, jsonText, markdownText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import type {Audited} from "../studies/claims/audit.js";
import {verdictCounts} from "../studies/claims/audit.js";
import {recomputedText} from "../studies/claims/finding.js";
import {auditFile, CLAIMS} from "../studies/claims/make.node.js";
import {studyTables} from "../studies/registry.js";
import {type Reproduction, readReproductions} from "../studies/reproductions/make.node.js";
import {countVerdicts} from "../studies/reproductions/verdict.js";
import {command, option, positional} from "./command.js";
import {flag, path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const FORMATS = ["table", "json", "csv", "markdown"] as const;
type Format = (typeof FORMATS)[number];
/** First words of the verdicts, as an option names them. */
const VERDICT_NAMES = ["equal", "within", "differs"] as const;

export const commands = [
  command({
    name: "claims audit",
    isDefault: true,
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
  }),
  command({
    name: "claims reproduce",
    summary: "recompute published figures from the published answers, and compare them",
    options: z.strictObject({
      set: option(z.string().optional(), "only the figures of this set, such as gsm8k", {value: "id"}),
      verdict: option(z.enum(VERDICT_NAMES).optional(), "only figures with this verdict", {value: "name"}),
      store: path("store of published answers; by default the one that ships").optional(),
      format: option(z.enum(FORMATS).default("table"), "format of the output", {value: "name"}),
      json: flag("the same as --format json"),
      out: path("write there instead of to stdout").optional()
    }),
    examples: ["--verdict differs", "--set mt-bench-agreement --format csv"],
    async run({set, verdict, store = publishedFolder(), format, json, out}, io) {
      await checkOut(out);
      const {rows, missing} = await readReproductions(store);
      const sets = [...new Set(rows.map(row => row.set))];
      if (set !== undefined && !sets.includes(set))
        throw new UserError(`no set "${set}"${didYouMean(set, sets) || `; there are ${sets.join(", ") || "none"}`}`);
      const chosen = rows.filter(
        row => (set === undefined || row.set === set) && (verdict === undefined || row.verdict.startsWith(verdict))
      );
      await writeOut(reproductionsText(chosen, {format: json ? "json" : format, missing}), out, io);
    }
  })
];

/** Reproduced figures as text in a format. @param missing figures for which the store has no answers */
export function reproductionsText(
  rows: readonly Reproduction[],
  {format, missing = 0}: {format: Format; missing?: number}
): string {
  const fields = Object.keys(studyTables.reproductions.columns).filter(name => name !== "position");
  const all = {columns: fields, rows: rows.map(row => fields.map(field => row[field as keyof Reproduction]))};
  if (format === "json") return jsonText(all);
  if (format === "csv") return csvText(all);
  const columns = ["set", "figure", "published", "recomputed", "difference", "n", "verdict"];
  const lines = rows.map(row => [
    row.set,
    row.part,
    row.printed,
    estimateText(row),
    signed(row.difference, digitsOf(row)),
    `${row.n} ${row.n_of}`,
    row.verdict
  ]);
  if (format === "markdown")
    return markdownText({
      columns: [...columns, "explanation", "source"],
      rows: lines.map((line, i) => [...line, rows[i]!.explanation, rows[i]!.source])
    });
  const counts = countVerdicts(rows).map(({verdict, count}) => `${count} ${verdict}`);
  const explained = rows
    .filter(({verdict}) => verdict === "differs")
    .map(row => `${row.set} ${row.part}: ${row.explanation || "not explained"}\n`);
  return [
    tableText({columns, rows: lines}),
    `${rows.length} figures: ${counts.join(", ")}${missing > 0 ? `; ${missing} without answers in the store` : ""}\n`,
    ...(explained.length > 0 ? ["\nReasons of differences\n\n", ...explained] : [])
  ].join("");
}

/** One digit more than percentages are mostly compared with, three for shares of 1. */
const digitsOf = ({unit}: Pick<Reproduction, "unit">): number => (unit === "%" ? 2 : 3);
/** `87.49 [85.60, 89.17]`; without ends where one unit alone gives the value. */
function estimateText(row: Pick<Reproduction, "value" | "low" | "high" | "unit">): string {
  const [value, low, high] = [row.value, row.low, row.high].map(each => each?.toFixed(digitsOf(row)));
  return low === undefined || high === undefined ? value! : `${value} [${low}, ${high}]`;
}
const signed = (value: number, digits: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

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
