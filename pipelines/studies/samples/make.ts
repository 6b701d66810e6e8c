// Makes the study tables `sample_index`, `sample_list` and `sample_words`.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {literal} from "../../store/literal.js";
import {fileOf} from "../../store/publish.js";
import {openTables} from "../../store/sql.js";
import {openStage, type Stage} from "../../store/writer.js";
import {LISTED_CHARACTERS, samplesTables} from "./tables.js";
import {WordIndex} from "./words.js";

const KEY = "eval_id, item_id, trial";

/** Writes the tables into a store; that of words without rows where no response is kept. */
export async function make(folder: string): Promise<void> {
  const stored = (table: string, options = "") => `read_parquet(${literal(join(folder, fileOf(table)))}${options})`;
  const has = (table: string) => existsSync(join(folder, fileOf(table)));
  await using stage = await openStage(samplesTables, {folder});
  await stage.prepare(`create temp table numbered as select s.*,
      (row_number() over (order by model, template, sampler, eval_id, item_id, trial) - 1)::integer as place,
      (dense_rank() over (order by item_id) - 1)::integer as item
    from (select eval_id, model, template, sampler, base_task, params, item_id, "index", trial, status, finish_reason, prompt_tokens, completion_tokens, cost,
      left(answer, ${LISTED_CHARACTERS}) as answer, left(expected, ${LISTED_CHARACTERS}) as expected from ${stored("samples")}) s`);
  const pointsQuery = `select model, template, sampler, base_task, params, min(file_row_number)::integer as point
    from ${stored("points", ", file_row_number = true")} group by all`;
  const corrections = has("corrections")
    ? `select distinct ${KEY}, true as corrected from ${stored("corrections")} where state = 'applied'`
    : `select ${KEY}, true as corrected from numbered where false`;
  const lengths = has("responses")
    ? `select ${KEY}, any_value(length(text) + coalesce(length(reasoning), 0))::integer as characters from ${stored("responses")} group by all`
    : `select ${KEY}, 0 as characters from numbered where false`;
  await stage.carry(
    "sample_index",
    `select place, coalesce(point, -1) as point, item, "index", trial, status, finish_reason, coalesce(prompt_tokens, -1) as prompt_tokens,
      coalesce(completion_tokens, -1) as completion_tokens, coalesce(characters, -1) as characters, cost, coalesce(corrected, false) as corrected
    from numbered left join (${pointsQuery}) using (model, template, sampler, base_task, params)
      left join (${lengths}) using (${KEY}) left join (${corrections}) using (${KEY})`
  );
  await stage.carry("sample_list", `select place, ${KEY}, answer, expected from numbered`);
  if (has("responses")) await appendWords(stage, folder);
  for (const name of Object.keys(samplesTables)) await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
}

/** Adds the words of all responses that belong to samples. */
async function appendWords(stage: Stage, folder: string): Promise<void> {
  const index = new WordIndex();
  const {connection, close} = await openTables(folder);
  try {
    const result = await connection.stream(
      `select place, reasoning, text from responses join (select ${KEY},
        (row_number() over (order by model, template, sampler, eval_id, item_id, trial) - 1)::integer as place from samples) using (${KEY})`
    );
    for await (const batch of result.yieldRowsJs())
      for (const [place, reasoning, text] of batch as [number, string | null, string | null][]) {
        if (reasoning !== null) index.add(place, reasoning);
        if (text !== null) index.add(place, text);
      }
  } finally {
    close();
  }
  for (const row of index.rows()) stage.append("sample_words", row);
}
