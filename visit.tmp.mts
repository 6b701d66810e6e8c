import {readdirSync, mkdirSync} from "node:fs";
import {join} from "node:path";
import {openSite} from "./test/pages/browser.js";
const [name, only, widths = "1280,390"] = process.argv.slice(2);
const dist = `/tmp/foreign/sites/${name}/dist`;
const shots = `/tmp/foreign/shots/${name}`;
mkdirSync(shots, {recursive: true});
let pages = readdirSync(dist).filter(f => f.endsWith(".html") && f !== "404.html").map(f => f.slice(0, -5));
const models = readdirSync(join(dist, "models")).slice(0, 1).map(f => `models/${f.slice(0, -5)}`);
pages = [...pages, ...models];
if (only && only !== "all") pages = pages.filter(p => only.split(",").some(o => p.startsWith(o)));
await using site = await openSite(dist);
for (const page of pages) for (const width of widths.split(",").map(Number)) {
  await using visit = await site.visit(`/${page}`, {width, height: 900});
  const p = visit.page;
  let same = 0, before = "", quiet = 0;
  const t = Date.now();
  for (let y = 0; Date.now() - t < 60000 && same < 4; ) {
    await p.evaluate(h => window.scrollTo(0, h), (y = (y + 1800) % 9000));
    await p.waitForTimeout(350);
    const now = await p.evaluate(() => document.querySelector("#observablehq-main")!.innerHTML.length + " " + document.querySelectorAll(".observablehq--loading, observablehq-loading").length);
    same = now === before && now.endsWith(" 0") ? same + 1 : 0; before = now;
  }
  await p.evaluate(() => window.scrollTo(0, 0));
  const text = await p.locator("#observablehq-main").innerText();
  const errors = await visit.errors();
  const bad = text.match(/.{0,60}(\bNaN\b|\bundefined\b|\bInfinity\b|∞|\bnull\b|\[object).{0,40}/g);
  const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  console.log(`${page} ${width} ${((Date.now() - t) / 1000).toFixed(1)}s${same < 4 ? " NOT SETTLED" : ""} text ${text.length}${over > 0 ? ` OVERFLOW ${over}` : ""}`);
  if (errors.length) console.log("  errors:", [...new Set(errors)].slice(0, 6).join(" | ").slice(0, 900));
  if (visit.outside.length) console.log("  outside:", visit.outside.slice(0, 3));
  if (bad) console.log("  bad:", bad.slice(0, 5));
  await p.screenshot({path: `${shots}/${page.replace("/", "_")}-${width}.png`, fullPage: true});
}
