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

/** The browser over all samples of the published store. `sql` answers for identities and texts, and ends with the page. */
export function sampleBrowser(samples: Samples, {sql, shown}: {sql: OpenTables; shown: Shown | null}): HTMLElement {
  let [read, natural]: [Places, Int32Array] = [{first: 0, end: 0}, new Int32Array()];
  const evaluations = [
    ...new Map(
      samples.points
        .filter(point => !shown?.evaluations || shown.evaluations.includes(point.eval_id))
        .map(point => [point.eval_id, point])
    ).values()
  ];
  const name = evaluationNames(evaluations);
  const names = new Map<string, string>(evaluations.map(point => [point.eval_id, name(point)]));
  const nameOf = (point: PointRow): string => names.get(point.eval_id) ?? name(point);
  const nameOfId = (eval_id: string): string => {
    const point = samples.points.find(point => point.eval_id === eval_id);
    return point ? nameOf(point) : "unknown evaluation";
  };
  const inputs = filterInputs(samples, evaluations, nameOf);
  const marks = openMarks(() => drawMarks());
  const corrections = correctionsInput(marks);
  let [places, page, position, token]: [Int32Array, number, number, number] = [natural, 0, -1, 0];
  let beside: readonly string[] = (readState(location.hash).get("beside") ?? "").split(",").filter(Boolean);

  let item = readState(location.hash).get("item") ?? "";
  const ofItem = html`<div class="rb-bar" id="of-item" hidden>` as HTMLElement;
  const summary = html`<p id="summary" role="status" aria-live="polite">`;
  const list = html`<div class="rb-scroll" id="list">`;
  const pager = html`<div class="rb-bar" id="pager">`;
  const opened = html`<section id="opened" tabindex="-1" hidden>`;
  const marked = html`<div class="rb-bar" id="marks">`;
  const node = html`<div class="rb-browser">${inputs.node}${ofItem}${summary}${list}${pager}${savingBar(
    () => sql,
    () => places
  )}${marked}${opened}</div>`;

  /** Applies the filters; an answer that comes after a later question is dropped. */
  async function filter(): Promise<void> {
    const mine = ++token;
    const {filter, terms, fault, order, evaluation} = inputs.read(shown);
    if (fault !== null) return void summary.replaceChildren(html`<span class="rb-error">${fault}`);
    try {
      const part = item === "" && evaluation !== "all" ? evaluation : null;
      const saying = setTimeout(() => mine === token && summary.replaceChildren(readingOf(samples, part)), QUIET_MS);
      const now = await samples.read(part).finally(() => clearTimeout(saying));
      if (mine !== token) return;
      if (now.first !== read.first || now.end !== read.end) [read, natural] = [now, naturalOrder(samples, now)];
      const {found, limited} = terms.length > 0 ? await foundBy(sql, terms, samples.n) : {found: null, limited: null};
      const code = item === "" ? null : await itemCode(sql, samples, item);
      if (mine !== token) return;
      const all = item === "" ? natural : natural.filter(place => samples.item[place] === code);
      places = ordered(samples, selected(samples, all, {...filter, found}), order);
      drawItem();
      page = 0;
      summary.replaceChildren(
        ...summaryOf(samples, places, limited),
        samples.points.some(point => point.simulated) ? simulatedBadge() : ""
      );
      await drawList();
    } catch (error) {
      if (mine === token) summary.replaceChildren(html`<span class="rb-error">${(error as Error).message}`);
    }
  }
  /** Says that only answers to one test are listed, and takes that back on a click. */
  function drawItem(): void {
    ofItem.hidden = item === "";
    const lift = () => {
      item = "";
      link("item", "");
      close();
      filter();
    };
    ofItem.replaceChildren(
      ...(item === ""
        ? []
        : [
            html`<span>Only answers to test <code>${item}</code></span>`,
            html`<button type="button" class="rb-button" onclick=${lift}>Show all tests</button>`
          ])
    );
  }
  /** Shows a page of the list at once by its numbers; what the scorer read follows when it has been fetched. */
  async function drawList(): Promise<void> {
    const mine = token;
    const shownPlaces = Array.from(places.subarray(page * PAGE, (page + 1) * PAGE));
    const cells = new Map(
      shownPlaces.map(place => [place, [html`<td class="rb-muted">…`, html`<td class="rb-muted">…`] as const])
    );
    const line = (place: number, i: number) => {
      const point = samples.points[samples.point[place]!];
      const current = page * PAGE + i === position;
      return html`<tr data-place=${place} aria-current=${current ? "true" : null}>
        <td><button type="button" class="rb-name" onclick=${() => open(page * PAGE + i)}>open ${samples.index[place]}${samples.trial[place]! > 0 ? `/${samples.trial[place]}` : ""}</button></td>
        <td>${point ? nameOf(point) : "unknown"}</td><td>${point?.base_task ?? "unknown"}</td>
        <td>${STATUS_NAMES[samples.status[place]!]}${samples.corrected[place] === 1 ? html` <small class="rb-corrected">corrected</small>` : ""}</td>
        <td class="rb-number">${samples.completion[place]! < 0 ? "–" : formatCount(samples.completion[place])}</td>
        <td>${samples.finishes[samples.finish[place]!]}</td>${cells.get(place)}</tr>`;
    };
    list.replaceChildren(
      places.length === 0
        ? ""
        : html`<table class="rb-table"><thead><tr>${["Sample", "Evaluation", "Task", "Outcome", "Tokens", "Ended by", "Expected", "Answer"].map(label => html`<th scope="col">${label}`)}</tr></thead><tbody>${shownPlaces.map(line)}</tbody></table>`
    );
    const pages = Math.ceil(places.length / PAGE);
    const turn = (to: number) => {
      page = to;
      drawList();
    };
    pager.replaceChildren(
      html`<button type="button" class="rb-button" disabled=${page === 0} onclick=${() => turn(page - 1)}>Previous page</button>`,
      html`<button type="button" class="rb-button" disabled=${page + 1 >= pages} onclick=${() => turn(page + 1)}>Next page</button>`,
      html`<span class="rb-muted">page ${formatCount(Math.min(page + 1, pages))} of ${formatCount(pages)} · keys j and k open the next and previous sample, Escape closes it`
    );
    const rows = await listed(sql, shownPlaces);
    if (mine !== token) return;
    for (const [place, [expected, answer]] of cells) {
      const row = rows.get(place);
      for (const cell of [expected, answer]) cell.className = "";
      expected.replaceChildren(untrusted(row?.expected));
      answer.replaceChildren(
        row?.answer == null ? "none found" : untrusted(row.answer),
        marks.get(row ? sampleKey(row) : "") ? html` <small class="rb-corrected">marked` : ""
      );
    }
  }
  /** Opens a sample by its position in the selection; −1 closes. */
  async function open(at: number): Promise<void> {
    if (at >= places.length) return;
    position = at;
    if (at < 0) return close();
    if (Math.floor(at / PAGE) !== page) {
      page = Math.floor(at / PAGE);
      drawList();
    }
    for (const row of list.querySelectorAll<HTMLElement>("tr[data-place]")) {
      if (row.dataset.place === String(places[at])) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    await show(places[at]!, at);
  }
  async function show(place: number, at: number): Promise<void> {
    opened.hidden = false;
    opened.setAttribute("aria-busy", "true");
    for (const note of opened.querySelectorAll(":scope > [data-texts]")) note.remove();
    opened.prepend(fetchingNote());
    const current = () => position === at;
    try {
      const row = (await listed(sql, [place])).get(place)!;
      await samples.read(row.eval_id);
      const reader = await readerOf(row, {
        samples,
        sql,
        name: nameOfId,
        marks,
        beside,
        onBeside: keys => {
          beside = keys;
          link("beside", keys.join(","));
          show(place, at);
        }
      });
      if (!current()) return;
      link("sample", sampleKey(row));
      const step = (by: number, label: string) =>
        html`<button type="button" class="rb-button" disabled=${at < 0 || at + by < 0 || at + by >= places.length} onclick=${() => open(at + by)}>${label}`;
      opened.replaceChildren(
        html`<div class="rb-bar"><h2 id="sample">${headingOf(samples, place, row)}</h2>${step(-1, "Previous")}${step(1, "Next")}<button type="button" class="rb-button" onclick=${close}>Close</button></div>`,
        reader
      );
      opened.scrollIntoView({block: "nearest"});
    } catch (error) {
      if (current()) opened.replaceChildren(html`<p class="rb-error">${(error as Error).message}`);
    }
    if (current()) opened.setAttribute("aria-busy", "false");
  }
  function close(): void {
    position = -1;
    opened.hidden = true;
    opened.replaceChildren();
    link("sample", "");
  }
  function drawMarks(): void {
    const all = marks.all();
    marked.replaceChildren(...marksBar(all.length, marks), corrections);
    drawList();
  }
  async function follow(): Promise<void> {
    const key = readState(location.hash).get("sample");
    if (!key && item !== "" && places.length > 0) return open(0);
    if (!key) return;
    const place = await placeOf(sql, samples, key);
    if (place === null) {
      opened.hidden = false;
      opened.replaceChildren(html`<p class="rb-error" id="missing">no sample ${key} here`);
      return;
    }
    const at = places.indexOf(place);
    position = at >= 0 ? at : -2; // it is shown even where the filters leave it out
    if (at >= 0) open(at);
    else show(place, -2);
  }
  const keys = (event: KeyboardEvent) => {
    if (!node.isConnected) return removeEventListener("keydown", keys);
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest("input, select, textarea")) return;
    if (event.key === "j" || (event.key === "ArrowRight" && position >= 0)) open(position + 1);
    else if (position > 0 && (event.key === "k" || event.key === "ArrowLeft")) open(position - 1);
    else if (event.key === "Escape" && position !== -1) close();
  };
  addEventListener("keydown", keys);
  inputs.node.addEventListener("input", () => {
    close();
    filter();
  });
  marked.replaceChildren(...marksBar(marks.all().length, marks), corrections);
  filter()
    .then(follow)
    .catch(error => summary.replaceChildren(html`<span class="rb-error">${(error as Error).message}`));
  return node;
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
