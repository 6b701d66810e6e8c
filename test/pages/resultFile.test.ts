// A result file in a browser, opened over file://: no script error, texts of models as text, filters, and printing.
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {type Browser, chromium, type Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {checkedHtml, writeHtml} from "../../pipelines/run/resultFile/html.js";
import type {Result} from "../../pipelines/run/resultFile/result.js";
import {inertText} from "../../pipelines/run/resultFile/shorten.js";
import {findChromium, NO_CHROMIUM} from "../chromium.js";
import {resultOf} from "../run/resultFile/results.js";
import {violations} from "./accessibility.js";

const HOSTILE =
  '</script><script>window.attacked=1</script><img src=x onerror="window.attacked=1"><a href="javascript:attacked=1">go</a>\u001b[31m';

let root: string;
let browser: Browser;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-html-"));
  const executablePath = findChromium();
  if (!executablePath) throw new Error(NO_CHROMIUM);
  browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});
});
afterAll(async () => {
  await browser.close();
  await rm(root, {recursive: true, force: true});
});

/** Opens a result by its file, and collects errors and requests that leave the file. */
async function opened(result: Result): Promise<{page: Page; file: string; errors: string[]}> {
  const file = join(root, "result.html");
  await writeHtml(file, result);
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", error => errors.push(error.message));
  page.on("console", message => message.type() === "error" && errors.push(message.text()));
  page.on("request", request => request.url() !== pathToFileURL(file).href && errors.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return {page, file, errors};
}

/** A result of two models; every fourth answer of the first is wrong, and hostile. */
function hostileResult(): Result {
  const result = resultOf(
    [
      Array.from({length: 40}, (_, i) => (i % 4 === 0 ? "w" : "r")),
      Array.from({length: 40}, (_, i) => (i % 10 === 0 ? "u" : "r"))
    ],
    {texts: {response: `${inertText(HOSTILE)} It is 2.`, span: undefined}}
  );
  result.questions = [inertText(`${HOSTILE} How many?`)];
  result.wrong[3]!.response = "A needle in the list: 2";
  result.wrong[3]!.span = [22, 23];
  for (const entry of result.wrong) if (entry.span === undefined) delete entry.span;
  return result;
}

test("a result opens over file:// without an error or a request; hostile texts are text", async () => {
  const {page, errors} = await opened(hostileResult());
  expect(await page.locator("h1").innerText()).toBe("sums");
  expect(await page.locator("main p").first().innerText()).toContain("model-0: 75.0 % of 40 answers right");
  expect(await page.locator("svg circle").count()).toBe(2);
  expect(await page.locator("article").count()).toBe(14);
  expect(await page.locator("article").first().innerText()).toContain("<img src=x onerror=");
  expect(await page.locator("#list img, #list script, #list a").count()).toBe(0);
  expect(await page.locator("mark").allInnerTexts()).toEqual(["2"]);
  expect(await page.evaluate("window.attacked")).toBeUndefined();
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.close();
});

test("the list is filtered by model, kind and text; all of it is printed, without the filters", async () => {
  const {page, errors} = await opened(hostileResult());
  const count = () => page.locator("article").count();
  await page.selectOption("#model", {index: 2});
  expect(await count()).toBe(4);
  expect(await page.locator("#count").innerText()).toBe("4 of 14");
  await page.selectOption("#kind", "wrong");
  expect(await count()).toBe(0);
  await page.selectOption("#model", "");
  expect(await count()).toBe(10);
  await page.fill("#text", "NEEDLE");
  expect(await count()).toBe(1);
  await page.keyboard.press("Enter");
  expect(await count()).toBe(1);
  await page.emulateMedia({media: "print"});
  expect(await page.locator("form").isVisible()).toBe(false);
  expect(await page.locator("article").first().isVisible()).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(1_000);
  expect(errors).toEqual([]);
  await page.close();
});

test("a long list begins with a part of it, and is printed in full", async () => {
  const {page, errors} = await opened(resultOf([Array.from({length: 1_000}, () => "w")]));
  expect(await page.locator("article").count()).toBe(100);
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
  expect(await page.locator("article").count()).toBe(1_000);
  expect(await page.locator("#more").isVisible()).toBe(false);
  expect(errors).toEqual([]);
  await page.close();
});

test("without a wrong answer, without texts, and without a question a result opens too", async () => {
  const none = resultOf([["w", "u"]]);
  for (const entry of none.wrong) for (const field of ["question", "expected", "read", "response"] as const) delete entry[field];
  for (const result of [resultOf([["r"]]), resultOf([[]]), resultOf([]), {...none, questions: []}]) {
    const {page, errors} = await opened(result);
    expect(await page.locator("h2", {hasText: "Wrong and unread answers"}).isVisible()).toBe(true);
    expect(errors).toEqual([]);
    await page.close();
  }
});

test("a file that a browser has saved still agrees with its data", async () => {
  const {page, file} = await opened(hostileResult());
  await writeFile(file, await page.content());
  await page.close();
  expect(await readFile(file, "utf8")).toContain("<article>");
  expect((await checkedHtml(file)).recomputed.disagreements).toEqual([]);
});

test("names of models are text, and the page is readable at 390 pixels", async () => {
  const result = hostileResult();
  const named = resultOf([result.models[0]!.answers.split(" ")]);
  named.models[0]!.model = '<img src=x onerror="attacked=1">"&';
  const {page, file, errors} = await opened(named);
  await page.setViewportSize({width: 390, height: 800});
  expect(await page.locator("tbody th").first().innerText()).toBe('<img src=x onerror="attacked=1">"&');
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect((await checkedHtml(file)).recomputed.disagreements).toEqual([]);
  expect(errors).toEqual([]);
  await page.close();
});
