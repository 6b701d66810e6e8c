// Large files of a reader's own: a worker reads them, so that the page answers and the reader may think better of it.
import {mkdtempSync, rmSync, statSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened, text} from "./reading.js";

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
/** Characters that each vote has besides, so that all make about 60 MB. */
const NOTE = "x".repeat(480);

/** Votes of 50 judges over 20 models. */
function manyVotes(): string {
  const lines = Array.from({length: VOTES}, (_, i) =>
    JSON.stringify({
      judge: `judge ${i % 50}`,
      model_a: `model ${i % 20}`,
      model_b: `model ${(i + 1 + (i % 19)) % 20}`,
      question_id: `question ${i % 997}`,
      winner: (["model_a", "model_b", "tie"] as const)[(i * 7) % 3],
      note: NOTE
    })
  );
  const file = join(folder, "votes.jsonl");
  writeFileSync(file, lines.join("\n"));
  return file;
}
const large = manyVotes();
const megabytes = (statSync(large).size / 1e6).toFixed(0);

/** Lets a page read no more of files of this name than their first megabytes, until `release` is called. */
async function held(page: Page, name: string): Promise<void> {
  await page.evaluate(name => {
    const {stream} = Blob.prototype;
    const gate = new Promise<void>(resolve => Object.assign(globalThis, {release: resolve}));
    Blob.prototype.stream = function (this: Blob) {
      let [passed, isHeld] = [0, false];
      const transform = async (chunk: Uint8Array<ArrayBuffer>, to: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
        if (isHeld) await gate;
        isHeld = passed > 5e6;
        if (isHeld) await new Promise(resolve => setTimeout(resolve, 500)); // so that the page says how far this is
        passed += chunk.length;
        to.enqueue(chunk);
      };
      const whole = stream.call(this) as ReadableStream<Uint8Array<ArrayBuffer>>;
      return (this as File).name === name ? whole.pipeThrough(new TransformStream({transform})) : whole;
    };
  }, name);
}
const release = (page: Page) => page.evaluate(() => (globalThis as unknown as {release(): void}).release());

test("votes of 60 MB: progress is shown, reading can be cancelled, and what was shown stays; read to the end, they are shown", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  const field = page.locator(".rb-own-file", {has: page.locator("#votes-file")});
  const said = field.getByRole("status");
  await page.waitForSelector("#strengths tbody tr, #strengths svg");
  const [workers, before] = [page.workers().length, await text(page, "#reading")];
  // The click comes from the page's own turn, as soon as there is something to cancel: a page that reads by itself has no such turn.
  await page.evaluate(() => {
    const progress = document.querySelector<HTMLElement>(".rb-own-file:has(#votes-file) .rb-file-progress")!;
    new MutationObserver((_, observer) => {
      if (progress.hidden) return;
      observer.disconnect();
      const bar = progress.querySelector("progress")!;
      Object.assign(globalThis, {seen: [bar.getAttribute("aria-label"), progress.innerText]});
      setTimeout(() => progress.querySelector("button")!.click());
    }).observe(progress, {attributes: true});
  });
  await page.setInputFiles("#votes-file", large);
  await expect.poll(() => said.innerText()).toBe("Reading votes.jsonl was cancelled");
  const [name, seen] = await page.evaluate(() => (globalThis as unknown as {seen: [string, string]}).seen);
  expect(name).toBe("Reading votes.jsonl");
  expect(seen).toMatch(/^(Reading votes\.jsonl|Working through the records of votes\.jsonl)/);
  expect(await field.locator(".rb-file-progress").isHidden()).toBe(true);
  expect(await page.locator("#votes-file").inputValue()).toBe("");
  await expect.poll(() => page.workers().length).toBe(workers);
  expect(await text(page, "#reading")).toBe(before);
  await page.setInputFiles("#votes-file", large);
  await expect.poll(() => said.innerText()).toBe("votes.jsonl is shown; it stays in this tab");
  await expect.poll(() => page.locator("main").innerText()).toMatch(/100,000 (votes|judgments)/);
  await expect.poll(() => page.workers().length).toBe(workers);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("while a file is read the page answers; cancelled, it is gone, and a second file takes its place while it is still read", async () => {
  await using visit = await site.visit("/annotate", {apart: true});
  const {page} = visit;
  await page.waitForSelector("#left .rb-untrusted");
  await held(page, "votes.jsonl");
  const field = page.locator(".rb-own-file:not(:has(#planned))");
  const said = field.getByRole("status");
  const bar = page.getByRole("progressbar", {name: "Reading votes.jsonl"});
  const choose = () => page.setInputFiles("input[type=file]:not(#planned)", large);
  await choose();
  await expect.poll(() => field.innerText()).toMatch(new RegExp(`Reading votes\\.jsonl: [1-9]\\d? of ${megabytes} MB`));
  await expect.poll(() => bar.getAttribute("aria-valuetext")).toMatch(/^[1-9]\d? of \d+ MB$/);
  expect(await said.innerText()).toBe("Reading votes.jsonl …");
  await page.locator("#left").click(); // the page answers meanwhile
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await expect.poll(() => text(page, ".rb-progress")).toContain("1 of");
  await expect.poll(() => page.locator("#waves tbody tr").innerText()).toMatch(/^1\s+1\s/);
  const waves = await text(page, "#waves");
  await field.getByRole("button", {name: "Cancel"}).click();
  expect(await said.innerText()).toBe("Reading votes.jsonl was cancelled");
  expect(await bar.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("file");
  expect(await text(page, "#waves")).toBe(waves);

  const vote = (i: number) =>
    JSON.stringify({judge: "other", model_a: "m", model_b: "n", question_id: `q${i}`, winner: "tie", wave: "3"});
  const small = (name: string, content: string) => ({name, mimeType: "application/jsonl", buffer: Buffer.from(content)});
  await choose();
  await bar.waitFor();
  await page.setInputFiles("input[type=file]:not(#planned)", small("second.jsonl", `${vote(1)}\n${vote(2)}\n`));
  await expect.poll(() => said.innerText()).toBe("second.jsonl is shown; it stays in this tab");
  await expect.poll(() => page.locator("#waves tbody tr").last().innerText()).toMatch(/^3\s+2\s/);
  await release(page);
  for (const [name, content, message] of [
    ["none.jsonl", "", "none.jsonl is empty. second.jsonl is still shown."],
    ["image.png", "\u0000\u0001", /^image\.png is neither text nor Parquet: .*\. second\.jsonl is still shown\.$/]
  ] as const) {
    await page.setInputFiles("input[type=file]:not(#planned)", small(name, content));
    await expect.poll(() => said.innerText()).toMatch(message);
  }
  expect(await page.locator("#waves tbody tr").last().innerText()).toMatch(/^3\s+2\s/);
  expect(await visit.errors()).toEqual([]);
});

test("a file that was deleted since it was chosen is named as one that cannot be read", async () => {
  const file = join(folder, "gone.jsonl");
  await using visit = await site.visit("/annotate");
  const {page} = visit;
  await page.waitForSelector("#left .rb-untrusted");
  writeFileSync(file, "{}\n".repeat(1_000));
  await page.evaluate(() => {
    const {slice} = Blob.prototype;
    Blob.prototype.slice = function (...of) {
      const part = slice.apply(this, of);
      part.arrayBuffer = () => Promise.reject(new DOMException("the file could not be found", "NotFoundError"));
      return part;
    };
  });
  await page.setInputFiles("input[type=file]:not(#planned)", file);
  await expect
    .poll(() => page.locator(".rb-own-file:not(:has(#planned))").getByRole("status").innerText())
    .toMatch(/^gone\.jsonl cannot be read: /);
  expect(await visit.errors()).toEqual([]);
});
