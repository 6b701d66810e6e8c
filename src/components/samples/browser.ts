// The sample browser: filters, a list by pages, and the open sample with others beside it.
import {html} from "npm:htl";
import {shareOf} from "../../pipelines/stats/intervals.js";
import type {Shown} from "../../pipelines/store/shown.js";
import {naturalOrder, ordered, selected, statusCounts} from "../../pipelines/studies/samples/select.js";
import {evaluationNames, formatCount, formatRate, STATUS_NAMES, sampleKey, simulatedBadge} from "../shared/charts.js";
import {fetchingNote} from "../shared/exchange.js";
import {readInput} from "../shared/fileInput.js";
import {textOf} from "../shared/fileText.js";
import {readState, writeState} from "../shared/permalink.js";
import type {OpenTables} from "../shared/tables.js";
import {untrusted} from "../shared/text.js";
import {foundBy, itemCode, type ListedSample, listed, type Places, type PointRow, placeOf, type Samples} from "./data.js";
import {filterInputs, savingBar} from "./filters.js";
import {type Marks, openMarks, parsed, saveMarks} from "./marks.js";
import {readerOf} from "./reader.js";

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
    this.node = html`<div class="rb-browser">${this.inputs.node}${this.ofItem}${this.summary}${this.list}${this.pager}${saving}${this.marked}${this.opened}</div>`;
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
    accept: ".jsonl",
    remove: null,
    read: async (file, reading) => {
      const {marks: found, faults} = parsed(await textOf(file, reading));
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
