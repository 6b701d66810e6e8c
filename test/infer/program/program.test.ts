// A program in place of a server: its replies, its ends, and its identity.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {Program, ProgramError, programBase, wordsOf} from "../../../pipelines/infer/program/program.node.js";

const endless = new AbortController().signal;

/** A program of Node's whose function `reply` takes a message and returns the lines to write. */
function programOf(body: string) {
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-program-"));
  const file = join(folder, "app.mjs");
  writeFileSync(
    file,
    `import {appendFileSync} from "node:fs";
import {createInterface} from "node:readline";
appendFileSync(${JSON.stringify(join(folder, "starts"))}, process.pid + "\\n");
const say = line => process.stdout.write(line + "\\n");
for await (const line of createInterface({input: process.stdin})) { const message = JSON.parse(line); ${body} }`
  );
  const warnings: string[] = [];
  const program = new Program([process.execPath, file], text => void warnings.push(text));
  onTestFinished(async () => {
    await program.close();
    rmSync(folder, {recursive: true});
  });
  const starts = async () => (await readFile(join(folder, "starts"), "utf8")).trim().split("\n");
  return {program, warnings, starts, file};
}

test("replies find their requests by id in any order, without one in the order of the requests", async () => {
  const {program} = programOf(`const {id, text} = message;
    if (text === "first") globalThis.late = id;
    else if (text === "second") { say(JSON.stringify({id, text})); say(JSON.stringify({id: globalThis.late, text: "first"})); }
    else say(JSON.stringify({text}));`);
  const texts = ["first", "second", "third", "fourth"].map(text => program.ask({text}, endless));
  expect(await Promise.all(texts)).toMatchObject([{text: "first"}, {text: "second"}, {text: "third"}, {text: "fourth"}]);
});

test("lines that are no reply are passed over, with one warning without control characters; unicode comes whole", async () => {
  const {program, warnings} = programOf(
    `say("\\u001b[31mloading"); say("{}"); say(JSON.stringify({id: message.id, text: "ж\\u2028" + message.text}));`
  );
  expect(await program.ask({text: "é"}, endless)).toMatchObject({text: "ж\u2028é"});
  expect(await program.ask({text: "x"}, endless)).toMatchObject({text: "ж\u2028x"});
  expect(warnings).toEqual([expect.stringContaining("such as [31mloading")]);
  expect(warnings[0]).not.toContain("\u001b");
});

test("a program that ends fails what it was asked, with its last words, and the next request starts it again", async () => {
  const {program, starts} = programOf(
    `if (message.text === "die") { console.error("first line\\nout of memory"); process.exit(3); } say(JSON.stringify({text: "alive"}));`
  );
  expect(await program.ask({text: "x"}, endless)).toEqual({text: "alive"});
  const death = await program.ask({text: "die"}, endless).catch((error: unknown) => error);
  expect(death).toBeInstanceOf(ProgramError);
  expect(death).toMatchObject({isHopeless: false, message: expect.stringMatching(/app\.mjs ended with code 3: out of memory$/)});
  expect(await program.ask({text: "x"}, endless)).toEqual({text: "alive"});
  expect(await starts()).toHaveLength(2);
});

test.each([
  ["ends before its first answer", [process.execPath, "-e", "process.exit(4)"], /ended with code 4/],
  ["does not exist", ["/no/such/program"], /cannot be started/]
])("a program that %s is hopeless", async (_, words, message) => {
  const program = new Program(words, () => {});
  onTestFinished(() => program.close());
  const error = await program.ask({}, endless).catch((caught: unknown) => caught);
  expect(error).toMatchObject({isHopeless: true, message: expect.stringMatching(message)});
});

test("a request that is given up restarts a program that hangs; its children end with it", async () => {
  const {program, starts} = programOf(`if (message.text === "hang") {
      const {spawn} = await import("node:child_process");
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      appendFileSync(import.meta.dirname + "/starts", child.pid + "\\n");
      await new Promise(() => setInterval(() => {}, 1000));
    }
    say(JSON.stringify({text: "alive"}));`);
  await program.ask({text: "x"}, endless);
  const controller = new AbortController();
  const hung = program.ask({text: "hang"}, controller.signal).catch((error: unknown) => error);
  await expect.poll(starts).toHaveLength(2);
  controller.abort();
  expect(await hung).toBeInstanceOf(ProgramError);
  await expect.poll(async () => (await starts()).map(isAlive)).toEqual([false, false]);
  expect(await program.ask({text: "x"}, endless)).toEqual({text: "alive"});
});

function isAlive(pid: string): boolean {
  try {
    return Boolean(process.kill(Number(pid), 0));
  } catch {
    return false;
  }
}

test("an edited program has another identity, as its answers may differ; quotes are refused", () => {
  const {file} = programOf("");
  const before = programBase(`command:node ${file} --fast`);
  expect(programBase(`command:  node   ${file} --fast `)).toBe(before);
  writeFileSync(file, "// edited");
  expect(programBase(`command:node ${file} --fast`)).not.toBe(before);
  expect(before).toMatch(/^command:node .*app\.mjs --fast#[0-9a-f]{16}$/);
  expect(() => wordsOf('command:python "my app.py"')).toThrow("without quotes");
  expect(() => wordsOf("command: ")).toThrow("names no program");
});
