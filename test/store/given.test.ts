// Questions that several responses share come back with each of them as its file has them.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {openTranscripts} from "../../pipelines/store/given.node.js";

const home = mkdtempSync(join(tmpdir(), "given-"));
afterAll(() => rmSync(home, {recursive: true}));

test("models that were asked the same in other words, or with other options, keep their question, prompt and options", async () => {
  const question = "Which quince is ripe?";
  const asked = [
    {model: "a", question, prompt: question, choices: ["green", "yellow"]},
    {model: "b", question, prompt: `Think. ${question}`, choices: ["green", "yellow"]},
    {model: "c", question, prompt: question, choices: ["yellow", "green"]},
    {model: "d", question, prompt: question, choices: ["green", "yellow"]},
    {model: "e", question, prompt: question, choices: []}
  ];
  const file = join(home, "asked.jsonl");
  const lines = asked.map(row => JSON.stringify({...row, base_task: "quinces", expected: "B", text: "(B)"}));
  writeFileSync(file, `${lines.join("\n")}\n`);
  await using source = await openTranscripts(file, {folder: home});
  const rows = [];
  for await (const row of source.rows()) rows.push(row);
  expect(rows.map(({model, question, prompt, choices}) => ({model, question, prompt, choices}))).toEqual(asked);
});
