// Saves a selection of samples as CSV, JSON or Parquet, with their texts where a reader wants them.
import {html} from "npm:htl";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {literal} from "../../pipelines/store/literal.js";
import {plainRows} from "../shared/answers.js";
import {saveText} from "../shared/save.js";
import {csv} from "../shared/separated.js";
import type {OpenTables} from "../shared/tables.js";
import {partsFor, textsPlace} from "../shared/texts.js";

/** Most samples that are saved at once: more do not fit into a tab with their texts. `npm run sql` saves them all. */
const MOST_SAVED = 10_000;
const AT_ONCE = 5_000;

/** Chosen samples of one evaluation: of which model, and the first and last of their items. */
interface Span {
  eval_id: string;
  model: string;
  low: string;
  high: string;
}

/** The evaluations of the table `named`, by task where that is asked. */
const spansOf = async <Row extends Span>(sql: OpenTables, by?: "base_task"): Promise<Row[]> =>
  plainRows<Row>(
    await sql.query(
      by === undefined
        ? "select eval_id, any_value(model) as model, min(item_id) as low, max(item_id) as high from named join (select distinct eval_id, model from points) using (eval_id) group by eval_id"
        : "select eval_id, model, base_task, min(item_id) as low, max(item_id) as high from named join samples using (eval_id, item_id, trial) group by eval_id, model, base_task"
    )
  );

/** Query for the rows of table `samples` at these places, with their texts. The places are put into a table first. */
async function queryOf(sql: OpenTables, places: ArrayLike<number>, {texts}: {texts: boolean}): Promise<string> {
  await sql.query("create or replace table chosen (position integer, place integer)");
  const pairs = Array.from(places, (place, position) => `(${position}, ${place})`);
  for (let i = 0; i < pairs.length; i += AT_ONCE)
    await sql.query(`insert into chosen values ${pairs.slice(i, i + AT_ONCE).join(", ")}`);
  const key = "eval_id, item_id, trial";
  await sql.query(`create or replace table named as select position, ${key} from chosen join sample_list using (place)`);
  if (!texts) return `select s.* from named join samples s using (${key}) order by position`;
  // Evaluation by evaluation, whose rows stand together and whose items in order: other row groups are not fetched. An inner join keeps the few
  // names in memory; a left join would hold the texts of the whole store.
  const selected = (table: string) => `select position, r.prompt, r.reasoning, r.text from ${table} r join named using (${key})`;
  await sql.query(`create or replace table texts as ${selected("responses")} where false`);
  const within = ({eval_id, low, high}: Span) =>
    `r.eval_id = ${literal(eval_id)} and r.item_id between ${literal(low)} and ${literal(high)}`;
  if (textsPlace)
    for (const span of await spansOf<Span & {base_task: string}>(sql, "base_task")) {
      for (const part of await partsFor(span)) {
        await sql.attach(part.name, part.content);
        await sql.query(`insert into texts ${selected(part.name)} where ${within(span)}`);
      }
    }
  else
    for (const span of await spansOf<Span>(sql))
      await sql.query(`insert into texts ${selected("responses")} where r.model = ${literal(span.model)} and ${within(span)}`);
  return `select s.*, t.prompt, t.reasoning, t.text from named n join samples s using (${key}) left join texts t on t.position = n.position order by n.position`;
}

/** Buttons that save the selection as it is when one is pressed. */
export function savingBar(sql: () => OpenTables, places: () => Int32Array): HTMLElement {
  const texts = html`<input type="checkbox" checked>` as HTMLInputElement;
  const note = html`<span role="status" class="rb-muted">`;
  const button = (label: string, save: (query: string) => Promise<void>) => {
    const node = html`<button type="button" class="rb-button" onclick=${async () => {
      const all = places();
      const chosen = all.subarray(0, MOST_SAVED);
      node.disabled = true;
      note.className = "rb-muted";
      note.textContent = `preparing ${formatCount(chosen.length)} samples …`;
      try {
        await save(await queryOf(sql(), chosen, {texts: texts.checked}));
        note.textContent =
          all.length > MOST_SAVED
            ? `the first ${formatCount(MOST_SAVED)} of ${formatCount(all.length)} were saved; npm run sql saves all`
            : "";
      } catch (error) {
        note.className = "rb-error";
        note.textContent = (error as Error).message;
      }
      node.disabled = false;
    }}>${label}` as HTMLButtonElement;
    return node;
  };
  const rows = async (query: string) => plainRows<Record<string, unknown>>(await sql().query(query));
  return html`<div class="rb-bar" id="save">
    ${button("Download CSV", async query => saveText(csv(await rows(query)), {name: "samples.csv", type: "text/csv"}))}
    ${button("Download JSON", async query => saveText(JSON.stringify(await rows(query), null, 1), {name: "samples.json", type: "application/json"}))}
    ${button("Download Parquet", async query => saveText(await sql().saved(query, "parquet"), {name: "samples.parquet", type: "application/vnd.apache.parquet"}))}
    <label class="rb-field">${texts} with texts</label>${note}</div>`;
}
