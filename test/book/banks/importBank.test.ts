// The items that an import writes, byte by byte, from a file that is read in many pieces.
import {mkdir} from "node:fs/promises";
import {dirname, join} from "node:path";
import {describe, expect, test} from "vitest";
import {importBank} from "../../../pipelines/book/banks/importBank.node.js";
import {folder, storedItems} from "./files.js";

const RECORDS = 8_000;
const LETTERS = "ABCD";

/** What stands on line i, and on the imported bank's line for it, if any; or what is wrong with it. */
function line(i: number): {text: string; item?: string; bad?: string; repeats?: true} {
  if (i % 1_009 === 0) return {text: `{"question": "torn ${i}`, bad: "not JSON: "};
  if (i % 1_013 === 0) return {text: JSON.stringify({question: `none ${i}`, choices: ["x", "y"]}), bad: "missing answer"};
  if (i % 1_019 === 0) return {text: "[1, 2]", bad: "expected a map of fields"};
  if (i % 1_021 === 0) return {text: line(1).text, repeats: true};
  const question = `Question ${i}: "${"äß€𝄞"[i % 4]}" and \\ ${"long ".repeat(i % 40)}?`;
  const choices = [`${i}`, `${i + 1}\n`, `"${i}"`, `\u0001${i}`];
  const answer = i % 4;
  const category = `subject ${i % 3}`;
  return {
    text: `${JSON.stringify({question, subject: category, choices, answer})}${i % 7 === 0 ? "\r" : ""}`,
    item: JSON.stringify({
      question,
      choices: choices.map(choice => choice.trim()),
      answer: LETTERS[answer],
      domain: "large",
      category
    })
  };
}

test("an import holds every good line in order, and names the bad ones between them", async () => {
  await using root = await folder();
  const lines = Array.from({length: RECORDS}, (_, i) => line(i + 1));
  const file = await root.write("questions.jsonl", lines.map(({text}) => text).join("\n"));
  const {items, summary} = await importBank({files: [file], layout: "mmlu", name: "large", folder: join(root.path, "banks")});
  const good = lines.flatMap(({item}) => item ?? []);
  expect(await storedItems(items)).toEqual(good);
  const bad = lines.flatMap(({bad}, i) => (bad === undefined ? [] : {line: i + 1, bad}));
  expect(bad.length).toBeGreaterThan(15);
  expect(summary.problems.map(problem => problem.replace(/^.*questions\.jsonl:/u, ""))).toEqual(
    bad.map(({line, bad}) => expect.stringContaining(`${line} ${bad}`))
  );
  expect(summary).toMatchObject({
    records: RECORDS,
    items: good.length,
    choice: good.length,
    faulty: bad.length,
    duplicates: lines.filter(({repeats}) => repeats).length,
    unanswered: bad.filter(({bad}) => bad === "missing answer").length
  });
  const right = [...LETTERS].map(letter => [letter, good.filter(item => JSON.parse(item).answer === letter).length]);
  expect(summary.labels).toEqual(right);
});

describe("ids that restart in each file", () => {
  const records = (name: string, ids: readonly (number | string | undefined)[]) =>
    ids.map(id => JSON.stringify({...(id !== undefined && {id}), question: `${name} ${id}?`, answer: "yes"})).join("\n");
  async function imported(files: Record<string, string>) {
    await using root = await folder();
    const paths: string[] = [];
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(root.path, name)), {recursive: true});
      paths.push(await root.write(name, text));
    }
    const made = await importBank({files: paths, layout: "plain", name: "all", folder: join(root.path, "banks")});
    const items = await storedItems(made.items);
    return {...made, ids: items.map(item => JSON.parse(item).id as string | undefined)};
  }

  test("begin with the name of their file, and no record is left out", async () => {
    const {ids, summary, prefixed} = await imported({
      "first.jsonl": records("a", [0, 1, undefined]),
      "second.jsonl": records("b", [0, 1])
    });
    expect(ids).toEqual(["first/0", "first/1", undefined, "second/0", "second/1"]);
    expect(summary).toMatchObject({items: 5, faulty: 0, duplicates: 0});
    expect(prefixed).toBe(true);
  });

  test("of files of one name begin with the folder's name too", async () => {
    const {ids} = await imported({"x/test.jsonl": records("a", [0]), "y/test.jsonl.gz": records("b", [0])});
    expect(ids).toEqual(["x/test/0", "y/test/0"]);
  });

  test("stay as they are where files share none, or share whole records", async () => {
    const apart = await imported({"a.jsonl": records("a", [0, 1]), "b.jsonl": records("b", [2, 3])});
    expect([apart.ids, apart.prefixed]).toEqual([["0", "1", "2", "3"], false]);
    const equal = await imported({"a.jsonl": records("a", [0, 1]), "b.jsonl": records("a", [0, 1])});
    expect([equal.ids, equal.summary.duplicates, equal.prefixed]).toEqual([["0", "1"], 2, false]);
  });

  test("that restart within one file are named as before", async () => {
    const text = `${records("a", [0])}\n${records("b", [0])}`;
    const {ids, summary, prefixed} = await imported({"a.jsonl": text, "b.jsonl": records("c", [7])});
    expect([ids, prefixed]).toEqual([["0", "7"], false]);
    expect(summary.problems).toEqual([expect.stringMatching(/a\.jsonl:2 id "0" of another item too$/)]);
  });
});

test("integers beyond 2^53 are read by their digits, but for bounds in a tool's schema", async () => {
  await using root = await folder();
  const tool = '{"name":"f","description":"d","parameters":{"type":"object","properties":{"x":{"maximum":9223372036854775807}}}}';
  const text = [
    '{"id": 12345678901234567891, "question": "Next?", "answer": 12345678901234567893}',
    '{"id": 12345678901234567892, "question": "Which?", "choices": [12345678901234567893, 12345678901234567894], "answer": "B"}',
    `{"id": 3, "question": "Call it.", "answer": "1", "tools": [${tool}]}`
  ];
  for (const [name, whole] of [
    ["q.jsonl", text.join("\n")],
    ["q.json", `[${text.join(",")}]`]
  ] as const) {
    const file = await root.write(name, whole);
    const {items} = await importBank({files: [file], layout: "plain", name: "long", folder: root.path, force: true});
    const found = await storedItems(items);
    expect(JSON.parse(found[0]!)).toMatchObject({id: "12345678901234567891", answer: "12345678901234567893"});
    expect(JSON.parse(found[1]!)).toMatchObject({
      id: "12345678901234567892",
      choices: ["12345678901234567893", "12345678901234567894"]
    });
    expect(found[2]).toMatch(/"maximum":\d/);
  }
});

test("answers of layout gsm8k may be the number alone, after any marks", async () => {
  await using root = await folder();
  const answers = ["# 18", "#### 1,018", "Work.\n#### -18", "#18", "18"];
  const text = answers.map((answer, i) => JSON.stringify({question: `How many ${i}?`, answer})).join("\n");
  const file = await root.write("gsm.jsonl", text);
  const {items, summary} = await importBank({files: [file], layout: "gsm8k", name: "gsm", folder: join(root.path, "banks")});
  const found = await storedItems(items);
  expect(found.map(item => JSON.parse(item).answer)).toEqual(["18", "1018", "-18", "18"]);
  expect(summary.problems).toEqual([expect.stringContaining('gsm.jsonl:5 answer without "####"')]);
});
