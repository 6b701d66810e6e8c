// Makes the study tables of the sample browser and of page Explore.
import {existsSync} from "node:fs";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {literal} from "../../rows/literal.js";
import {parquetSource} from "../../rows/parquet.js";
import {fileOf} from "../../store/publish.node.js";
import {completedFile} from "../../store/sql.node.js";
import type {Stage} from "../../store/writer.node.js";
import {maker, type StudyWork} from "../maker.node.js";
import {countedBins} from "./bins.js";
import {LISTED_CHARACTERS, samplesTables} from "./tables.js";
import {WordIndex} from "./words.js";

const KEY = "eval_id, item_id, trial";
/** The order of samples, which gives each its place. */
const EVALUATION = "model, template, sampler, eval_id";
const ORDER = `${EVALUATION}, item_id, trial`;
/** The places of samples, of which the first among those selected has the given one. */
const placeFrom = (first: number): string => `(${first} + row_number() over (order by ${ORDER}) - 1)::integer as place`;

interface EvaluationPlaces {
  id: string;
  n: number;
  first: number;
}

/** Most samples that are looked at together, but for those of a single evaluation: DuckDB holds their keys in memory. */
const TOGETHER = 1_000_000;

/** Writes the tables into a store; that of words without rows where no response is kept. */
export const make = maker(samplesTables, work => fillInParts(work, TOGETHER));

/** The same, with so many samples together; the tables do not depend on it. */
export const makeInParts = (folder: string, together: number): Promise<void> =>
  maker(samplesTables, work => fillInParts(work, together))(folder);

async function fillInParts({folder, stage, open, write}: StudyWork<keyof typeof samplesTables>, together: number): Promise<void> {
  const stored = (table: string, options = "") => parquetSource(join(folder, fileOf(table)), options);
  const has = (table: string) => existsSync(join(folder, fileOf(table)));
  const pointsQuery = `select model, template, sampler, base_task, params, min(file_row_number)::integer as point
    from ${stored("points", "file_row_number = true")} group by all`;
  const samples = await completedFile("samples", join(folder, fileOf("samples")));
  const {connection} = await open();
  await stage.prepare(`create temp table item_places as select item_id, (row_number() over (order by item_id) - 1)::integer as item
      from (select distinct item_id from ${stored("samples")})`);
  const all = await evaluationsOf(connection);
  for (const {evaluations, first} of partsOf(all, together)) {
    const among = `eval_id in (${evaluations.map(literal).join(", ")})`;
    await stage.prepare(`create or replace temp table numbered as
        select * replace (left(answer, ${LISTED_CHARACTERS}) as answer, left(expected, ${LISTED_CHARACTERS}) as expected)
        from (select ${ORDER}, base_task, params, "index", status, finish_reason, prompt_tokens, completion_tokens, cost, columns('^answer'),
          expected, ${placeFrom(first)} from ${samples} where ${among})`);
    const corrections = has("corrections")
      ? `select distinct ${KEY}, true as corrected from ${stored("corrections")} where state = 'applied' and ${among}`
      : `select ${KEY}, true as corrected from numbered where false`;
    const lengths = has("responses")
      ? `select ${KEY}, any_value(length(text) + coalesce(length(reasoning), 0))::integer as characters from ${stored("responses")} where ${among} group by all`
      : `select ${KEY}, 0 as characters from numbered where false`;
    await stage.carry(
      "sample_index",
      `select place, coalesce(point, -1) as point, item, "index", trial, status, finish_reason, coalesce(prompt_tokens, -1) as prompt_tokens,
          coalesce(completion_tokens, -1) as completion_tokens, coalesce(characters, -1) as characters, cost, coalesce(corrected, false) as corrected
        from numbered join item_places using (item_id) left join (${pointsQuery}) using (model, template, sampler, base_task, params)
          left join (${lengths}) using (${KEY}) left join (${corrections}) using (${KEY})`,
      {inOrder: true}
    );
    await stage.carry("sample_list", `select place, ${KEY}, columns('^answer'), expected from numbered`, {inOrder: true});
  }
  await write("sample_index");
  const {bins, cells} = await countedBins(connection, stored("sample_index"));
  for (const row of bins) stage.append("sample_bins", row);
  for (const row of cells) stage.append("sample_cells", row);
  if (has("responses")) await appendWords(stage, connection, all);
}

/** The evaluations in the order of places, each with its number of samples and the place of its first. */
async function evaluationsOf(connection: DuckDBConnection): Promise<EvaluationPlaces[]> {
  const reader = await connection.runAndReadAll(
    `select eval_id, count(*)::integer as n from samples group by ${EVALUATION} order by ${EVALUATION}`
  );
  let first = 0;
  return (reader.getRows() as [string, number][]).map(([id, n]) => {
    const evaluation = {id, n, first};
    first += n;
    return evaluation;
  });
}

/** Joins consecutive evaluations whose samples are looked at together. */
function partsOf(all: readonly EvaluationPlaces[], together: number): {evaluations: string[]; first: number}[] {
  const parts: {evaluations: string[]; first: number; n: number}[] = [];
  for (const {id, n, first} of all) {
    const last = parts.at(-1);
    if (last && last.n + n <= together) {
      last.evaluations.push(id);
      last.n += n;
    } else parts.push({evaluations: [id], first, n});
  }
  return parts;
}

/** Adds the words of all responses that belong to samples: evaluation by evaluation, so that no more keys of samples are held. */
async function appendWords(stage: Stage, connection: DuckDBConnection, evaluations: readonly EvaluationPlaces[]): Promise<void> {
  const index = new WordIndex();
  // several threads hand over their rows in any order, and the bytes of the table follow it
  for (const set of ["threads = 1", "parquet_metadata_cache = true"]) await connection.run(`set ${set}`);
  for (const {id, first} of evaluations) {
    const of = `eval_id = ${literal(id)}`;
    const result = await connection.stream(
      `select place, reasoning, text from (select ${KEY}, reasoning, text from responses where ${of})
        join (select ${KEY}, ${placeFrom(first)} from samples where ${of}) using (${KEY})`
    );
    for await (const batch of result.yieldRowsJs())
      for (const [place, reasoning, text] of batch as [number, string | null, string | null][]) {
        if (reasoning !== null) index.add(place, reasoning);
        if (text !== null) index.add(place, text);
      }
  }
  for (const row of index.rows()) {
    stage.append("sample_words", row);
    await stage.endPart("sample_words"); // lists of frequent words are long, and of many words together longer than memory
  }
}
