// The log of prompts and replies: nothing without a folder, rotation by size, no key in any form, and no harm where it cannot be written.
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, expect, test} from "vitest";
import {openNarratorLog} from "../../../pipelines/run/narrator/log.js";

let folder: string;
const warnings: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "narrator-log-"));
  warnings.length = 0;
});
afterEach(() => rm(folder, {recursive: true, force: true}));

const entry = (content: string) => ({
  narrative: "n-0",
  part: "beat",
  operation: 1,
  attempt: 0,
  model: "own",
  reply: "x",
  finish_reason: "stop",
  cached: false,
  messages: [{role: "user" as const, content}],
  faults: []
});
const options = (rest: object = {}) => ({
  folder: join(folder, "logs"),
  size: "1M",
  files: 2,
  secrets: [] as string[],
  warn: (text: string) => warnings.push(text),
  now: () => new Date(0),
  ...rest
});

test("without a folder nothing is written", async () => {
  {
    await using log = await openNarratorLog(options({folder: undefined}));
    log.write(entry("a"));
  }
  expect(await readdir(folder)).toEqual([]);
});

test("a line each, appended to what is there; a key stands in it in no form", async () => {
  const secret = "sk-Quite-Secret+0/1";
  const hidden = `${secret} ${Buffer.from(secret).toString("base64")} ${secret.split("").reverse().join("")} "${secret}"\n`;
  for (const content of ["first", hidden]) {
    await using log = await openNarratorLog(options({secrets: [secret]}));
    log.write(entry(content));
  }
  const text = await readFile(join(folder, "logs/narrator.jsonl"), "utf8");
  const lines = text
    .trim()
    .split("\n")
    .map(line => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toEqual({time: "1970-01-01T00:00:00.000Z", ...entry("first")});
  expect(text).not.toContain(secret);
  expect(text).not.toContain(Buffer.from(secret).toString("base64").slice(0, 20));
  expect(text).not.toContain(secret.split("").reverse().join(""));
});

test("files rotate by size, and no more older ones are kept than asked for", async () => {
  {
    await using log = await openNarratorLog(options({size: "10K"}));
    for (let i = 0; i < 100; i++) log.write(entry(`${i} ${"word ".repeat(200)}`));
  }
  expect((await readdir(join(folder, "logs"))).sort()).toEqual(["narrator.jsonl", "narrator.jsonl.1", "narrator.jsonl.2"]);
  const last = (await readFile(join(folder, "logs/narrator.jsonl.1"), "utf8")).trim().split("\n");
  for (const line of last) expect(JSON.parse(line).part).toBe("beat");
  expect(warnings).toEqual([]);
});

test("a folder that cannot be made is a mistake told before anything is asked; a log that fails later is told once", async () => {
  await writeFile(join(folder, "file"), "");
  await expect(openNarratorLog(options({folder: join(folder, "file", "logs")}))).rejects.toThrow(
    /log_folder .* cannot be made \(ENOTDIR\)/
  );
  await mkdir(join(folder, "logs/narrator.jsonl"), {recursive: true});
  {
    await using log = await openNarratorLog(options());
    for (let i = 0; i < 3; i++) {
      log.write(entry("a"));
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/the log in .* is not written any more: /);
});
