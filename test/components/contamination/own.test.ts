// A reader's own text and items on page Contamination: what cannot be read is told, and nothing is called clean then.
import {tableFromArrays, tableToIPC} from "apache-arrow";
import {expect, test} from "vitest";
import {paraphraseSentence} from "../../../pipelines/charts/contamination/copies.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {ownItems, ownText} from "../../../src/components/contamination/own.js";
import {ownAudit, ownParaphrases} from "../../../src/components/contamination/ownAudit.js";

const random = randomOf("own");
const prose = (words: number) => Array.from({length: words}, () => random.pick(english)).join(" ");
const [one, other] = [prose(30), prose(30)];
const items = [
  {id: "a", text: one, group: "g"},
  {id: "b", text: other, group: "g"}
];
const verdicts = async (name: string, content: string) => {
  const {judged, notes, documents} = ownAudit(await ownText(new File([content], name)), items);
  return {verdicts: judged.map(({verdict}) => verdict), notes, documents};
};

test("documents of JSON lines are searched one by one; a line without text is told, and leaves nothing clean", async () => {
  const line = (value: unknown) => `${JSON.stringify(value)}\n`;
  const page = line({id: "x", text: `${prose(20)} ${one}`});
  expect(await verdicts("pages.jsonl", page)).toEqual({verdicts: ["exact", "clean"], notes: [], documents: 1});
  expect(await verdicts("pages.jsonl", `${page}{"text": \n${line({n: 1})}`)).toEqual({
    verdicts: ["exact", "not_testable"],
    notes: [expect.stringMatching(/^pages\.jsonl:2 not JSON/), "pages.jsonl:3 holds no text: left out"],
    documents: 1
  });
  // of another kind than its name says, a file has no text that was searched
  expect((await verdicts("pages.jsonl", `not JSON at all\n${page}`)).verdicts).not.toContain("clean");
  expect((await verdicts("page.txt", `not JSON at all\n${page}`)).verdicts).toEqual(["exact", "clean"]);
  await expect(verdicts("pages.jsonl", " \n")).rejects.toThrow("holds no text");
});

test("a reworded item is named with its text and probability, one that was found as a copy is not", async () => {
  const asked = "Omar has 120 marbles. He gives a quarter of them to Lena and 18 to his brother. How many marbles are left?";
  const text = `${one}\n\nOut of his 120 marbles Omar hands one quarter to Lena, and his brother gets 18. How many does Omar still own?`;
  const [content, sought] = [await ownText(new File([text], "page.txt")), [...items, {id: "c", text: asked, group: "g"}]];
  const verdicts = ownAudit(content, sought).judged.map(({verdict}) => verdict);
  expect(verdicts).toEqual(["exact", "clean", "clean"]);
  const {uncopied, paraphrases} = ownParaphrases(content, sought, verdicts);
  expect(uncopied.length).toBe(2);
  const [nothing, marbles] = uncopied;
  expect(marbles!.probability).toBeGreaterThan(nothing!.probability);
  expect(paraphraseSentence(uncopied)).toMatch(/^[01] of 2 tests that were not found as copies ha(?:s|ve) a paraphrase/u);
  for (const row of paraphrases) expect(row).toMatchObject({item_id: "c", prompt: asked, document: "page.txt"});
});

test("items come as JSON lines, as a JSON list or as CSV, a repeated id or a missing text is told", async () => {
  const read = async (name: string, content: string) => ownItems(new File([content], name));
  const both = {
    items: [
      {id: "1", text: "first", group: "g"},
      {id: "2", text: "second", group: "g"}
    ],
    notes: []
  };
  expect(
    await read("i.jsonl", '{"id": 1, "text": "first", "group": "g"}\n{"id": "2", "text": "second", "group": "g"}\n')
  ).toEqual(both);
  expect(await read("i.json", '[{"id": 1, "text": "first", "group": "g"}, {"id": "2", "text": "second", "group": "g"}]')).toEqual(
    both
  );
  expect(await read("i.csv", "id,text,group\n1,first,g\n2,second,g\n")).toEqual(both);
  const {items, notes} = await read("i.jsonl", '{"id": 1, "text": "first"}\n{"id": "1", "text": "again"}\n{"id": 3}\n');
  expect(items).toEqual([{id: "1", text: "first", group: "i.jsonl"}]);
  expect(notes).toEqual(['line 2: id "1" was there before: left out', "line 3 has no id and text: left out"]);
  await expect(read("i.jsonl", '{"id": 3}')).rejects.toThrow("holds no item");
});

test("documents and items come as Arrow, ids are as they are written, and columns may be those of benchmarks", async () => {
  const file = (name: string, columns: Record<string, string[]>) =>
    new File([new Uint8Array(tableToIPC(tableFromArrays(columns), "file"))], name);
  const pages = await ownText(file("pages.arrow", {url: ["x", "y"], content: [prose(20), `${prose(20)} ${one}`]}));
  const {judged, copies, documents} = ownAudit(pages, items);
  expect([judged.map(({verdict}) => verdict), copies[0]!.document, documents]).toEqual([["exact", "clean"], "pages.arrow#y", 2]);

  const expected = {items: [{id: "007", text: "true", group: "mine"}], notes: []};
  expect(await ownItems(file("i.arrow", {item_id: ["007"], question: ["true"], group: ["mine"]}))).toEqual(expected);
  expect(await ownItems(new File(["Question,question_id,group\ntrue,007,mine\n"], "i.csv"))).toEqual(expected);
  await expect(ownItems(new File(["id,txt\n1,a\n"], "i.csv"))).rejects.toThrow(
    'i.csv:1 no column text; the columns are id, txt; did you mean "text" by "txt"?'
  );
});
