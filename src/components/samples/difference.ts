// The words in which two texts differ. Both are untrusted, so that each part is a text node.
import {diffWordsWithSpace} from "npm:diff";
import {html} from "npm:htl";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {scrolledByKeys} from "../shared/text.js";
import {visible} from "../shared/visible.js";

/** Milliseconds after which a comparison is given up: texts that have nothing in common take long. */
const PATIENCE_MS = 1_500;
/** Characters of a text that are compared. */
const MOST_CHARACTERS = 100_000;

/** Two texts as one, with the words that only one of them has marked by name, strike or underline. */
export function differenceNode(before: string, after: string, {names}: {names: readonly [string, string]}): HTMLElement {
  const cut = before.length > MOST_CHARACTERS || after.length > MOST_CHARACTERS;
  const parts = diffWordsWithSpace(visible(before.slice(0, MOST_CHARACTERS)), visible(after.slice(0, MOST_CHARACTERS)), {
    timeout: PATIENCE_MS
  });
  if (!parts)
    return html`<p class="rb-muted">These texts have too little in common to be compared word by word: read them side by side.`;
  const words = (which: "added" | "removed") =>
    parts.filter(part => part[which]).reduce((sum, {value}) => sum + (value.match(/\S+/g)?.length ?? 0), 0);
  const nodes = parts.map(({value, added, removed}) => {
    const text = document.createTextNode(value);
    return added ? html`<ins>${text}</ins>` : removed ? html`<del>${text}</del>` : text;
  });
  return html`<div class="rb-difference">
    <p class="rb-muted"><del>${names[0]}</del> ${formatCount(words("removed"))} words of its own, <ins>${names[1]}</ins> ${formatCount(words("added"))}${cut ? `; the first ${formatCount(MOST_CHARACTERS)} characters of each` : ""}.</p>
    <div class="rb-text">${scrolledByKeys(html`<span class="rb-untrusted" dir="ltr">${nodes}</span>`)}</div>
  </div>`;
}
