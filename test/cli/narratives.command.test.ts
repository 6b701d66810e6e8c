import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {expect, test} from "vitest";
import {lineOf} from "../../pipelines/generate/narratives/narrative.js";
import {storiesOf} from "../generate/narratives/stories.js";
import {workbook} from "../workbook.js";

const linesOf = (file: string) => storiesOf(file).map(({narrative}) => JSON.stringify(lineOf(narrative)));

test("narratives validate: right ones pass, each wrong one is a line, mistakes are told in one line", async () => {
  await using book = await workbook();
  const file = join(book.root, "stories.jsonl");
  const [right, faulty] = [linesOf("right.yaml"), linesOf("faulty.yaml")];
  const validate = (...words: string[]) => book.command("narratives", "validate", ...words);

  await writeFile(file, `${right.join("\n")}\n`);
  expect(await validate(file)).toMatchObject({
    code: 0,
    stdout: "",
    stderr: `${right.length} narratives, ${right.length} passed, 0 failed\n`
  });

  await writeFile(`${file}.gz`, gzipSync([...right, ...faulty, "{broken"].join("\n")));
  const mixed = await validate(`${file}.gz`);
  expect(mixed.code).toBe(1);
  const lines = mixed.stdout.trimEnd().split("\n");
  expect(lines.length).toBe(faulty.length + 1);
  expect(lines[0]).toBe(
    `${file}.gz:${right.length + 1} An operand is never said: operand-missing at 78 "She weighed the sacks on the church steps. The grey came to…": The beat of operation 1 has its operand 8 nowhere.`
  );
  expect(mixed.stderr).toContain(
    `${right.length + faulty.length + 1} narratives, ${right.length} passed, ${faulty.length + 1} failed\n`
  );

  const json = (await validate(`${file}.gz`, "--json")).stdout
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line));
  expect(json[0]).toMatchObject({line: right.length + 1, problems: [{code: "operand-missing", operation: 1}], unchecked: []});
  expect(json.at(-1)).toMatchObject({passed: right.length, failed: faulty.length + 1, codes: {line: 1, "operand-missing": 1}});

  expect(await validate("none.jsonl")).toMatchObject({code: 2, stderr: "no such file: none.jsonl\n"});
  expect(await validate("data")).toMatchObject({code: 2, stderr: "data is a folder; name a file of narratives\n"});
  expect(await validate("data/book.yaml")).toMatchObject({code: 2, stdout: ""});
  await writeFile(file, '{"id": "x"}\n');
  expect((await validate(file)).stderr).toMatch(/^\S+stories\.jsonl:1 is not a narrative: [^\n]*full_text_for_eval[^\n]*\n$/);
  await writeFile(file, "");
  expect(await validate(file)).toMatchObject({code: 2, stderr: `${file} holds no narrative\n`});
});

test("narratives make: a file of settings is not taken for the bank's YAML of the same name", async () => {
  await using book = await workbook();
  const settings = join(book.root, "tales.yaml");
  await writeFile(settings, "count: 1\ntarget_tokens: 1500\n");
  const make = (name: string) => book.command("narratives", "make", "--settings", settings, "--out", join(book.root, name));

  const refused = await make("tales.jsonl");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("which is the file of settings; give one of them another name");
  await expect(readFile(join(book.root, "tales.jsonl"))).rejects.toThrow("ENOENT");
  expect(await make("told.jsonl")).toMatchObject({code: 0});
  expect(await readFile(join(book.root, "told.yaml"), "utf8")).toContain("layout: verbose-listops");
});
