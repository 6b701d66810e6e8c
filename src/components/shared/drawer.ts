// A panel over the right edge of the window that shows an entry of a list, visible wherever the reader has scrolled to.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {connected} from "./deferred.js";

/** Content of a drawer: its title at once, the rest when it has been read. All of it is nodes, so that text is never parsed as markup. */
export interface DrawerContent {
  title: string | Node;
  /** shown under the title while `content` is being read */
  facts?: Node;
  content: Promise<Node>;
}

export interface Drawer {
  /** The dialog element; it must be inside the node passed to `input`. */
  dialog: HTMLElement;
  /** A button that opens the row of a key. */
  button(key: string, label: string): HTMLElement;
  /** Makes a node an input whose value is the key of the row that is open, "" for none. */
  input(node: HTMLElement): Input<string>;
}

/**
 * A drawer for the rows of a list. Escape, the close button and a click outside close it and return the focus to the list; the arrow keys
 * move to the neighbouring rows in the order of the list.
 * @param read returns the content for a row's key, or null where there is none
 */
export function drawer(read: (key: string) => Promise<DrawerContent | null>): Drawer {
  let opened = "";
  let root: HTMLElement | undefined;
  const heading = html`<h3 class="rb-drawer-title">`;
  const facts = html`<div>`;
  const content = html`<div>`;
  const body = html`<div class="rb-drawer-body" tabindex="0">${facts}${content}</div>`;
  const [before, after] = [step(-1, "‹", "previous row of the list"), step(1, "›", "next row of the list")];
  const dialog = html`<dialog class="rb-drawer" onclose=${closed} onclick=${closeOutside}>
    <div class="rb-drawer-head">${heading}<span class="rb-bar">${before}${after}<button type="button" class="rb-button" onclick=${() => dialog.close()}>Close</button></span></div>
    ${body}</dialog>` as unknown as HTMLDialogElement;
  dialog.setAttribute("aria-label", "the row that was opened");

  /** Returns nothing: a handler that returned false would keep links in the drawer from being followed. */
  function closeOutside(event: Event): void {
    if (event.target === dialog) dialog.close();
  }
  function step(by: 1 | -1, sign: string, title: string): HTMLButtonElement {
    const move = () => navigate(neighbour(by) ?? opened);
    return html`<button type="button" class="rb-button" title=${title} aria-label=${title} onclick=${move}>${sign}` as HTMLButtonElement;
  }
  const buttons = (): HTMLElement[] => [...(root?.querySelectorAll<HTMLElement>("[data-open]") ?? [])];
  function neighbour(by: 1 | -1): string | undefined {
    const keys = buttons().map(({dataset}) => dataset.open!);
    return keys[keys.indexOf(opened) + by];
  }
  function closed(): void {
    if (opened !== "" && !dialog.open) navigate("");
  }
  /** Opens a row, or closes the drawer, on the reader's request. */
  function navigate(key: string): void {
    draw(key);
    root?.dispatchEvent(new Event("input", {bubbles: true}));
  }
  function draw(key: string): void {
    if (key === opened) return;
    opened = key;
    for (const each of buttons()) each.setAttribute("aria-expanded", String(each.dataset.open === key));
    if (key === "") dialog.close();
    else
      show(key).catch(error => {
        if (key === opened) content.replaceChildren(html`<p class="rb-error">${(error as Error).message}`);
      });
  }
  async function show(key: string): Promise<void> {
    heading.replaceChildren("…");
    facts.replaceChildren();
    content.replaceChildren(html`<p class="rb-muted" role="status">loading …`);
    await connected(dialog);
    if (key !== opened) return;
    if (!dialog.open) dialog.showModal();
    body.focus(); // so that the arrow keys scroll the content
    const reading = await read(key);
    if (key !== opened) return;
    if (!reading) {
      dialog.close();
      return;
    }
    heading.replaceChildren(reading.title);
    facts.replaceChildren(...(reading.facts ? [reading.facts] : []));
    for (const [button, by] of [[before, -1] as const, [after, 1] as const]) button.disabled = neighbour(by) === undefined;
    const node = await reading.content;
    if (key !== opened) return;
    content.replaceChildren(node);
    body.scrollTop = 0;
  }

  return {
    dialog,
    button(key, label) {
      const open = String(key === opened);
      return html`<button type="button" class="rb-name" data-open=${key} aria-haspopup="dialog" aria-expanded=${open} onclick=${() => navigate(key)}>${label}`;
    },
    input(node) {
      root = node;
      return Object.defineProperty(node, "value", {get: () => opened, set: draw}) as Input<string>;
    }
  };
}
