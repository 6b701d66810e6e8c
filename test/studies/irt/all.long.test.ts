// `irt dif | check | compare | variance`: weak, extreme and foreign files, and numbers beside others' or made by hand.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, describe, expect, test} from "vitest";
import {z} from "zod";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {mantelHaenszel} from "../../../pipelines/studies/irt/diagnose/dif.js";
import {overallFit} from "../../../pipelines/studies/irt/diagnose/overallFit.js";
import {compareStructures} from "../../../pipelines/studies/irt/estimate/multidimensional/compare.js";
import {fitStructure} from "../../../pipelines/studies/irt/estimate/multidimensional/fit.js";
import {MISSING} from "../../../pipelines/studies/irt/item.js";
import {checkSchema, comparisonSchema, differencesSchema, varianceSchema} from "../../../pipelines/studies/irt/outputs.js";
import {components, componentsWithoutEach} from "../../../pipelines/studies/irt/variance/components.js";
import {absent, golden} from "./golden.js";
import {csvOf, folderOf, irt} from "./irtCommand.js";
import {answers, normal, someItems} from "./simulated.js";

const {folder, given} = folderOf("irt-commands", afterAll);
const BROKEN = /NaN|undefined|Infinity|null/;

const random = randomOf("irt commands");
const theta = Array.from({length: 160}, () => normal(random));
const curves = someItems(8, random).map((item, j) => ({
  ...item,
  ...(j === 2 ? {a: -item.a} : {}),
  d: item.d / 2,
  id: `${j % 2 ? "odd" : "even"}.${j}`
}));
const drawn = answers(theta, () => curves, "irt command answers");
const persons = drawn.persons.map((_, i) => `${i % 2 ? "x" : "y"}-${i}`);
/** Two tasks, a reversed item, two kinds of models alike. */
const some = given("some.csv", csvOf({...drawn, persons}));
const row = (name: string, cells: string) => `${name},${[...cells].join()}\n`;
const WEAK: Record<string, string> = {
  "one item": `model,x\n${row("a", "1")}${row("b", "0")}${row("c", "1")}`,
  "one model": `model,x,y,z\n${row("a", "101")}`,
  "two models": `model,x.1,x.2,y.1,y.2\n${row("a", "1011")}${row("b", "0010")}`,
  "all right": `model,x,y,z\n${row("a", "111")}${row("b", "111")}${row("c", "111")}`,
  "all alike": `model,x,y,z\n${row("a", "101")}${row("b", "101")}${row("c", "101")}`,
  blank: "model,x,y,z\na,,,\nb,,,\nc,,,\n",
  empty: ""
};

describe.each([
  ["dif", "--focal", "a"],
  ["dif", "--focal", "a", "--method", "likelihood-ratio"],
  ["check"],
  ["compare"]
])("%s %s %s %s %s", (...words) => {
  test.each(Object.entries(WEAK))("%s is refused in one line", async (_, text) => {
    const refused = irt(...words.filter(Boolean), "--responses", given("weak.csv", text));
    await expect(refused).rejects.toMatchObject({name: "UserError", message: expect.stringMatching(/^[^\n]*weak\.csv[^\n]*$/)});
  });
});

test.each(Object.entries(WEAK).slice(0, 5))("variance of %s: what is told is finite, the rest is said", async (_, text) => {
  const file = given("weak.csv", text);
  const found = await irt("variance", "--responses", file);
  expect(found).not.toMatch(BROKEN);
  expect(found).not.toMatch(/\b1 (models|answers|tasks|points|tests|trials)\b/);
  varianceSchema.parse(JSON.parse(await irt("variance", "--responses", file, "--json")));
});

test("variance says alike only of answers that are, and plans nothing where nothing spreads", async () => {
  const of = (name: string) => irt("variance", "--responses", given("weak.csv", WEAK[name]!));
  expect(await of("one item")).toMatch(/the design identifies no component.*No plan is made/s);
  expect(await of("one item")).not.toMatch(/alike|within the target/);
  expect(await of("all right")).toMatch(/all answers are alike.*No plan is made: there is no variance/s);
  expect(await of("all alike")).toMatch(/its reliability is not defined, since models do not differ/);
  expect(await of("two models")).toMatch(/^\S+: 2 models, 8 answers.*With 2 tasks, 1 point per task/s);
});

test.each([
  [["dif", "--focal", "nobody"], /--focal names "nobody", which is not a model of .*some\.csv; its first is "y-0"/],
  [["dif", "--focal", "*"], /--focal names all 160 models/],
  [["dif", "--focal", "@/no/names"], /cannot read the names of --focal: ENOENT/],
  [["dif"], /required option '--focal' not specified/],
  [["dif", "--focal", "x-*", "--method", "t"], /--method: expected one of: mantel-haenszel, likelihood-ratio, got "t"/],
  [
    ["dif", "--focal", "x-*", "--out", "/no/such/x.csv"],
    /--out \/no\/such\/x\.csv: there is no folder \/no\/such; make it first/
  ],
  [["fit", "--out", folder], /--out \S+ is a folder; name a file in it/],
  [["compare", "--out", "/no/such/x.csv"], /there is no folder \/no\/such/],
  [["check", "--model", "3pl"], /--model: expected one of: rasch, 2pl, got "3pl"/],
  [["variance", "--se", "x"], /--se expects a share between 0 and 1 such as 0\.01, got "x"/],
  [["variance", "--se", "1"], /--se expects a share between 0 and 1/],
  [["variance", "--tasks", "0"], /--tasks expects a whole number of at least 1/],
  [["check", "--bogus"], /unknown option '--bogus'/]
])("%j is a mistake, said in one line", async (words, message) => {
  await expect(irt(...words, "--responses", some)).rejects.toThrow(message);
});

test.each([
  "fit",
  "dif",
  "check",
  "compare",
  "variance"
])("%s --schema alone is JSON Schema with every field described", async word => {
  const schema = JSON.parse(await irt(word, "--schema")) as {properties: Record<string, {description?: string}>};
  expect(Object.keys(schema.properties).length).toBeGreaterThan(4);
  expect(() => z.fromJSONSchema(schema as never)).not.toThrow();
});

test("dif: Mantel–Haenszel of each item as by hand from the file, an item nobody of the group got right included", async () => {
  // 4 and more models to a score, so that each score is a stratum; no item is purified away
  const [N, J] = [160, 5];
  const cells = Uint8Array.from({length: N * J}, (_, k) => drawn.cells[Math.floor(k / J) * 8 + [0, 1, 3, 4, 5][k % J]!]!);
  const file = given("hand.csv", csvOf({persons, items: ["a", "b", "c", "d", "e"], cells}));
  const found = differencesSchema.parse(JSON.parse(await irt("dif", "--responses", file, "--focal", "x-*", "--json")));
  expect(found).toMatchObject({method: "mantel-haenszel", focal: 80, others: 80, items: 5});
  for (let j = 0; j < J; j++) {
    const strata = new Map<number, number[]>();
    for (let i = 0; i < N; i++) {
      const own = cells.subarray(i * J, (i + 1) * J);
      const score = own.reduce((sum, each) => sum + each, 0);
      const counts = strata.get(score) ?? [0, 0, 0, 0];
      counts[(i % 2) * 2 + (1 - own[j]!)]!++;
      strata.set(score, counts);
    }
    let [good, bad] = [0, 0];
    for (const [a, b, c, d] of strata.values() as Iterable<[number, number, number, number]>) {
      if (a + b === 0 || c + d === 0) continue;
      good += (a * d) / (a + b + c + d);
      bad += (b * c) / (a + b + c + d);
    }
    const row = found.rows.find(({item}) => item === "abcde"[j]) as {delta: number; adjusted: number};
    expect(row.delta).toBeCloseTo(-2.35 * Math.log(good / bad), 10);
    expect(row.adjusted).toBeGreaterThan(0.05);
  }
  const text = await irt("dif", "--responses", file, "--focal", "x-*");
  expect(text).toMatch(/80 models against 80 others: 0 of 5 items significantly treat them differently/);
});

test("where one group is right throughout and the other never, delta is infinite and its near end is exact", () => {
  // SciPy 1.17's conditional odds_ratio([[5, 0], [0, 5]]) and ([[7, 0], [3, 4]]): lower ends 2.2970488132 and 0.8498875620
  const far = mantelHaenszel([{referenceRight: 5, referenceWrong: 0, focalRight: 0, focalWrong: 5}])!;
  expect(far).toMatchObject({n: 10, delta: Number.NEGATIVE_INFINITY, low: Number.NEGATIVE_INFINITY, size: "C"});
  expect(Math.exp(far.high / -2.35)).toBeCloseTo(2.2970488132, 6);
  const near = mantelHaenszel([{referenceRight: 3, referenceWrong: 4, focalRight: 7, focalWrong: 0}])!;
  expect(near).toMatchObject({delta: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY});
  // below 1, so that no direction is sure: the interval then reaches 0
  expect(near.low).toBe(0);
});

test("dif: an item that the whole group fails comes first, with an end that is known", async () => {
  const cells = drawn.cells.map((cell, k) => (k % 8 === 6 ? Number(Math.floor(k / 8) % 2 === 0) : cell));
  const file = given("failed.csv", csvOf({...drawn, persons, cells}));
  const out = join(folder, "failed-out.csv");
  const {rows} = JSON.parse(await irt("dif", "--responses", file, "--focal", "x-*", "--json", "--out", out));
  expect(rows[0]).toMatchObject({item: "even.6", delta: null, low: null, ets: "C"});
  expect(rows[0].high).toBeLessThan(-2);
  expect(rows[0].adjusted).toBeLessThan(1e-6);
  expect(readFileSync(out, "utf8")).toMatch(/^item,n,delta,low,high,p,adjusted,ets\neven\.6,\d+,-inf,-inf,-\d/);
  expect(await irt("dif", "--responses", file, "--focal", "x-*")).toMatch(/even\.6 +\d+ +-inf/);
});

test("dif: where no two alike differ nothing is told, in words", async () => {
  const lines = Array.from({length: 40}, (_, i) => row(`m${i}`, String(i % 2).repeat(5)));
  const file = given("identical.csv", `model,a,b,c,d,e\n${lines.join("")}`);
  expect(await irt("dif", "--responses", file, "--focal", "m1,m3,m5")).toMatch(
    /^3 models against 37 others: no test is possible for 5 items: no two models of similar ability/
  );
});

test("likelihood ratio: the log-likelihood of the group that is compared with is that of an independent sum over nodes", () => {
  const focal = persons.map((_, i) => i % 2 === 1);
  const fit = fitStructure(drawn, {structure: "one", group: new Int32Array(8), estimate: "ml", second: focal, tolerance: 0.02});
  const step = 0.02;
  let total = 0;
  for (let i = 0; i < persons.length; i++) {
    const {mean, sd} = focal[i] ? fit.population! : {mean: 0, sd: 1};
    let own = 0;
    for (let z = -8; z <= 8; z += step) {
      let likelihood = (step * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
      for (let j = 0; j < 8; j++) {
        const p = 1 / (1 + Math.exp(-(fit.slopes[3 * j]! * (mean + sd * z) + fit.slopes[3 * j + 1]!)));
        likelihood *= drawn.cells[i * 8 + j] ? p : 1 - p;
      }
      own += likelihood;
    }
    total += Math.log(own);
  }
  expect(fit.loglik).toBeCloseTo(total, 3);
});

test("check: M2 is made of the items that tell, and on data of the model does not refuse it", async () => {
  const easy = given(
    "easy.csv",
    csvOf({
      persons,
      items: [...drawn.items, ...Array.from({length: 30}, (_, k) => `solved ${k}`)],
      cells: Uint8Array.from({length: 160 * 38}, (_, k) => (k % 38 < 8 ? drawn.cells[Math.floor(k / 38) * 8 + (k % 38)]! : 1))
    })
  );
  const found = checkSchema.parse(JSON.parse(await irt("check", "--responses", easy, "--json")));
  // 36 margins of 8 items less 16 parameters
  expect(found.m2).toMatchObject({df: 20, n: 160});
  expect(found.m2!.p).toBeGreaterThan(0.01);
  expect(found).toMatchObject({pairs: 28, sure: 0, converged: true});
  expect(await irt("check", "--responses", some, "--model", "rasch")).toMatch(
    /^M2 {4}\S+ on 27 df, p < 0\.001.*Q3 {4}\d+ of 28 pairs/s
  );
});

test.skipIf(absent).each(["LSAT6", "LSAT7"])("check: %s has mirt's M2", async set => {
  const {golden: mirt, responses} = await golden(`${set}_2PL`);
  const {fit} = overallFit(responses, "2pl");
  expect(fit!.df).toBe(mirt.M2![0]!.df);
  expect(fit!.m2 / mirt.M2![0]!.M2).toBeCloseTo(1, 2);
});

test("check: few models tell no pair of items apart from chance, however alike their answers", async () => {
  const lines = Array.from({length: 6}, (_, i) =>
    row(`m${i}`, Array.from({length: 40}, (_, j) => Number(i + (j % 5) > 4)).join(""))
  );
  const file = given("few.csv", `model,${Array.from({length: 40}, (_, j) => `i${j}`).join()}\n${lines.join("")}`);
  const text = await irt("check", "--responses", file);
  expect(text).toMatch(/^M2 {4}not made: 6 models answered every item/);
  expect(text).toMatch(/Q3 {4}not made: no pair of items has right and wrong answers by 20 models/);
  expect(overallFit({persons: ["a"], items: ["x"], cells: Uint8Array.of(MISSING)}, "2pl").text).toMatch(/^not made: 0 models/);
});

/** The first models, of which a comparison takes a second. */
const few = (count: number, items = 8) => ({
  persons: persons.slice(0, count),
  items: drawn.items.slice(0, items),
  cells: Uint8Array.from({length: count * items}, (_, k) => drawn.cells[Math.floor(k / items) * 8 + (k % items)]!)
});

test("compare: JSON, abilities of every model, and a file only where there is something to write", async () => {
  const [out, none] = [join(folder, "abilities.csv"), join(folder, "none.csv")];
  const part = given("part.csv", csvOf(few(12)));
  const found = comparisonSchema.parse(JSON.parse(await irt("compare", "--responses", part, "--json", "--out", out)));
  expect(found).toMatchObject({models: 12, items: 8, tasks: 2, unseen: 96});
  expect(found.structures.map(({structure}) => structure).sort()).toEqual(["bifactor", "one", "testlet", "two"]);
  expect(found.structures[0]!.behind).toBe(0);
  expect(found.abilities.length === 12).toBe(found.note === null);
  expect(existsSync(out)).toBe(found.note === null);
  const single = given("single.csv", csvOf({...few(12), items: drawn.items.map((_, j) => `i${j}`)}));
  expect(await irt("compare", "--responses", single, "--out", none)).toMatch(/not fitted: all items are of one task/);
  expect(existsSync(none)).toBe(false);
});

test("a bifactor model of pairs is one ability, and is not compared with it", () => {
  const names = compareStructures(few(6, 4), {group: [0, 0, 1, 1]}).map(({structure}) => structure);
  expect(names.sort()).toEqual(["one", "testlet", "two"]);
});

test("without each model in turn: components of the answers that are left", () => {
  const draw = randomOf("without each");
  const rows = Array.from({length: 400}, () => {
    const [model, test, score] = [draw.integer(0, 5), draw.integer(0, 11), draw.integer(0, 1)];
    return {model, task: Math.floor(test / 6), point: Math.floor(test / 3), test, score};
  });
  const of = (some: typeof rows) => ({
    model: some.map(each => each.model),
    task: some.map(each => each.task),
    point: some.map(each => each.point),
    test: some.map(each => each.test),
    score: some.map(each => each.score)
  });
  const order = [...new Set(rows.map(({model}) => model))];
  const without = componentsWithoutEach(of(rows));
  for (const [k, model] of order.entries()) {
    const left = components(of(rows.filter(each => each.model !== model)));
    for (const [name, value] of Object.entries(left))
      expect(without[k]![name as keyof typeof left], `${name} without ${model}`).toBeCloseTo(value!, 12);
  }
});

test("variance of a thousand models takes as long as reading them", async () => {
  const cells = Uint8Array.from({length: 1_000 * 40}, () => Number(random.chance(0.6)));
  const many = {
    persons: Array.from({length: 1_000}, (_, i) => `m${i}`),
    items: Array.from({length: 40}, (_, j) => `t.${j}`),
    cells
  };
  const {models, components: found} = JSON.parse(await irt("variance", "--responses", given("many.csv", csvOf(many)), "--json"));
  expect(models).toBe(1_000);
  // coins: all spread is chance, .6 × .4, and none of it the models'
  const of = (name: string) => found.find((each: {component: string}) => each.component === name);
  expect(of("model×test").variance).toBeCloseTo(0.24, 2);
  expect(of("model").low).toBe(0);
});
