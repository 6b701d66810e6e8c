// Large files of a reader's own: a worker reads them, so that the page answers and the reader may think better of it.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
const folder = mkdtempSync(join(tmpdir(), "own-files-"));
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  rmSync(folder, {recursive: true});
  await site[Symbol.asyncDispose]();
});

const VOTES = 100_000;

/** Votes of 50 judges over 20 models. */
function manyVotes(): string {
  const lines = Array.from({length: VOTES}, (_, i) =>
    JSON.stringify({
      judge: `judge ${i % 50}`,
      model_a: `model ${i % 20}`,
      model_b: `model ${(i + 1 + (i % 19)) % 20}`,
      question_id: `question ${i % 997}`,
      winner: (["model_a", "model_b", "tie"] as const)[(i * 7) % 3]
    })
  );
  const file = join(folder, "votes.jsonl");
  writeFileSync(file, lines.join("\n"));
  return file;
}

test("a hundred thousand votes: reading can be cancelled, and what was shown stays; read to the end, they are shown", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  const field = page.locator(".rb-field", {has: page.locator("#votes-file")});
  const said = field.getByRole("status");
  const file = manyVotes();
  await page.waitForSelector("#strengths tbody tr, #strengths svg");
  const workers = page.workers().length;
  // The click comes from the page's own turn, as soon as there is something to cancel: a page that reads by itself has no such turn.
  await page.evaluate(() => {
    const chooser = document.querySelector("#votes-file")!;
    const cancel = [...chooser.parentElement!.querySelectorAll("button")].find(({textContent}) => textContent === "Cancel")!;
    new MutationObserver((_, observer) => {
      if (cancel.hidden) return;
      observer.disconnect();
      setTimeout(() => cancel.click());
    }).observe(cancel, {attributes: true});
  });
  await page.setInputFiles("#votes-file", file);
  await expect.poll(() => said.innerText()).toBe("reading votes.jsonl was cancelled");
  expect(page.workers().length).toBe(workers);
  await page.setInputFiles("#votes-file", file);
  await expect.poll(() => said.innerText()).toBe("votes.jsonl is shown; it stays in this tab");
  await expect.poll(() => page.locator("main").innerText()).toMatch(/100,000 (votes|judgments)/);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});
