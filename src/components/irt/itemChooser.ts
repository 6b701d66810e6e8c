import {html} from "npm:htl";
import {writeState} from "../shared/permalink.js";

/** A button that puts an item into the address, which the choice of an item follows. */
export function itemChooser(id: string): HTMLElement {
  const choose = () => {
    location.hash = writeState(location.hash, "item", id, "");
    document.querySelector("#one-item")?.scrollIntoView({behavior: "smooth"});
  };
  return html`<button type="button" class="rb-name" onclick=${choose}>${id}`;
}
