// Sections of a page that a reader opens: which ones are open is kept in the address, and what they hold is worked out once they are.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {permalink, placeOf, readState, scrollToPlace} from "./permalink.js";

const SECTION = "details.rb-section";
/** What the address says when all sections are open. */
const ALL = "*";

const sectionsOfPage = (): HTMLDetailsElement[] => [...document.querySelectorAll<HTMLDetailsElement>(SECTION)];
/** Name of a section in the address: the id of its heading. */
const nameOf = (section: HTMLDetailsElement): string => section.querySelector("summary [id]")?.id ?? "";

/** The page's buttons, whose value says which sections are open. */
let shownButtons: HTMLElement | null = null;

/**
 * Buttons that open and close all sections of the page, each a `<details class="rb-section">` with a heading in its summary. The address
 * keeps the open ones under the key `open`: the ids of their headings, or `*` for all. A page calls this once.
 * @param shows ids of headings by the keys of inputs that stand in their sections: an address that holds such a key opens the section
 */
export function sectionButtons(shows: Readonly<Record<string, string>> = {}): Input<string> {
  const sections = sectionsOfPage();
  const button = (text: string, open: boolean) => {
    const setAll = () => {
      for (const section of sections) section.open = open;
    };
    return html`<button type="button" class="rb-button" onclick=${setAll}>${text}</button>`;
  };
  const node = html`<div class="rb-bar rb-screen" role="group" aria-label="Sections" hidden=${sections.length < 2}>${button("Open all", true)} ${button("Close all", false)}</div>`;
  const value = {
    get() {
      const open = sections.filter(section => section.open);
      return open.length === sections.length ? ALL : open.map(nameOf).join(",");
    },
    set(state: string) {
      const open = new Set(state.split(","));
      for (const section of sections) section.open = state === ALL || open.has(nameOf(section));
    }
  };
  for (const section of sections) {
    section.addEventListener("toggle", () => node.dispatchEvent(new Event("input")));
    // A summary is a button, which must hold no link: that of the heading to itself stays hidden, for the list of contents to find.
    const link = section.querySelector<HTMLElement>("summary a");
    if (!link) continue;
    link.before(...link.childNodes);
    link.hidden = true;
  }
  shownButtons = permalink("open", Object.defineProperty(node, "value", value) as unknown as Input<string>);
  const lead = (id: string) => {
    const place = document.getElementById(id);
    if (!place?.closest(SECTION)) return;
    reveal(place);
    scrollToPlace(place);
  };
  const follow = (address: string, before = "") => {
    const {hash} = new URL(address);
    if (!hash.includes("=")) return lead(decodeURIComponent(hash.slice(1)));
    const [state, earlier] = [readState(hash), readState(before)];
    for (const [key, id] of Object.entries(shows)) {
      const section = document.getElementById(id)?.closest<HTMLDetailsElement>(SECTION);
      if (section && !section.open && state.get(key) && state.get(key) !== earlier.get(key)) lead(id);
    }
  };
  follow(location.href);
  addEventListener("hashchange", ({newURL, oldURL}) => follow(newURL, new URL(oldURL).hash)); // by now inputs may have taken the heading out of the address
  return shownButtons as Input<string>;
}

/** Shows or hides the section with a heading of this id, and its line in the list of contents: a page hides what its source cannot answer. */
export function showSection(id: string, isShown: boolean): void {
  const section = document.getElementById(id)?.closest<HTMLDetailsElement>(SECTION);
  if (section) section.hidden = !isShown;
  const line = document.querySelector(`#observablehq-toc a[href="#${CSS.escape(id)}"]`)?.closest<HTMLElement>("li");
  if (line) line.hidden = !isShown;
}

/** Opens the section that an element is in. */
export function reveal(place: Element): void {
  const section = place.closest<HTMLDetailsElement>(SECTION);
  if (!section || section.open) return;
  section.open = true;
  shownButtons?.dispatchEvent(new Event("input")); // the address has it before a link is followed, and not only when the section is drawn
}

// A link opens the section that it leads into, and is followed then.
globalThis.document?.addEventListener(
  "click",
  event => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const place = placeOf(link);
    if (place) reveal(place);
  },
  {capture: true}
);

/** Waits until the section that holds an element is open; false where `invalidation` comes before that. */
export function whenOpen(id: string, invalidation: Promise<unknown>): Promise<boolean> {
  const section = document.getElementById(id)?.closest<HTMLDetailsElement>(SECTION);
  if (!section || section.open) return Promise.resolve(true);
  return new Promise(resolve => {
    const end = (open: boolean) => {
      section.removeEventListener("toggle", look);
      resolve(open);
    };
    const look = () => section.open && end(true);
    section.addEventListener("toggle", look);
    invalidation.then(() => end(false));
  });
}
