import {html} from "npm:htl";
import {type Input, permalink} from "./permalink.js";

/** Content that is made when a reader unfolds it: most never do. `key` keeps in the address whether it is open. */
export function onceOpen(summary: string, content: () => readonly Node[], {key}: {key: string}): HTMLElement {
  const node = html`<details class="rb-details"><summary>${summary}</summary></details>` as HTMLElement & HTMLDetailsElement;
  let made = false;
  const make = () => {
    if (made || !node.open) return;
    made = true;
    node.append(...content());
  };
  const value = {
    get: () => (node.open ? "open" : ""),
    set: (state: string) => {
      node.open = state === "open";
      make();
    }
  };
  node.addEventListener("toggle", () => {
    make();
    node.dispatchEvent(new Event("input", {bubbles: true}));
  });
  return permalink(key, Object.defineProperty(node, "value", value) as unknown as Input<string>, {among: ["", "open"]});
}
