// Shows model output, which is untrusted: it enters a page as text, and cannot hide or reorder what a reader sees.
import {html} from "npm:htl";
import {visible} from "./visible.js";

/** Untrusted text as a node: white space is kept, and the reading direction is isolated from the surrounding text. */
export function untrusted(text: string | null | undefined): HTMLElement {
  if (text === null || text === undefined) return html`<span class="rb-null">null</span>`;
  return scrolledByKeys(html`<span class="rb-untrusted" dir="ltr">${document.createTextNode(visible(text))}</span>`);
}

let watched: ResizeObserver | undefined;

/** Lets the tab key reach an element while there is more in it than it shows, so that arrow keys scroll it; returns the element. */
export function scrolledByKeys(element: HTMLElement): HTMLElement {
  if (typeof ResizeObserver === "undefined") return element; // a document without a layout
  watched ??= new ResizeObserver(changes => {
    for (const {target} of changes) {
      const hides = target.scrollHeight > target.clientHeight + 1 || target.scrollWidth > target.clientWidth + 1;
      if (hides) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  watched.observe(element);
  return element;
}

/** The extracted answer of a sample with the rule by which it was extracted; the rule is absent in tables of older versions. */
export function answerFound({answer, answer_rule}: {answer: string | null; answer_rule?: string | null}): HTMLElement {
  if (answer === null) return html`<span>none</span>`;
  return html`<span>${untrusted(answer)}${answer_rule ? html` <span class="rb-muted">(${answer_rule === "reported" ? "as reported" : `by ${answer_rule}`})</span>` : ""}</span>`;
}
