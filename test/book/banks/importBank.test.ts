// The files that an import writes, byte by byte, from a file that is read in many pieces.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {importBank} from "../../../pipelines/book/banks/importBank.js";
import {folder} from "./files.js";

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
      ...{question, choices: choices.map(choice => choice.trim()), answer: LETTERS[answer]},
      ...{domain: "large", category}
    })
  };
}

test("an import holds every good line in order, and names the bad ones between them", async () => {
  await using root = await folder();
  const lines = Array.from({length: RECORDS}, (_, i) => line(i + 1));
  const file = await root.write("questions.jsonl", lines.map(({text}) => text).join("\n"));
  const {items, summary} = await importBank({files: [file], layout: "mmlu", name: "large", folder: join(root.path, "banks")});
  const good = lines.flatMap(({item}) => item ?? []);
  expect(await readFile(items, "utf8")).toBe(good.map(item => `${item}\n`).join(""));
  const bad = lines.flatMap(({bad}, i) => (bad === undefined ? [] : {line: i + 1, bad}));
  expect(bad.length).toBeGreaterThan(15);
  expect(summary.problems.map(problem => problem.replace(/^.*questions\.jsonl:/u, ""))).toEqual(
    bad.map(({line, bad}) => expect.stringContaining(`${line} ${bad}`))
  );
  expect(summary).toMatchObject({
    ...{records: RECORDS, items: good.length, choice: good.length, faulty: bad.length},
    ...{
      duplicates: lines.filter(({repeats}) => repeats).length,
      unanswered: bad.filter(({bad}) => bad === "missing answer").length
    }
  });
  const right = [...LETTERS].map(letter => [letter, good.filter(item => JSON.parse(item).answer === letter).length]);
  expect(summary.labels).toEqual(right);
});
