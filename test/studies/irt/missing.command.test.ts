// Ways to give responses: a matrix whose missing responses are marked by other signs gives every command the same as one with blanks.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {Readable} from "node:stream";
import {gzipSync} from "node:zlib";
import {afterAll, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {inProcess} from "../../inProcess.js";
import {csvOf, folderOf, irt} from "./irtCommand.js";
import {answers, normal, someItems} from "./simulated.js";

const {folder, given} = folderOf("irt-missing", afterAll);
const random = randomOf("missing");
const drawn = answers(
  Array.from({length: 60}, () => normal(random)),
  () => someItems(8, random),
  "missing answers"
);
const table = csvOf(drawn)
  .trim()
  .split("\n")
  .map((line, i) => (i === 0 ? line : line.replace(/[01]$/u, cell => (i % 5 === 0 ? "" : cell))));
const blank = given("blank.csv", table.join("\n"));
const signed = given(
  "signed.csv",
  table.map((line, i) => (line.endsWith(",") ? `${line}${i % 2 ? "." : "N/A"}` : line)).join("\n")
);
const bank = join(folder, "fit.json");

test("fit, score, adaptive, dif, check, variance and compare", async () => {
  const signs = ["--missing", ".,N/A"];
  await irt("fit", "--responses", blank, "--model", "rasch", "--out", bank);
  for (const [command, ...words] of [
    ["fit", "--model", "rasch", "--json"],
    ["score", "--bank", bank],
    ["adaptive", "--bank", bank, "--max", "4"],
    ["dif", "--focal", "*1"],
    ["check", "--model", "rasch"],
    ["variance"],
    ["compare"]
  ] as const) {
    const expected = await irt(command, "--responses", blank, ...words);
    expect(expected.length).toBeGreaterThan(100);
    expect(await irt(command, "--responses", signed, ...signs, ...words), command).toBe(expected.replaceAll(blank, signed));
  }
});

test("responses come from standard input, packed or not", async () => {
  const text = readFileSync(blank);
  const words = ["irt", "fit", "--responses", "-", "--model", "rasch", "--json"];
  const expected = await irt("fit", "--responses", blank, ...words.slice(4));
  for (const bytes of [text, gzipSync(text)])
    expect(await inProcess(words, {stdin: Readable.from([bytes])})).toMatchObject({code: 0, stdout: expected});
});
