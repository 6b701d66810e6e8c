import {existsSync} from "node:fs";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";
import {tableFromJSON, tableToIPC} from "apache-arrow";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {CORRECT, INCORRECT, TRUNCATED} from "../../../pipelines/score/status.js";
import {RIGHT} from "../../../pipelines/studies/irt/item.js";
import {readResponses} from "../../../pipelines/studies/irt/readResponses.node.js";
import {responsesOfArrow} from "../../../pipelines/studies/irt/responseReader.js";

const DATA = "../shared/data/irt";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "responses-"));
});
afterAll(() => rm(folder, {recursive: true}));

async function given(text: string, name = "r.csv"): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}
const shown = async (text: string): Promise<string> => {
  const {persons, items, cells} = await readResponses(await given(text));
  return `${persons.join(" ")} | ${items.join(" ")} | ${cells.join("")}`;
};

test("names that a spreadsheet would run, which our own tables guard by an apostrophe, are read as they were", async () => {
  const same = "=a -b | @x +y | 0110";
  expect(await shown("model,'@x,'+y\n'=a,0,1\n'-b,1,0\n")).toBe(same);
  expect(await shown("model,item,correct\n'=a,'@x,0\n'=a,'+y,1\n'-b,'@x,1\n'-b,'+y,0\n")).toBe(same);
  expect(await shown("model,x\n'tis,0\nb,1\n")).toBe("'tis b | x | 01");
});

const SAME = "a b | x y z | 010121";
test.each([
  ["header and names", "model,x,y,z\na,0,1,0\nb,1,NA,1\n"],
  ["R's row names", '"","x","y","z"\n"a",0,1,0\n"b",1,NA,1\n'],
  ["an unknown word above names", "llm,x,y,z\na,0,1,0\nb,1,,1"],
  ["semicolons and Windows lines", "model;x;y;z\r\na;0;1;0\r\nb;1;;1\r\n"],
  ["tabs, a mark in front and a blank line", "\ufeffmodel\tx\ty\tz\na\t0\t1\t0\n\nb\t1\t\t1\n"],
  ["pandas' floats", "model,x,y,z\na,0.0,1.0,0.0\nb,1.0,,1.0\n"],
  ["long form", "model,item,correct\na,x,0\na,y,1\na,z,0\nb,x,1\nb,z,1\n"],
  [
    "long form, columns in another order",
    "score,item_id,tier,model\n0,x,easy,a\n1,y,easy,a\n0,z,hard,a\n1,x,easy,b\n,y,easy,b\n1,z,hard,b\n"
  ]
])("%s", async (_, text) => {
  expect(await shown(text)).toBe(SAME);
});

test("without names, models and items are numbered", async () => {
  expect(await shown("0,1,0\n1,,1\n")).toBe("1 2 | 1 2 3 | 010121");
  expect(await shown("a,0,1,0\nb,1,,1\n")).toBe("a b | 1 2 3 | 010121");
  expect(await shown("7,0,1,9\n1,0,0,1\n0,1,1,0\n")).toBe("1 2 | 7 0 1 9 | 10010110"); // items may be called 0 and 1
});

test.each([
  ["a third value", "model,x,y\na,0,1\nb,1,2\n", /r\.csv:3:5 response "2" is not 0, 1 or blank/],
  [
    "a score where right or wrong is needed",
    "model,x,y\na,0,1\nb,1,0.25\n",
    /r\.csv:3:5 response "0\.25" is not 0, 1 or blank \(NA\); it is a score between right and wrong, which irt fit, irt score and irt adaptive take/
  ],
  ["a word", "model,x,y\na,0,wrong\n", /r\.csv:2:5 response "wrong" is not 0, 1 or blank/],
  ["a bad cell in the first row of a matrix without names", "0,1,3,0,1\n1,1,0,0,1\n", /r\.csv:1:5 response "3"/],
  ["a short row", "model,x,y\na,0,1\nb,1\n", /r\.csv:3:1 the row has 2 cells; expected 3/],
  ["a model twice", "model,x\na,0\nb,1\na,1\n", /r\.csv:4:1 model "a" occurs twice/],
  ["an item twice", "model,x,y,x\na,0,1,1\n", /r\.csv:1:11 item "x" occurs twice/],
  ["a line break in a name", 'model,"x\ny",z\na,0,0.5\n', /r\.csv:3:5 response "0\.5"/],
  ["a response twice", "model,item,response\na,x,0\na,x,1\n", /r\.csv:3:1 model "a" answers item "x" a second time/],
  ["a score between", "model,item,score\na,x,0\na,y,0.7\n", /r\.csv:3:5 response "0\.7"/],
  ["an item without a name", "model,item,score\na,,0\n", /r\.csv:2:3 the name is blank/],
  ["nothing", "", /r\.csv:1:1 holds no responses/],
  ["a header alone", "model,x,y\n", /r\.csv:1:1 holds no responses/],
  ["a document", '{"a": [1, 2]}\n', /r\.csv:1:1 /]
])("%s is refused with its place", async (_, text, message) => {
  await expect(readResponses(await given(text))).rejects.toThrow(message);
  await expect(readResponses(await given(text))).rejects.toHaveProperty("name", "UserError");
});

test("Parquet, models × items and long form, gives the same", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const write = async (name: string, query: string): Promise<string> => {
    await connection.run(`copy (${query}) to '${join(folder, name)}' (format parquet)`);
    return join(folder, name);
  };
  const WIDE = "(values ('a', 0, true, 0.0), ('b', 1, null, 1.0)) t(model, x, y, z)";
  const expected = {persons: ["a", "b"], items: ["x", "y", "z"], cells: Uint8Array.of(0, 1, 0, 1, 2, 1)};
  expect(await readResponses(await write("wide.parquet", `from ${WIDE}`))).toEqual(expected);
  expect(
    await readResponses(
      await write(
        "long.parquet",
        "from (values ('a','x',0), ('a','y',1), ('a','z',0), ('b','x',1), ('b','z',1)) t(model, item, correct)"
      )
    )
  ).toEqual(expected);
  await expect(
    readResponses(await write("bad.parquet", "from (values ('a', 0, 5), ('b', 1, 1)) t(model, x, y)"))
  ).rejects.toThrow(/bad\.parquet:1:3 response "5" in column "y" is not 0, 1 or blank/);
  await expect(readResponses(await given("no parquet", "torn.parquet"))).rejects.toHaveProperty("name", "UserError");
  connection.closeSync();
  instance.closeSync();
});

test("Arrow, models × items, long form and samples, gives the same to the command and to the page", async () => {
  const both = async (columns: Record<string, unknown[]>, missing?: string[]) => {
    const table = tableFromJSON(
      Array.from({length: Object.values(columns)[0]!.length}, (_, i) =>
        Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]]))
      )
    );
    const file = join(folder, "table.arrow");
    await writeFile(file, tableToIPC(table, "file"));
    const responses = await readResponses(file, {missing});
    expect(responsesOfArrow(table, file, {missing})).toEqual(responses);
    return responses;
  };
  const expected = {persons: ["a", "b"], items: ["x", "y"], cells: Uint8Array.of(0, 1, 2, 1)};
  expect(await both({model: ["a", "b"], x: [0, null], y: [true, true]})).toEqual(expected);
  expect(await both({model: ["a", "b"], x: ["0", "-"], y: ["1", "TRUE"]}, ["-"])).toEqual(expected);
  expect(await both({model: ["a", "a", "b"], item: ["x", "y", "y"], correct: [0, 1, 1]})).toEqual(expected);
  const [eval_id, item_id] = [
    ["1", "1", "2", "2"],
    ["x", "y", "x", "y"]
  ];
  const four = (value: unknown) => [value, value, value, value];
  const samples = {eval_id, item_id, model: ["a", "a", "b", "b"], template: four("t"), sampler: four("s"), trial: four(0)};
  expect(await both({...samples, status: [INCORRECT, CORRECT, TRUNCATED, CORRECT]})).toEqual(expected);
});

test("a table that seems to be a row per response names the column that is missing", async () => {
  await expect(readResponses(await given("model,itm,correct\na,x,1\nb,y,0\n"))).rejects.toThrow(
    /:2:3 response "x" is not 0, 1 or blank \(NA\); a row for each response needs .*: none is named item, .*; did you mean "item" by "itm"\?$/u
  );
});

test("a file that is not there is named", async () => {
  await expect(readResponses(join(folder, "absent.csv"))).rejects.toThrow(/absent\.csv: no such file/);
});

// Sizes, and counts of right answers as `tail -n +2 FILE | tr -cd 1 | wc -c` gives them (`+1` for the two without a header).
test.each([
  ["LSAT6", 1000, 5, 3819],
  ["WIRS", 1005, 6, 1993],
  ["Abortion", 379, 4, 866],
  ["SAT12", 600, 32, 10921],
  ["A_resp", 2000, 100, 116036],
  ["B_resp", 60, 2000, 68960],
  ["metabench_mmlu_4278x102", 4278, 102, 267944],
  ["metabench_gsm8k_5041x249", 5041, 249, 479618]
])("%s is %i × %i with %i right", async (name, persons, items, right) => {
  if (!existsSync(DATA)) return console.warn(`skipped: ${DATA} is absent`);
  const responses = await readResponses(join(DATA, `${name}.csv`));
  expect([responses.persons.length, responses.items.length, responses.cells.length]).toEqual([persons, items, persons * items]);
  expect(responses.cells.reduce((sum, cell) => sum + Number(cell === RIGHT), 0)).toBe(right);
});

describe("forms of other projects", () => {
  const read = async (name: string, text: string | Uint8Array, missing?: string[]): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text);
    const {persons, items, cells} = await readResponses(file, {missing});
    return `${persons.join(" ")} | ${items.join(" ")} | ${cells.join("")}`;
  };
  const LONG = "a b | x y z | 010121";

  test("the Item Response Warehouse's id, item and resp, and py-irt's lines", async () => {
    expect(await read("irw.csv", "id,item,resp,rt\na,x,0,1.5\na,y,1,2\na,z,0,1\nb,x,1,3\nb,y,NA,1\nb,z,1,1\n")).toBe(LONG);
    const lines = [
      {subject_id: "a", responses: {x: 0, y: 1, z: 0}},
      {subject_id: "b", responses: {x: 1, z: 1}}
    ].map(line => JSON.stringify(line));
    expect(await read("py-irt.jsonlines", `${lines.join("\n")}\n`)).toBe(LONG);
  });
  test("TRUE and FALSE are responses; signs of missing ones are named by the caller, and the refusal says how", async () => {
    const text = "model,x,y,z\na,FALSE,TRUE,False\nb,true,.,1\n";
    expect(await read("signs.csv", text, ["-", "."])).toBe(LONG);
    await expect(read("signs.csv", text)).rejects.toThrow(
      /signs\.csv:3:8 response "\." is not 0, 1 or blank \(NA\); if it marks a missing one: --missing "\."$/u
    );
    expect(await read("words.jsonl", '{"model":"a","x":"N/A","y":1}\n{"model":"b","x":0,"y":"null"}\n', ["N/A", "null"])).toBe(
      "a b | x y | 2102"
    );
  });
  test("packed tables, JSON lists and YAML lists", async () => {
    expect(await read("r.csv.gz", gzipSync("model;x;y;z\na;0;1;0\nb;1;;1\n"))).toBe(LONG);
    const rows = [
      {model: "a", x: 0, y: 1, z: 0},
      {model: "b", x: 1, z: 1}
    ];
    expect(await read("r.json", JSON.stringify(rows))).toBe(LONG);
    expect(await read("r.yaml", JSON.stringify(rows))).toBe(LONG);
  });
  test("this project's own samples: the first trial of each test, cut answers missing", async () => {
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const file = join(folder, "samples.parquet");
    await connection.run(`copy (from (values
      ('e1', 'a', 't', 's', 'q', 'i1', 0, 1, '1'), ('e1', 'a', 't', 's', 'q', 'i2', 0, 0, '2'), ('e1', 'a', 't', 's', 'q', 'i1', 1, 0, '3'),
      ('e2', 'b', 't', 's', 'q', 'i1', 0, 2, '4'), ('e2', 'b', 't', 's', 'q', 'i2', 0, 1, '5'),
      ('e3', 'b', 'u', 's', 'q', 'i1', 0, 0, '6'))
      t(eval_id, model, template, sampler, base_task, item_id, trial, status, answer)) to '${file}' (format parquet)`);
    connection.closeSync();
    instance.closeSync();
    const {persons, items, cells} = await readResponses(file);
    expect({persons, items, cells: cells.join("")}).toEqual({
      persons: ["a", "b t s", "b u s"],
      items: ["i1", "i2"],
      cells: "102102"
    });
  });
});

describe("names of models in another column than the first, as pandas writes an index", () => {
  const table = "x,y,z\n0,1,0\n1,NA,1\n"
    .trim()
    .split("\n")
    .map(line => line.split(","));
  const names = ["a", "b"];
  /** The table with further columns: at a place, with a header, of these cells. */
  const withColumns = (...added: readonly (readonly [place: number, header: string, cells: readonly string[]])[]) =>
    table
      .map((row, i) =>
        added.reduce((cells, [place, header, values]) => cells.toSpliced(place, 0, i === 0 ? header : values[i - 1]!), row)
      )
      .map(row => row.join(","))
      .join("\n");
  const numbers = ["0", "1"];
  test.each([
    ["model, last", withColumns([3, "model", names])],
    ["model, in the middle", withColumns([1, "Model", names])],
    ["an index without a name, last", withColumns([3, "__index_level_0__", names])],
    ["a numbered index last, model first", withColumns([0, "model", names], [4, "__index_level_0__", ["7", "9"]])],
    ["a numbered index first, model last", withColumns([0, "", numbers], [4, "model", names])],
    ["a numbered index of a CSV that was read and written again", withColumns([0, "Unnamed: 0", numbers], [1, "model", names])]
  ])("%s", async (_, text) => {
    const records = text
      .split("\n")
      .slice(1)
      .map(line => line.split(","));
    const header = text.split("\n")[0]!.split(",");
    const expected = {persons: names, items: ["x", "y", "z"]};
    expect(await readResponses(await given(text))).toMatchObject(expected);
    const rows = records.map(cells =>
      Object.fromEntries(
        header.map((name, i) => [
          name,
          /^(?:model|__index|$|Unnamed)/iu.test(name) ? cells[i]! : cells[i] === "NA" ? null : Number(cells[i])
        ])
      )
    );
    const arrow = join(folder, "index.arrow");
    await writeFile(arrow, tableToIPC(tableFromJSON(rows), "file"));
    if (!header.includes("")) expect(await readResponses(arrow)).toMatchObject(expected);
    expect(await readResponses(await given(rows.map(row => JSON.stringify(row)).join("\n"), "index.jsonl"))).toMatchObject(
      expected
    );
  });
});
