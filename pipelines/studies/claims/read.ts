// Reads a file of claims; a mistake is reported in one line with its place.
import {UserError} from "../../book/error.js";
import {didYouMean} from "../../book/nearest.js";
import type {Locate, Path} from "../../book/types.js";
import {parseYaml} from "../../book/yaml.js";
import {figureOf} from "./figure.js";
import {type Claim, type ClaimsFile, claimsSchema, SCALES} from "./schema.js";

/**
 * Parses and checks a file of claims.
 * @throws UserError `file:line:column what is wrong`
 */
export function readClaims(text: string, file: string): ClaimsFile {
  const {value, locate} = parseYaml(text, file, claimsSchema, {asWritten: true});
  checkFigures(value, locate);
  const seen = new Set<string>();
  for (const [i, claim] of value.claims.entries()) {
    const path = ["claims", i];
    if (seen.has(claim.id)) fail(locate, [...path, "id"], `second claim "${claim.id}"`);
    seen.add(claim.id);
    checkNames(value, claim, (keys, message) => fail(locate, [...path, ...keys], message));
  }
  return value;
}

type Fault = (keys: Path, message: string) => never;

const fail = (locate: Locate, path: Path, message: string): never => {
  throw new UserError(`${locate(path)} ${message}`);
};

/** Checks that every figure of a table is on its column's scale. */
function checkFigures({tables}: ClaimsFile, locate: Locate): void {
  for (const [id, {columns, rows}] of Object.entries(tables))
    for (const [row, figures] of Object.entries(rows))
      for (const [i, [column, scale]] of Object.entries(columns).entries()) {
        const {value, digits} = figureOf(figures[i]!);
        const [low, high] = SCALES[scale].within;
        const at = ["tables", id, "rows", row, i];
        if (value < low || value > high)
          fail(locate, at, `${column} is a ${scale}: expected ${low} to ${high}, got ${figures[i]}`);
        if (scale === "count" && digits > 0) fail(locate, at, `${column} is a count: expected a whole number, got ${figures[i]}`);
      }
}

/** Checks that every table, column and row that a claim names exists. */
function checkNames({tables}: ClaimsFile, claim: Claim, fault: Fault): void {
  if (!("table" in claim)) return;
  const known = (name: string, names: readonly string[], what: string, keys: Path) => {
    if (!names.includes(name))
      fault(keys, `no ${what} "${name}"${didYouMean(name, names) || `; there are ${names.slice(0, 12).join(", ")}`}`);
  };
  known(claim.table, Object.keys(tables), "table", ["table"]);
  const table = tables[claim.table]!;
  const columns = Object.keys(table.columns);
  const isColumn = (name: string, keys: Path) => known(name, columns, "column", keys);
  const isRow = (name: string, keys: Path) => known(name, Object.keys(table.rows), "row", keys);
  isColumn(claim.column, ["column"]);
  switch (claim.kind) {
    case "mean": {
      if (claim.weights === undefined) break;
      isColumn(claim.weights, ["weights"]);
      const at = columns.indexOf(claim.weights);
      const weights = Object.values(table.rows).map(figures => figureOf(figures[at]!).value);
      if (weights.some(weight => weight < 0) || !weights.some(weight => weight > 0))
        fault(["weights"], "weights must not be negative, nor all 0");
      break;
    }
    case "better":
    case "times":
      isRow(claim.of, ["of"]);
      isRow(claim.over, ["over"]);
      if (claim.of === claim.over) fault(["over"], `"${claim.over}" is compared with itself`);
      for (const [i, row] of (claim.among ?? []).entries()) isRow(row, ["among", i]);
      if (claim.beside !== undefined) isColumn(claim.beside, ["beside"]);
      break;
    case "ratio":
      isColumn(claim.of, ["of"]);
      isColumn(claim.by, ["by"]);
      break;
    case "relative":
      isColumn(claim.of, ["of"]);
      isRow(claim.to, ["to"]);
      break;
    case "largest":
      isRow(claim.row, ["row"]);
      for (const [i, row] of claim.among.entries()) isRow(row, ["among", i]);
      break;
    case "interval":
      isColumn(claim.low, ["low"]);
      isColumn(claim.high, ["high"]);
      break;
    case "share":
      isColumn(claim.of, ["of"]);
      if (table.columns[claim.of] !== "count") fault(["of"], `${claim.of} is not a column of counts`);
      if (table.columns[claim.column] !== "percent") fault(["column"], `${claim.column} is not a column of percentages`);
      break;
    case "mean-of-columns":
    case "same-order":
      for (const [i, column] of claim.of.entries()) isColumn(column, ["of", i]);
  }
}
