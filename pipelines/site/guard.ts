// Scripts of built pages that run before all others: one sentence where files of a page are gone or the server's policy blocks it, and the
// place of the site for the page of unknown addresses; and a mark on pages whose reader has chosen something. They are texts, since they run as they are written here.

/** Name of the guard's file, in the folder of the site. It has no digest: a page of an earlier build finds it, too. */
export const GUARD_FILE = "_guard.js";

/** Shows a sentence at the page's beginning, once, in the place of signs that something is still loading. */
export const GUARD = `(() => {
  const GONE = "This site was published again, and files of this page are gone: reload the page.";
  const BLOCKED = "The server of this page sends a Content-Security-Policy that blocks parts of it. Its publisher can leave that header out, or allow inline scripts, 'wasm-unsafe-eval' and workers of blob: (blocked: ";
  const choose = () => document.documentElement.classList.add("rb-chosen"); // hides what the build wrote for the first view
  if (location.search !== "" || location.hash.includes("=")) choose();
  addEventListener("input", choose, {once: true, capture: true});
  const HASHED = /\\/_(?:file|import|npm|node|observablehq)\\//;
  let isShown = false;
  function show(text) {
    if (isShown) return;
    isShown = true;
    const write = () => {
      const note = document.createElement("p");
      note.id = "rb-guard";
      note.setAttribute("role", "alert");
      note.textContent = text;
      (document.querySelector("#observablehq-main") ?? document.body).prepend(note);
      for (const sign of document.querySelectorAll("observablehq-loading")) sign.remove();
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", write);
    else write();
  }
  new PerformanceObserver(list => {
    for (const {name, responseStatus} of list.getEntries())
      if ((responseStatus === 404 || responseStatus === 410) && name.startsWith(location.origin) && HASHED.test(name)) show(GONE);
  }).observe({type: "resource", buffered: true});
  document.addEventListener("securitypolicyviolation", ({blockedURI, disposition, effectiveDirective, originalPolicy}) => {
    const isExpected = blockedURI === "eval" || originalPolicy.includes("script-src-attr 'unsafe-hashes'"); // zod asks; the page's own policy
    if (disposition === "enforce" && !isExpected && /^(?:script|worker|child)-src/.test(effectiveDirective)) show(BLOCKED + effectiveDirective + ").");
  });
})();
`;

/**
 * Sets the base of the addresses in the page of unknown addresses, which a server sends at any path: the nearest folder above it that has
 * the guard. The page itself needs none.
 */
export const SITE_ROOT = `<script>(() => {
  if (/\\/404(?:\\.html)?$/.test(location.pathname)) return;
  for (let end = location.pathname.lastIndexOf("/"); end >= 0; end = location.pathname.lastIndexOf("/", end - 1)) {
    const folder = location.pathname.slice(0, end + 1);
    const request = new XMLHttpRequest();
    request.open("GET", folder + "${GUARD_FILE}", false);
    try { request.send(); } catch { return; }
    if (request.status === 200 && /javascript|octet-stream/.test(request.getResponseHeader("content-type") ?? "")) {
      const base = document.createElement("base");
      base.href = folder;
      document.head.append(base);
      return;
    }
    if (end === 0) return;
  }
})();</script>`;

const FIXED_BASE = /<base href="[^"]*">/u;
/** The path of a file as Framework registers it in a page's script, which resolves it by the page's address. */
const FILE_PATH = /"path":("\.\/[^"]+")/gu;

/** The page without the fixed base that Framework writes, and with the guard of a folder so many levels above it. */
export function withGuard(html: string, levels: number): string {
  const guard = `<script src="${levels === 0 ? "./" : "../".repeat(levels)}${GUARD_FILE}"></script>`;
  if (html.includes(guard)) return html;
  if (!FIXED_BASE.test(html)) return html.replace(/<meta charset="?utf-8"?>/iu, charset => `${charset}\n${guard}`);
  return html.replace(FIXED_BASE, `${SITE_ROOT}\n${guard}`).replace(FILE_PATH, '"path":new URL($1, document.baseURI).href');
}
