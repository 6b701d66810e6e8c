// Captions, tests and checklist of page Manifold.

import {html} from "npm:htl";
import type {Evaluation} from "../../pipelines/charts/manifold/points.js";
import {cellName, type Slice, showValue} from "../../pipelines/charts/manifold/slice.js";
import type {StoredReading} from "../../pipelines/score/answer/storedReading.js";
import type {Cell, Value} from "../../pipelines/studies/manifold/surface.js";
import {
  type Column,
  countColumn,
  formatCount,
  formatInterval,
  formatRate,
  formatTokens,
  type Input,
  numberColumn,
  type Option,
  plural,
  type Sql,
  STATUS_NAMES,
  sampleLink,
  simulatedBadge,
  sortable,
  textColumn,
  truncatedColumn
} from "../shared/charts.js";
import {type DrawerContent, drawer} from "../shared/drawer.js";
import {answerParts, exchangeOf, outcomeFacts, textPart} from "../shared/exchange.js";
import {permalink} from "../shared/permalink.js";
import type {OpenTables} from "../shared/tables.js";
import {untrusted} from "../shared/text.js";

// Texts of a slice: captions, the sentence under the chart, and the columns of the table of cells.

/** The title of a slice. */
export function sliceTitle({label, task, x, y, fixed}: Slice): string {
  const axes = y === undefined ? x : `${x} and ${y}`;
  const at = Object.entries(fixed).map(([name, value]) => `${name} ${showValue(value)}`);
  if (x === "") return `${label}: ${task}`;
  return `${label}: ${task} over ${axes}${at.length > 0 ? ` at ${at.join(", ")}` : ""}`;
}

/** How to read a cell, and what is pooled in it. */
export function sliceCaption(cells: readonly Cell[], {pooled}: Slice): string {
  const reading =
    "Excess accuracy: 0 % is guessing, 100 % knowing; in brackets its 95 % interval; n counts untruncated samples. Click a cell for its samples.";
  const most = Math.max(0, ...cells.map(({params}) => params.length));
  if (most < 2) return reading;
  return `${reading} A cell pools up to ${plural(most, "point")} that differ in ${pooled.join(", ")}: fix them above to separate them.`;
}

/** One sentence: where the slice is easiest and hardest, and how many cells are not significantly better than guessing. */
export function sliceSentence(cells: readonly Cell[], slice: Slice, {places}: {places: number}): string {
  const known = cells.filter(({n}) => n > 0);
  const [worst, best] = [extreme(known, -1), extreme(known, 1)];
  if (!worst || !best) return "No cell of this slice has an untruncated answer.";
  const describe = (cell: Cell) => `${formatInterval({value: cell.accuracy, ...cell})} at ${cellName(slice, cell)}`;
  const guessing = known.filter(({low}) => low <= 0).length;
  const missing = places - cells.length;
  const empty = missing > 0 ? ` ${plural(missing, "cell")} of the grid ${missing === 1 ? "has" : "have"} no data.` : "";
  if (slice.x === "")
    return `${slice.task} has no parameters, so its manifold is one cell: ${formatInterval({value: best.accuracy, ...best})}.`;
  if (known.length === 1) return `One cell: ${describe(best)}.${empty}`;
  if (best.accuracy === worst.accuracy)
    return `All ${plural(known.length, "cell")} are alike: ${describe(best)} as at the others.${empty}`;
  const apart = best.low > worst.high ? "" : "; their intervals overlap";
  return `Highest ${describe(best)}, lowest ${describe(worst)}${apart}. ${formatCount(guessing)} of ${plural(known.length, "cell")} ${guessing === 1 ? "is" : "are"} not shown to beat guessing: the interval reaches 0 or lies below.${empty}`;
}

function extreme(cells: readonly Cell[], sign: 1 | -1): Cell | undefined {
  return cells.reduce<Cell | undefined>(
    (found, cell) => (found === undefined || sign * (cell.accuracy ?? 0) > sign * (found.accuracy ?? 0) ? cell : found),
    undefined
  );
}

/** The cells as a table. */
export function cellColumns({x, y}: Slice): Column<Cell>[] {
  const value = (name: string, of: (cell: Cell) => Cell["x"]): Column<Cell> =>
    textColumn(name, name, cell => showValue(of(cell)), {
      by: cell => (typeof of(cell) === "number" ? (of(cell) as number) : showValue(of(cell)))
    });
  return [
    ...(x === "" ? [] : [value(x, cell => cell.x)]),
    ...(y === undefined ? [] : [value(y, cell => cell.y)]),
    numberColumn(
      "accuracy",
      "Excess accuracy",
      cell => cell.accuracy,
      cell => formatRate({value: cell.accuracy, ...cell}),
      "0 guessing, 100 % knowing; 95 % interval"
    ),
    countColumn("n", "n"),
    truncatedColumn,
    countColumn("samples", "Samples"),
    numberColumn(
      "tokens",
      "Tokens per answer",
      cell => cell.tokens,
      formatTokens,
      "mean completion tokens of all samples; 95 % interval"
    ),
    numberColumn(
      "points",
      "Points",
      cell => cell.params.length,
      cell => formatCount(cell.params.length),
      "points pooled into the cell"
    )
  ];
}

// A searchable list of check boxes.

/**
 * Check boxes, of which at most `most` can be checked, with a search box. Its value, the checked ones joined by commas, can be kept in a
 * permalink.
 */
export function checklist(options: readonly Option[], {label, most}: {label: string; most: number}): Input<string> {
  const boxes = options.map(({value, label: name = value}) => {
    const box = html`<input type="checkbox" value=${value} onchange=${change}>` as HTMLInputElement;
    return {box, name, line: html`<label>${box} ${name}</label>`};
  });
  const search =
    html`<input type="search" placeholder="part of a name" aria-label=${`search: ${label}`} oninput=${narrow}>` as HTMLInputElement;
  const count = html`<span class="rb-muted">`;
  const node = html`<details class="rb-checklist"><summary>${label} ${count}</summary>${search}<div>${boxes.map(({line}) => line)}</div></details>`;

  function narrow(event: Event): void {
    event.stopPropagation();
    const wanted = search.value.trim().toLowerCase();
    for (const {line, name, box} of boxes) line.hidden = !box.checked && !name.toLowerCase().includes(wanted);
  }
  function change(event: Event): void {
    event.stopPropagation();
    settle();
    node.dispatchEvent(new Event("input", {bubbles: true}));
  }
  const ticked = () => boxes.filter(({box}) => box.checked);
  function settle(): void {
    const chosen = ticked();
    for (const {box} of boxes) box.disabled = !box.checked && chosen.length >= most;
    count.textContent =
      chosen.length === 0 ? `none of ${options.length}, at most ${most}` : chosen.map(({name}) => name).join(", ");
  }
  settle();
  return Object.defineProperty(node, "value", {
    get: () =>
      ticked()
        .map(({box}) => box.value)
        .join(","),
    set(text: string) {
      const wanted = new Set(text.split(","));
      let left = most;
      for (const {box} of boxes) box.checked = wanted.has(box.value) && left-- > 0;
      settle();
    }
  }) as Input<string>;
}

// Lists the samples of a cell and shows the prompt and response of one on request.

interface SampleRow extends StoredReading {
  eval_id: string;
  trial: number;
  item_id: string;
  status: number;
  index: number;
  completion_tokens: number;
  finish_reason: string;
  expected: string;
  params: string;
}

interface SamplesOptions {
  evaluation: Evaluation;
  task: string;
  /** canonical params of the points */
  params: readonly string[];
  /** parameters in which these points differ, one column each */
  pooled: readonly string[];
  title: string;
}

/** Most samples that are listed. */
const SHOWN = 500;

/**
 * The samples of one evaluation at the given points (canonical params); each opens in a drawer. Its value is the id of the open item, ""
 * for none.
 * @param sql called on first use, since its tables are large
 */
export function samplesPanel(sql: () => OpenTables, {evaluation, task, params, pooled, title}: SamplesOptions): Input<string> {
  const status = html`<p class="rb-muted" role="status">loading samples …`;
  const list = html`<div class="rb-scroll rb-tall" tabindex="0">`;
  const listed = samplesOf(sql(), {evaluation, task, params});
  const {dialog, button, input} = drawer(async item => {
    const row = (await listed).find(({item_id}) => item_id === item);
    return row ? readingOf(row) : null;
  });
  const node = html`<section class="rb-samples" id="samples">
    <h3>Samples: ${title} ${evaluation.simulated ? simulatedBadge() : ""}</h3>
    ${status}${list}${dialog}
  </section>`;

  async function load(): Promise<void> {
    const rows = await listed;
    const counts = STATUS_NAMES.map((name, code) => `${formatCount(rows.filter(row => row.status === code).length)} ${name}`);
    const shown = rows.slice(0, SHOWN);
    const first = rows.length > SHOWN ? `; the first ${formatCount(SHOWN)} are listed` : "";
    status.textContent = `${formatCount(rows.length)} samples: ${counts.join(", ")}${first}. Open one to read prompt, trace and response.`;
    list.replaceChildren(sortable(shown, columns(), {sort: "status"}));
  }
  function columns(): Column<SampleRow>[] {
    return [
      textColumn("item", "Sample", row => button(row.item_id, `open ${row.index}`), {by: row => row.index}),
      textColumn("status", "Status", row => STATUS_NAMES[row.status] ?? String(row.status), {by: row => row.status}),
      numberColumn(
        "tokens",
        "Tokens",
        row => row.completion_tokens,
        row => formatCount(row.completion_tokens)
      ),
      {key: "expected", label: "Expected", show: row => untrusted(row.expected)},
      {key: "answer", label: "Answer", show: row => (row.answer === null ? "none found" : untrusted(row.answer))},
      ...pooled.map(name => textColumn(`at ${name}`, name, parameter(name)))
    ];
  }
  function readingOf(row: SampleRow): DrawerContent {
    return {
      title: html`<span>Sample ${String(row.index)} of ${task}: ${evaluation.model} ${evaluation.simulated ? simulatedBadge() : ""}</span>`,
      facts: outcomeFacts(row, {Tokens: `${formatCount(row.completion_tokens)}, ended by ${row.finish_reason}`}),
      content: exchangeOf(sql(), {...nameOf(evaluation), base_task: task, item_id: row.item_id}).then(
        found =>
          html`<div><p>${sampleLink(row, "This answer on page Samples")}</p>${found.exchange ? textPart("Prompt", found.exchange.prompt) : ""}${answerParts(found, row)}`
      )
    };
  }
  load().catch(error => {
    status.className = "rb-error";
    status.textContent = (error as Error).message;
  });
  return permalink("item", input(node));
}

const nameOf = ({model, template, sampler}: Evaluation) => ({model, template, sampler});

const parameter = (name: string) => (row: SampleRow) => {
  const params = JSON.parse(row.params) as Record<string, Value>;
  return showValue(params[name] ?? null);
};

async function samplesOf(
  sql: Sql,
  {evaluation, task, params}: Pick<SamplesOptions, "evaluation" | "task" | "params">
): Promise<SampleRow[]> {
  const {model, template, sampler} = evaluation;
  const rows = await sql.query(
    `select eval_id, item_id, trial::int as trial, status, "index", completion_tokens, finish_reason, expected, columns('^answer'), params from samples
    where model = ? and template = ? and sampler = ? and base_task = ? and params in (${params.map(() => "?").join(", ")})
    order by status, params, "index", trial`,
    [model, template, sampler, task, ...params]
  );
  return Array.from(rows, row => ({...(row as unknown as {toJSON(): SampleRow}).toJSON()}));
}
