// Inputs that a page folds under *Filters*, with a chip for each that the address sets, which sets it back.
import {html} from "npm:htl";
import {readState, writeState} from "./permalink.js";

/** The value of `open` in an address that opens all sections of its page, and its filters with them. */
const ALL = "*";

/** Sets one input of the page back, by the address that it follows. */
function reset(key: string): void {
  const oldURL = location.href;
  const hash = writeState(location.hash, key, "", "");
  history.replaceState(history.state, "", hash || location.pathname + location.search);
  dispatchEvent(new HashChangeEvent("hashchange", {oldURL, newURL: location.href}));
}

/** Returns an input's label and its value as a reader sees them, "Tier: hard". */
function described(input: HTMLElement): string {
  const control = input.querySelector<HTMLSelectElement | HTMLInputElement>("select, input");
  const value = control && "selectedOptions" in control ? control.selectedOptions[0]?.text : control?.value;
  return `${input.querySelector("label")?.textContent ?? ""}: ${value ?? ""}`;
}

/**
 * Returns inputs under *Filters*, closed until a reader opens them, and a chip for each one that differs from its first value.
 * @param inputs by their keys in the address
 */
export function foldedFilters(inputs: Readonly<Record<string, HTMLElement>>): HTMLElement {
  const chips = html`<span class="rb-chips">`;
  const isOpen = readState(location.hash).get("open") === ALL;
  const node = html`<div class="rb-folded rb-screen"><details open=${isOpen}><summary>Filters</summary><div class="rb-questions">${Object.values(inputs)}</div></details>${chips}</div>`;
  const draw = () => {
    const state = readState(location.hash);
    const set = Object.entries(inputs).filter(([key]) => state.get(key));
    chips.replaceChildren(
      ...set.map(
        ([key, input]) =>
          html`<button type="button" class="rb-chip" title="Set back" onclick=${() => reset(key)}>${described(input)} ×</button>`
      )
    );
  };
  node.addEventListener("input", draw);
  draw();
  return node;
}
