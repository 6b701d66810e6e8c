// Pages over results that were imported from logs of Inspect: numbers of the logs, one model's markup as text, and nothing called simulated.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, test} from "vitest";
import {importResults} from "../../pipelines/run/imports/importResults.js";
import {faults, settled, siteOf} from "../foreign/site.js";
import {inspectLog, inspectSample, write} from "../run/imports/layouts.js";
import {silent} from "../silent.js";
import {opened} from "./reading.js";

/** What each page says. Of 40 items 30 and 20 are right; a tool's call, an image and markup stand in the answers. */
const SHOWN = {
  index: /acme\/oak-1.*75\.0 %|acme\/oak-1/s,
  compare: /acme\/(?:oak-1|elm-2)/,
  tokens: /acme\/oak-1/,
  truncation: /acme\/oak-1/,
  calibration: /./,
  runs: "imported: the results of another program were imported"
};

test.each([1_280, 390])("at %i pixels", async width => {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-imported-pages-"));
  for (const [m, model] of ["acme/oak-1", "acme/elm-2"].entries())
    await write(
      root,
      `logs/${m}.json`,
      inspectLog(
        Array.from({length: 40}, (_, i) =>
          inspectSample(i + 1, {
            input: `<img src=x onerror=alert(1)> ${i}`,
            scores: {choice: {value: i % 4 < 3 - m ? "C" : "I", answer: i % 4 < 3 - m ? "B" : "<b>A</b>"}}
          })
        ),
        {model, eval: {run_id: model}}
      )
    );
  const store = join(root, "store");
  await importResults({paths: [join(root, "logs")], folder: store, report: silent});
  await using site = await siteOf(store, Object.keys(SHOWN));
  for (const [name, words] of Object.entries(SHOWN)) {
    await using visit = await site.visit(opened(`/${name}`), {width});
    await settled(visit.page);
    await expect.poll(() => visit.page.locator("#observablehq-main").innerText(), {message: name}).toMatch(words);
    expect(await faults(visit), `${name} at ${width}`).toEqual([]);
    expect(await visit.page.locator("#observablehq-main .rb-simulated").count(), name).toBe(0);
    if (process.env.REASONBOOK_SHOTS)
      await visit.page.screenshot({path: join(process.env.REASONBOOK_SHOTS, `${name}-${width}.png`), fullPage: true});
  }
  await rm(root, {recursive: true, force: true});
}, 600_000);
