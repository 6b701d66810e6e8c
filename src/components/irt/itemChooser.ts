// A button that chooses an item.
import {html} from "npm:htl";
import {writeState} from "../shared/permalink.js";
import {reveal} from "../shared/sections.js";

/** A button that writes an item into the address, from which the item input takes its value. */
export function itemChooser(id: string): HTMLElement {
  const choose = () => {
    const place = document.querySelector("#one-item");
    if (place) reveal(place);
    location.hash = writeState(location.hash, "item", id, "");
    place?.scrollIntoView({behavior: "smooth"});
  };
  return html`<button type="button" class="rb-name" onclick=${choose}>${id}`;
}
