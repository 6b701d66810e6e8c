// Pages of a site that leaves out the texts of responses: they fetch the one that a reader opens, from a partitioned export on another server or
// on the site's own, and say where it came from, or why it did not.
import {createReadStream, mkdtempSync, readFileSync, rmSync, statSync} from "node:fs";
import {createServer, type IncomingMessage, type Server, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, expect, test} from "vitest";
import {readList, textsAddress, textsOf} from "../../pipelines/site/texts.js";
import {publishPartitioned} from "../../pipelines/store/partitioned/publish.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";

const NAMES = ["org/name:x+1", "m@2", "long"];
const MARKUP = "<img src=x onerror=alert(1)> Answer: 4";
const WRONG = "<b>Three</b> and one. Answer: 5";
/** Answers of the last model, so many and so long that its part is read by ranges. */
const [LONG_ANSWERS, LONG_WORDS] = [2_500, 120];

/** Texts that hardly compress. */
function longText(i: number): string {
  let state = i + 1;
  const word = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(36);
  };
  return `${Array.from({length: LONG_WORDS}, word).join(" ")} Answer: ${i}`;
}

interface Asked {
  method: string;
  path: string;
  range: string | undefined;
}
let root: string;
let server: Server;
let origin: string;
let site: ForeignSite;
let own: ForeignSite;
let asked: Asked[] = [];
/** Whether the other server knows ranges, and lets pages read the header with a file's size. */
let serving = {knowsRanges: true, showsSize: true};
/** How the other server answers in the place of a file. */
let instead: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD",
  "access-control-allow-headers": "Range",
  "access-control-expose-headers": "Content-Range, Accept-Ranges, ETag"
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  const range = serving.knowsRanges ? request.headers.range : undefined;
  asked.push({method: request.method!, path: request.url!, range});
  if (instead) {
    instead(request, response);
    return;
  }
  if (request.method === "OPTIONS") {
    response.writeHead(204, CORS).end();
    return;
  }
  const file = join(root, decodeURIComponent(request.url!));
  const {size} = statSync(file);
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  const [start, end] = [Number(first ?? 0), last ? Math.min(Number(last), size - 1) : size - 1];
  response.writeHead(first === undefined ? 200 : 206, {
    ...CORS,
    ...(!serving.showsSize && {"access-control-expose-headers": ""}),
    "content-length": end - start + 1,
    ...(first !== undefined && {"content-range": `bytes ${start}-${end}/${size}`})
  });
  if (request.method === "HEAD") response.end();
  else createReadStream(file, {start, end}).pipe(response);
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "reasonbook-elsewhere-"));
  const [first, second, long] = NAMES as [string, string, string];
  const store = await storeOf(root, "store", [
    ...[first, second].flatMap(model =>
      ["2 + 2?", "1 + 3?"].map((prompt, index) => ({
        model,
        base_task: "a/b",
        prompt,
        expected: "4",
        index,
        text: model === second && index === 1 ? WRONG : MARKUP
      }))
    ),
    ...Array.from({length: LONG_ANSWERS}, (_, index) => ({
      model: long,
      base_task: "long",
      prompt: `Number ${index}?`,
      expected: String(index),
      text: longText(index),
      index
    }))
  ]);
  await publishPartitioned(store, join(root, "export"), {tables: ["responses"], report: () => {}});
  server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const textsAt = async (text: string) => {
    const at = textsAddress(text);
    return textsOf(at, await readList(at, join(root, "dist")), store);
  };
  site = await siteOf(store, ["leaderboard", "samples", "compare", "explore"], {texts: await textsAt(`${origin}/export`)});
  const texts = await textsAt("../export");
  own = await siteOf(store, ["leaderboard", "samples"], {
    texts: {...texts, folder: texts.folder.replace("export", "results")},
    beside: join(root, "export")
  });
  asked = []; // by the build
});
afterAll(async () => {
  for (const each of [site, own]) await each?.[Symbol.asyncDispose]();
  server?.closeAllConnections();
  server?.close();
  rmSync(root, {recursive: true, force: true});
});
afterEach(() => {
  instead = null;
  serving = {knowsRanges: true, showsSize: true};
  asked = [];
});

const reader = (page: Page) => page.locator("#reader");
const fault = (page: Page) => page.locator("#reader [data-texts=fault]");
const lines = (page: Page) => page.locator("#list tbody tr");
const forgetful = {apart: true}; // another visit's files are not in its cache

/** Shows the samples of one model, and opens the first. */
async function openFirst(page: Page, model: string): Promise<void> {
  await lines(page).first().waitFor();
  await page.locator("#filters form", {hasText: "Evaluation"}).locator("select").first().selectOption({label: model});
  await lines(page).filter({hasText: model}).first().waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await reader(page).waitFor();
}

test("a sample's text is fetched when it is opened and not before, is shown as text, and the page says from where it came", async () => {
  await using visit = await site.visit("/samples", {...forgetful, width: 390});
  const {page} = visit;
  await lines(page).first().waitFor();
  await settled(page);
  expect(asked).toEqual([]);
  await openFirst(page, NAMES[0]!);
  expect(await reader(page).innerText()).toContain(MARKUP);
  expect(await reader(page).innerText()).toContain(`Fetched from ${origin}`);
  expect(await reader(page).locator("img").count()).toBe(0);
  const paths = () => asked.map(({path}) => path.replace(/v-[0-9a-f]{16}/, "v"));
  const part = "/export/v/responses/model=org%252Fname%253Ax%2B1/base_task=a%252Fb/part-0.parquet";
  expect(paths()).toEqual([part]);
  await page.keyboard.press("j");
  await expect.poll(() => reader(page).innerText()).toContain("1 + 3?");
  expect(paths()).toEqual([part]); // the next sample of the part asks for nothing
  await page.locator("#beside select").selectOption({index: 1});
  await expect.poll(() => page.locator(".rb-sides section").count()).toBe(2);
  expect(paths()).toEqual([part, "/export/v/responses/model=m%402/base_task=a%252Fb/part-0.parquet"]);
  expect(new Set(visit.outside.map(address => new URL(address).origin))).toEqual(new Set([origin]));
  expect(await faults({...visit, outside: []})).toEqual([]);
});

test("while a text is fetched, a line says so, and from where", async () => {
  await using visit = await site.visit("/samples", forgetful);
  const {page} = visit;
  let release = () => {};
  instead = (request, response) => {
    release = () => {
      instead = null;
      answer(request, response);
    };
  };
  await lines(page).first().waitFor();
  await page.keyboard.press("j");
  const note = page.locator("#opened [data-texts=fetching]");
  await expect.poll(() => asked.length).toBe(1);
  expect(await note.innerText()).toBe(`fetching the text from ${origin} …`);
  release();
  await reader(page).waitFor();
  expect(await note.count()).toBe(0);
});

test("a server that never answers is one that cannot be asked, after a minute", async () => {
  await using visit = await site.visit("/samples", forgetful);
  const {page} = visit;
  await page.clock.install();
  let open: ServerResponse | undefined;
  instead = (_, response) => void (open = response);
  await lines(page).first().waitFor();
  await page.keyboard.press("j");
  await expect.poll(() => asked.length).toBe(1);
  await page.clock.fastForward(59_000);
  expect(await fault(page).count()).toBe(0);
  await page.clock.fastForward(2_000);
  await expect.poll(() => fault(page).innerText()).toMatch(/the server did not answer within 60 seconds\.$/);
  open!.destroy();
});

test("of a large part, ranges are asked for", async () => {
  await using visit = await site.visit("/samples", forgetful);
  const {page} = visit;
  await openFirst(page, NAMES[2]!);
  expect(await reader(page).innerText()).toContain(longText(0));
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter(({range}) => range === undefined)).toEqual([]);
  expect(asked[0]!.range).toBe("bytes=0-3");
  expect(await visit.errors()).toEqual([]);
});

test.each([
  {knowsRanges: true, showsSize: false},
  {knowsRanges: false, showsSize: true}
])("a large part of a server that is not set up for ranges is read too: %j", async settings => {
  serving = settings;
  await using visit = await site.visit("/samples", forgetful);
  await openFirst(visit.page, NAMES[2]!);
  expect(await reader(visit.page).innerText()).toContain(longText(0));
  expect(await visit.errors()).toEqual([]);
});

/** Answers in the place of a file, and why its text cannot be shown then. */
const REFUSALS: readonly [(request: IncomingMessage, response: ServerResponse) => void, RegExp][] = [
  [(_, response) => response.destroy(), /the server cannot be reached, or does not let this site's pages read it \(CORS\)\.$/],
  [(_, response) => response.writeHead(200).end("PAR1"), /does not let this site's pages read it \(CORS\)\.$/],
  [(_, response) => response.writeHead(403, CORS).end(), /the server answered 403\.$/],
  [(_, response) => response.writeHead(404, CORS).end(), /the server answered 404\.$/],
  [(_, response) => response.writeHead(200, CORS).end("PAR1"), /it has 4 bytes and had [\d,]+ when this site was built/],
  [
    (request, response) => {
      const bytes = readFileSync(join(root, decodeURIComponent(request.url!)));
      bytes[100]! ^= 1;
      response.writeHead(200, CORS).end(bytes);
    },
    /its digest is not the one that it had when this site was built/
  ]
];

test("a text that cannot be fetched is one clear line beside what is known of the sample, and a later attempt is one", async () => {
  await using visit = await site.visit("/samples", forgetful);
  const {page} = visit;
  instead = REFUSALS[0]![0];
  await openFirst(page, NAMES[0]!);
  for (const [i, [how, why]] of REFUSALS.entries()) {
    instead = how;
    await page.keyboard.press(i % 2 === 0 ? "j" : "k"); // there are two samples
    await expect.poll(() => fault(page).innerText()).toMatch(why);
    expect(await fault(page).innerText()).toContain(`The text could not be fetched from ${origin}/export/v-`);
    expect(await reader(page).innerText()).toMatch(/Expected\s+4/);
  }
  instead = null;
  await page.keyboard.press("j");
  await expect.poll(() => reader(page).innerText()).toContain(MARKUP);
  expect(await fault(page).count()).toBe(0);
});

test("a large part that was replaced, or whose server went away meanwhile, is one clear line too", async () => {
  await using visit = await site.visit("/samples", forgetful);
  const {page} = visit;
  await openFirst(page, NAMES[2]!);
  const before = page.url();
  instead = (_, response) => response.writeHead(206, {...CORS, "content-range": "bytes 0-3/99"}).end("PAR1");
  await page.keyboard.press("j");
  await expect.poll(() => fault(page).innerText()).toMatch(/it has 99 bytes and had [\d,]+ when this site was built/);
  expect(page.url()).not.toBe(before);
  instead = (_, response) => response.destroy();
  await page.keyboard.press("j");
  await expect.poll(() => fault(page).innerText()).toMatch(/the server cannot be reached/);
});

test("a selection is saved with the texts of its parts; both answers to a test are fetched by page Compare", async () => {
  await using visit = await site.visit("/samples#task=a%2Fb", forgetful);
  const {page} = visit;
  await lines(page).first().waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByText("Download JSON").click()]);
  const rows = JSON.parse(readFileSync(await saved.path(), "utf8")) as {text: string}[];
  expect(rows.map(({text}) => text).sort()).toEqual([WRONG, MARKUP, MARKUP, MARKUP]);
  asked = [];
  const [a, b] = NAMES.map(encodeURIComponent);
  await using compare = await site.visit(`/compare#a=${a}&b=${b}&flips=a`, forgetful);
  await compare.page.locator("#flips [data-open]").first().waitFor();
  await settled(compare.page);
  expect(asked).toEqual([]);
  await compare.page.locator("#flips [data-open]").first().click();
  await expect.poll(() => compare.page.locator("#side-by-side").innerText()).toContain(WRONG);
  expect(await compare.page.locator("#side-by-side").innerText()).toContain(MARKUP);
  expect(await compare.page.locator("#side-by-side [data-texts=from]").count()).toBe(2);
  expect(await compare.errors()).toEqual([]);
});

test("pages that show no texts may not ask the other origin, and do not", async () => {
  for (const path of ["/leaderboard", "/explore"]) {
    await using visit = await site.visit(path, forgetful);
    await settled(visit.page);
    const policy = await visit.page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
    expect(policy).toContain("connect-src 'self';");
    expect(visit.outside).toEqual([]);
  }
  expect(asked).toEqual([]);
});

test("of an export on the site's own server, nothing is asked elsewhere", async () => {
  await using visit = await own.visit("/samples", forgetful);
  await openFirst(visit.page, NAMES[0]!);
  expect(await reader(visit.page).innerText()).toContain(MARKUP);
  expect(await reader(visit.page).innerText()).toMatch(/Fetched from \/results\/v-/);
  expect(await faults(visit)).toEqual([]);
});
