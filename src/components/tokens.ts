// Table of page Tokens.
import {spendingColumns, spendingCsv} from "../pipelines/charts/tokens/sentences.js";
import {tableBox} from "./shared/page.js";

/** The table of evaluations. */
export const spendingTable = (rows: Parameters<typeof spendingCsv>[0]): DocumentFragment =>
  tableBox("spending", rows, spendingColumns(), {sort: "tokens", csv: ["tokens.csv", () => spendingCsv(rows)]});
