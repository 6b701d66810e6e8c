// Bar at the foot of each page of an open workbook: work under way, mistakes in files, and what a command would ask.
import {html} from "npm:htl";
import {WORKBOOK_STATES, type WorkbookState} from "../../pipelines/store/workbookState.js";

/** Milliseconds for which the button says that it has copied. */
const COPIED_MS = 2_000;

/** The bar's content; null where there is nothing to show. */
function workbookBar({work, mistake, plan, change}: WorkbookState): HTMLElement | null {
  if (!work && mistake === null && !plan && change === null) return null;
  return html`<div>
    ${mistake === null ? null : html`<p class="rb-mistake"><code>${mistake}</code><br>Results stay as they are until this is corrected.`}
    ${plan && html`<p>${sentence(plan.text)} <code>${plan.command}</code> ${copyButton(plan.command)}`}
    ${change === null ? null : html`<p class="rb-muted">${change}`}
    ${work && html`<label>${work.text} <progress value=${work.done} max=${Math.max(1, work.total)}></progress></label>`}
  </div>` as HTMLElement;
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

function copyButton(text: string): HTMLButtonElement {
  const button = html`<button type="button">Copy` as HTMLButtonElement;
  button.onclick = async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, COPIED_MS);
  };
  return button;
}

/** Shows the states of the open workbook at the foot of the page. */
function showWorkbook(): void {
  const bar = html`<aside id="rb-workbook" role="status" aria-label="State of the workbook" hidden>` as HTMLElement;
  document.body.append(bar);
  new EventSource(WORKBOOK_STATES).onmessage = ({data}: MessageEvent<string>) => {
    const content = workbookBar(JSON.parse(data) as WorkbookState);
    bar.hidden = content === null;
    bar.replaceChildren(...(content ? [content] : []));
  };
}

if (globalThis.EventSource) showWorkbook(); // a test has none
