// `irt fit --clean`: items that an audit found are left out before the fit.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {command} from "../../workbook.js";
import {answers, normal, someItems} from "./simulated.js";

const folder = mkdtempSync(join(tmpdir(), "irt-clean-"));
afterAll(() => rmSync(folder, {recursive: true}));
const given = (name: string, lines: readonly string[]): string => {
  writeFileSync(join(folder, name), lines.join("\n"));
  return join(folder, name);
};
const fitting = (...words: string[]) => command(["irt", "fit", ...words]);

const random = randomOf("clean");
const curves = someItems(12, random);
const theta = Array.from({length: 60}, () => normal(random));
const {persons, cells} = answers(theta, () => curves, "clean");
const matrix = (kept: (j: number) => boolean) => {
  const chosen = [...curves.keys()].filter(kept);
  return [
    ["model", ...chosen.map(j => curves[j]!.id)].join(","),
    ...persons.map((model, i) => [model, ...chosen.map(j => cells[i * curves.length + j]!)].join(","))
  ];
};
const audit = (verdict: (j: number) => string) =>
  curves.map(({id}, j) => JSON.stringify({id, verdict: verdict(j), containment: 1}));

test("the fit is that of a file without the contaminated items; clean and untested ones remain, and it is said", async () => {
  const file = given(
    "all.csv",
    matrix(() => true)
  );
  const clean = given(
    "items.jsonl",
    audit(j => (["exact", "near", "clean", "not_testable"] as const)[j % 4]!)
  );
  const [one, other] = [join(folder, "one.json"), join(folder, "other.json")];
  const {code, stderr} = await fitting("--responses", file, "--clean", clean, "--out", one);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    "irt: 6 of 12 items were found in a corpus and are left out; 3 others could not be tested or were not, and remain"
  );
  await fitting(
    "--responses",
    given(
      "some.csv",
      matrix(j => j % 4 >= 2)
    ),
    "--out",
    other
  );
  expect(readFileSync(one, "utf8")).toBe(readFileSync(other, "utf8"));
});

test.each([
  ["of other items", () => [JSON.stringify({id: "x", verdict: "exact"})], /has none of the 12 items of the responses/],
  ["empty", () => [], /holds no verdict/],
  ["of something else", () => [JSON.stringify({id: "x", text: "y"})], /:1 .*expected items\.jsonl of contamination audit/],
  ["with everything contaminated", () => audit(() => "exact"), /./]
])("an audit %s ends in one line and exit code 2", async (name, lines, message) => {
  const {code, stderr} = await fitting(
    "--responses",
    given(
      "all.csv",
      matrix(() => true)
    ),
    "--clean",
    given(`${name}.jsonl`, lines())
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/ {2}at /);
});
