import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {expect, test} from "vitest";
import {toldSet} from "../studies/narratives/stories.js";
import {workbook} from "../workbook.js";

test("narratives shortcuts: a table, the same figures as JSON, mistakes in one line", async () => {
  await using book = await workbook();
  const file = join(book.root, "told.jsonl");
  const lines = toldSet(12).map(line => JSON.stringify(line));
  await writeFile(file, `${lines.join("\n")}\n`);
  const shortcuts = (...words: string[]) => book.command("narratives", "shortcuts", ...words);

  const table = await shortcuts(file);
  expect(table).toMatchObject({code: 0, stderr: ""});
  expect(table.stdout).toMatch(/^\S+told\.jsonl: 12 narratives, 12 of depth at least 4\n/);
  expect(table.stdout).toMatch(/^root_operation {2}.* {2}12 {2}\d+\.\d %/m);

  const json = await shortcuts(file, "--json");
  const report = JSON.parse(json.stdout);
  expect(Object.keys(report)).toEqual(["file", "narratives", "deep", "sentence", "novel", "measures"]);
  expect(Object.keys(report.measures[0])).toEqual(["name", "unit", "overall", "deep"]);
  expect(Object.keys(report.measures[0].overall)).toEqual(["n", "value", "low", "high", "not_measured"]);

  const out = join(book.root, "report.json");
  await writeFile(`${file}.gz`, gzipSync(lines.join("\n")));
  expect(await shortcuts(`${file}.gz`, "--out", out)).toMatchObject({code: 0, stdout: "", stderr: ""});
  expect(JSON.parse(await readFile(out, "utf8"))).toEqual({...report, file: `${file}.gz`});

  await writeFile(file, lines.map(line => line.replace(/"parts":\[.*?\],?/u, "").replace(/,\}$/u, "}")).join("\n"));
  expect((await shortcuts(file)).stdout).toContain(
    "\nlast_scene not measured: no narrative has parts, so its scenes are not known\n"
  );

  expect(await shortcuts("none.jsonl")).toMatchObject({code: 2, stderr: "no such file: none.jsonl\n"});
  expect(await shortcuts(file, "--out", join(book.root, "no", "x"))).toMatchObject({code: 2, stdout: ""});
  await writeFile(file, `${lines[0]}\n{broken\n`);
  expect(await shortcuts(file)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^\S+told\.jsonl:2 is not a narrative: [^\n]+\n$/)
  });
  await writeFile(file, `${lines[0]}\n${lines[1]!.replace(/"ast_str":"[^"]*"/u, '"ast_str":"(MAX 1"')}\n`);
  expect(await shortcuts(file)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: `${file}:2 told-1: a bracket is not closed; see npm run narratives -- validate\n`
  });
  await writeFile(file, "");
  expect(await shortcuts(file)).toMatchObject({code: 2, stderr: `${file} holds no narrative\n`});
});
