// A mistake in --out is reported in one line before the work whose result it would receive, by every command alike.
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {checkOut, writeOut} from "../../pipelines/cli/out.js";
import {command} from "../workbook.js";

const folder = mkdtempSync(join(tmpdir(), "reasonbook-out-"));
afterAll(() => rmSync(folder, {recursive: true}));

test("a folder, a missing folder and a wrong ending are refused; a new file, an old one and a device are not", async () => {
  await expect(checkOut(folder)).rejects.toThrow(`--out ${folder} is a folder; name a file in it`);
  await expect(checkOut(join(folder, "no", "x.csv"))).rejects.toThrow(`there is no folder ${join(folder, "no")}; make it first`);
  await expect(checkOut("x.txt", {endings: [".json", ".csv"]})).rejects.toThrow(
    "--out x.txt: expected a name that ends in .json or .csv"
  );
  await expect(checkOut(folder, {option: "--ratings"})).rejects.toThrow(`--ratings ${folder} is a folder; name a file in it`);
  const file = join(folder, "x.csv");
  await checkOut(file, {endings: [".csv"]});
  await writeOut("a\n", file, process);
  await checkOut(file);
  await writeOut(Uint8Array.of(98, 10), file, process);
  expect(readFileSync(file, "utf8")).toBe("b\n");
  await checkOut("/dev/null");
  await checkOut(undefined);
});

test.each([
  ["claims", "data/claims/zenbench.yaml"],
  ["claims", "reproduce"],
  ["human", "simulate"],
  ["human", "study", "--votes", "no-such-file.jsonl"],
  ["human", "study", "--scores", "no-such-file.csv", "--against", "no-such-file.csv"],
  ["irt", "score", "--bank", "no-such-fit.json", "--responses", "no-such-file.csv"],
  ["irt", "link", "--fixed", "no-such-fit.json", "--anew", "no-such-fit.json"],
  ["irt", "adaptive", "--bank", "no-such-fit.json", "--simulate", "3"],
  ["adaptive", "--model", "no-such-model"],
  ["judge", "--judge", "no-such-model"]
])("%s %s", async (...words) => {
  const out = join(folder, "no", "x.json");
  const {code, stderr} = await command([...words, "--out", out]);
  expect({code, stderr}).toEqual({code: 2, stderr: `--out ${out}: there is no folder ${join(folder, "no")}; make it first\n`});
});
