// `npm run claims`: formats, exit codes, and the study table that the page reads.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {claimsText} from "../../../pipelines/cli/claims.js";
import {audit} from "../../../pipelines/studies/claims/audit.js";
import {claimSchema, readClaims} from "../../../pipelines/studies/claims/schema.js";

import {command} from "../../workbook.js";

const FILE = "data/claims/zenbench.yaml";
const rows = audit(readClaims(readFileSync(FILE, "utf8"), FILE));
const run = async (...args: string[]) => {
  const {code, stdout, stderr} = await command(["claims", ...args]);
  return {code, text: code === 0 ? stdout : stderr};
};

test("the table shows each figure with its verdict, the arithmetic below it", async () => {
  const {code, text} = await run(FILE);
  expect(code).toBe(0);
  expect(text).toMatch(/near-mean +0\.98 % +0\.9386 \[0\.8886, 0\.9886\] +8 rows +possible only if nearly all rows/);
  expect(text).toMatch(/nearest reading: .*\(1 − \.73\) ÷ \(1 − \.89\)/);
});

test("JSON holds every column, markdown one line a figure, CSV a head", () => {
  const parsed = JSON.parse(claimsText(rows, "json")) as {id: string; verdict: string; arithmetic: string}[];
  expect(parsed.map(({id}) => id)).toEqual(rows.map(({id}) => id));
  expect(parsed.every(({verdict, arithmetic}) => verdict && arithmetic)).toBe(true);
  expect(claimsText(rows, "markdown").trim().split("\n")).toHaveLength(rows.length + 2);
  expect(claimsText(rows, "csv").split("\n")[0]).toMatch(/^id,claim,kind,.*verdict,chance,arithmetic,reading$/);
});

test("a missing file and an unknown format are the user's mistakes", async () => {
  expect(await run("data/claims/none.yaml")).toEqual({code: 2, text: "no file data/claims/none.yaml\n"});
  expect((await run(FILE, "--format", "xml")).code).toBe(2);
});

test("the guide's example is read, and every kind of claim stands in it", () => {
  const guide = readFileSync("docs/claims.md", "utf8");
  const [, example] = /```yaml\n(.*?)```/s.exec(guide)!;
  const [bound] = audit(readClaims(example!, "docs/claims.md"));
  expect(bound!.verdict).toBe("not reproducible");
  const kinds = claimSchema.options.flatMap(({shape}) => [...shape.kind._zod.values]);
  for (const kind of kinds.map(String)) expect(guide, kind).toContain(`\`${kind}\``);
});
