// Lists the tests on which two evaluations differ, and shows both responses side by side on request.
import {html} from "npm:htl";
import type {Sides} from "../pipelines/charts/compare/compare.js";
import type {StoredReading} from "../pipelines/score/answer/storedReading.js";
import type {Evaluation} from "../pipelines/studies/compare/answers.js";
import {flipped, type PairedTest} from "../pipelines/studies/compare/compare.js";
import {
  type Column,
  countColumn,
  formatCount,
  type Input,
  type Sql,
  STATUS_NAMES,
  sampleLink,
  simulatedBadge,
  sortable,
  textColumn
} from "./shared/charts.js";
import {csvButton} from "./shared/download.js";
import {type DrawerContent, drawer} from "./shared/drawer.js";
import {answerParts, exchangeOf, type Found, outcomeFacts, textPart} from "./shared/exchange.js";
import {choice} from "./shared/inputs.js";
import {permalink} from "./shared/permalink.js";
import type {OpenTables} from "./shared/tables.js";
import {untrusted} from "./shared/text.js";

/** A common test with the columns that the page reads. */
export interface CommonTest extends PairedTest {
  index: number;
  tiers: readonly string[];
  domain: string;
  category: string;
  tokens_a: number | null;
  tokens_b: number | null;
  expected: string;
  answer_a: string | null;
  answer_b: string | null;
}

/** Filters for the list of tests with different results. */
const FLIPS = ["all", "a", "b", "truncated"] as const;
type Flips = (typeof FLIPS)[number];
const FLIP_NAMES = {
  all: "every test that ended differently",
  a: "only A is right",
  b: "only B is right",
  truncated: "one of them is truncated"
} satisfies Record<Flips, string>;

const shown = {
  all: () => true,
  a: ({a}) => a === 1,
  b: ({b}) => b === 1,
  truncated: ({a, b}) => a === 2 || b === 2
} satisfies Record<Flips, (row: PairedTest) => boolean>;

/** Input for the kind of different results that the list shows. */
export const flipsInput = (): Input<Flips> => choice("flips", FLIPS, {label: "Show", names: FLIP_NAMES});

/** Most rows that are listed. */
const MOST_ROWS = 500;

/**
 * The list of tests with different results, and a button that saves it; both responses to a test open in a drawer, side by side. Its
 * value is the open test's item_id, "" for none.
 * @param kind the value of `flipsInput` · @param sql called on first use, since the table of responses is large · @param samples the tables that the tests were read from
 */
export function flipsTable(
  common: readonly CommonTest[],
  {
    kind,
    sql,
    samples,
    sides,
    a,
    b
  }: {kind: Flips; sql: () => OpenTables; samples: Sql; sides: Sides; a: Evaluation; b: Evaluation}
): Input<string> {
  const rows = flipped(common).filter(shown[kind]);
  const {dialog, button, input} = drawer(async item => {
    const row = rows.find(({item_id}) => item_id === item);
    return row ? readingOf(row) : null;
  });
  const first = rows.slice(0, MOST_ROWS);
  const note = `${formatCount(rows.length)} tests${rows.length > MOST_ROWS ? `; the first ${formatCount(MOST_ROWS)} are listed, the CSV has all` : ""}. Open one to read both responses.`;
  const list = html`<div class="rb-scroll rb-tall" id="flips" tabindex="0">${sortable(first, columns())}`;
  const node = html`<div>${csvButton(() => rows, "flips.csv")}<p class="rb-muted">${note}</p>${list}${dialog}</div>`;

  function columns(): Column<CommonTest>[] {
    const params = varying(rows);
    const status = (key: "a" | "b", label: string): Column<CommonTest> =>
      textColumn(key, label, row => STATUS_NAMES[row[key]], {by: row => row[key]});
    return [
      textColumn("test", "Test", row => button(row.item_id, `open ${row.index}`), {by: row => row.index}),
      textColumn("task", "Task", row => row.base_task),
      textColumn("params", "Point", row => html`<span class="rb-params">${params(row)}`, {by: params}),
      status("a", "A"),
      status("b", "B"),
      {key: "expected", label: "Expected", show: row => untrusted(row.expected)},
      {key: "answer_a", label: "A's answer", show: row => answer(row.answer_a)},
      {key: "answer_b", label: "B's answer", show: row => answer(row.answer_b)},
      countColumn("tokens_a", "A's tokens"),
      countColumn("tokens_b", "B's tokens")
    ];
  }
  function readingOf(row: CommonTest): DrawerContent {
    return {
      title: html`<span>Test ${row.item_id}: ${row.base_task} ${a.simulated || b.simulated ? simulatedBadge() : ""}</span>`,
      content: bothSides(row)
    };
  }
  async function bothSides(row: CommonTest): Promise<Node> {
    const {item_id, base_task, expected} = row;
    const [[ours, theirs], [readingA, readingB]] = await Promise.all([
      Promise.all(
        [a, b].map(({model, template, sampler, eval_id}) =>
          exchangeOf(sql(), {model, template, sampler, eval_id, base_task, item_id, trial: 0})
        )
      ),
      Promise.all([a, b].map(({eval_id}) => storedReading(samples, {eval_id, item_id})))
    ]);
    const side = (title: string, status: number, reading: StoredReading, found: Found) =>
      html`<section><h4>${title}</h4>${outcomeFacts({status, expected, ...reading})}${answerParts(found, reading)}</section>`;
    const prompt = (ours!.exchange ?? theirs!.exchange)?.prompt;
    const first = {eval_id: a.eval_id, item_id, trial: 0};
    return html`<div id="side-by-side">
      <p>${sampleLink(first, "Both answers on page Samples", {beside: {eval_id: b.eval_id, trial: 0}})}</p>
      ${prompt === undefined ? "" : textPart("Prompt", prompt)}
      <div class="rb-sides">
        ${side(`A: ${sides.a}`, row.a, readingA ?? {answer: row.answer_a}, ours!)}
        ${side(`B: ${sides.b}`, row.b, readingB ?? {answer: row.answer_b}, theirs!)}
      </div>
    </div>`;
  }
  return permalink("item", input(node));
}

/** Returns how the first answer to a test was read. */
async function storedReading(
  sql: Sql,
  {eval_id, item_id}: {eval_id: string; item_id: string}
): Promise<StoredReading | undefined> {
  const rows = await sql.query("select columns('^answer') from samples where eval_id = ? and item_id = ? and trial = 0 limit 1", [
    eval_id,
    item_id
  ]);
  return Array.from(rows, row => ({...(row as unknown as {toJSON(): StoredReading}).toJSON()}))[0];
}

const answer = (text: string | null): string | Node => (text === null ? "none found" : untrusted(text));

/** Names of a point by the parameters in which the listed points of its task differ. */
function varying(rows: readonly CommonTest[]): (row: CommonTest) => string {
  const values = new Map<string, Set<string>>();
  const read = (row: CommonTest) => Object.entries(JSON.parse(row.params) as Record<string, unknown>);
  for (const row of rows)
    for (const [name, value] of read(row)) {
      const key = `${row.base_task} ${name}`;
      values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(value)));
    }
  return row =>
    read(row)
      .filter(([name]) => values.get(`${row.base_task} ${name}`)!.size > 1)
      .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
      .join(", ");
}
