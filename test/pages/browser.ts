// A browser for page tests: finds a Chromium, serves dist/ on a loopback port, and notes what a page should not do.
import {existsSync, readFileSync, statSync} from "node:fs";
import {open, readFile} from "node:fs/promises";
import {createServer, type Server, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {extname, join, normalize} from "node:path";
import {type Browser, type BrowserContext, chromium, type Page} from "playwright-core";
import {globSync} from "tinyglobby";
import {findChromium, NO_CHROMIUM} from "../chromium.js";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".arrow": "application/vnd.apache.arrow.file"
};
const DIST = join(import.meta.dirname, "../../dist");

export interface Visit extends AsyncDisposable {
  page: Page;
  /** console errors, uncaught errors and failed cells so far */
  errors(): Promise<string[]>;
  /** requests that left the site's origin */
  outside: string[];
}

export interface Site extends AsyncDisposable {
  url: string;
  visit(path: string, options?: VisitOptions): Promise<Visit>;
}

export interface VisitOptions {
  width?: number;
  height?: number;
  dark?: boolean;
  /** In a tab that is closed afterwards, for a visit that changes what runs in a page: its clock, or a script before all others. */
  apart?: boolean;
}

export interface Serving {
  /** The path that the site lies below, "/reports/x" for example. */
  base?: string;
  /** As the plainest servers do: a path is a file or nothing, no ending and no index is added, and a range that is asked for gets the whole file. */
  plain?: boolean;
  /** The file to send in the place of another, to damage a site without touching it; null for one that is gone. */
  instead?: (file: string) => string | null;
  /** Headers of every page. */
  headers?: Record<string, string>;
  /** Whether the site's page of unknown addresses is sent for them, as hosts do. */
  hasPageOfUnknown?: boolean;
}

/** Serves a built site and connects to a browser; `await using site = await openSite()` or dispose it in afterAll. */
export async function openSite(dist = DIST, serving: Serving = {}): Promise<Site> {
  if (!process.env.VITEST || dist !== DIST || Object.keys(serving).length > 0) return startSite(dist, serving);
  usual ??= startSite(dist, serving);
  const site = await usual;
  return {...site, [Symbol.asyncDispose]: async () => {}};
}

/** The built site as it is, which all files of a process visit: its tabs have compiled most of its scripts. It ends with the process. */
let usual: Promise<Site> | undefined;

/** Tabs that visits in tests have left empty, for the next visit of any site. */
let idle: Page[] = [];

async function startSite(
  dist: string,
  {base = "", plain = false, instead = file => file, headers = {}, hasPageOfUnknown = false}: Serving
): Promise<Site> {
  if (!existsSync(join(dist, "index.html"))) throw new Error(`${dist} holds no site; run npm run build first`);
  const server = await serve(dist, {base, plain, instead, headers, hasPageOfUnknown});
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  await sharedBrowser();
  const closed: BrowserContext[] = [];
  return {
    url,
    async visit(path, {width = 1200, height = 900, dark = false, apart = false} = {}) {
      const alone = apart || !process.env.VITEST; // a bench measures a visit as readers have it
      idle = idle.filter(each => !each.isClosed()); // a browser that has crashed leaves none
      const page = (alone ? undefined : idle.pop()) ?? (await newTab({url, dist, alone}));
      if (alone) closed.push(page.context());
      await page.setViewportSize({width, height});
      await page.emulateMedia({colorScheme: dark ? "dark" : "light"});
      const leave = async () => {
        if (alone) return page.context().close();
        await forget(page, url);
        idle.push(page);
      };
      return visit(page, {url, path, leave: () => leave().catch(() => page.context().close())});
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(closed.map(context => context.close()));
      if (!process.env.VITEST) await (await sharedBrowser()).close(); // a bench ends with its site
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  };
}

/** What Playwright switches off: a list of one's own takes the place of its list. */
const OFF_IN_PLAYWRIGHT = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning"
];
/** Two pages for the address bar's menus, which each new window loads and nobody sees, and a process in reserve: a quarter of a visit's work. */
const UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];

function launch(): Promise<Browser> {
  const args = [
    `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...UNSEEN]}`,
    "--disable-site-isolation-trials", // all that is visited is ours
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-gpu", // there is none, and emulating it takes an eighth of a visit's work
    // Tests ask little of DuckDB: optimizing all of it anew takes a quarter of a visit, so that is left out, and a function is checked when it is first called. Benches measure it as readers have it.
    // Tabs of a context share a process, and so what one of them has compiled of DuckDB.
    ...(process.env.VITEST ? ["--js-flags=--liftoff-only,--wasm-lazy-validation", "--process-per-site"] : [])
  ];
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  return chromium.launch({executablePath, headless: true, args});
}

let launched: Promise<Browser> | undefined;
/** The one browser of this process, which all its sites share; it ends with the process, and is started again if it has crashed. */
async function sharedBrowser(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  launched = launch();
  return launched;
}

/** Tabs that hold DuckDB's module, so that its functions stay compiled: a page lets go of them when it is left. */
const keepers = new WeakSet<Page>();

/** An empty tab in a context of its own; unless it is `alone`, beside one that keeps what the next visits would compile anew. */
async function newTab({url, dist, alone}: {url: string; dist: string; alone: boolean}): Promise<Page> {
  const context = await (await sharedBrowser()).newContext();
  const [module] = alone ? [] : globSync("_npm/@duckdb/*/dist/duckdb-eh.wasm", {cwd: dist});
  if (module) {
    const keeper = await context.newPage();
    keepers.add(keeper);
    await keeper.route("**/keeper.html", route => route.fulfill({contentType: "text/html", body: ""}));
    await keeper.goto(`${url}/keeper.html`);
    await keeper.evaluate(async address => {
      const kept = await WebAssembly.compile(await (await fetch(address)).arrayBuffer());
      Object.assign(globalThis, {kept});
    }, `${url}/${module}`);
  }
  return context.newPage();
}

/** Visits an address of another server than a built site's, such as the live workbook, in a tab that is closed afterwards. */
export async function visitAddress(address: string): Promise<Visit> {
  const context = await (await sharedBrowser()).newContext();
  return visit(await context.newPage(), {url: new URL(address).origin, path: address, leave: () => context.close()});
}

/** What tests listen for. */
const EVENTS = ["request", "response", "pageerror", "console", "download", "dialog"] as const;

/**
 * Takes from the page's context what a reader would come back to, and leaves one empty tab. What it has fetched and compiled stays, so that
 * the next visit needs a quarter less of a processor.
 */
async function forget(page: Page, url: string): Promise<void> {
  for (const event of EVENTS) page.removeAllListeners(event);
  await Promise.all(
    page
      .context()
      .pages()
      .map(each => each !== page && !keepers.has(each) && each.close())
  );
  if (page.url().startsWith(url)) await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.mouse.move(0, 0);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", {
    origin: new URL(url).origin,
    storageTypes: "local_storage,indexeddb,cookies"
  });
  await session.detach();
}

/** An address of the starter book, whose numbers tests know, unless it names a source itself; `?source=` alone is that of the page's default. */
function ofSource(path: string): string {
  const [place = "", hash] = path.split("#");
  if (place.endsWith("?source=")) return path.replace("?source=", "");
  const asked = place.includes("source=") ? place : `${place}${place.includes("?") ? "&" : "?"}source=starter`;
  return hash === undefined ? asked : `${asked}#${hash}`;
}

async function visit(page: Page, {url, path, leave}: {url: string; path: string; leave: () => Promise<void>}): Promise<Visit> {
  const outside: string[] = [];
  const errors: string[] = [];
  page.on("request", request => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin)
      outside.push(request.url());
  });
  page.on("pageerror", error => errors.push(error.message));
  page.on("console", message => message.type() === "error" && errors.push(message.text()));
  await page.goto(path.startsWith("/") ? `${url}${ofSource(path)}` : path);
  return {
    page,
    outside,
    errors: async () => [...errors, ...(await page.locator(".observablehq--error").allTextContents())],
    [Symbol.asyncDispose]: leave
  };
}

/** Files below `folder` with the ranges that DuckDB asks for; clean addresses as Framework links them. */
async function serve(folder: string, {base, plain, instead, headers, hasPageOfUnknown}: Required<Serving>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname));
    const below = path.startsWith(`${base}/`) ? join(folder, path.slice(base.length)) : null;
    const names = below === null ? [] : plain ? [below] : [below, join(below, "index.html"), `${below}.html`];
    const found = names.find(name => existsSync(name) && statSync(name).isFile());
    const file = found === undefined ? null : instead(found);
    const range = plain ? undefined : request.headers.range;
    if (!file) {
      const page = hasPageOfUnknown ? readFileSync(join(folder, "404.html")) : "";
      return void response.writeHead(404, {"content-type": "text/html"}).end(page);
    }
    if (file.endsWith(".html")) for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    send(response, file, {head: request.method === "HEAD", range, ranges: !plain}).catch(error => response.destroy(error));
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return server;
}

async function send(
  response: ServerResponse,
  file: string,
  {head, range, ranges}: {head: boolean; range: string | undefined; ranges: boolean}
): Promise<void> {
  const {size} = statSync(file);
  // Names of scripts and modules hold a digest or a version, so that a browser need not ask for them again.
  const kept = ranges && /\/_(?:import|npm|node|observablehq)\//.test(file);
  const known = ranges || extname(file) !== ".wasm"; // a plain server does not know the newer types
  const type = {
    "content-type": (known && TYPES[extname(file)]) || "application/octet-stream",
    ...(ranges && {"accept-ranges": "bytes"}),
    ...(kept && {"cache-control": "max-age=3600"})
  };
  const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? "");
  if (!match) {
    response.writeHead(200, {...type, "content-length": size}).end(head ? undefined : await readFile(file));
    return;
  }
  const [start, end] = [Number(match[1]), Math.min(size - 1, match[2] ? Number(match[2]) : size - 1)];
  const part = Buffer.alloc(end - start + 1);
  await using handle = await open(file);
  await handle.read(part, 0, part.length, start);
  response
    .writeHead(206, {...type, "content-length": part.length, "content-range": `bytes ${start}-${end}/${size}`})
    .end(head ? undefined : part);
}
