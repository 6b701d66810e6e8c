// Keeps the values of a page's inputs in its address.
import type {Input} from "../../pipelines/charts/shared/input.js";

// Names of inputs for screen readers.

/** Gives the slider of an input the input's label, which names only the number beside it; returns the input. */
export function labelled<T extends HTMLElement>(input: T): T {
  for (const slider of input.querySelectorAll("input[type=range]:not([aria-label])"))
    slider.setAttribute("aria-label", slider.closest("form")?.querySelector("label")?.textContent ?? "");
  return input;
}

// Keeps the state of inputs in the hash of the page's address.

/** Parses `#tier=hard&search=abc`; unknown keys are kept for other inputs. */
export function readState(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ""));
}

/** The hash with one key set, or removed if the value is the default. */
export function writeState(hash: string, key: string, value: string, initial: string): string {
  const state = readState(hash);
  for (const name of [...state.keys()]) if (!state.get(name)) state.delete(name); // the anchor of a heading
  if (value === initial) state.delete(key);
  else state.set(key, value);
  const text = state.toString().replaceAll("%2C", ","); // lists stay readable
  return text ? `#${text}` : "";
}

/** The place in the page that a link leads to; null where it leads elsewhere, or to a state of inputs. */
export function placeOf(link: HTMLAnchorElement): HTMLElement | null {
  const {origin, pathname, search, hash} = new URL(link.href, location.href);
  if (origin + pathname + search !== location.origin + location.pathname + location.search) return null;
  return hash === "" || hash.includes("=") ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
}

/** How long the page may still grow above a place after a link has led there, ms. */
const SETTLING_MS = 5_000;

/** Scrolls to a place, and again while charts above it are still drawn, until the reader does something. */
export function scrollToPlace(place: Element): void {
  place.scrollIntoView();
  const growth = new ResizeObserver(() => place.scrollIntoView());
  const end = new AbortController();
  end.signal.addEventListener("abort", () => growth.disconnect());
  for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"])
    addEventListener(kind, () => end.abort(), {signal: end.signal});
  setTimeout(() => end.abort(), SETTLING_MS);
  growth.observe(document.body);
}

// A link to a heading would put its name in the place of what inputs keep in the address, and so set them all back.
globalThis.document?.addEventListener("click", event => {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]");
  if (!link || !location.hash.includes("=") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const place = placeOf(link);
  if (!place) return;
  event.preventDefault();
  scrollToPlace(place);
  (place.closest<HTMLElement>("summary") ?? place).focus({preventScroll: true});
});

/**
 * Ties an input to a key in the hash of the address: a link restores what the reader saw, and the hash never reaches a server.
 * @param among values that the input can take; others in a link are ignored
 */
export function permalink<T extends string>(key: string, input: Input<T>, {among}: {among?: readonly string[]} = {}): Input<T> {
  const initial = input.value;
  const restore = (): boolean => {
    const value = (readState(location.hash).get(key) ?? initial) as T;
    if (value === input.value || (among && !among.includes(value))) return false;
    input.value = value;
    return true;
  };
  restore();
  input.addEventListener("input", () => {
    const hash = writeState(location.hash, key, input.value ?? "", initial);
    history.replaceState(history.state, "", hash || location.pathname + location.search);
  });
  const follow = () => {
    if (!input.isConnected) return removeEventListener("hashchange", follow);
    if (restore()) input.dispatchEvent(new Event("input", {bubbles: true}));
  };
  addEventListener("hashchange", follow);
  return labelled(input);
}
