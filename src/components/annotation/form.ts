// A form that collects a person's entries one at a time, by keys or buttons; every step is saved in the browser.
import {html} from "npm:htl";
import {jsonLines, type SessionOf} from "../../pipelines/studies/preferences/annotation/session.js";
import {formatCount, type Input} from "../shared/charts.js";
import {saveText} from "../shared/download.js";

/** Modes of the page, and their names. */
export const MODE_NAMES = {pairs: "pairs of responses", answers: "single answers"} as const;

/** The keys of a mode's form. */
export const keysOf = (mode: keyof typeof MODE_NAMES): HTMLElement =>
  mode === "answers"
    ? html`<p>Keys: <kbd>c</kbd> correct, <kbd>i</kbd> incorrect, <kbd>n</kbd> note (<kbd>Esc</kbd> leaves it), <kbd>Enter</kbd> saves and goes on, <kbd>u</kbd> undoes the last step, also across answers.`
    : html`<p>Keys: <kbd>a</kbd> left, <kbd>b</kbd> right, <kbd>t</kbd> tie; then <kbd>1</kbd> to <kbd>5</kbd> for the marked rating, <kbd>s</kbd> to skip it; the sixth saves.
<kbd>Enter</kbd> saves without further ratings, <kbd>u</kbd> undoes the last step, also across pairs.`;

/** Surroundings of a form, which tests pass themselves. */
export interface FormOptions {
  /** Storage for the session. */
  storage?: Pick<Storage, "getItem" | "setItem">;
  now?: () => string;
  seed?: () => string;
}

export const isoNow = (): string => new Date().toISOString();
export const newSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, "0")).join("");

interface Form<Session, Action> {
  /** accessible name */
  label: string;
  /** key of the session in the storage */
  place: string;
  storage: Pick<Storage, "setItem">;
  session: Session;
  next(session: Session, action: Action): Session;
  /** the session once its current part is shown */
  show?(session: Session): Session;
  /** nodes of the session; `act` takes a further action, and `silently` does so without drawing again, as while somebody types */
  view(session: Session, act: (action: Action, options?: {silently?: boolean}) => void): Node;
  /** action of a key that is meant for no field */
  actionOf(event: KeyboardEvent): Action | null;
}

/** The form of a session. Its value is the entries so far; it fires `input` when they change. */
export function sessionForm<Done, Session extends SessionOf<Done, unknown>, Action>({
  label,
  place,
  storage,
  show = session => session,
  ...form
}: Form<Session, Action>): Input<readonly Done[]> {
  let session = form.session;
  const body = html`<div>`;
  const root = html`<section class="rb-annotator" tabindex="-1" aria-label=${label}>${body}</section>`;
  const keep = () => {
    try {
      storage.setItem(place, JSON.stringify(session));
    } catch {
      body.append(html`<p class="rb-error">This browser cannot store the entries: download them before you leave.`);
    }
  };
  const draw = () => {
    session = show(session);
    body.replaceChildren(form.view(session, act));
  };
  const act = (action: Action, {silently = false} = {}) => {
    const before = session;
    session = form.next(session, action);
    if (session === before) return;
    if (!silently) draw();
    keep();
    if (session.done !== before.done) root.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const onKey = (event: KeyboardEvent) => {
    if (!root.isConnected) return removeEventListener("keydown", onKey);
    const {target, ctrlKey, metaKey, altKey} = event;
    if (ctrlKey || metaKey || altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(tagOf(target))) return;
    const action = form.actionOf(event);
    if (!action) return;
    event.preventDefault();
    act(action);
  };
  addEventListener("keydown", onKey);
  draw();
  keep();
  return Object.defineProperty(root, "value", {get: () => session.done}) as Input<readonly Done[]>;
}

/** Name of the element that a key was pressed in. */
export const tagOf = (target: EventTarget | null): string => (target as HTMLElement | null)?.tagName ?? "";

/** A text that a person reads before an entry: a heading and a box. */
export const textBox = (title: string | Node, text: Node, id: string): HTMLElement =>
  html`<div id=${id}><h3>${title}</h3><div class="rb-text rb-response" tabindex="0" role="group" aria-label=${typeof title === "string" ? title : id}>${text}</div></div>`;

/** How many of all have an entry. */
export const progressLine = (done: number, all: number, unit: string): HTMLElement =>
  html`<p class="rb-progress" role="status" aria-live="polite">
    <progress value=${done} max=${Math.max(1, all)}></progress> ${formatCount(done)} of ${formatCount(all)} ${unit}</p>`;

/** Buttons of one choice among several, each with its key. */
export const choiceBar = <Value>(
  label: string,
  values: readonly {value: Value; label: string; key: string}[],
  {chosen, choose}: {chosen: Value | null; choose: (value: Value) => void}
): HTMLElement =>
  html`<div class="rb-bar" role="group" aria-label=${label}>${values.map(
    ({value, label, key}) =>
      html`<button type="button" class="rb-button" aria-pressed=${String(chosen === value)} onclick=${() => choose(value)}>${label} <kbd>${key}</kbd></button>`
  )}</div>`;

/** The buttons that save an entry and take the last step back. */
export function stepBar({
  canSave,
  canUndo,
  save,
  undo
}: {
  canSave: boolean;
  canUndo: boolean;
  save: () => void;
  undo: () => void;
}): HTMLElement {
  return html`<div class="rb-bar"><button type="button" class="rb-button rb-primary" id="save" disabled=${canSave ? null : ""}
    onclick=${save}>Save and go on <kbd>Enter</kbd></button> ${undoButton({canUndo, undo})}</div>`;
}

export const undoButton = ({canUndo, undo}: {canUndo: boolean; undo: () => void}): HTMLElement =>
  html`<button type="button" class="rb-button" id="undo" disabled=${canUndo ? null : ""} onclick=${undo}>Undo <kbd>u</kbd></button>`;

/** A button that saves entries as a file of JSON lines. */
export function entriesButton(entries: readonly object[], name: string): HTMLElement {
  const save = () => saveText(jsonLines(entries), {name, type: "application/jsonl"});
  return html`<button type="button" class="rb-button" id="download" onclick=${save}>Download ${name.replace(/\..*/u, "")} (JSONL)`;
}

/** All entries that sessions with a prefix have stored in this browser. */
export function storedEntries<Done>(prefix: string, storage: Storage = localStorage): Done[] {
  const all: Done[] = [];
  for (let i = 0; i < storage.length; i++) {
    const key = storage.key(i)!;
    if (!key.startsWith(`${prefix} `)) continue;
    try {
      all.push(...(JSON.parse(storage.getItem(key)!) as {done: Done[]}).done);
    } catch {
      // an entry of another program
    }
  }
  return all;
}
