// A searchable list of check boxes.
import {html} from "npm:htl";
import type {Input, Option} from "../../pipelines/charts/shared/input.js";

/**
 * Check boxes, of which at most `most` can be checked, with a search box. Its value, the checked ones joined by commas, can be kept in a
 * permalink.
 */
export function checklist(options: readonly Option[], {label, most}: {label: string; most: number}): Input<string> {
  const boxes = options.map(({value, label: name = value}) => {
    const box = html`<input type="checkbox" value=${value} onchange=${change}>` as HTMLInputElement;
    return {box, name, line: html`<label>${box} ${name}</label>`};
  });
  const search =
    html`<input type="search" placeholder="part of a name" aria-label=${`search: ${label}`} oninput=${narrow}>` as HTMLInputElement;
  const count = html`<span class="rb-muted">`;
  const node = html`<details class="rb-checklist"><summary>${label} ${count}</summary>${search}<div>${boxes.map(({line}) => line)}</div></details>`;

  function narrow(event: Event): void {
    event.stopPropagation();
    const wanted = search.value.trim().toLowerCase();
    for (const {line, name, box} of boxes) line.hidden = !box.checked && !name.toLowerCase().includes(wanted);
  }
  function change(event: Event): void {
    event.stopPropagation();
    settle();
    node.dispatchEvent(new Event("input", {bubbles: true}));
  }
  const ticked = () => boxes.filter(({box}) => box.checked);
  function settle(): void {
    const chosen = ticked();
    for (const {box} of boxes) box.disabled = !box.checked && chosen.length >= most;
    count.textContent =
      chosen.length === 0 ? `none of ${options.length}, at most ${most}` : chosen.map(({name}) => name).join(", ");
  }
  settle();
  return Object.defineProperty(node, "value", {
    get: () =>
      ticked()
        .map(({box}) => box.value)
        .join(","),
    set(text: string) {
      const wanted = new Set(text.split(","));
      let left = most;
      for (const {box} of boxes) box.checked = wanted.has(box.value) && left-- > 0;
      settle();
    }
  }) as Input<string>;
}
