// Texts of models, banks, servers and files at a terminal: their control characters are shown, and only our own are sent.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable, Writable} from "node:stream";
import fc from "fast-check";
import {afterAll, expect, test} from "vitest";
import {LiveLine} from "../../pipelines/infer/progress.node.js";
import {control, guardTerminal, terminalText, unguardedTerminal} from "../../pipelines/io/terminal.js";
import {inProcess} from "../inProcess.js";

const ESC = "\u001b";
/** Characters that a terminal acts upon or hides: C0 but for tabs and line ends, DEL, C1, direction, zero width, tags. */
const ACTING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const HOSTILE = `${ESC}[2J${ESC}]0;title\u0007${ESC}]52;c;cm0gLXJm\u0007\u009b31m\u202e4\u200b\u{e0041}\r\b\u007f`;

/** A terminal that keeps what it is sent. */
function terminal(isTTY = true) {
  const sent: string[] = [];
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    sent.push(String(chunk));
    done();
  };
  const stream = Object.assign(new Writable({decodeStrings: false, write}), {isTTY, columns: 200, hasColors: () => true});
  return {stream, text: () => sent.join("")};
}

test("a terminal gets nothing to act upon, whichever text is written", () => {
  const unit = fc.oneof(fc.string({unit: "binary"}), fc.constantFrom(...HOSTILE, "\n", "\t", "é", "字", "😀"));
  fc.assert(
    fc.property(fc.array(unit), units => {
      const text = units.join("");
      const sent = terminalText(text);
      expect(sent.replaceAll("\r\n", "\n")).not.toMatch(ACTING);
      expect(sent.match(/\n/g)?.length ?? 0).toBe(text.match(/\n/g)?.length ?? 0);
    })
  );
  expect(terminalText("Käse 字 😀\t1\n2\r\n")).toBe("Käse 字 😀\t1\n2\r\n");
  expect(terminalText(HOSTILE)).toBe("␛[2J␛]0;title␇␛]52;c;cm0gLXJm␇<U+009B>31m<U+202E>4<U+200B><U+E0041>␍␈␡");
});

test("our own inverse text and progress are sent as they are; a text cannot repeat their sequences", () => {
  const {stream, text} = terminal();
  const guarded = guardTerminal(stream);
  guarded.write(`${control("[7m")}a${ESC}[7m${control("[27m")}`);
  guarded.write(Buffer.from(`${ESC}[8m`));
  expect(text()).toBe(`${ESC}[7ma␛[7m${ESC}[27m␛[8m`);
  const live = new LiveLine(guarded);
  live.show(() => `50 % of ${ESC}c`, {now: true});
  live.show(() => "60 %", {now: true});
  live.done();
  expect(text()).toContain(`50 % of ␛c${ESC}[G${ESC}[K60 %\n`);
  expect(guardTerminal(guarded)).toBe(guarded);
  expect(unguardedTerminal(guarded)).toBe(stream);
  expect(guarded.columns).toBe(200);
});

test("a file or pipe gets the bytes as they are", () => {
  const {stream, text} = terminal(false);
  guardTerminal(stream).write(HOSTILE);
  expect(text()).toBe(HOSTILE);
});

const folder = await mkdtemp(join(tmpdir(), "reasonbook-terminal-"));
afterAll(() => rm(folder, {recursive: true}));

test("commands show answers, file names, SQL values, arguments and faults of files without sending them", async () => {
  const results = join(folder, "results.json");
  const response = {output: `${HOSTILE} answer 4`};
  const result = {
    provider: {id: `m${HOSTILE}`},
    prompt: {raw: `hi${HOSTILE}`},
    promptIdx: 0,
    testIdx: 0,
    vars: {q: HOSTILE},
    response,
    success: true,
    score: 1
  };
  await writeFile(results, JSON.stringify({evalId: "e", results: {version: 3, results: [result], stats: {}}}));
  const store = join(folder, "store");
  expect((await inProcess(["import", results, "--out", store])).code).toBe(0);
  const key = (await inProcess(["sql", "--store", store, "--json", "select eval_id || '/' || item_id as k from samples"])).stdout;
  const name = (JSON.parse(key) as {k: string}[])[0]!.k;
  const bad = join(folder, `bad${ESC}]52;c;x\u0007.csv`);
  await writeFile(bad, "x\n\u0000");
  const commands = [
    ["samples", "show", "--store", store, name],
    ["samples", "show", "--store", store, `${HOSTILE}/x`],
    ["sql", "--store", store, "--csv", "select model, text from responses join samples using (item_id)"],
    ["sql", "--store", store, `select '${HOSTILE.replaceAll("\u0007", "")}' as "a${ESC}[2J"`],
    ["sql", "--store", store, `select nothing_${ESC}[2J`],
    ["import", bad, "--out", join(folder, "other")],
    [`un${HOSTILE}known`],
    ["run", `--${HOSTILE}`],
    ["run", "--book", join(folder, `no${ESC}[2J.yaml`)]
  ];
  for (const words of commands) {
    const [out, err] = [terminal(), terminal()];
    await inProcess(words, {stdout: out.stream, stderr: err.stream, stdin: Readable.from([])});
    const sent = `${out.text()}${err.text()}`;
    expect(sent, words.join(" ")).not.toBe("");
    expect(sent.replaceAll(/\u001b\[(?:7m|27m|G|K)|\r\n/gu, ""), words.join(" ")).not.toMatch(ACTING);
  }
});
