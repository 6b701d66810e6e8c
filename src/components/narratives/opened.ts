// An input for a reader's file of narratives, which a worker reads while the page goes on; it can be cancelled, and put away again.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {openWorker, type Working} from "../shared/worker.js";
import type {ReadFile} from "./ownFile.js";
import type {NarrativeTasks} from "./tasks.js";

export const openNarratives = (): Working<NarrativeTasks> => openWorker<NarrativeTasks>(import.meta.resolve("./worker.js"));

/** A file that was read, and the worker that keeps its narratives. */
export interface Opened {
  file: ReadFile;
  worker: Working<NarrativeTasks>;
}

/**
 * The file that is open, null before one is and after it was removed. One that cannot be read changes nothing. The file stays in the tab.
 */
export function narrativesFile(): Input<Opened | null> {
  const id = "narratives-file";
  const status = html`<span class="rb-muted" role="status"></span>`;
  const chooser = html`<input type="file" id=${id} accept=".jsonl,.ndjson,.json,.gz">` as HTMLInputElement;
  const remove = html`<button type="button" class="rb-button" hidden>Remove file</button>` as HTMLButtonElement;
  const cancel = html`<button type="button" class="rb-button" hidden>Cancel</button>` as HTMLButtonElement;
  const root = html`<div class="rb-bar rb-field" id="own-narratives"><label for=${id}>Narratives of your own (JSON lines, also .gz)</label> ${chooser} ${remove} ${cancel} ${status}</div>`;
  let value: Opened | null = null;
  let reading: Working<NarrativeTasks> | null = null;
  const say = (text: string, failed = false) => {
    status.textContent = text;
    status.className = failed ? "rb-error" : "rb-muted";
  };
  const stop = () => {
    reading?.end();
    reading = null;
    cancel.hidden = true;
  };
  const still = () => (value ? ` ${value.file.name} is still shown.` : "");
  const set = (next: Opened | null) => {
    if (value !== next) value?.worker.end();
    value = next;
    remove.hidden = next === null;
    root.dispatchEvent(new Event("input", {bubbles: true}));
  };
  for (const kind of ["input", "change"]) chooser.addEventListener(kind, event => event.stopPropagation());
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (!file) return;
    stop();
    const worker = (reading = openNarratives());
    cancel.hidden = false;
    say(`reading ${file.name} …`);
    try {
      const read = await worker.call("open", {file}, ({done, of}) => {
        if (reading === worker) say(`reading ${file.name}: ${Math.floor((100 * done) / of)} %`);
      });
      if (reading !== worker) return;
      reading = null;
      cancel.hidden = true;
      say(`${file.name} is shown; it stays in this tab`);
      set({file: read, worker});
    } catch (error) {
      if (reading !== worker) return;
      stop();
      chooser.value = "";
      say(`${(error as Error).message}.${still()}`, true);
    }
  });
  cancel.addEventListener("click", () => {
    stop();
    chooser.value = "";
    say(`reading was cancelled.${still()}`);
  });
  remove.addEventListener("click", () => {
    stop();
    chooser.value = "";
    say("");
    set(null);
    chooser.focus();
  });
  return Object.defineProperty(root, "value", {get: () => value}) as Input<Opened | null>;
}
