// Reads the answers of all models of a store to a benchmark: right or wrong, or the score that was reported with them.
import {UserError} from "../../../rows/error.js";
import {literal} from "../../../rows/literal.js";
import {query} from "../../../store/sql.node.js";
import {type Answers, familiesOf} from "./answers.js";

/** Models that answered a smaller share of the items are left out: their score is on another set of items. */
const MIN_SHARE = 0.8;

/**
 * Reads the first answers to the tasks whose names begin so. Answers at the token limit count as wrong.
 * @throws UserError if there are none
 */
export async function readAnswers(folder: string, tasks: string): Promise<Answers> {
  const {rows} = await query(
    `with answered as (
        select model, item_id, (status = 1)::double as score from samples where starts_with(base_task, ${literal(tasks)}) and trial = 0
        union all
        select m.model, m.item_id, m.value from measures m join items i using (item_id)
        where m.name = 'reported:score' and m.trial = 0 and starts_with(i.base_task, ${literal(tasks)})),
      scored as (select model, item_id, avg(score) as score from answered where item_id is not null group by all),
      described as (select item_id, any_value(base_task) as base_task, any_value(concat_ws(' ', domain, category)) as subject from items group by 1),
      places as (select item_id, (row_number() over (order by item_id) - 1)::int as place, base_task, subject
        from (select distinct item_id from scored) left join described using (item_id))
    select model, any_value(developer), list(place order by place), list(score order by place),
      (select list(item_id order by place) from places), (select list(base_task order by place) from places),
      (select list(subject order by place) from places)
    from scored join places using (item_id) left join models using (model) group by model order by model`,
    {folder}
  );
  if (rows.length === 0) throw new UserError(`${folder} has no answers to "${tasks}"`);
  const [, , , , items, taskNames, subjects] = rows[0] as [
    string,
    string | null,
    number[],
    number[],
    string[],
    string[],
    string[]
  ];
  const names = new Set(taskNames).size > 1 ? taskNames : subjects;
  const kinds = [...new Set(names)].sort();
  const answered = (rows as [string, string | null, number[], number[]][]).filter(
    ([, , places]) => places.length >= MIN_SHARE * items.length
  );
  const cells = new Float64Array(answered.length * items.length).fill(Number.NaN);
  for (const [i, [, , places, scores]] of answered.entries())
    for (const [k, place] of places.entries()) cells[i * items.length + place] = scores[k]!;
  return {
    models: answered.map(([name, developer]) => ({name, families: familiesOf(name, developer)})),
    items,
    contents: Int32Array.from(names, name => kinds.indexOf(name)),
    cells
  };
}

/** Fewest models of a benchmark whose items can be calibrated. */
const MIN_MODELS = 5;

/** Names of a store's benchmarks with answers of five models or more; tasks such as livebench-typos belong to livebench. */
export async function benchmarksWithAnswers(folder: string): Promise<string[]> {
  const {rows} = await query(
    `select base_task from (select base_task, model from samples where trial = 0 union all
       select i.base_task, m.model from measures m join items i using (item_id) where m.name = 'reported:score')
     group by base_task having count(distinct model) >= ${MIN_MODELS} order by base_task`,
    {folder}
  );
  return [...new Set((rows as [string][]).map(([task]) => task.replace(/^livebench-.*/u, "livebench")))];
}

/** Right answers of a store's items, by item id. */
export async function readExpected(folder: string, items: readonly string[]): Promise<Map<string, string>> {
  const {rows} = await query("select item_id, expected from items where expected is not null", {folder});
  const wanted = new Set(items);
  return new Map((rows as [string, string][]).filter(([id]) => wanted.has(id)));
}
