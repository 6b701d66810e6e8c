// Schema of a file of claims: tables as printed in a report, and the claims about them. Figures are kept as text, so that 0.0 has one
// digit.
import {z} from "zod";
import type {Locate, Path} from "../../book/types.js";
import {parseYaml} from "../../book/yaml.js";
import {readTree} from "../../generate/lists/tree.js";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";
import {figureOf, isFigure} from "./figure.js";

/** Scale of a column's figures: it determines the possible true values, and which readings make sense. */
export const SCALES = {
  count: {within: [0, Number.POSITIVE_INFINITY], top: null},
  percent: {within: [0, 100], top: 100},
  share: {within: [0, 1], top: 1},
  correlation: {within: [-1, 1], top: 1},
  auc: {within: [0, 1], top: 1},
  number: {within: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], top: null}
} as const satisfies Record<string, {within: readonly [number, number]; top: number | null}>;
export type UnitOfFigure = keyof typeof SCALES;

/** Limits on the size of a file. */
const MOST_ROWS = 1_000;
const MOST_COLUMNS = 40;
const MOST_CLAIMS = 1_000;

const name = z.string().min(1).max(200);
const prose = z.string().min(1).max(2_000);
const figure = z
  .string("expected a figure such as 0.98 %")
  .max(40)
  .refine(isFigure, "expected a figure as it is printed, such as .74, 72,000 or 0.98 %");
const whole = (least: number) =>
  figure.transform((text, context) => {
    const value = Number(text.replaceAll(",", ""));
    if (Number.isSafeInteger(value) && value >= least) return value;
    context.addIssue({code: "custom", message: `expected a whole number of at least ${least}, got "${text}"`});
    return z.NEVER;
  });

const tableSchema = z
  .strictObject({
    title: prose.optional().describe("what the table shows"),
    n: whole(1).optional().describe("how many models (or other units) each figure rests on"),
    columns: z
      .record(name, z.enum(Object.keys(SCALES) as [UnitOfFigure, ...UnitOfFigure[]]))
      .describe("each column's name and scale; a count was not rounded"),
    rows: z.record(name, z.array(figure)).describe("each row's name and its figures, digits as printed, in the columns' order")
  })
  .describe("a table as the report prints it");

const common = {
  id: z
    .string()
    .regex(/^[\w-]+$/u, "expected letters, digits and hyphens")
    .describe("a short name"),
  says: prose.optional().describe("the report's own words"),
  asks: prose.optional().describe("what is asked of the report's figures, where it does not say so itself")
};
const cells = {table: name.describe("name of the table"), column: name.describe("its column")};
const operand = z
  .union([figure, z.strictObject({count: figure})])
  .transform(given => (typeof given === "string" ? {text: given, exact: false} : {text: given.count, exact: true}))
  .describe("a figure that was rounded to its last digit, or {count: 52}");
const printed = figure.describe("the figure, digits as printed");
const nestedList = prose.transform((text, context) => {
  try {
    readTree(text);
    return text;
  } catch (error) {
    context.addIssue({code: "custom", message: `no nested list such as [SM 8 1 [MAX 9 2]]: ${(error as Error).message}`});
    return z.NEVER;
  }
});
const rowNames = z.array(name).min(1).describe("names of rows");

/** Kinds of claims; each is one way to obtain a figure from others. */
export const claimSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    ...common,
    ...cells,
    kind: z.literal("mean").describe("mean of a column, weighted by another"),
    weights: name.optional().describe("column of weights; without it all rows count alike"),
    printed
  }),
  z.strictObject({...common, ...cells, kind: z.literal("sum").describe("sum of a column"), printed}),
  z.strictObject({
    ...common,
    kind: z.literal("product").describe("product of figures"),
    factors: z.array(operand).min(2).max(8).describe("figures, or {count: 52} for one that was not rounded"),
    printed
  }),
  z.strictObject({
    ...common,
    kind: z.literal("quotient").describe("one figure over another"),
    of: operand,
    by: operand.describe("what it is divided by"),
    printed
  }),
  z.strictObject({
    ...common,
    kind: z.literal("list").describe("result of a nested list of operations"),
    list: nestedList.describe("the list, as ListOps writes it: [SM 8 1 [MAX 9 2]]"),
    printed
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z.enum(["better", "times"]).describe("better: so many per cent more than another row; times: so many times as much"),
    of: name.describe("the row that is better"),
    over: name.describe("the row that it is compared with"),
    among: rowNames.optional().describe("rows that other readings may compare with; by default all"),
    beside: name.optional().describe("column in which the table itself prints the same ratio"),
    printed
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z.enum(["below", "above"]).describe("a bound on all rows of a column"),
    bound: figure.describe("the bound, digits as printed")
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z.literal("largest").describe("one row is the largest of several"),
    row: name.describe("the row that is the largest"),
    among: rowNames
  }),
  z.strictObject({
    ...common,
    kind: z.literal("interval").describe("95 % intervals of correlations against the number of models, row by row"),
    table: cells.table,
    column: name.describe("column of the correlations"),
    low: name.describe("column of the lower ends"),
    high: name.describe("column of the upper ends"),
    n: whole(4).describe("models, as the report has it"),
    others: z.record(name, whole(4)).default({}).describe("other counts that n may be, by name")
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z
      .literal("rank-correlation")
      .describe("correlations of rankings: which statistic that is, and whether n items can give it"),
    called: prose.describe("what the report calls it"),
    n: whole(2).describe("items ranked, as the report has it")
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z.literal("share").describe("percentages of counts, row by row: does a whole number of items give them?"),
    of: name.describe("column of counts")
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z.literal("ratio").describe("a column as one column over another, row by row"),
    of: name.describe("column that is divided"),
    by: name.describe("column that it is divided by")
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z.literal("relative").describe("a column as another over its own figure in one row, row by row"),
    of: name.describe("column that is divided"),
    to: name.describe("the row whose figure it is divided by")
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z.literal("mean-of-columns").describe("a column as a mean of others, row by row, and with any weights"),
    of: z.array(name).min(2).max(8).describe("columns that it is a mean of")
  }),
  z.strictObject({
    ...common,
    ...cells,
    kind: z.literal("same-order").describe("other columns put the rows into the same order"),
    of: z.array(name).min(1).describe("the other columns")
  }),
  z.strictObject({...common, ...cells, kind: z.literal("auc").describe("areas under ROC curves, row by row")}),
  z.strictObject({
    ...common,
    kind: z.literal("agreement").describe("a chance-corrected agreement (κ or α)"),
    categories: whole(2).describe("answers that a judge may give"),
    printed
  }),
  z.strictObject({
    ...common,
    kind: z.literal("design").describe("pairwise judgments over models"),
    judgments: whole(1).describe("how many"),
    models: whole(2).describe("how many")
  })
]);

export const claimsSchema = z
  .strictObject({
    title: prose.describe("what is audited"),
    source: prose.optional().describe("where the figures stand, with its date"),
    tables: z.record(name, tableSchema).default({}).describe("tables by name"),
    claims: z.array(claimSchema).min(1, "expected at least one claim").max(MOST_CLAIMS).describe("claims, see below")
  })
  .superRefine(({tables}, context) => {
    for (const [id, {columns, rows}] of Object.entries(tables)) {
      const width = Object.keys(columns).length;
      const fault = (path: (string | number)[], message: string) =>
        context.addIssue({code: "custom", path: ["tables", id, ...path], message});
      if (width < 1 || width > MOST_COLUMNS) fault(["columns"], `expected 1 to ${MOST_COLUMNS} columns, got ${width}`);
      const names = Object.keys(rows);
      if (names.length < 1 || names.length > MOST_ROWS) fault(["rows"], `expected 1 to ${MOST_ROWS} rows, got ${names.length}`);
      for (const row of names) {
        const figures = rows[row]!.length;
        if (figures !== width)
          fault(
            ["rows", row],
            `expected ${width} figures, one for each of ${Object.keys(columns).join(", ")}; got ${figures} (72,000 is two figures in a list: write 72000 or "72,000")`
          );
      }
    }
  })
  .describe("claims.yaml: tables as a report prints them and what it claims of them; every figure is read as it is written");

export type ClaimTable = z.infer<typeof tableSchema>;
export type Claim = z.infer<typeof claimSchema>;
export type ClaimsFile = z.infer<typeof claimsSchema>;
type ClaimKind = Claim["kind"];
export type ClaimOf<Kind extends ClaimKind> = Extract<Claim, {kind: Kind}>;

// Reads a file of claims; a mistake is reported in one line with its place.

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
