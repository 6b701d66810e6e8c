// Banks of nested lists in the published formats: imported, exported in the same format and imported again, in foreign spellings too.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {importBank} from "../../pipelines/book/banks/importBank.node.js";
import {readBankNamed} from "../../pipelines/book/read.node.js";
import {bankTask} from "../../pipelines/generate/bankTask.node.js";
import {type Workbook, workbook} from "../workbook.js";

let book: Workbook;
beforeAll(async () => {
  book = await workbook();
});
afterAll(() => book[Symbol.asyncDispose]());

/** As the original files spell them: round brackets bind to the left. */
const BOUND = "( ( ( ( [MAX 2 ) 9 ) ( ( ( [MIN 4 ) 7 ) ] ) ) ] )";
const LISTS = [
  [BOUND, 9],
  ["[SM 8 1 4 [MAX 9 2 7]]", 2],
  ["[MED 0]", 0]
] as const;
const story = (id: string, answer: number | string) => ({
  id,
  full_text_for_eval: `Five crates, said "Anna",\nand two.\nWhat is ${id}?`,
  ground_truth_value: answer,
  ast_str: "(SUM 5 2)",
  num_operations: 1,
  token_count_narrative: 12
});

const TSV = LISTS.map(([list, value]) => `${value}\t${list}`);
const LRA = ["Source\tTarget", ...LISTS.map(([list, value]) => `${list}\t${value}`)];
const VERBOSE = [story("a", 7), story("b", 0)].map(line => JSON.stringify(line));
const BOM = "\ufeff";

const FILES: [name: string, layout: string, ending: string, text: string][] = [
  ["plain", "listops-tsv", "tsv", TSV.join("\n")],
  ["windows", "listops-tsv", "tsv", `${BOM}${TSV.join("\r\n")}\r\n\r\n`],
  ["heading", "listops-tsv", "tsv", ["label\tsource", ...TSV].join("\n")],
  ["arena", "lra-listops", "tsv", LRA.join("\n")],
  ["arena-windows", "lra-listops", "tsv", `${BOM}${LRA.join("\r\n")}\r\n`],
  ["stories", "verbose-listops", "jsonl", VERBOSE.join("\n")],
  ["stories-windows", "verbose-listops", "jsonl", `${BOM}${VERBOSE.join("\r\n")}\r\n\r\n`],
  ["numbers-as-text", "verbose-listops", "jsonl", [story("a", "7"), story("b", "0")].map(line => JSON.stringify(line)).join("\n")]
];

async function imported(file: string, layout: string, name: string) {
  const {summary} = await importBank({
    files: [join(book.root, file)],
    layout: layout as never,
    name,
    folder: join(book.root, "data/banks")
  });
  const bank = await readBankNamed(name, {root: book.root});
  const items = Array.from({length: bank.size}, (_, i) => bank.item(i));
  return {summary, items: items.map(({id, item}) => ({id, question: item.question, answer: item.answer}))};
}

const seen = new Map<string, unknown>();
test.each(FILES)("%s (%s)", async (name, layout, ending, text) => {
  writeFileSync(join(book.root, `${name}.${ending}`), text);
  const first = await imported(`${name}.${ending}`, layout, name);
  expect(first.summary).toMatchObject({items: layout === "verbose-listops" ? 2 : 3, faulty: 0, duplicates: 0});
  const again = `${name}-again.${ending}`;
  const {code, stderr} = await book.command("items", "export", name, "--format", layout, "--out", again);
  expect(code, stderr).toBe(0);
  expect((await imported(again, layout, `${name}-again`)).items).toEqual(first.items);
  const lines = readFileSync(join(book.root, again), "utf8").trimEnd().split("\n");
  const published = {"listops-tsv": TSV, "lra-listops": LRA}[layout];
  if (published) expect(lines).toEqual(published);
  else expect(lines.map(line => JSON.parse(line))).toEqual([story("a", 7), story("b", 0)]);
  // Foreign spellings of one file hold the same items.
  const kind = layout === "verbose-listops" ? layout : "lists";
  if (seen.has(kind)) expect(first.items).toEqual(seen.get(kind));
  seen.set(kind, first.items);
});

test("items of a bank have the steps of their lists, under the names of results where the file has them; a list with another answer has none", async () => {
  const named = {...story("named", 7), ast_str: "(SUM 5 (MAX 2 1))", anchors: ["the Tall Lamp", "the Red Door"]};
  const other = {...story("other", 7), full_text_for_eval: "What is other?", ast_str: "(SUM 5 1)"};
  const broken = {...story("broken", 7), full_text_for_eval: "What is broken?", ast_str: "(SUM 5"};
  const foreign = {
    id: "foreign",
    full_text_for_eval: "What is foreign?",
    ground_truth_value: 7,
    num_operations: "many",
    anchors: 3
  };
  writeFileSync(join(book.root, "named.jsonl"), [named, other, broken, foreign].map(line => JSON.stringify(line)).join("\n"));
  await imported("named.jsonl", "verbose-listops", "named");
  const bank = await readBankNamed("named", {root: book.root});
  const {items} = bankTask(bank);
  expect(Array.from({length: bank.size}, (_, place) => items.at(place).steps)).toEqual([
    [
      {name: "the Red Door", value: 2},
      {name: "the Tall Lamp", value: 7}
    ],
    undefined,
    undefined,
    undefined
  ]);
});

test("banks that hold no lists, or no whole numbers, are refused with the item and the way out", async () => {
  writeFileSync(join(book.root, "other.jsonl"), JSON.stringify({question: "Who wrote it?", answer: "Anna"}));
  await imported("other.jsonl", "plain", "other");
  for (const format of ["listops-tsv", "lra-listops", "verbose-listops"]) {
    const {code, stderr} = await book.command("items", "export", "other", "--format", format);
    expect([code, stderr]).toEqual([2, expect.stringContaining("export it as jsonl")]);
  }
});
