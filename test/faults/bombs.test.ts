// Small files that become large, deep or endless: a bound and one sentence each.
import {readFileSync, writeFileSync} from "node:fs";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable} from "node:stream";
import {deflateRawSync, gzipSync} from "node:zlib";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {registerOwn} from "../../pipelines/extend/load.node.js";
import {unpackedBody} from "../../pipelines/infer/unpack.node.js";
import {documentRows, yamlValue} from "../../pipelines/rows/document.js";
import {exactJson, MAX_LEVELS} from "../../pipelines/rows/json.js";
import {wholeText} from "../../pipelines/run/imports/json.js";
import {openZip} from "../../pipelines/run/imports/zip.js";
import {own, setOwnScorers} from "../../pipelines/score/scorers/own.js";
import {damagedFile} from "../../pipelines/store/damaged.js";
import {readRows} from "../../pipelines/store/sql.node.js";
import {openStage} from "../../pipelines/store/writer.node.js";
import {command} from "../workbook.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reasonbook-bombs-"));
});
afterAll(() => rm(folder, {recursive: true, force: true}));

const written = async (name: string, content: string | Buffer): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
};
const levels = (count: number, inner = "") => `${"[".repeat(count)}${inner}${"]".repeat(count)}`;
/** A list of eight aliases of the list before it, so many times. */
const aliases = (count: number) =>
  Array.from({length: count}, (_, i) => `b${i + 1}: &b${i + 1} [${Array(8).fill(`*b${i}`).join(", ")}]`).join("\n");
/** The same within the variables of a result of promptfoo. */
const promptfoo = (vars: string) =>
  `evalId: e\nresults:\n  version: 3\n  results:\n    - provider: {id: m}\n      prompt: {raw: hi}\n      vars: {${vars}}\n      response: {output: "4"}\n      success: true\n      score: 1\n  stats: {}\n`;

describe("YAML", () => {
  test("aliases that expand without end are refused by what they expand to, however few they are", async () => {
    const text = `b0: &b0 x\n${aliases(9)}\n`;
    expect(() => yamlValue(text, "a.yaml")).toThrow(
      /^a\.yaml:1:1 aliases \(\*\) expand \d+ characters to more than 67108864 values$/u
    );
    // 8⁷ values are few enough, and thousands of aliases of one text are what writers make
    expect(yamlValue(`b0: &b0 x\n${aliases(7)}\n`, "a.yaml").value).toHaveProperty("b7");
    const many = `a: &a some text\nlist: [${Array(20_000).fill("*a").join(", ")}]\n`;
    expect((yamlValue(many, "a.yaml").value as {list: string[]}).list).toHaveLength(20_000);
  });
  test("an anchor that contains itself, and lists that are nested too deeply", () => {
    expect(() => yamlValue("a: &a [*a]\n", "a.yaml")).toThrow(/a\.yaml:1:1 nested deeper than 1000 levels|not YAML/u);
    expect(() => yamlValue(levels(100_000), "a.yaml")).toThrow(/a\.yaml:\d+:\d+ (?:nested deeper|not YAML)/u);
    const chain = Array.from({length: 2_000}, (_, i) => `c${i + 1}: &c${i + 1} [*c${i}]`).join("\n");
    expect(() => yamlValue(`c0: &c0 x\n${chain}\n`, "a.yaml")).toThrow(/nested deeper than 1000 levels/u);
  });
  test("import of such results is one sentence with exit code 2", async () => {
    const vars = Array.from({length: 9}, (_, i) => `v${i + 1}: &b${i + 1} [${Array(8).fill(`*b${i}`).join(", ")}]`).join(", ");
    const file = await written("bomb.yaml", promptfoo(`q: &b0 x, ${vars}`));
    const {code, stderr} = await command(["import", file, "--out", join(folder, "out")]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^\S*bomb\.yaml:1:1 aliases \(\*\) expand \d+ characters to more than \d+ values\n$/u)
    ]);
  });
});

describe("JSON", () => {
  test("deep values are refused with their place; brackets within texts are none", () => {
    expect(exactJson(levels(MAX_LEVELS))).toBeInstanceOf(Array);
    expect(() => exactJson(levels(MAX_LEVELS + 1))).toThrow(/nested deeper than 1000 levels at position 1000$/u);
    expect(exactJson(JSON.stringify(levels(100_000)))).toBe(levels(100_000));
    expect(exactJson(JSON.stringify(`\\"${levels(5_000)}`))).toBe(`\\"${levels(5_000)}`);
    expect(() => documentRows(`[{"question": "q", "extra":\n${levels(200_000)}}]`, {file: "a.json"})).toThrow(
      /^a\.json:2 not JSON: nested deeper than 1000 levels/u
    );
  });
  test("import of a deep result is one sentence with exit code 2", async () => {
    const results = `[{"provider":{"id":"m"},"prompt":{"raw":"hi"},"vars":{"q":${levels(200_000)}},"response":{"output":"4"},"success":true}]`;
    const file = await written("deep.json", `{"evalId":"e","results":{"version":3,"results":${results},"stats":{}}}`);
    const {code, stderr} = await command(["import", file, "--out", join(folder, "out")]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^\S*deep\.json:1 not JSON: nested deeper than 1000 levels/u)]);
  });
});

/** An archive with one entry of zeros that says it has so many bytes. */
function zipOf(content: Buffer, stated: number): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from("samples/1.json");
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(stated, 8);
  const version = Buffer.from([20, 0]);
  const fields = Buffer.concat([version, Buffer.from([0, 0, 8, 0, 0, 0, 0, 0]), sizes, Buffer.from([name.length, 0, 0, 0])]);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, packed]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02"), version, fields, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe("archives", () => {
  test.each([
    ["says that it has 4 GB", 4_000_000_000, /has 3\.\d GiB|has 4\.0 GB|more than is read at once/u],
    ["says that it has 10 bytes", 10, /is damaged, or was not written to its end/u]
  ])("an entry of 64 MB of zeros that %s", async (_, stated, says) => {
    const file = await written("bomb.eval", zipOf(Buffer.alloc(64_000_000), stated));
    await using zip = await openZip(file);
    await expect(zip.bytes("samples/1.json")).rejects.toThrow(says);
  });
  /** Zstd whose blocks of 4 bytes each repeat a letter 131,072 times: 3 GB in 92 kB. */
  const repeated = Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]),
    ...Array.from({length: 23_000}, (_, i) => Buffer.from([i === 22_999 ? 0x03 : 0x02, 0x00, 0x10, 0x61]))
  ]);
  test.each([
    ["a file", async () => wholeText(await written("rows.jsonl.zst", repeated))],
    ["a response", () => Readable.from(unpackedBody(Readable.from([repeated]), "zstd")).forEach(() => {})]
  ])("3 GB of one letter in zstd as %s are left after 64 MiB, and take no more memory", async (_, read) => {
    const before = process.memoryUsage().rss;
    await expect(read()).rejects.toThrow(/one compressed byte becomes more than 200/u);
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
  });
  test("300 MB of zeros in a gzip are left after 64 MiB", async () => {
    const file = await written(
      "rows.csv.gz",
      gzipSync(Buffer.concat([Buffer.from("question,answer\nq,"), Buffer.alloc(300_000_000)]))
    );
    await expect(wholeText(file)).rejects.toThrow(/^\S*rows\.csv\.gz\S* .{0,200}$/u);
  });
});

test("Parquet whose headers lie about the size of a page is damaged, in one sentence, at any place", async () => {
  const file = join(folder, "t.parquet");
  await using stage = await openStage(
    {t: {description: "", order: ["a"], columns: {a: {type: "text", description: ""}}}},
    {folder}
  );
  for (let i = 0; i < 3_000; i++) stage.append("t", {a: `${"xyz".repeat(20)} ${i}`});
  await stage.write("t", file);
  const whole = readFileSync(file);
  for (let place = 4; place < 44; place += 2) {
    const bytes = Buffer.from(whole);
    Buffer.from([0xfe, 0xff, 0xff, 0xff, 0x0f]).copy(bytes, place); // 2³² − 2 as a varint
    writeFileSync(file, bytes);
    let rows = 0;
    let message = "";
    try {
      for await (const _ of readRows(file)) rows++;
    } catch (error) {
      ({message} = error as Error);
    }
    expect(rows === 3_000 || damagedFile(message) !== null, `${place}: ${rows} rows, ${message}`).toBe(true);
  }
});

test("a scorer with a pattern that goes back without end leaves the answer without a score", async () => {
  const endless = `import {scorer} from "reasonbook/extend";
import {z} from "zod";
export const endless = scorer({name: "endless", version: 1, summary: "Right where all letters are a.", settings: z.strictObject({}),
  score: answer => ({right: /^(a+)+$/.test(answer), parsed: true, answer, answer_rule: "whole text", measures: {}})});\n`;
  await registerOwn({tasks: [], scorers: [await written("endless.ts", endless)]}, {golden: false});
  const verdict = own(
    `${"a".repeat(60)}!`,
    {prompt: "", expected: ""},
    {kind: "own", name: "endless", settings: {}, version: 1} as never,
    {} as never
  );
  expect(verdict).toMatchObject({right: null, reason: "scorer endless throws: it takes longer than 5 s"});
  setOwnScorers([]);
});
