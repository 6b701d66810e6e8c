// The field of page Spectrum into which a reader types a text.
import {afterAll, beforeAll, expect, test} from "vitest";
import {vocabulary} from "../../pipelines/tokenizer/openai.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function openPage() {
  const visit = await site.visit(opened("/spectrum"));
  const {page} = visit;
  const vocabularies: string[] = [];
  page.context().on("request", request => {
    if (request.url().includes("bpeRanks")) vocabularies.push(request.url());
  });
  await page.locator("#own-text").waitFor();
  const status = () => page.locator("#own-reading").innerText();
  const read = async (text: string, expected: RegExp) => {
    await page.locator("#own-text").fill(text);
    await expect.poll(status).toMatch(expected);
  };
  return {...visit, page, status, read, vocabularies, [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose]()};
}

test("a typed text shows its tokens and spectra at once; no vocabulary is loaded before", async () => {
  await using visit = await openPage();
  const {page, status, vocabularies} = visit;
  await expect.poll(status).toBe("Nothing is loaded before a text is entered.");
  expect(vocabularies).toEqual([]);
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(6);
  await page.locator("#own-text").fill(text);
  for (const name of ["o200k", "cl100k"] as const) {
    const {length} = (await vocabulary(name)).encode(text);
    await expect
      .poll(status)
      .toMatch(
        new RegExp(`${name}: ${length} tokens; 90 % of the energy lies below 0\\.\\d{3} .* \\[0\\.\\d{3}, 0\\.\\d{3}\\]: \\w+`)
      );
  }
  expect(vocabularies).toHaveLength(2);
  expect(await page.locator("#own-plot svg [aria-label=line] path").count()).toBe(4); // the text and its permuted twin, by two tokenizers
  const tokens = await page.locator("#own-tokens .rb-tokens").first().locator("span").allTextContents();
  expect(tokens.join("")).toBe(text);
  await page.getByLabel("r50k").check();
  await expect.poll(() => page.locator("#own-tokens h4").count()).toBe(3);
  expect(await visit.errors()).toEqual([]);
  expect(visit.outside).toEqual([]);
});

test("nothing, one token, markup, emojis, lone surrogates and a megabyte", async () => {
  await using visit = await openPage();
  const {page, status, read} = visit;
  for (const name of ["cl100k"]) await page.getByLabel(name).uncheck();
  await read("a", /^o200k: 1 token, all alike: without their mean they have no spectrum\.$/);
  await page.locator("#own-text").fill("");
  await expect.poll(status).toBe("Nothing is loaded before a text is entered.");
  expect(await page.locator("#own-tokens").count()).toBe(0);

  await read('<img src=x onerror="document.title=1"><script>document.title=2</script>', /^o200k: 20 tokens/);
  expect(await page.locator("#own-tokens img, #own-tokens script").count()).toBe(0);
  expect(await page.locator("#own-tokens").innerText()).toContain("<img src=x");
  expect(await page.title()).toContain("Spectrum");

  await read("👩‍👩‍👧‍👦 café \ud800 \udc00 end", /^o200k: \d\d tokens/);
  await expect.poll(() => page.locator("#own-tokens").innerText()).toMatch(/café.*\ufffd.*end/s);

  await read("the cat sat on a mat ".repeat(50_000), /o200k: 3\d\d,\d{3} tokens; 90 % of the energy/);
  expect(await page.locator("#own-tokens h4").innerText()).toMatch(/tokens, the first 2,000$/);
  expect(await page.locator("#own-tokens span").count()).toBe(2_000);
  expect(await visit.errors()).toEqual([]);
});

test("a text that takes for ever is given up as soon as another is typed", async () => {
  await using visit = await openPage();
  const {page, status, read} = visit;
  await page.locator("#own-text").fill("abcdefghij".repeat(100_000)); // one word of a megabyte: merging it would take hours
  await expect.poll(status).toBe("Reading …");
  await page.waitForTimeout(500);
  await read("and now something short", /^o200k: 4 tokens; /);
  expect(await visit.errors()).toEqual([]);
});
