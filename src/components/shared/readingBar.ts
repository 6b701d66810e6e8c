// Shows how far a reader's file is read, as a bar and as text.
import {html} from "npm:htl";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import type {FileProgress} from "./fileText.js";

/** Time before anything is shown, in milliseconds, so that nothing flickers while a small file is read. */
export const SHOWN_AFTER_MS = 200;
/** Below as many bytes, megabytes have a decimal. */
const SMALL_BYTES = 10e6;

export interface ReadingBar {
  node: HTMLElement;
  show(name: string, progress: FileProgress | null): void;
}

/** A bar without a box: its owner decides when it is seen. */
export function readingBar(): ReadingBar {
  const bar = html`<progress>` as HTMLProgressElement;
  const text = html`<span class="rb-progress-text">` as HTMLElement;
  return {
    node: html`<span class="rb-progress-bar">${bar} ${text}</span>` as HTMLElement,
    show(name, progress) {
      const said = progressText(name, progress);
      text.textContent = said;
      bar.setAttribute("aria-label", `Reading ${name}`);
      if (!progress || progress.of === 0) {
        bar.removeAttribute("value");
        bar.removeAttribute("aria-valuetext");
        return;
      }
      bar.max = progress.of;
      bar.value = progress.done;
      bar.setAttribute("aria-valuetext", said.slice(said.indexOf(`${name}: `) + name.length + 2));
    }
  };
}

/** Progress in words: "Reading votes.jsonl: 120 of 480 MB". */
function progressText(name: string, progress: FileProgress | null): string {
  if (!progress) return `Reading ${name} …`;
  const {unit, done, of} = progress;
  if (unit === "bytes") return of === 0 ? `Reading ${name} …` : `Reading ${name}: ${ofBytes(done, of)}`;
  return of === 0
    ? `Working through the records of ${name} …`
    : `Working through ${name}: ${formatCount(Math.floor((100 * done) / of))} %`;
}

function ofBytes(done: number, of: number): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(of < SMALL_BYTES ? 1 : 0);
  return `${megabytes(done)} of ${megabytes(of)} MB`;
}
