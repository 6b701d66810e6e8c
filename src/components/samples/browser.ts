// The sample browser: filters, a list by pages, and the open sample with others beside it.

import {diffWordsWithSpace} from "npm:diff";
import {html} from "npm:htl";
import {shareOf} from "../../pipelines/stats/intervals.js";
import type {Shown} from "../../pipelines/store/shown.js";
import {naturalOrder, ordered, selected, statusCounts} from "../../pipelines/studies/samples/select.js";
import {
  besideKey,
  evaluationNames,
  formatCost,
  formatCount,
  formatRate,
  manifoldLink,
  STATUS_NAMES,
  sampleKey,
  simulatedBadge
} from "../shared/charts.js";
import {recordsIn} from "../shared/content.js";
import {answerParts, exchangeOf, type Found, fetchingNote, outcomeFacts, textPart} from "../shared/exchange.js";
import {ROW_FILES, readInput} from "../shared/fileInput.js";
import {readState, writeState} from "../shared/permalink.js";
import {source} from "../shared/source.js";
import type {OpenTables} from "../shared/tables.js";
import {scrolledByKeys, untrusted} from "../shared/text.js";
import {contentOf} from "../shared/uploaded.js";
import {visible} from "../shared/visible.js";
import {
  type Answer,
  answersBeside,
  foundBy,
  itemCode,
  type ListedSample,
  listed,
  type Places,
  type PointRow,
  placeOf,
  type Samples
} from "./data.js";
import {filterInputs, savingBar} from "./filters.js";
import {type Marks, markForm, marksIn, openMarks, saveMarks} from "./marks.js";

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

/** Published answers have no texts, and are corrected by those who published them. */
const isPublished = source === "published";

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
async function readerOf(own: ListedSample, options: ReaderOptions): Promise<HTMLElement> {
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
    ${isPublished ? "" : markForm(own, samples.status[own.place]!, marks)}
    ${open.point && !isPublished ? html`<p class="rb-muted">${manifoldLink(open.point, "its point on page Manifold", {task: open.point.base_task})} · <code>npm run -s samples -- show ${sampleKey(open.row)}</code></p>` : ""}
  </div>`;
}

function factsOf(samples: Samples, {place, point}: Side): Record<string, string> {
  const [tokens, characters, cost] = [samples.completion[place]!, samples.characters[place]!, samples.cost[place]!];
  return {
    ...(!isPublished && {"Ended by": samples.finishes[samples.finish[place]!] || "unknown"}),
    Tokens: tokens < 0 ? "not counted" : formatCount(tokens),
    ...(!isPublished && {Characters: characters < 0 ? "not kept" : formatCount(characters)}),
    ...(!Number.isNaN(cost) && {Cost: formatCost(cost)}),
    ...(samples.corrected[place] === 1 && {Corrected: "by a person; page Runs says who and why"}),
    ...(point && {Point: `${point.base_task} ${point.params}, test ${samples.index[place]}`})
  };
}

/** A row of table `samples`, as the page shows it before its list has been read. */
interface FirstAnswer {
  model: string;
  base_task: string;
  status: number;
  /** below 0 or null where nobody counted them */
  completion_tokens: number | null;
  answer: string | null;
}

/** The first answers of the store as a table, until the list of all has been read. */
export function firstAnswers(rows: Iterable<{toJSON(): unknown}>): DocumentFragment {
  const lines = Array.from(rows, row => row.toJSON() as FirstAnswer).map(
    ({model, base_task, status, completion_tokens, answer}) => html`<tr>
      <td>${model}</td><td>${base_task}</td><td>${STATUS_NAMES[Number(status)] ?? ""}</td>
      <td>${formatCount(completion_tokens === null || completion_tokens < 0 ? null : Number(completion_tokens))}</td>
      <td>${answer === null ? "none found" : untrusted(answer)}</td></tr>`
  );
  return html.fragment`<p class="rb-muted">The first answers; the list of all, with its filters, is being read …</p>
    <div class="rb-scroll" tabindex="0"><table class="rb-table"><thead><tr>${["Model", "Task", "Outcome", "Tokens", "Answer"].map(label => html`<th scope="col">${label}`)}</tr></thead><tbody>${lines}</tbody></table></div>`;
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

/** Samples of a page of the list. */
const PAGE = 20;

interface BrowserOptions {
  /** answers for identities and texts, and ends with the page */
  sql: OpenTables;
  shown: Shown | null;
}

/** The browser over all samples of the published store. */
export const sampleBrowser = (samples: Samples, options: BrowserOptions): HTMLElement => new SampleBrowser(samples, options).node;

class SampleBrowser {
  readonly node: HTMLElement;
  private readonly samples: Samples;
  private readonly sql: OpenTables;
  private readonly shown: Shown | null;
  private readonly nameOf: (point: PointRow) => string;
  private readonly inputs: ReturnType<typeof filterInputs>;
  private readonly marks = openMarks(() => {
    this.drawMarks();
    this.drawList();
  });
  private readonly corrections = correctionsInput(this.marks);

  /** part of the index that has been read, and its places in the natural order */
  private read: Places = {first: 0, end: 0};
  private natural: Int32Array = new Int32Array();
  /** places that pass the filters, in the chosen order */
  private places: Int32Array = new Int32Array();
  private page = 0;
  /** position of the open sample among `places`; −1: none, −2: one that the filters leave out */
  private position = -1;
  /** number of the latest question; answers to earlier ones are dropped */
  private token = 0;
  /** answers next to the open one */
  private beside: readonly string[] = (readState(location.hash).get("beside") ?? "").split(",").filter(Boolean);
  /** id of the only test whose answers are listed, or empty */
  private item = readState(location.hash).get("item") ?? "";

  private readonly ofItem: HTMLElement = html`<div class="rb-bar" id="of-item" hidden>`;
  private readonly summary = html`<p id="summary" role="status" aria-live="polite">`;
  private readonly list = html`<div class="rb-scroll" id="list">`;
  private readonly pager = html`<div class="rb-bar" id="pager">`;
  private readonly opened = html`<section id="opened" tabindex="-1" hidden>`;
  private readonly marked = html`<div class="rb-bar" id="marks">`;

  constructor(samples: Samples, {sql, shown}: BrowserOptions) {
    [this.samples, this.sql, this.shown] = [samples, sql, shown];
    const passing = samples.points.filter(({eval_id}) => shown?.evaluations?.includes(eval_id) ?? true);
    const evaluations = [...new Map(passing.map(point => [point.eval_id, point])).values()];
    const name = evaluationNames(evaluations);
    const names = new Map<string, string>(evaluations.map(point => [point.eval_id, name(point)]));
    this.nameOf = point => names.get(point.eval_id) ?? name(point);
    this.inputs = filterInputs(samples, evaluations, this.nameOf);
    const saving = savingBar(sql, () => this.places);
    this.node = html`<div class="rb-browser">${this.inputs.node}${this.ofItem}${this.summary}${this.list}${this.pager}${saving}${isPublished ? "" : this.marked}${this.opened}</div>`;
    const keys = (event: KeyboardEvent) => {
      if (this.node.isConnected) this.press(event);
      else removeEventListener("keydown", keys);
    };
    addEventListener("keydown", keys);
    this.inputs.node.addEventListener("input", () => {
      this.close();
      this.filter();
    });
    this.drawMarks();
    this.filter()
      .then(() => this.follow())
      .catch(error => this.sayError(error));
  }

  private sayError(error: unknown): void {
    this.summary.replaceChildren(html`<span class="rb-error">${(error as Error).message}`);
  }

  /** Applies the filters; an answer that comes after a later question is dropped. */
  private async filter(): Promise<void> {
    const {samples, sql, item, shown} = this;
    const mine = ++this.token;
    const isCurrent = () => mine === this.token;
    const {filter, terms, fault, order, evaluation} = this.inputs.read(shown);
    if (fault !== null) return this.sayError(new Error(fault));
    try {
      const part = item === "" && evaluation !== "all" ? evaluation : null;
      const saying = setTimeout(() => isCurrent() && this.summary.replaceChildren(readingOf(samples, part)), QUIET_MS);
      const read = await samples.read(part).finally(() => clearTimeout(saying));
      if (!isCurrent()) return;
      if (read.first !== this.read.first || read.end !== this.read.end)
        [this.read, this.natural] = [read, naturalOrder(samples, read)];
      const {found, limited} = terms.length > 0 ? await foundBy(sql, terms, samples.n) : {found: null, limited: null};
      const code = item === "" ? null : await itemCode(sql, samples, item);
      if (!isCurrent()) return;
      const all = item === "" ? this.natural : this.natural.filter(place => samples.item[place] === code);
      this.places = ordered(samples, selected(samples, all, {...filter, found}), order);
      this.drawItem();
      this.page = 0;
      const simulated = samples.points.some(point => point.simulated);
      this.summary.replaceChildren(...summaryOf(samples, this.places, limited), simulated ? simulatedBadge() : "");
      await this.drawList();
    } catch (error) {
      if (isCurrent()) this.sayError(error);
    }
  }

  /** Says that only answers to one test are listed, and lists all again on a click. */
  private drawItem(): void {
    this.ofItem.hidden = this.item === "";
    const lift = () => {
      this.item = "";
      link("item", "");
      this.close();
      this.filter();
    };
    this.ofItem.replaceChildren(
      this.item === ""
        ? ""
        : html.fragment`<span>Only answers to test <code>${this.item}</code></span><button type="button" class="rb-button" onclick=${lift}>Show all tests</button>`
    );
  }

  /** Shows a page of the list at once by its numbers; what the scorer read follows when it has been fetched. */
  private async drawList(): Promise<void> {
    const {samples, places, page, position, token} = this;
    const shownPlaces = Array.from(places.subarray(page * PAGE, (page + 1) * PAGE));
    const cells = new Map(
      shownPlaces.map(place => [place, [html`<td class="rb-muted">…`, html`<td class="rb-muted">…`] as const])
    );
    const line = (place: number, i: number) => {
      const point = samples.points[samples.point[place]!];
      const at = page * PAGE + i;
      return html`<tr data-place=${place} aria-current=${at === position ? "true" : null}>
        <td><button type="button" class="rb-name" onclick=${() => this.open(at)}>open ${samples.index[place]}${samples.trial[place]! > 0 ? `/${samples.trial[place]}` : ""}</button></td>
        <td>${point ? this.nameOf(point) : "unknown"}</td><td>${point?.base_task ?? "unknown"}</td>
        <td>${STATUS_NAMES[samples.status[place]!]}${samples.corrected[place] === 1 ? html` <small class="rb-corrected">corrected</small>` : ""}</td>
        <td class="rb-number">${samples.completion[place]! < 0 ? "–" : formatCount(samples.completion[place])}</td>
        <td>${samples.finishes[samples.finish[place]!]}</td>${cells.get(place)}</tr>`;
    };
    this.list.replaceChildren(
      places.length === 0
        ? ""
        : html`<table class="rb-table"><thead><tr>${["Sample", "Evaluation", "Task", "Outcome", "Tokens", "Ended by", "Expected", "Answer"].map(label => html`<th scope="col">${label}`)}</tr></thead><tbody>${shownPlaces.map(line)}</tbody></table>`
    );
    this.drawPager();
    const rows = await listed(this.sql, shownPlaces);
    if (token !== this.token) return;
    for (const [place, [expected, answer]] of cells) {
      const row = rows.get(place);
      for (const cell of [expected, answer]) cell.className = "";
      expected.replaceChildren(untrusted(row?.expected));
      answer.replaceChildren(
        row?.answer == null ? "none found" : untrusted(row.answer),
        this.marks.get(row ? sampleKey(row) : "") ? html` <small class="rb-corrected">marked` : ""
      );
    }
  }

  private drawPager(): void {
    const {page} = this;
    const pages = Math.ceil(this.places.length / PAGE);
    const turn = (label: string, to: number) => {
      const draw = () => {
        this.page = to;
        this.drawList();
      };
      return html`<button type="button" class="rb-button" disabled=${to < 0 || (to > page && to >= pages)} onclick=${draw}>${label}</button>`;
    };
    this.pager.replaceChildren(
      turn("Previous page", page - 1),
      turn("Next page", page + 1),
      html`<span class="rb-muted">page ${formatCount(Math.min(page + 1, pages))} of ${formatCount(pages)} · keys j and k open the next and previous sample, Escape closes it`
    );
  }

  /** Opens a sample by its position in the selection; −1 closes. */
  private async open(at: number): Promise<void> {
    if (at >= this.places.length) return;
    this.position = at;
    if (at < 0) return this.close();
    if (Math.floor(at / PAGE) !== this.page) {
      this.page = Math.floor(at / PAGE);
      this.drawList();
    }
    for (const row of this.list.querySelectorAll<HTMLElement>("tr[data-place]")) {
      if (row.dataset.place === String(this.places[at])) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    await this.show(this.places[at]!, at);
  }

  private async show(place: number, at: number): Promise<void> {
    const {samples, sql, opened} = this;
    opened.hidden = false;
    opened.setAttribute("aria-busy", "true");
    for (const note of opened.querySelectorAll(":scope > [data-texts]")) note.remove();
    opened.prepend(fetchingNote());
    const isCurrent = () => this.position === at;
    try {
      const row = (await listed(sql, [place])).get(place)!;
      await samples.read(row.eval_id);
      const reader = await readerOf(row, {
        samples,
        sql,
        name: eval_id => {
          const point = samples.points.find(each => each.eval_id === eval_id);
          return point ? this.nameOf(point) : "unknown evaluation";
        },
        marks: this.marks,
        beside: this.beside,
        onBeside: keys => {
          this.beside = keys;
          link("beside", keys.join(","));
          this.show(place, at);
        }
      });
      if (!isCurrent()) return;
      link("sample", sampleKey(row));
      const step = (to: number, label: string) =>
        html`<button type="button" class="rb-button" disabled=${at < 0 || to < 0 || to >= this.places.length} onclick=${() => this.open(to)}>${label}`;
      opened.replaceChildren(
        html`<div class="rb-bar"><h2 id="sample">${headingOf(samples, place, row)}</h2>${step(at - 1, "Previous")}${step(at + 1, "Next")}<button type="button" class="rb-button" onclick=${() => this.close()}>Close</button></div>`,
        reader
      );
      opened.scrollIntoView({block: "nearest"});
    } catch (error) {
      if (isCurrent()) opened.replaceChildren(html`<p class="rb-error">${(error as Error).message}`);
    }
    if (isCurrent()) opened.setAttribute("aria-busy", "false");
  }

  private close(): void {
    this.position = -1;
    this.opened.hidden = true;
    this.opened.replaceChildren();
    link("sample", "");
  }

  private drawMarks(): void {
    this.marked.replaceChildren(...marksBar(this.marks.all().length, this.marks), this.corrections);
  }

  /** Opens the sample that the address names. */
  private async follow(): Promise<void> {
    const key = readState(location.hash).get("sample");
    if (!key && this.item !== "" && this.places.length > 0) return this.open(0);
    if (!key) return;
    const place = await placeOf(this.sql, this.samples, key);
    if (place === null) {
      this.opened.hidden = false;
      this.opened.replaceChildren(html`<p class="rb-error" id="missing">no sample ${key} here`);
      return;
    }
    const at = this.places.indexOf(place);
    this.position = at >= 0 ? at : -2;
    if (at >= 0) this.open(at);
    else this.show(place, -2);
  }

  private press({key, ctrlKey, metaKey, altKey, target}: KeyboardEvent): void {
    const {position} = this;
    if (ctrlKey || metaKey || altKey || (target as Element).closest("input, select, textarea")) return;
    if (key === "j" || (key === "ArrowRight" && position >= 0)) this.open(position + 1);
    else if (position > 0 && (key === "k" || key === "ArrowLeft")) this.open(position - 1);
    else if (key === "Escape" && position !== -1) this.close();
  }
}

/** Keeps a value in the address. */
function link(key: string, value: string): void {
  const hash = writeState(location.hash, key, value, "");
  history.replaceState(history.state, "", hash || location.pathname + location.search);
}

const headingOf = (samples: Samples, place: number, row: ListedSample): HTMLElement => {
  const point = samples.points[samples.point[place]!];
  return html`<span>Test ${row.item_id}${point ? ` of ${point.base_task}: ${point.model}` : ""} ${point?.simulated ? simulatedBadge() : ""}`;
};

/** How long numbers may be on their way before that is said, milliseconds. */
const QUIET_MS = 300;

/** Says that numbers are on their way. */
const readingOf = (samples: Samples, eval_id: string | null): string => {
  const n =
    eval_id === null || samples.isWhole
      ? samples.n
      : samples.points.filter(point => point.eval_id === eval_id).reduce((sum, {n}) => sum + n, 0);
  return `Reading the numbers of ${formatCount(n)} samples…`;
};

/** How many samples pass, and of which outcomes; shares with n and Wilson's interval. */
function summaryOf(samples: Samples, places: Int32Array, limited: string | null): (Node | string)[] {
  const n = places.length;
  if (n === 0)
    return [samples.n === 0 ? "This store holds no samples." : `None of ${formatCount(samples.n)} samples passes the filters.`];
  const shares = statusCounts(samples, places).map((count, code) => `${STATUS_NAMES[code]} ${formatRate(shareOf(count, n))}`);
  const order = [1, 0, 2].map(code => shares[code]).join(", ");
  return [
    `${formatCount(n)} of ${formatCount(samples.n)} samples: ${order}; n = ${formatCount(n)}. `,
    limited === null ? "" : `More words begin with "${limited}" than are searched: write more of it. `
  ];
}

/** A file of corrections, whose marks join those of this browser. */
function correctionsInput(marks: Marks): Node {
  const input = readInput({
    label: "Read a file of corrections",
    accept: ROW_FILES,
    remove: null,
    read: async (file, reading) => {
      const {marks: found, faults} = marksIn(recordsIn(await contentOf(file, reading)));
      if (faults.length > 0) throw new Error(`nothing was read: ${faults.slice(0, 3).join("; ")}`);
      return found;
    },
    said: (name, found) => `${formatCount(found.length)} of ${name} marked`
  });
  input.addEventListener("input", () => {
    for (const mark of input.value ?? []) marks.put(mark);
  });
  return input;
}

/** What a reader can do with marked corrections. */
const marksBar = (count: number, marks: Marks): Node[] => [
  html`<span>${count === 0 ? "No sample is marked as corrected." : `${formatCount(count)} marked; npm run samples -- correct --file corrections.jsonl puts them into the store.`}</span>`,
  html`<button type="button" class="rb-button" disabled=${count === 0} onclick=${() => saveMarks(marks)}>Download corrections</button>`
];
