// Inputs for a file of the reader's: the file as it is, or what was read from it.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import type {FileProgress, Reading} from "./fileText.js";
import {readingBar, SHOWN_AFTER_MS} from "./readingBar.js";

interface FileField {
  label: string;
  accept: string;
  id?: string;
}

/** Endings of files of rows; packed ones contain text. */
export const ROW_FILES = ".csv,.tsv,.txt,.json,.jsonl,.ndjson,.parquet,.arrow,.feather,.yaml,.yml,.gz,.zst";

let fields = 0;
const nextId = (): string => `own-file-${++fields}`;

/**
 * A file chosen by the reader, null before: for a caller that reads it and shows the progress itself. It is the browser's own File:
 * Framework's wrapper fetches a blob address, which the site's policy forbids.
 */
export function fileInput({label, accept}: FileField): Input<File | null> {
  const input = html`<input type="file" accept=${accept}>` as HTMLInputElement;
  const away = html`<button type="button" class="rb-button" hidden>Remove file</button>` as HTMLButtonElement;
  const form = html`<form class="rb-file" onsubmit=${(event: Event) => event.preventDefault()}><label><span>${label}</span> ${input}</label>${away}</form>`;
  input.addEventListener("input", () => (away.hidden = !input.files?.length));
  away.addEventListener("click", () => {
    input.value = "";
    away.hidden = true;
    input.focus();
    form.dispatchEvent(new Event("input", {bubbles: true}));
  });
  return Object.defineProperty(form, "value", {get: () => input.files?.[0] ?? null}) as Input<File | null>;
}

export interface ReadOptions<T> extends Omit<FileField, "accept"> {
  /** endings of files; those of rows by default */
  accept?: string;
  /** Reads a file; rejects once the signal says so, and with a message for the reader where the file cannot be read. */
  read(file: File, reading: Required<Reading>): Promise<T>;
  /** text of the button that puts the file away; null for none */
  remove?: string | null;
  /** what is said of a file that was read */
  said?: (name: string, value: T) => string;
  /** releases a value that is shown no longer */
  release?: (value: T) => void;
}

/**
 * What was read from a file of the reader's, null before. While a file is read, the reader sees how far it is and may cancel; another choice
 * takes the place of one that is still read. A file that is cancelled or cannot be read changes nothing. No file is sent anywhere.
 */
export function readInput<T>({label, accept = ROW_FILES, id = nextId(), ...options}: ReadOptions<T>): Input<T | null> {
  const {read, remove = "Remove file", said = name => `${name} is shown; it stays in this tab`, release = () => {}} = options;
  const chooser = html`<input type="file" id=${id} accept=${accept}>` as HTMLInputElement;
  const away = html`<button type="button" class="rb-button" hidden>${remove}</button>` as HTMLButtonElement;
  const status = html`<span class="rb-muted" role="status">` as HTMLElement;
  const bar = readingBar();
  const cancel = html`<button type="button" class="rb-button">Cancel</button>` as HTMLButtonElement;
  const progress = html`<div class="rb-file-progress" hidden>${bar.node} ${cancel}</div>` as HTMLElement;
  const root = html`<div class="rb-bar rb-field rb-own-file"><label for=${id}>${label}</label> ${chooser} ${remove === null ? "" : away} ${status} ${progress}</div>`;
  let value: T | null = null;
  let shown = "";
  let now: AbortController | null = null;

  const say = (text: string, isError = false) => {
    status.textContent = text;
    status.className = isError ? "rb-error" : "rb-muted";
  };
  const still = (why: string) => (shown === "" ? why : `${why.replace(/\.$/, "")}. ${shown} is still shown.`);
  const set = (next: T | null, name = "") => {
    if (value !== null && value !== next) release(value);
    [value, shown] = [next, name];
    away.hidden = next === null;
    root.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const stop = () => {
    now?.abort(new DOMException("reading was cancelled", "AbortError"));
    now = null;
    progress.hidden = true;
  };

  async function take(file: File): Promise<void> {
    stop();
    const own = new AbortController();
    now = own;
    say("");
    bar.show(file.name, null);
    setTimeout(() => {
      if (now !== own) return;
      progress.hidden = false;
      say(`Reading ${file.name} …`);
      status.className = "rb-heard"; // the bar beside it says the same to eyes
    }, SHOWN_AFTER_MS);
    const report = (state: FileProgress) => {
      if (now === own) bar.show(file.name, state);
    };
    cancel.onclick = () => {
      stop();
      chooser.value = "";
      chooser.focus();
      say(still(`Reading ${file.name} was cancelled`));
    };
    try {
      const found = await read(file, {signal: own.signal, report});
      if (now !== own) return release(found);
      stop();
      say(said(file.name, found));
      set(found, file.name);
    } catch (error) {
      if (now !== own) return;
      stop();
      chooser.value = ""; // so that the same file can be chosen again once it was mended
      say(still(error instanceof Error ? error.message : String(error)), true);
    }
  }

  for (const kind of ["input", "change"]) chooser.addEventListener(kind, event => event.stopPropagation());
  chooser.addEventListener("change", () => {
    const [file] = chooser.files ?? [];
    if (file) take(file);
  });
  away.addEventListener("click", () => {
    stop();
    chooser.value = "";
    say("");
    set(null);
    chooser.focus();
  });
  return Object.defineProperty(root, "value", {get: () => value}) as Input<T | null>;
}
