// What a page lacks for readers with a keyboard, a screen reader or weak sight: axe-core's rules of WCAG 2 A and AA, names of charts, sizes of text.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {RunOptions} from "axe-core";
import type {Page} from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Of rows and shapes that are alike the first ones stand for all: every one would take minutes. */
const ALIKE = "tbody tr:nth-child(n + 13), [role=row]:nth-child(n + 4), svg g > :nth-child(n + 40)";
const RULES: RunOptions = {runOnly: ["wcag2a", "wcag2aa"], resultTypes: ["violations"]};
/** Least size of text, pixels. */
const LEAST_TEXT = 11;

/** What axe-core finds, by rule, with the first few elements. The page's policy forbids scripts of others, so it goes in by the debugger. */
export async function violations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const run = async (expression: string) => {
    const {result, exceptionDetails} = await session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as string[];
  };
  if (!(await run("typeof axe === 'object'"))) await run(`${AXE};0`);
  const found = await run(`(async () => {
    const taken = [...document.querySelectorAll(${JSON.stringify(ALIKE)})].map(each => [each.parentNode, each]);
    for (const [, each] of taken) each.remove();
    const {violations} = await axe.run(document, ${JSON.stringify(RULES)});
    for (const [parent, each] of taken) parent.append(each);
    return violations.map(({id, nodes}) =>
      \`\${id} \${nodes.length}: \${nodes.slice(0, 3).map(({html, any, all, none}) =>
        \`\${html.replace(/\\s+/g, " ").slice(0, 200)} (\${[...any, ...all, ...none][0]?.message})\`).join(" | ")}\`);
  })()`);
  await session.detach();
  return found;
}

/** Charts without a name, charts without a table on their page, and text that is too small. */
export const others = (page: Page): Promise<string[]> =>
  page.evaluate(least => {
    const main = document.querySelector("#observablehq-main")!;
    const place = (element: Element) => `${element.closest("[id]")?.id}: ${element.outerHTML.slice(0, 80)}`;
    const shown = (element: Element) => element.getClientRects().length > 0;
    const charts = [...main.querySelectorAll("svg")].filter(
      svg => shown(svg) && !svg.closest("[aria-hidden=true]") && !svg.parentElement!.closest("svg, a, button")
    );
    const nameless = charts.filter(svg => !svg.getAttribute("aria-label") || !svg.getAttribute("role"));
    const tables = main.querySelector("table, .rb-data");
    const small = [...main.querySelectorAll("*")].filter(
      each =>
        [...each.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.textContent!.trim() !== "") &&
        Number.parseFloat(getComputedStyle(each).fontSize) < least &&
        !each.closest(".katex, sup, sub") &&
        shown(each)
    );
    return [
      ...nameless.map(each => `chart without a name in ${place(each)}`),
      ...(charts.length > 0 && !tables ? ["charts without a table"] : []),
      ...small.slice(0, 3).map(each => `${getComputedStyle(each).fontSize} of text in ${place(each)}`)
    ];
  }, LEAST_TEXT);

const POLL_MS = 100;
const QUIET_POLLS = 4;

/** Waits until nothing more is drawn: no cell waits, and the page has kept its size for a moment. */
export async function settled(page: Page, {patience = 90_000} = {}): Promise<void> {
  let [before, quiet] = [-1, 0];
  for (const start = Date.now(); quiet < QUIET_POLLS; await page.waitForTimeout(POLL_MS)) {
    if (Date.now() - start > patience) throw new Error(`${page.url()} goes on changing or loading`);
    const {waiting, elements} = await page.evaluate(() => ({
      waiting: document.querySelectorAll("observablehq-loading, [aria-busy=true]").length,
      elements: document.querySelectorAll("*").length
    }));
    quiet = waiting === 0 && elements === before ? quiet + 1 : 0;
    before = elements;
  }
}
