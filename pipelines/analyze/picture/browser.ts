// Provides in Node what the pages' components need from a browser: a document, and `npm:` imports that resolve to node_modules.
import {register} from "node:module";
import {JSDOM} from "jsdom";

/** Framework resolves `npm:X` to its own copy of X; this hook resolves it to the same package from the same lockfile. */
const RESOLVE = `export const resolve = (name, context, next) => next(name.startsWith("npm:") ? name.slice(4) : name, context);`;

let opened: JSDOM["window"] | undefined;

/**
 * Makes `document` and `npm:` imports available, once. Components are imported afterwards and only when needed, so that other commands are
 * not slowed down.
 */
export function openBrowser(): JSDOM["window"] {
  if (opened) return opened;
  register(`data:text/javascript,${encodeURIComponent(RESOLVE)}`);
  opened = new JSDOM("<!doctype html><body></body>", {url: "http://localhost/"}).window;
  const {document, Node, NodeFilter} = opened;
  Object.assign(globalThis, {window: opened, document, Node, NodeFilter});
  return opened;
}
