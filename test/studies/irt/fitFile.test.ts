// The file of a fit: every field described, read back by adaptive tests and by the page, with and without what newer versions write.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, describe, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {bankOfFit, usable} from "../../../pipelines/studies/adaptive/fittedBank.node.js";
import {warnings} from "../../../pipelines/studies/irt/diagnose/warnings.js";
import {fitFileSchema, fitOfText, itemsOf, warnedOf} from "../../../pipelines/studies/irt/fitFile.js";
import {fitFiles} from "../../../src/components/irt/tasks.js";
import {csvOf, folderOf, irt} from "./irtCommand.js";
import {answers, normal, someItems} from "./simulated.js";

const {folder, given} = folderOf("irt-fit-file", afterAll);
const random = randomOf("fit file");
const theta = Array.from({length: 150}, () => normal(random));
const curves = someItems(10, random).map((item, j) => ({...item, d: item.d / 2, ...(j === 3 ? {a: -1.3} : {})}));
const drawn = answers(theta, () => curves, "fit file answers");
const csv = given("answers.csv", csvOf(drawn));

type Fit = Record<string, unknown> & {item: Record<string, unknown>[]; ability: Record<string, unknown>[]};
async function fitted(name: string, ...words: string[]): Promise<{file: string; fit: Fit}> {
  const file = join(folder, name);
  await irt("fit", "--responses", csv, "--out", file, ...words);
  return {file, fit: JSON.parse(readFileSync(file, "utf8")) as Fit};
}
const page = (text: string, name = "fit.json") =>
  fitFiles({responses: new File([readFileSync(csv)], "answers.csv"), fit: new File([text], name)});

test.each([
  ["eb.json", "--model", "2pl"],
  ["ml.json", "--model", "3pl", "--estimate", "ml"],
  ["rasch.json", "--model", "rasch", "--estimate", "map", "--prior-a", "lognormal:0,0.5"]
])("every field of %s is in the schema, with a description", async (name, ...words) => {
  const {fit} = await fitted(name, ...words);
  const {shape} = fitFileSchema;
  expect(Object.keys(fit).filter(key => !(key in shape))).toEqual([]);
  expect(
    Object.entries(shape)
      .filter(([, field]) => !field.description)
      .map(([key]) => key)
  ).toEqual([]);
  expect(Object.keys(fit.item[0]!).filter(key => !(key in shape.item.element.shape))).toEqual([]);
  expect(Object.keys(fit.ability[0]!).filter(key => !(key in shape.ability.element.shape))).toEqual([]);
  for (const key of ["bounds", "unsettled", "starts", "screen", "left_out", "converged"]) expect(fit, key).toHaveProperty(key);
});

describe("signs", () => {
  test("free: the reversed item has a below 0, and stands between the others' difficulties; nothing is at a bound", async () => {
    const {fit} = await fitted("free.json", "--model", "2pl", "--sign", "free");
    expect(fit.item.map(({a}) => (a as number) < 0)).toEqual(curves.map((_, j) => j === 3));
    expect(fit.item[3]!.b as number).toBeCloseTo(-curves[3]!.d / curves[3]!.a, 0);
    expect(fit).toMatchObject({converged: true, bounds: []});
    expect((fit.screen as {reversed: {id: string}[]}).reversed.map(({id}) => id)).toEqual(["item 3"]);
  });
  test("positive: none is below 0, and by maximum likelihood the item ends at a bound, which is named and not called converged", async () => {
    const {fit} = await fitted("positive.json", "--model", "2pl", "--estimate", "ml", "--sign", "positive");
    expect(fit.item.every(({a}) => (a as number) > 0)).toBe(true);
    expect(fit.converged).toBe(false);
    expect(fit.bounds).toEqual([expect.objectContaining({id: "item 3", parameter: "a"})]);
  });
  test("any other word is refused", async () => {
    await expect(irt("fit", "--responses", csv, "--sign", "negative")).rejects.toThrow(
      /--sign: expected one of: free, positive, got "negative"/
    );
  });
});

test("page and adaptive test read the file to the same numbers; the page says what it warns of", async () => {
  const {file, fit} = await fitted("again.json", "--model", "2pl", "--estimate", "ml", "--sign", "positive");
  const {calibration, warnings: told} = await page(readFileSync(file, "utf8"));
  expect(calibration).toMatchObject({model: "2pl", estimate: "ml", converged: false});
  expect(calibration.items.map(({b}) => b)).toEqual(fit.item.map(({b}) => b));
  expect(told.join(" | ")).toMatch(/did not converge.*1 estimate stands at the end of what is searched.*a = \S+ of item 3/);
  const {bank, note} = usable(await bankOfFit(file));
  expect(bank.items.length + Number(/^\d+/.exec(note ?? "0")?.[0])).toBe(10);
});

test("a reversed item is read as one, by all readers", async () => {
  const {file} = await fitted("reversed.json", "--model", "2pl");
  const text = readFileSync(file, "utf8");
  expect(itemsOf(fitOfText(text, file))[3]!.a).toBeLessThan(0);
  expect((await bankOfFit(file)).items[3]!.a).toBeLessThan(0);
  const {calibration, warnings: told} = await page(text);
  expect(calibration.items[3]!.a).toBeLessThan(0);
  expect(calibration.items[3]!.cov!.every(Number.isFinite)).toBe(true);
  expect(told.join(" | ")).toMatch(/1 item is reversed, with a below 0.*item 3/);
});

test("a file without the newer fields, and one with curves alone, are still read", async () => {
  const {fit} = await fitted("older.json", "--model", "2pl");
  const {bounds: _, unsettled: __, starts: ___, screen: ____, population: _____, ...older} = fit;
  for (const text of [
    JSON.stringify(older),
    JSON.stringify({model: "2pl", item: fit.item.map(({id, a, b, d}) => ({id, a, b, d})), ability: fit.ability})
  ]) {
    const {calibration, warnings: told} = await page(text);
    expect(calibration.converged).toBe(true);
    expect(calibration.items.map(({a}) => a)).toEqual(fit.item.map(({a}) => a));
    expect(told.join()).not.toMatch(/converge|bound|NaN|undefined/);
    const file = join(folder, "older-bank.json");
    writeFileSync(file, text);
    expect(usable(await bankOfFit(file)).bank.items).toHaveLength(10);
  }
  const bare = fitOfText('{"item": [{"id": "x", "a": 1, "d": 0}], "ability": []}', "bare.json");
  expect(warnings(warnedOf(bare), {persons: [], items: ["x"], cells: new Uint8Array()}).join()).not.toMatch(/NaN|undefined/);
});

test.each([
  ["", /fit\.json is not JSON/],
  ["[]", /fit\.json is not a fit of npm run irt -- fit: the file: /],
  ['{"item": [], "ability": []}', /fit\.json is not a fit .*: item: /],
  ['{"item": [{"id": "x", "a": "1"}], "ability": []}', /item\.0\.a: /],
  ['{"item": [{"id": "x", "a": 1, "d": 0}], "ability": [], "bounds": [{}]}', /bounds\.0\.id: /]
])("%s is refused in one line", (text, message) => {
  expect(() => fitOfText(text, "fit.json")).toThrow(message);
});
