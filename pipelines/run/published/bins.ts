// Tables `sample_bins` and `sample_cells` of the published store: what page Explore draws before it reads any sample.
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {parquetSource} from "../../rows/parquet.js";
import type {Written} from "../../store/files.node.js";
import {fileOf} from "../../store/publish.node.js";
import {openStage} from "../../store/writer.node.js";
import {countedBins} from "../../studies/samples/bins.js";
import {derivedQuery} from "../../studies/samples/derived.sql.js";
import {samplesTables} from "../../studies/samples/tables.js";

/** Writes both tables into the store's folder, whose tables `samples` and `points` are there. */
export async function writeBins(connection: DuckDBConnection, folder: string): Promise<Record<string, Written>> {
  const source = (table: string) => parquetSource(join(folder, fileOf(table)), "file_row_number = true");
  await connection.run(`create temp table published_index as ${derivedQuery("sample_index", source)}`);
  const {bins, cells} = await countedBins(connection, "published_index");
  const {sample_bins, sample_cells} = samplesTables;
  await using stage = await openStage({sample_bins, sample_cells}, {folder});
  for (const row of bins) stage.append("sample_bins", row);
  for (const row of cells) stage.append("sample_cells", row);
  const write = (name: string) => stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
  return {sample_bins: await write("sample_bins"), sample_cells: await write("sample_cells")};
}
