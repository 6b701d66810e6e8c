// Commands that tests run one after the other in one process: each ends, and leaves, as in a process of its own.
import {mkdtempSync, realpathSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, onTestFinished, test, vi} from "vitest";
import {type WarmProcess, warmProcess} from "../warmCommand.js";

/** A command line whose first word is what it does. */
const LINE = `
const [, , does, ...words] = process.argv;
globalThis.count = (globalThis.count ?? 0) + 1;
const acts = {
  say: () => console.log(words.join(" "), process.cwd(), process.env.WARM_TEST, process.exitCode, globalThis.count),
  clock: () => console.log(performance.now()),
  fail: () => { console.error("no"); process.exitCode = 3; },
  later: () => void setTimeout(() => { console.log("late"); process.exitCode = 4; }, 300),
  change: () => { process.env.WARM_TEST = "changed"; process.chdir("/"); process.stdout.on("error", () => {}); },
  wide: () => process.stdout.write("é".repeat(1_000_000)),
  never: () => new Promise(() => {}),
  throw: () => { throw new Error("thrown"); },
  exit: () => process.exit(5),
  die: () => process.kill(process.pid, "SIGKILL")
};
await acts[does]();
`;

let folder: string;
let line: WarmProcess;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "warm-")));
  writeFileSync(join(folder, "line.mjs"), LINE);
  line = warmProcess(join(folder, "line.mjs"));
});
afterAll(() => rmSync(folder, {recursive: true}));

test("each command has its own words, folder, environment, output and exit code, whatever ran before", async () => {
  vi.stubEnv("WARM_TEST", "given");
  onTestFinished(() => void vi.unstubAllEnvs());
  const said = (words: string, count: number) => ({
    code: 0,
    signal: null,
    stdout: `${words} ${folder} given undefined ${count}\n`,
    stderr: ""
  });
  expect(await line.run(["say", "one"], folder)).toEqual(said("one", 1));
  expect(await line.run(["fail"], folder)).toEqual({code: 3, signal: null, stdout: "", stderr: "no\n"});
  expect(await line.run(["change"], folder)).toMatchObject({code: 0});
  const before = performance.now();
  const {stdout} = await line.run(["clock"], folder);
  expect(Number(stdout)).toBeLessThanOrEqual(performance.now() - before); // its clock starts with it
  expect(await line.run(["say", "two"], folder)).toEqual(said("two", 5)); // the fifth in one process
});

test("a command ends when nothing is left to wait for, and with all its output", async () => {
  expect(await line.run(["later"], folder)).toEqual({code: 4, signal: null, stdout: "late\n", stderr: ""});
  expect((await line.run(["wide"], folder)).stdout).toBe("é".repeat(1_000_000));
  expect(await line.run(["never"], folder)).toMatchObject({code: 13}); // as Node ends a module whose promise nobody keeps
  expect(await line.run(["throw"], folder)).toMatchObject({code: 1, stderr: expect.stringContaining("thrown")});
});

test.each([
  ["exit", {code: 5, signal: null}],
  ["die", {code: null, signal: "SIGKILL"}]
])("a command that takes the process with it has its own end: %s", async (does, end) => {
  const other = warmProcess(join(folder, "line.mjs"));
  expect(await other.run(["say"], folder)).toMatchObject({code: 0});
  expect(other.gone()).toBe(false);
  expect(await other.run([does], folder)).toMatchObject(end);
  expect(other.gone()).toBe(true);
});
