// A button that chooses an item.
import {html} from "npm:htl";
import {writeState} from "../shared/permalink.js";

/** A button that writes an item into the address, from which the item input takes its value. */
export function itemChooser(id: string): HTMLElement {
  const choose = () => {
    location.hash = writeState(location.hash, "item", id, "");
    document.querySelector("#one-item")?.scrollIntoView({behavior: "smooth"});
  };
  return html`<button type="button" class="rb-name" onclick=${choose}>${id}`;
}
