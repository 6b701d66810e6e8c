// Shows one sample: its facts, question and response, other answers to the same test, and their differences.
import {diffWordsWithSpace} from "npm:diff";
import {html} from "npm:htl";
import {besideKey, formatCost, formatCount, manifoldLink, STATUS_NAMES, sampleKey, simulatedBadge} from "../shared/charts.js";
import {answerParts, exchangeOf, type Found, outcomeFacts, textPart} from "../shared/exchange.js";
import type {OpenTables} from "../shared/tables.js";
import {scrolledByKeys} from "../shared/text.js";
import {visible} from "../shared/visible.js";
import {type Answer, answersBeside, type ListedSample, listed, type PointRow, type Samples} from "./data.js";
import {type Marks, markForm} from "./marks.js";

// The words in which two texts differ. Both are untrusted, so that each part is a text node.

/** Milliseconds after which a comparison is given up: texts that have nothing in common take long. */
const PATIENCE_MS = 1_500;
/** Characters of a text that are compared. */
const MOST_CHARACTERS = 100_000;

/** Two texts as one, with the words that only one of them has marked by name, strike or underline. */
function differenceNode(before: string, after: string, {names}: {names: readonly [string, string]}): HTMLElement {
  const cut = before.length > MOST_CHARACTERS || after.length > MOST_CHARACTERS;
  const parts = diffWordsWithSpace(visible(before.slice(0, MOST_CHARACTERS)), visible(after.slice(0, MOST_CHARACTERS)), {
    timeout: PATIENCE_MS
  });
  if (!parts)
    return html`<p class="rb-muted">These texts have too little in common to be compared word by word: read them side by side.`;
  const words = (which: "added" | "removed") =>
    parts.filter(part => part[which]).reduce((sum, {value}) => sum + (value.match(/\S+/g)?.length ?? 0), 0);
  const nodes = parts.map(({value, added, removed}) => {
    const text = document.createTextNode(value);
    return added ? html`<ins>${text}</ins>` : removed ? html`<del>${text}</del>` : text;
  });
  return html`<div class="rb-difference">
    <p class="rb-muted"><del>${names[0]}</del> ${formatCount(words("removed"))} words of its own, <ins>${names[1]}</ins> ${formatCount(words("added"))}${cut ? `; the first ${formatCount(MOST_CHARACTERS)} characters of each` : ""}.</p>
    <div class="rb-text">${scrolledByKeys(html`<span class="rb-untrusted" dir="ltr">${nodes}</span>`)}</div>
  </div>`;
}

// One sample for reading: its facts, question and response, other answers to the same test beside it, and the words in which two differ.

/** Most answers that stand side by side. */
const MOST_SIDES = 4;

interface Side {
  place: number;
  row: ListedSample;
  point: PointRow | undefined;
  found: Found;
}

interface ReaderOptions {
  samples: Samples;
  sql: OpenTables;
  /** An evaluation as readers know it, by its eval_id. */
  name(eval_id: string): string;
  marks: Marks;
  /** answers beside the open one, by eval_id and trial; the reader changes them */
  beside: readonly string[];
  onBeside(keys: readonly string[]): void;
}

/** The open sample. Rejects where its tables cannot be read. */
export async function readerOf(own: ListedSample, options: ReaderOptions): Promise<HTMLElement> {
  const {samples, sql, name, marks, beside, onBeside} = options;
  const others = (await answersBeside(sql, samples, own)).filter(each => each.place !== own.place);
  const chosen = others.filter(each => beside.includes(besideKey(each))).slice(0, MOST_SIDES - 1);
  const [rows] = await Promise.all([
    listed(
      sql,
      chosen.map(each => each.place)
    ),
    ...chosen.map(each => samples.read(each.eval_id))
  ]);
  const sides = await Promise.all(
    [own, ...chosen.map(each => rows.get(each.place)!)].map(async (row): Promise<Side> => {
      const point = samples.points[samples.point[row.place]!];
      return {
        place: row.place,
        row,
        point,
        found: point ? await exchangeOf(sql, {...point, item_id: row.item_id, trial: row.trial}) : {}
      };
    })
  );
  const [open] = sides as [Side, ...Side[]];
  const prompt = sides.find(({found}) => found.exchange)?.found.exchange?.prompt;
  const label = ({eval_id, trial}: Pick<Answer, "eval_id" | "trial">) =>
    `${name(eval_id)}${trial > 0 ? `, repetition ${trial}` : ""}`;
  const side = (each: Side): HTMLElement => html`<section>
    <h4>${label(each.row)} ${each.point?.simulated ? simulatedBadge() : ""}</h4>
    ${outcomeFacts({...each.row, status: samples.status[each.place]!, expected: each.row.expected ?? ""}, factsOf(samples, each))}
    ${answerParts(each.found, each.row)}
  </section>`;
  return html`<div id="reader">
    ${prompt === undefined ? "" : textPart("Question", prompt)}
    ${besideInput(others, chosen, {label, samples, change: answers => onBeside(answers.map(besideKey))})}
    <div class="rb-sides">${sides.map(side)}</div>
    ${differences(sides, side => label(side.row))}
    ${markForm(own, samples.status[own.place]!, marks)}
    ${open.point ? html`<p class="rb-muted">${manifoldLink(open.point, "its point on page Manifold", {task: open.point.base_task})} · <code>npm run -s samples -- show ${sampleKey(open.row)}</code></p>` : ""}
  </div>`;
}

function factsOf(samples: Samples, {place, point}: Side): Record<string, string> {
  const [tokens, characters, cost] = [samples.completion[place]!, samples.characters[place]!, samples.cost[place]!];
  return {
    "Ended by": samples.finishes[samples.finish[place]!] || "unknown",
    Tokens: tokens < 0 ? "not counted" : formatCount(tokens),
    Characters: characters < 0 ? "not kept" : formatCount(characters),
    ...(!Number.isNaN(cost) && {Cost: formatCost(cost)}),
    ...(samples.corrected[place] === 1 && {Corrected: "by a person; page Runs says who and why"}),
    ...(point && {Point: `${point.base_task} ${point.params}, test ${samples.index[place]}`})
  };
}

/** Chooses up to three other answers to the same test. */
function besideInput(
  others: readonly Answer[],
  chosen: readonly Answer[],
  {label, samples, change}: {label: (answer: Answer) => string; samples: Samples; change: (answers: readonly Answer[]) => void}
): HTMLElement | string {
  if (others.length === 0) return html`<p class="rb-muted">No other evaluation has answered this test.`;
  const outcome = ({place}: Answer) => (samples.has(place) ? `: ${STATUS_NAMES[samples.status[place]!]}` : "");
  const select =
    html`<select aria-label="another answer to this test" onchange=${() => select.value !== "" && change([...chosen, others[Number(select.value)]!])}>
    <option value="">choose …</option>
    ${others.map((each, i) => (chosen.includes(each) ? "" : html`<option value=${i}>${label(each)}${outcome(each)}`))}
  </select>` as HTMLSelectElement;
  select.disabled = chosen.length >= MOST_SIDES - 1;
  return html`<div class="rb-bar" id="beside"><label class="rb-field">Beside it, of ${formatCount(others.length)} other answers ${select}</label>
    ${chosen.map(each => html`<button type="button" class="rb-chip" title="remove it" onclick=${() => change(chosen.filter(other => other !== each))}>${label(each)} ×`)}</div>`;
}

/** The words in which the first answer and one beside it differ; made when a reader opens it. */
function differences(sides: readonly Side[], label: (side: Side) => string): HTMLElement | string {
  const [first, ...others] = sides.filter(({found}) => found.exchange);
  if (!first || others.length === 0) return "";
  const text = ({found: {exchange}}: Side) => [exchange!.reasoning, exchange!.text].filter(part => part).join("\n\n");
  return html`<div class="rb-differences">${others.map(other => {
    const node =
      html`<details class="rb-details"><summary>Words in which ${label(other)} differs</summary></details>` as HTMLElement &
        HTMLDetailsElement;
    node.addEventListener("toggle", () => {
      if (node.open && node.childElementCount === 1)
        node.append(differenceNode(text(first), text(other), {names: [label(first), label(other)]}));
    });
    return node;
  })}</div>`;
}
