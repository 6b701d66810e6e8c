// The package as its user has it: packed, installed from the tarball into an empty folder outside the checkout, and used there by nothing else.
import {type ChildProcess, execFileSync, spawn, spawnSync} from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs";
import {createServer} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {fileURLToPath} from "node:url";
import {afterAll, beforeAll, expect, test} from "vitest";
import {findChromium} from "../chromium.js";
import {openSite} from "../pages/browser.js";
import {type Stub, stubServer} from "../workbook.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MAX_TARBALL_BYTES = 30e6;
const MAX_INSTALLED_BYTES = 350e6;
const QUESTIONS = 20;
/** Questions that the second model gets wrong. */
const WRONG = 5;

let folder: string;
let tarball: string;
let stub: Stub;
/** Set where the machine can install nothing. */
let unreachable = false;
const book = () => join(folder, "book");

/** Runs the installed command. */
async function reasonbook(...words: string[]): Promise<{code: number | null; stdout: string; stderr: string}> {
  const child = spawn("npx", ["--no-install", "reasonbook", ...words], {cwd: book()});
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", chunk => (stdout += chunk));
  child.stderr.on("data", chunk => (stderr += chunk));
  return new Promise(resolve => child.once("close", code => resolve({code, stdout, stderr})));
}

/** Sizes of all files below a folder, as they are on the disk. */
const bytesBelow = (path: string): number =>
  readdirSync(path, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "reasonbook-package-"));
  const checkout = join(folder, "checkout");
  const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8"
  });
  for (const name of tracked.split("\0").filter(name => name !== "" && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, name), join(checkout, name), {verbatimSymlinks: true});
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: checkout,
    stdio: ["ignore", "ignore", "inherit"]
  });
  expect(JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")).devDependencies).toBeDefined(); // put back
  tarball = join(folder, readdirSync(folder).find(name => name.endsWith(".tgz"))!);
  rmSync(checkout, {recursive: true});
  mkdirSync(book());
  const options = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const {status, stderr} = spawnSync("npm", ["install", ...options, tarball], {cwd: book(), encoding: "utf8"});
  unreachable = status !== 0 && /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/u.test(stderr);
  if (!unreachable) expect(status, stderr).toBe(0);
  const asked = new Map<string, number>();
  stub = await stubServer(({model, messages}) => {
    const [, a, b] = /(\d+) plus (\d+)/u.exec(JSON.stringify(messages)) ?? [];
    const index = asked.get(String(model)) ?? 0;
    asked.set(String(model), index + 1);
    return `Answer: ${Number(a) + Number(b) + (model === "second" && index < WRONG ? 1 : 0)}`;
  });
}, 900_000);

afterAll(async () => {
  await stub?.[Symbol.asyncDispose]();
  rmSync(folder, {recursive: true, force: true});
});

const installed = (name: string, run: () => Promise<void>, milliseconds?: number) =>
  test(
    name,
    async context => {
      if (unreachable) context.skip("no package registry can be reached");
      await run();
    },
    milliseconds
  );

installed(
  "tarball and installation are as small as documented; no tests, no optional peers, a lockfile of versions",
  async () => {
    expect(statSync(tarball).size).toBeLessThan(MAX_TARBALL_BYTES);
    const modules = join(book(), "node_modules");
    expect(bytesBelow(modules)).toBeLessThan(MAX_INSTALLED_BYTES);
    const root = join(modules, "reasonbook");
    expect(readdirSync(root, {recursive: true, encoding: "utf8"}).filter(name => /^test|\.test\.ts$/u.test(name))).toEqual([]);
    const {peerDependencies} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(Object.keys(peerDependencies).filter(name => existsSync(join(modules, name)))).toEqual([]);
    const shrinkwrap = JSON.parse(readFileSync(join(root, "npm-shrinkwrap.json"), "utf8")) as {
      packages: Record<string, {version: string}>;
    };
    const lockfile = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as typeof shrinkwrap;
    const others = Object.entries(lockfile.packages).filter(
      ([path, {version}]) =>
        /^node_modules\/[^/]+$/u.test(path) && shrinkwrap.packages[path] && shrinkwrap.packages[path].version !== version
    );
    expect(others).toEqual([]);
  }
);

installed("a folder without a book is named as no workbook; init makes one and overwrites nothing", async () => {
  const before = await reasonbook("plan");
  expect([before.code, before.stderr]).toEqual([2, expect.stringContaining("reasonbook init makes one")]);
  expect(await reasonbook("init")).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/next:\n {4}npx reasonbook start\n$/u)
  });
  expect(await reasonbook("init")).toMatchObject({code: 2, stderr: expect.stringContaining("exists")});
  expect(JSON.parse(readFileSync(join(book(), "package.json"), "utf8"))).toMatchObject({
    private: true,
    dependencies: {reasonbook: expect.stringContaining(".tgz")},
    scripts: {build: "reasonbook build"}
  });
  expect((await reasonbook("plan")).code).toBe(0);
});

installed("20 questions are asked of two models, and their difference has an interval", async () => {
  const questions = Array.from({length: QUESTIONS}, (_, i) => `What is ${i + 2} plus ${3 * i + 1}?,${4 * i + 3}`);
  writeFileSync(join(book(), "sums.csv"), `question,answer\n${questions.join("\n")}\n`);
  const endpoint = ["--base-url", stub.url];
  const one = await reasonbook("ask", "sums.csv", ...endpoint, "--model", "first");
  expect(one.code, one.stderr).toBe(0);
  expect(one.stdout).toMatch(/^first +100\.0 % right .* n 20 /mu);
  const two = await reasonbook("ask", "sums.csv", ...endpoint, "--model", "first", "--model", "second");
  expect(two.code, two.stderr).toBe(0);
  expect(two.stdout).toMatch(/^second +75\.0 % right +\[[\d.]+, [\d.]+\] +n 20 /mu);
  expect(stub.requests.length).toBe(2 * QUESTIONS); // the first model's answers were kept
});

installed("what needs an optional package names the command that installs it", async () => {
  const {code, stderr} = await reasonbook("run", "--redis", "redis://127.0.0.1:1");
  expect([code, stderr.trim()]).toEqual([
    2,
    expect.stringMatching(/needs bullmq, ioredis; run: npm install bullmq@[\d.]+ ioredis@[\d.]+$/u)
  ]);
});

/** Opens the workbook, and ends it. */
async function dev(): Promise<AsyncDisposable & {url: string; child: ChildProcess}> {
  const port = await new Promise<number>(resolve => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const {port} = server.address() as {port: number};
      server.close(() => resolve(port));
    });
  });
  const bin = join(book(), "node_modules", "reasonbook", "bin", "reasonbook.mjs");
  const child = spawn(process.execPath, [bin, "dev", "--", "--no-open", "--host", "127.0.0.1", "--port", String(port)], {
    cwd: book()
  });
  const ended = new Promise(resolve => child.once("close", resolve));
  child.stdout.resume();
  child.stderr.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    }
  };
}

installed(
  "the live workbook shows the package's pages and its own, which it follows, and a page of the same name wins",
  async () => {
    const about = join(book(), "src", "about.md");
    writeFileSync(about, "# About us\n");
    await using open = await dev();
    const page = async (path: string) => {
      for (let tries = 0; tries < 600 && open.child.exitCode === null; tries++) {
        const response = await fetch(`${open.url}${path}`).catch(() => null);
        if (response) return response.text();
        await sleep(100);
      }
      throw new Error("the workbook did not open");
    };
    expect(await page("/about")).toContain("About us");
    expect(await page("/glossary")).toContain("Wilson");
    expect(await page("/my-results")).toContain("How much better than guessing");
    writeFileSync(about, "# About all of us\n");
    expect(await page("/about")).toContain("About all of us");
    rmSync(about);
  }
);

installed(
  "the site is built before the book's first evaluation with the published answers alone, and opens below a path in Chromium",
  async () => {
    rmSync(join(book(), "data", "store"), {recursive: true, force: true}); // the opened workbook may have begun to evaluate
    const {code, stderr, stdout} = await reasonbook("build");
    expect(code, `${stdout}${stderr}`.slice(-3_000)).toBe(0);
    expect(stderr).toContain("the site contains the published answers alone; npm run run evaluates the book");
    expect(existsSync(join(book(), "data", "store", "manifest.json"))).toBe(false);
    expect(readFileSync(join(book(), "dist", "about.html"), "utf8")).not.toContain("About us"); // the shipped page is back
    if (findChromium() === undefined) return;
    await using site = await openSite(join(book(), "dist"), {base: "/reports/x", plain: true});
    for (const [path, title] of [
      ["/my-results.html", "My results"],
      ["/manifold.html", undefined],
      ["/index.html?source=published", undefined]
    ] as const) {
      await using visit = await site.visit(path);
      const isLocal = !path.includes("published");
      await visit.page.waitForSelector(isLocal ? ".rb-nothing code" : "#observablehq-main svg, #observablehq-main table");
      if (isLocal) expect(await visit.page.locator(".rb-nothing").innerText()).toContain("npm run run asks them");
      if (title) expect(await visit.page.locator("#observablehq-main h1").first().innerText()).toBe(title);
      expect({path, outside: visit.outside, errors: await visit.errors()}).toEqual({path, outside: [], errors: []});
    }
  },
  900_000
);
