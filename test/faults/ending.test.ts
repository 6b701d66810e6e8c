// How a run ends that a person or a system asks to end, started as a user starts it: through npm, at a terminal where a person would sit at one.
import {type ChildProcess, execFileSync, spawn} from "node:child_process";
import {statSync, symlinkSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {fileURLToPath} from "node:url";
import {describe, expect, test} from "vitest";
import {smallSite} from "../small-site.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LATENCY_MS = 400;
/** By which `ps` knows a command that npm has started. */
const MAIN = "bin/reasonbook.mjs";

/** util-linux's `script` opens a pseudo-terminal and passes on what is typed. */
const terminals = (() => {
  try {
    return execFileSync("script", ["--version"], {encoding: "utf8"}).includes("util-linux");
  } catch {
    return false;
  }
})();

/** A workbook with the project's own npm scripts. */
async function project(): Promise<Workbook> {
  const book = await workbook();
  for (const name of ["package.json", "node_modules", "pipelines", "bin"]) symlinkSync(join(ROOT, name), join(book.root, name));
  return book;
}

/** A server that counts answers that got back to whoever asked. */
async function slowServer() {
  let answered = 0;
  const stub = await stubServer(async (_, __, response) => {
    response.once("finish", () => answered++);
    await sleep(LATENCY_MS);
    return "Answer: 4";
  });
  return {stub, answered: () => answered, [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose]()};
}

interface Started {
  child: ChildProcess;
  ended: Promise<number | null>;
  said(): string;
}

/** Keeps the event loop busy most of the time, as a large table does. */
const BUSY = `data:text/javascript,${encodeURIComponent("setInterval(() => { const t = Date.now(); while (Date.now() - t < 600); }, 900).unref()")}`;

function start(book: Workbook, url: string, {terminal, busy = false}: {terminal: boolean; busy?: boolean}): Started {
  const words = ["npm", "run", "-s", "run", "--", "--base-url", url, "--model", "m", "--samples", "40", "--out", "out"];
  const [command, ...rest] = terminal ? ["script", "-qefc", words.join(" "), "/dev/null"] : words;
  const child = spawn(command!, rest, {
    cwd: book.root,
    detached: !terminal,
    env: {...process.env, ...(busy && {NODE_OPTIONS: `--import ${BUSY}`})}
  });
  let said = "";
  child.stdout.on("data", chunk => (said += chunk));
  child.stderr.on("data", chunk => (said += chunk));
  return {child, said: () => said, ended: new Promise(resolve => child.once("exit", code => resolve(code)))};
}

/** Waits until nothing arrives any more. */
async function quiet(requests: readonly unknown[]): Promise<void> {
  for (let before = -1; before !== requests.length; ) {
    before = requests.length;
    await sleep(2 * LATENCY_MS + 700);
  }
}

/** Processes whose working folder is the workbook's. */
const alive = (book: Workbook, words = "--samples 40 --out out"): string[] =>
  execFileSync("ps", ["-eo", "pid,args"], {encoding: "utf8"})
    .split("\n")
    .filter(line => line.includes(words) && line.includes(MAIN))
    .filter(line => {
      try {
        return execFileSync("readlink", [`/proc/${line.trim().split(" ")[0]}/cwd`], {encoding: "utf8"}).trim() === book.root;
      } catch {
        return false;
      }
    });

const WAYS: [string, {terminal: boolean; busy?: boolean; end(started: Started): void}][] = [
  ["Ctrl-C at a terminal", {terminal: true, end: ({child}) => void child.stdin!.write("\u0003")}],
  [
    "Ctrl-C at a terminal, the event loop being busy",
    {terminal: true, busy: true, end: ({child}) => void child.stdin!.write("\u0003")}
  ],
  ["the terminal is closed", {terminal: true, end: ({child}) => void child.kill("SIGKILL")}],
  ["SIGTERM to npm alone", {terminal: false, end: ({child}) => void child.kill("SIGTERM")}],
  ["SIGHUP to npm alone", {terminal: false, end: ({child}) => void child.kill("SIGHUP")}],
  ["SIGKILL to npm alone", {terminal: false, end: ({child}) => void child.kill("SIGKILL")}],
  ["SIGTERM to the whole group", {terminal: false, end: ({child}) => void process.kill(-child.pid!, "SIGTERM")}]
];

// Two at a time, since most of each is waiting: for slow answers, and for requests that should not come.
describe.skipIf(process.platform !== "linux").concurrent("what was in flight is kept, and nothing goes on", () => {
  test.each(WAYS)("%s", async (_, {terminal, busy, end}) => {
    if (terminal && !terminals) return console.warn("skipped: no util-linux script to open a pseudo-terminal with");
    await using server = await slowServer();
    await using book = await project();
    const {requests} = server.stub;
    const started = start(book, server.stub.url, {terminal, busy});
    while (requests.length < 70) {
      await sleep(20);
      if (started.child.exitCode !== null) throw new Error(started.said());
    }
    expect(alive(book)).not.toEqual([]); // or the search for what goes on would find nothing whatever happened
    end(started);
    await started.ended;
    // On a busy machine it may take a moment; had it gone on to the end, the rerun below would ask nothing.
    while (alive(book).length > 0) await sleep(50);
    await quiet(requests);
    expect(alive(book)).toEqual([]);
    const asked = requests.length;
    expect(server.answered(), started.said()).toBe(asked); // nobody hung up on the server
    const rerun = await book.command(
      "run",
      ...["--base-url", server.stub.url, "--model", "m", "--samples", "40", "--out", "out"]
    );
    expect(rerun.code, rerun.stderr).toBe(0);
    expect(requests.length).toBeGreaterThan(asked);
    expect(new Set(requests.map(({messages}) => JSON.stringify(messages))).size).toBe(requests.length);
  });
});

test("a closed stderr ends no run", async () => {
  await using server = await slowServer();
  await using book = await project();
  const words = `node --import tsx pipelines/cli/bin.process.ts run --base-url ${server.stub.url} --model m --samples 40 --out out`;
  writeFileSync(join(book.root, "go.sh"), `${words} 2>&1 >/dev/null | head -1\n`);
  const child = spawn("sh", ["go.sh"], {cwd: book.root, stdio: "ignore"});
  await new Promise(resolve => child.once("exit", resolve));
  await quiet(server.stub.requests);
  expect(server.answered()).toBeGreaterThan(64);
  expect(await book.tableHashes("out")).toHaveProperty("points.parquet");
});

test.skipIf(process.platform !== "linux")(
  "refresh, build and start, ended through npm while built-in models are evaluated, leave nothing running and nothing half, and the next run goes on",
  async () => {
    const files = {
      "suites/small.yaml": "tasks: [{task: arithmetic, params: {length: [4, 12]}}]\n",
      "book.yaml":
        "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 1500, step: 1500, max: 1500}\nseed: 7\n"
    };
    await using book = await smallSite(files);
    const kept = () => statSync(join(book.root, "data/cache/data.mdb"), {throwIfNoEntry: false})?.size ?? 0;
    for (const command of ["refresh", "build", "start"]) {
      const child = spawn("npm", ["run", "-s", command], {cwd: book.root, stdio: ["ignore", "pipe", "pipe"]});
      const ended = new Promise(resolve => child.once("close", resolve));
      let said = "";
      child.stderr.on("data", chunk => (said += chunk));
      const before = kept();
      while (kept() <= before && child.exitCode === null) await sleep(50);
      child.kill("SIGTERM");
      await ended;
      await expect.poll(() => alive(book, `${MAIN} ${command}`)).toEqual([]);
      expect(said, command).not.toContain("complete: ");
    }
    const rest = await book.command("run");
    expect(rest.code, rest.stderr).toBe(0);
    expect(Number(/([\d,]+) from the cache/.exec(rest.stderr)![1]!.replaceAll(",", ""))).toBeGreaterThan(0);
    await using whole = await workbook(files);
    expect((await whole.command("run")).code).toBe(0);
    expect(await book.tableHashes()).toEqual(await whole.tableHashes());
  },
  300_000 // without an earlier build, packages of pages are bundled first
);
