// Stores with other columns of how answers were read than those that scoring gives.
import {cp} from "node:fs/promises";
import {join} from "node:path";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {writtenAs} from "../../pipelines/store/files.node.js";
import {readManifest, writeManifest} from "../../pipelines/store/manifest.node.js";

/** Copies a store whose samples become those of a query over its `samples` and `responses`. */
export async function withReadings(store: string, folder: string, query: string): Promise<string> {
  await cp(store, folder, {recursive: true});
  const {connection, close} = await openDuckDB();
  const of = (table: string) => `read_parquet('${join(store, `${table}.parquet`)}')`;
  const file = join(folder, "samples.parquet");
  const reader = await connection.runAndReadAll(
    `copy (with samples as (from ${of("samples")}), responses as (from ${of("responses")}) ${query}) to '${file}' (format parquet)`
  );
  close();
  const manifest = (await readManifest(folder))!;
  const samples = await writtenAs(file, Number(reader.getRows()[0]![0]));
  await writeManifest(folder, {...manifest, tables: {...manifest.tables, samples}});
  return folder;
}

/**
 * The position of each answer that ends a sentence as " 12.", counted by DuckDB: in a text whose only character of two code units is 😀, at
 * most once and before the answer. What has no answer states several.
 */
export const SPANS = `select * exclude (text, place) replace ('answer is' as answer_rule, if(parsed, place, null)::integer as answer_start,
    if(parsed, place + length(answer), null)::integer as answer_end, if(parsed, null, 'several') as answer_reason)
  from (select samples.*, text, strpos(text, ' ' || answer || '.') + (strpos(text, '\u{1f600}') > 0)::integer as place
    from samples join responses using (eval_id, item_id, trial))`;

/** The columns of an older version. */
export const OLDER = "select * exclude (answer_rule, answer_start, answer_end, answer_reason) from samples";
