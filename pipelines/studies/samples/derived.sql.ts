// Tables `sample_index` and `sample_list` of published answers, in DuckDB's SQL over their samples: the store does not have them, for their size.
import {CUT} from "../../score/ended.js";
import {TRUNCATED} from "../../score/status.js";
import {LISTED_CHARACTERS} from "./tables.js";

/** Index of an item whose key was corrected, on top of that of the item before. */
const FIRST_REVISED = 2 ** 30;

/** Place of a sample: samples of an evaluation follow each other in the file. */
const PLACE = "file_row_number::integer as place";

const QUERIES = {
  sample_index:
    source => `select ${PLACE}, coalesce(point, -1)::integer as point, item::integer as item, ("index" % ${FIRST_REVISED})::integer as "index", trial,
      if(ended = 'cut', ${TRUNCATED}, status)::integer as status, if(ended = 'cut', '${CUT}', finish_reason) as finish_reason, coalesce(prompt_tokens, -1) as prompt_tokens,
      coalesce(completion_tokens, -1) as completion_tokens, -1 as characters, null::double as cost, false as corrected
    from ${source("samples")}
      join (select item_id, min(file_row_number) as item from ${source("samples")} group by item_id) using (item_id)
      left join (select eval_id, base_task, params, min(file_row_number) as point from ${source("points")} group by eval_id, base_task, params)
        using (eval_id, base_task, params)
    order by place`,
  sample_list:
    source => `select ${PLACE}, eval_id, item_id, trial, left(answer, ${LISTED_CHARACTERS}) as answer, answer_rule, answer_start, answer_end,
      answer_reason, left(expected, ${LISTED_CHARACTERS}) as expected
    from ${source("samples")}`
} satisfies Record<string, (source: (table: string) => string) => string>;

/** Query for the rows of a table. @param source a table's file as SQL, with the column `file_row_number` */
export const derivedQuery = (table: keyof typeof QUERIES, source: (table: string) => string): string => QUERIES[table](source);
