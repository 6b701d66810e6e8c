// Filters of the sample browser, and files of a selection.
import {text as textInput, toggle} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import {literal} from "../../pipelines/rows/literal.js";
import type {Shown} from "../../pipelines/store/shown.js";
import {type Filter, ORDERS, type Order, rangeOf} from "../../pipelines/studies/samples/select.js";
import {termsOf} from "../../pipelines/studies/samples/words.js";
import {plainRows} from "../shared/answers.js";
import {formatCount, type Input, STATUS_NAMES} from "../shared/charts.js";
import {csv, saveText} from "../shared/download.js";
import {choice} from "../shared/inputs.js";
import {permalink, readState} from "../shared/permalink.js";
import {source} from "../shared/source.js";
import type {OpenTables} from "../shared/tables.js";
import {partsFor, textsPlace} from "../shared/texts.js";
import {type PointRow, pointMask, type Samples} from "./data.js";

// The filters of the sample browser, each kept in the address.

const ORDER_NAMES: Record<Order, string> = {
  test: "task, point and test",
  tokens: "fewest tokens first",
  "-tokens": "most tokens first",
  characters: "shortest first",
  "-characters": "longest first",
  cost: "cheapest first",
  "-cost": "most expensive first"
};

/** Filters by texts, which published answers do not have. */
const OF_TEXTS: ReadonlySet<string> = new Set(["search", "characters"]);

interface FilterInputs {
  node: HTMLElement;
  /** What is asked; `evaluation` is an eval_id, or "all". */
  read(shown: Shown | null): {
    filter: Filter;
    terms: ReturnType<typeof termsOf>;
    fault: string | null;
    order: Order;
    evaluation: string;
  };
}

/** The filters, each kept in the address; those with nothing to choose are left out. */
export function filterInputs(
  samples: Samples,
  evaluations: readonly PointRow[],
  name: (point: PointRow) => string
): FilterInputs {
  const chooser = (key: string, label: string, titles: ReadonlyMap<string, string>, value?: string): Input<string> =>
    choice(key, [...titles.keys()], {label, names: Object.fromEntries(titles), value});
  const all = (entries: Iterable<readonly [string, string]>) => new Map([["all", "all"] as const, ...entries]);
  const same = (values: Iterable<string>) => all([...new Set(values)].sort().map(value => [value, value] as const));
  const titles = {
    evaluation: all(evaluations.map(point => [point.eval_id, name(point)] as const).sort((a, b) => a[1].localeCompare(b[1]))),
    task: same(samples.points.map(point => point.base_task)),
    tag: same(samples.points.flatMap(point => [...point.tags])),
    outcome: all(STATUS_NAMES.map(each => [each, each] as const)),
    finish: all(samples.finishes.map((finish, code) => [String(code), finish || "unknown"] as const))
  };
  // Where millions of samples have not been read, one evaluation is: that of a link, or the first.
  const linked = readState(location.hash).get("sample")?.split("/")[0] ?? "";
  const begins = titles.evaluation.has(linked) ? linked : [...titles.evaluation.keys()][1];
  const orders = source === "published" ? ORDERS.filter(order => !/characters|cost/u.test(order)) : ORDERS;
  const fields = {
    search: permalink("search", textInput({label: "Words", placeholder: "words that all occur, begin* of one"}) as Input<string>),
    evaluation: chooser("evaluation", "Evaluation", titles.evaluation, samples.isWhole ? "all" : begins),
    task: chooser("task", "Task", titles.task),
    outcome: chooser("outcome", "Outcome", titles.outcome),
    finish: chooser("finish", "Ended by", titles.finish),
    tag: chooser("tag", "Tag", titles.tag),
    tokens: permalink("tokens", textInput({label: "Tokens", placeholder: "100-500, 100- or -500"}) as Input<string>),
    characters: permalink("characters", textInput({label: "Characters", placeholder: "100-500, 100- or -500"}) as Input<string>),
    order: choice("order", orders, {label: "Order", names: ORDER_NAMES})
  };
  const corrected = toggle({label: "Corrected by people"});
  const {hasCorrected} = samples;
  const few = (key: keyof typeof titles) => titles[key].size < 3;
  const isShown = (key: string) =>
    key in titles ? !few(key as keyof typeof titles) : !(source === "published" && OF_TEXTS.has(key));
  const shownFields = Object.entries(fields).filter(([key]) => isShown(key));
  const node = html`<div class="rb-questions" id="filters">${shownFields.map(([, field]) => field)}${hasCorrected ? corrected : ""}</div>`;
  return {
    node,
    read(shown) {
      const [tokens, characters] = [rangeOf(fields.tokens.value), rangeOf(fields.characters.value)];
      const fault = tokens === undefined ? fields.tokens.value : characters === undefined ? fields.characters.value : null;
      const {evaluation, task, tag} = {evaluation: fields.evaluation.value, task: fields.task.value, tag: fields.tag.value};
      const status = STATUS_NAMES.indexOf(fields.outcome.value as (typeof STATUS_NAMES)[number]);
      return {
        filter: {
          points: pointMask(samples.points, {evaluation, task, tag, shown}),
          status: status < 0 ? null : status,
          finish: fields.finish.value === "all" ? null : Number(fields.finish.value),
          tokens: tokens ?? null,
          characters: characters ?? null,
          corrected: hasCorrected && corrected.value
        },
        terms: termsOf(fields.search.value),
        evaluation,
        fault: fault === null ? null : `"${fault}" is not a range: write 100-500, 100- or -500`,
        order: fields.order.value
      };
    }
  };
}

// Saves a selection of samples as CSV, JSON or Parquet, with their texts where a reader wants them.

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
export function savingBar(sql: OpenTables, places: () => Int32Array): HTMLElement {
  const texts = html`<input type="checkbox" checked=${source !== "published"}>` as HTMLInputElement;
  const note = html`<span role="status" class="rb-muted">`;
  const button = (label: string, save: (query: string) => Promise<void>) => {
    const node = html`<button type="button" class="rb-button" onclick=${async () => {
      const all = places();
      const chosen = all.subarray(0, MOST_SAVED);
      node.disabled = true;
      note.className = "rb-muted";
      note.textContent = `preparing ${formatCount(chosen.length)} samples …`;
      try {
        await save(await queryOf(sql, chosen, {texts: texts.checked}));
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
  const rows = async (query: string) => plainRows<Record<string, unknown>>(await sql.query(query));
  return html`<div class="rb-bar" id="save">
    ${button("Download CSV", async query => saveText(csv(await rows(query)), {name: "samples.csv", type: "text/csv"}))}
    ${button("Download JSON", async query => saveText(JSON.stringify(await rows(query), null, 1), {name: "samples.json", type: "application/json"}))}
    ${button("Download Parquet", async query => saveText(await sql.saved(query, "parquet"), {name: "samples.parquet", type: "application/vnd.apache.parquet"}))}
    ${source === "published" ? "" : html`<label class="rb-field">${texts} with texts</label>`}${note}</div>`;
}
