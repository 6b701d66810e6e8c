// Texts of models and files as text nodes, and names of languages.
import {html} from "npm:htl";
import type {Span} from "../../pipelines/score/answer/reading.js";
import {readingText, type StoredReading} from "../../pipelines/score/answer/storedReading.js";
import {visible} from "./visible.js";

// Shows model output, which is untrusted: it enters a page as text, and cannot hide or reorder what a reader sees.

/** Untrusted text as a node: white space is kept, and the reading direction is isolated from the surrounding text. */
export function untrusted(text: string | null | undefined): HTMLElement {
  if (text === null || text === undefined) return html`<span class="rb-null">null</span>`;
  return scrolledByKeys(html`<span class="rb-untrusted" dir="ltr">${document.createTextNode(visible(text))}</span>`);
}

/** Untrusted text with a span in a `mark` element; a long text is scrolled to it once it is shown. */
export function markedText(text: string, {start, end}: Span): HTMLElement {
  const mark = html`<mark>${document.createTextNode(visible(text.slice(start, end)))}</mark>`;
  const [before, after] = [text.slice(0, start), text.slice(end)].map(part => document.createTextNode(visible(part)));
  const box = scrolledByKeys(html`<span class="rb-untrusted" dir="ltr">${before}${mark}${after}</span>`);
  if (typeof ResizeObserver === "undefined") return box; // a document without a layout
  const shown = new ResizeObserver(() => {
    if (box.clientHeight === 0) return;
    shown.disconnect();
    const below = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (below > box.clientHeight / 2) box.scrollTop += below - box.clientHeight / 2;
  });
  shown.observe(box);
  return box;
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

/** The answer of a sample with the rule by which it was read, or the reason why there is none. */
export function answerFound(reading: StoredReading): HTMLElement {
  const how = readingText(reading);
  if (reading.answer === null) return html`<span>${how}</span>`;
  return html`<span>${untrusted(reading.answer)}${how === "" ? "" : html` <span class="rb-muted">${how}</span>`}</span>`;
}

// Names of languages.

/** English name of a language, or its code where it is none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames("en", {type: "language"}).of(code) ?? code;
  } catch {
    return code;
  }
}
