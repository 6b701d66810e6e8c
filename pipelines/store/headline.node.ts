// Reads points without the answers that the headline figure leaves out.
import type {DuckDBConnection} from "@duckdb/node-api";
import {headlinePoints} from "./headline.sql.js";
import {type PointRow, pointRowOf} from "./rows.node.js";
import {objectsOf} from "./show.js";
import {typedRows} from "./sql.node.js";

/**
 * Points without those answers, by the tables `samples` and `contamination_items`.
 * @param points query for the points · @param within schema of the tables, with a dot
 */
export async function readHeadlinePoints(
  connection: DuckDBConnection,
  {points = "from points", within = ""} = {}
): Promise<PointRow[]> {
  const reader = await connection.runAndReadAll(headlinePoints(points, {within}));
  return objectsOf(typedRows(reader)).map(({params_map, ...row}) => {
    const map = Object.entries((params_map ?? {}) as Record<string, number>).map(([key, value]) => ({key, value}));
    return pointRowOf({...row, params_map: map});
  });
}
