// Banks that are read by several threads: what they read, and what happens where one fails.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {importBank} from "../../../pipelines/book/banks/importBank.node.js";
import {lineThreads} from "../../../pipelines/book/banks/lineThreads.node.js";
import {itemsOf} from "../../../pipelines/book/banks/reader.node.js";
import {noRecords} from "../../../pipelines/book/banks/recordCounts.js";
import {folder} from "./files.js";

/** What an import by so many threads beside this one writes and finds. */
async function importedBy(threads: number | undefined, file: string, root: string) {
  const {items, summary} = await importBank({
    files: [file],
    layout: "plain",
    name: "large",
    folder: join(root, "banks"),
    force: true,
    threads
  });
  return {items: await readFile(items), summary};
}

test("threads import what one thread imports, byte by byte, whatever stands at the borders of their runs", async () => {
  await using root = await folder();
  const good = (i: number) =>
    JSON.stringify({
      question: `Frage ${i}: ${"äß€𝄞e\u0301"[i % 5]}${"日本語 ".repeat(i % 90)}?`,
      answer: `Antwort ${i % 12_000} 𝄞`,
      ...(i % 3 === 0 && {choices: ["eins", "zwei", `${i}`], answer: "ABC"[i % 2]}),
      ...(i % 5 === 0 && {id: `own ${i}`, category: `Fach ${i % 7}`})
    });
  const odd: ((i: number) => string)[] = [
    () => "",
    () => "  \t \r",
    i => `${good(i)}\r`,
    i => JSON.stringify({question: `no answer ${i}`}),
    () => good(7),
    i => JSON.stringify({question: `same id ${i}`, answer: "1", id: "own 5"}),
    i => `{"question": "torn ${i}`,
    i => `\ufeff${good(i)} `,
    () => "[1, 2]",
    i => JSON.stringify({question: `a lone half ${i} \ud800`, answer: "x"}),
    () => `${"\u2028"}`
  ];
  const lines: (string | Buffer)[] = Array.from({length: 70_000}, (_, i) =>
    i > 0 && i % 97 === 0 ? odd[(i / 97) % odd.length]!(i) : good(i)
  );
  lines[30_000] = JSON.stringify({question: "long", answer: "x".repeat(10_000_000)});
  lines[30_001] = JSON.stringify({question: "long, but not too long", answer: "€".repeat(2_000_000)});
  const bytes = Buffer.concat([
    ...lines.flatMap(line => [Buffer.from(line), Buffer.from("\n")]),
    Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
    Buffer.from(good(1_000_001)) // a last line without a line feed
  ]);
  expect(bytes.length).toBeGreaterThan(25 * 2 ** 20);
  const file = await root.write("questions.jsonl", bytes);
  const alone = await importedBy(0, file, root.path);
  expect(alone.summary.faulty).toBeGreaterThan(200);
  expect(alone.summary.duplicates).toBeGreaterThan(50);
  expect(alone.summary.problems.some(problem => /:30001 answer of 10,000,000 characters/u.test(problem))).toBe(true);
  expect(alone.summary.problems.at(-1)).toMatch(/:70001 not UTF-8 text$/u);
  for (const threads of [2, undefined]) {
    const shared = await importedBy(threads, file, root.path);
    expect(shared.items.equals(alone.items)).toBe(true);
    expect(shared.summary).toEqual(alone.summary);
  }
});

test("a bank read by threads has the lines and identities that it has when read alone", async () => {
  await using root = await folder();
  const lines = Array.from({length: 9_000}, (_, i) =>
    JSON.stringify({question: `Question ${i} ${"long ".repeat(i % 40)}é?`, subject: "s", choices: ["a", "b"], answer: i % 2})
  );
  const file = await root.write("questions.jsonl", lines.join("\n"));
  const read = async (threads: number) => {
    const found: Buffer[] = [];
    for await (const {bytes} of itemsOf({files: [file], layout: "mmlu", name: "large"}, noRecords(), {ids: true, threads}))
      found.push(Buffer.from(bytes));
    return Buffer.concat(found);
  };
  const alone = await read(0);
  expect((await read(2)).equals(alone)).toBe(true);
  expect(alone.toString().split("\n")[0]).toMatch(/^[0-9a-f]{16}\{"question":/u);
});

test("a thread that fails ends the reading with its error", async () => {
  await using threads = lineThreads({source: {files: [], layout: "none" as "mmlu", name: "large"}, ids: false}, 1);
  await expect(threads.ready()).rejects.toThrow();
  await expect(threads.read(Buffer.from("{}"), {name: "large"})).rejects.toThrow();
});
