// What the pages' components need of a browser, in Node: a document, and `npm:` imports that resolve to node_modules.
import {register} from "node:module";
import {JSDOM} from "jsdom";

/** Framework resolves `npm:X` to its own copy of X; here it is the same package of the same lockfile. */
const RESOLVE = `export const resolve = (name, context, next) => next(name.startsWith("npm:") ? name.slice(4) : name, context);`;

let opened: JSDOM["window"] | undefined;

/** Makes `document` and `npm:` imports available, once. Components are imported after it, lazily: nothing of it slows other commands down. */
export function openBrowser(): JSDOM["window"] {
  if (opened) return opened;
  register(`data:text/javascript,${encodeURIComponent(RESOLVE)}`);
  opened = new JSDOM("<!doctype html><body></body>", {url: "http://localhost/"}).window;
  const {document, Node, NodeFilter} = opened;
  Object.assign(globalThis, {window: opened, document, Node, NodeFilter});
  return opened;
}
