// Commands on scores: `irt fit` chooses the model and says so, its file serves as a bank, mistakes are named with their place.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {bankOfFit} from "../../../../pipelines/studies/adaptive/fittedBank.node.js";
import {fitFileSchema} from "../../../../pipelines/studies/irt/fitFile.js";
import {folderOf, irt} from "../irtCommand.js";
import {drawScores} from "./coverage.js";

const {folder, given} = folderOf("irt-scores", afterAll);
const csvOfScores = (
  {persons, items, scores}: ReturnType<typeof drawScores>["responses"],
  show = (score: number) => `${score}`
) =>
  [
    ["model", ...items],
    ...persons.map((id, i) => [id, ...[...scores.subarray(i * items.length, (i + 1) * items.length)].map(show)])
  ]
    .map(line => line.join())
    .join("\n");
const graded = drawScores("graded", {persons: 80, items: 5, seed: "command graded"}).responses;
const checks = drawScores("checks", {persons: 80, items: 6, seed: "command checks"}).responses;

test("whole numbers are graded, and named categories give the same numbers", async () => {
  const numbers = await irt("fit", "--responses", given("graded.csv", csvOfScores(graded)));
  expect(numbers).toMatch(/model +graded by posterior mode \(chosen: 4 ordered categories: 0, 1, 2, 3; 5 items do not/);
  expect(numbers).toMatch(/item +b +se_b +a +se_a +b1 +b2 +b3/);
  const names = ["poor", "fair", "good", "excellent"];
  const text = csvOfScores(graded, score => names[score]!);
  const named = await irt("fit", "--responses", given("named.csv", text), "--categories", names.join());
  expect(named).toMatch(/chosen: 4 named categories: poor, fair, good, excellent/);
  const fitOf = (summary: string) => summary.slice(summary.indexOf("log-likelihood"));
  expect(fitOf(named)).toBe(fitOf(numbers));
  await expect(irt("fit", "--responses", given("named.csv", text), "--categories", "poor,fair,good")).rejects.toThrow(
    /named\.csv:\d+:\d+ response "excellent" is none of the categories poor, fair, good/
  );
});

test("fractions are continuous; the file has the fields of its schema, and is a bank for score and adaptive", async () => {
  const [csv, file] = [given("checks.csv", csvOfScores(checks)), join(folder, "fit.json")];
  expect(await irt("fit", "--responses", csv)).toMatch(
    /model +continuous by posterior mode \(chosen: \d+ different scores|not equally spaced/
  );
  await irt("fit", "--responses", csv, "--out", file);
  const fit = JSON.parse(readFileSync(file, "utf8")) as {item: Record<string, unknown>[]; ability: {id: string; eap: number}[]};
  const {shape} = fitFileSchema;
  expect(Object.keys(fit).filter(key => !(key in shape))).toEqual([]);
  expect(Object.keys(fit.item[0]!).filter(key => !(key in shape.item.element.shape))).toEqual([]);
  const rows = (text: string) =>
    new Map(text.split("\n").map(line => [line.split(/\s{2,}/)[0], line.split(/\s{2,}/).map(Number)]));
  const scored = rows(await irt("score", "--bank", file, "--responses", csv));
  const adaptive = rows(await irt("adaptive", "--bank", file, "--responses", csv, "--max", "6", "--interval", "posterior"));
  // curves of a bank are flattened by what is uncertain of them, so that abilities are a little nearer to 0
  for (const {id, eap} of fit.ability) {
    if (scored.has(id)) expect(Math.abs(scored.get(id)![2]! - eap)).toBeLessThan(0.3);
    if (adaptive.has(id)) expect(Math.abs(adaptive.get(id)![1]! - eap)).toBeLessThan(0.3);
  }
  expect(scored.size).toBeGreaterThan(10);
  await expect(irt("link", "--fixed", file, "--anew", file)).rejects.toThrow(
    /is a continuous fit; fits of right or wrong answers are linked/
  );
});

test("a graded bank takes scores on the matrix's own scale, and refuses those outside", async () => {
  const [csv, file] = [given("graded.csv", csvOfScores(graded)), join(folder, "graded.json")];
  await irt("fit", "--responses", csv, "--out", file);
  expect((await bankOfFit(file)).scale).toEqual([0, 3]);
  expect(await irt("adaptive", "--bank", file, "--responses", csv, "--max", "3")).toMatch(/count/);
  expect(await irt("adaptive", "--bank", file, "--simulate", "20", "--max", "3")).toMatch(/count/);
  const far = given(
    "far.csv",
    csvOfScores(graded, score => `${score === 3 ? 4 : score}`)
  );
  await expect(irt("score", "--bank", file, "--responses", far)).rejects.toThrow(/is outside the bank's scores from 0 to 3/);
});

test("right or wrong answers are fitted as ever, and by the graded model where it is named", async () => {
  const csv = given(
    "binary.csv",
    csvOfScores(graded, score => `${Number(score > 1)}`)
  );
  expect(await irt("fit", "--responses", csv)).toMatch(/model +(?:2PL|Rasch) by empirical Bayes/);
  expect(await irt("fit", "--responses", csv, "--model", "graded")).toMatch(/model +graded by posterior mode/);
});

test.each([
  ["above 1", "model,x,y\na,0.5,1\nb,1,1.7\n", /bad\.csv:3:5 response "1\.7" is not a score from 0 to 1/],
  ["below 0", "model,x,y\na,0.5,1\nb,1,-0.2\n", /bad\.csv:3:5 response "-0\.2" is not a score/],
  ["a mark", "model,x,y\na,0.5,1\nb,1,-9\n", /bad\.csv:3:5 response "-9" .*if it marks a missing one: --missing "-9"/],
  ["infinite", "model,x,y\na,0.5,1\nb,1,Infinity\n", /bad\.csv:3:5 response "Infinity" is not a score/],
  ["percents", "model,x,y,z\na,10,90,35\nb,20,80,7\nc,0,100,55\n", /bad\.csv: scores go from 0 to 100.*divide by 100/],
  ["one item", "model,x\na,0.5\nb,1\nc,0\n", /bad\.csv: 1 item cannot separate/],
  ["constant", "model,x,y,z\na,0.5,0.2,0.7\nb,0.5,0.2,0.7\nc,0.5,0.2,0.7\n", /bad\.csv: no item separates models/],
  ["a repeated response", "model,item,score\na,x,0.5\na,x,0.7\nb,x,1\n", /model "a" answers item "x" a second time/]
])("%s is refused", async (_, text, message) => {
  await expect(irt("fit", "--responses", given("bad.csv", text))).rejects.toThrow(message);
});

test("NaN, blank and --missing are missing; rows without names and numbered models are read", async () => {
  const text = csvOfScores(graded).replace(/,1,/gu, ",NaN,").replace(/,3,/u, ",,");
  expect(await irt("fit", "--responses", given("holes.csv", text))).toMatch(/[1-9]\d* missing/);
  const bare = csvOfScores(graded).split("\n").slice(1);
  const rows = bare.map(line => line.slice(line.indexOf(",") + 1)).join("\n");
  expect(await irt("fit", "--responses", given("rows.csv", rows))).toMatch(/80 models × 5 items/);
  const numbered = bare.map((line, i) => `${i + 100}${line.slice(line.indexOf(","))}`).join("\n");
  expect(await irt("fit", "--responses", given("numbered.csv", numbered))).toMatch(/80 models × 5 items/);
});
