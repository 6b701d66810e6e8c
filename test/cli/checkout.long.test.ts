// A checkout as its user has it: `npx reasonbook`, and a clone whose symbolic links have become plain files.
import {execFileSync, spawn, spawnSync} from "node:child_process";
import {cpSync, lstatSync, mkdtempSync, rmSync, symlinkSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {fileURLToPath} from "node:url";
import {expect, onTestFinished, test} from "vitest";
import {stubServer, workbook} from "../workbook.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BIN = join(ROOT, "bin/reasonbook.mjs");
const NPX = ["--no-install", "--no-update-notifier", "reasonbook"];

test("npx finds the command in a checkout; exit codes and output are those of npm run", () => {
  const help = spawnSync("npx", [...NPX, "plan", "--help"], {cwd: ROOT, encoding: "utf8"});
  expect(help.status, help.stderr).toBe(0);
  expect(help.stdout).toMatch(/^Usage: reasonbook plan /);
  const wrong = spawnSync("npx", [...NPX, "plan", "--no-such-option"], {cwd: ROOT, encoding: "utf8"});
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain("unknown option '--no-such-option'");
});

test("a signal to the command is the run's: what was asked is kept, and it ends with 130", async () => {
  await using stub = await stubServer(async () => {
    await sleep(50);
    return "Answer: 4";
  });
  await using book = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "m", "--samples", "40", "--out", "out"];
  const child = spawn(BIN, words, {cwd: book.root, stdio: "ignore"});
  const ended = new Promise(resolve => child.once("exit", (code, signal) => resolve(code ?? signal)));
  while (stub.requests.length < 20 && child.exitCode === null) await sleep(10);
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  const asked = stub.requests.length;
  const {code, stderr} = await book.command(...words);
  expect(code, stderr).toBe(0);
  expect(new Set(stub.requests.map(({messages}) => JSON.stringify(messages))).size).toBe(stub.requests.length);
  expect(stub.requests.length).toBeGreaterThan(asked);
});

/** The tracked files as git leaves them without the right to make links. */
function withoutLinks(): string {
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-checkout-"));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const git = (...words: string[]) => execFileSync("git", words, {cwd: folder, stdio: "pipe"});
  git("init", "-q");
  git("config", "core.symlinks", "true");
  for (const name of ["src", "pipelines", "bin", "package.json"])
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: source => !source.includes(".observablehq")
    });
  git("add", "src", "pipelines", "bin", "package.json");
  git("config", "core.symlinks", "false");
  for (const name of ["src/data", "src/pipelines"]) rmSync(join(folder, name));
  git("checkout", "-q", "--", "src/data", "src/pipelines");
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

test("a clone whose links are plain files is told so at the first command, and the way out leads out", () => {
  const folder = withoutLinks();
  expect(lstatSync(join(folder, "src/data")).isFile()).toBe(true);
  const command = (...words: string[]) => spawnSync(join(folder, "bin/reasonbook.mjs"), words, {cwd: folder, encoding: "utf8"});
  const build = command("build");
  expect([build.status, build.stderr.trim().split("\n")]).toEqual([
    2,
    [expect.stringMatching(/^src\/data and src\/pipelines are plain files where git holds symbolic links, .* then: /)]
  ]);
  const other = command("tests", "--help");
  expect(other.status).toBe(0);
  expect(other.stderr).toMatch(/^warning: src\/data and src\/pipelines are plain files /);
  const wayOut = /then: (.*)/.exec(build.stderr)![1]!;
  execFileSync("sh", ["-c", wayOut], {cwd: folder, stdio: "pipe"});
  expect(lstatSync(join(folder, "src/pipelines")).isSymbolicLink()).toBe(true);
  expect(command("tests", "--help").stderr).toBe("");
});
