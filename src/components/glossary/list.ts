// The list of terms of page Glossary.
import {html} from "npm:htl";
import {anchorOf, TERMS} from "../../pipelines/charts/shared/glossary.js";

/**
 * All terms that hold `sought` in a spelling or in their meaning, with the place that the address asks for in view. A list without any says
 * so.
 */
export function glossaryList(sought = ""): HTMLElement {
  const part = sought.trim().toLowerCase();
  const found = TERMS.filter(({term, also = [], meaning}) =>
    [term, ...also, meaning].some(text => text.toLowerCase().includes(part))
  );
  if (found.length === 0) return html`<p id="terms">No term holds “${sought.trim()}”.`;
  const list = html`<dl class="rb-glossary" id="terms">${found.map(
    term => html.fragment`<dt id=${anchorOf(term)}>${term.term}</dt><dd>${term.meaning}</dd>`
  )}</dl>`;
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (part === "" && wanted !== "") requestAnimationFrame(() => list.querySelector(`#${CSS.escape(wanted)}`)?.scrollIntoView());
  return list;
}
