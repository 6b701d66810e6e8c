import {join} from "node:path";
import {countTokens} from "gpt-tokenizer/encoding/o200k_base";
import {expect, test} from "vitest";
import {readSuites} from "../../../pipelines/book/read.node.js";
import {modelSchema, samplerSchema, suiteSchema} from "../../../pipelines/book/schemas.js";
import type {Book} from "../../../pipelines/book/types.js";
import {manifold, testAt} from "../../../pipelines/generate/manifold.node.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {predict} from "../../../pipelines/run/forecast/plan.js";
import {observedIn} from "../../../pipelines/run/forecast/replay.js";
import {predictionText} from "../../../pipelines/run/forecast/text.js";
import {workbook} from "../../workbook.js";

const suite = suiteSchema.parse({
  tasks: [
    {
      task: "arithmetic",
      params: {length: [4, 8, 16, 32]},
      tiers: {easy: {length: {max: 8}}, hard: {length: {min: 8, max: 16}}}
    }
  ]
});
const book = (changes: Partial<Book> = {}): Book => ({
  title: "t",
  suites: [{suite: {...suite, id: "s"}, locate: path => path.join(".")}],
  models: [modelSchema.parse({id: "m", endpoint: "http://localhost:1/v1", price: {input: 1, output: 2}})],
  templates: [{id: "plain", before: "", after: ""}],
  samplers: [{...samplerSchema.parse({max_tokens: 100}), id: "short"}],
  precision: {min: 4, step: 4, max: 12, width: 0.1},
  seed: 42,
  cache: "/nowhere/cache",
  store: "/nowhere",
  spectrum: {suites: [], tests: 8, tokenizers: [], longest: 131_072, window: "none"},
  irt: {guessing: "known"},
  ...changes
});
const nowhere = {folder: "/nowhere"};

test("points, tests, tokens and cost per tier, each point once in all", async () => {
  const {tiers, together, requests, cost, cached} = await predict(book(), nowhere);
  expect(tiers.map(({tier, points, tests}) => [tier, points, tests])).toEqual([
    ["easy", 2, {low: 8, high: 24}],
    ["hard", 2, {low: 8, high: 24}],
    ["", 1, {low: 4, high: 12}]
  ]);
  expect([together.points, together.tests, requests, cached]).toEqual([4, {low: 16, high: 48}, {low: 16, high: 48}, 0]);

  const points = manifold({...suite, id: "s"}, {seed: 42});
  // Four tokens a message and three a conversation, on the mean of a point's first four tests.
  const tokens = points.map(
    point => [0, 1, 2, 3].map(i => 7 + countTokens(testAt(point, tasks.get("arithmetic")!, i).prompt)).reduce((a, b) => a + b) / 4
  );
  const all = tokens.reduce((a, b) => a + b);
  expect(together.prompt_tokens).toEqual({low: 4 * all, high: 12 * all});
  expect(together.completion_tokens).toEqual({low: 16 * 32, high: 48 * 100});
  expect(cost.low).toBeCloseTo((4 * all * 1 + 16 * 32 * 2) / 1e6, 12);
  expect(cost.high).toBeCloseTo((12 * all * 1 + 48 * 100 * 2) / 1e6, 12);
  expect(tiers[1]!.prompt_tokens.high).toBeCloseTo(12 * (tokens[1]! + tokens[2]!), 9);
});

test("what is saved: the point in two tiers, and the first run's tests", async () => {
  const {saved, tiers, together} = await predict(book(), nowhere);
  expect([saved.identity.points, saved.identity.tests]).toEqual([1, {low: 4, high: 12}]);
  expect(saved.identity.cost.high).toBeCloseTo(tiers.reduce((sum, {cost}) => sum + cost.high, 0) - together.cost.high, 12);
  expect([saved.prefix.from, saved.prefix.to, saved.prefix.tests]).toEqual([4, 12, {low: 16, high: 16}]);
});

test("evaluations multiply requests, not tests; a limit is shared out", async () => {
  const twice = book({samplers: ["a", "b"].map(id => ({...samplerSchema.parse({}), id}))});
  const {together, cells} = await predict(twice, nowhere);
  expect([cells, together.tests.high, together.requests.high]).toEqual([8, 48, 96]);
  const limited = await predict(book(), {...nowhere, limit: 10});
  expect(limited.together.tests).toEqual({low: 10, high: 10});
});

test("a suite at each density, thinner ones part of all", async () => {
  const {suite, locate} = (await readSuites(["data/suites/manifold.yaml"])).suites[0]!;
  const whole = {...book({suites: [{suite, locate}]}), precision: {min: 1, step: 1, max: 1, width: 1}};
  const {densities, points} = await predict(whole, nowhere);
  expect(densities.map(({density}) => density)).toEqual(["corner", "lowdef", "normal"]);
  const counts = densities.map(({points}) => points);
  expect(counts[0]!).toBeLessThan(0.6 * points);
  expect(counts[1]!).toBeLessThan(points);
  expect(counts[2]).toBe(points);
  const thin = await predict({...whole, density: "corner"}, nowhere);
  expect(thin.together).toEqual(densities.map(({density: _, ...share}) => share)[0]);
});

test("the table names every tier and density, and says what is saved", async () => {
  const text = predictionText(await predict(book(), nowhere));
  for (const name of ["easy", "hard", "(none)", "all, each point once", "corner", "lowdef", "normal"])
    expect(text).toMatch(new RegExp(`^  ${name.replace(/[()]/g, "\\$&")} `, "m"));
  expect(text).toMatch(/^ {2}cost +\$0\.\d{4} \[\$0\.\d{4}, \$0\.\d{4}\] /m);
  expect(text).toContain("A point in several tiers is asked once: saves 4 – 12 tests");
  expect(text).toContain("from 4 to 12 a point, only 8 are new; saves 16 tests");
  // Columns are aligned: every line of a table is as long as its head, or ends with its last number.
  expect(
    new Set(
      text
        .slice(text.indexOf("by tier:"))
        .split("\n")
        .filter(line => /^ {2}(tier|easy|hard)/.test(line))
        .map(line => line.length)
    ).size
  ).toBe(1);
});

test("after a run that stopped its points early the plan expects nothing, and a run asks nothing", async () => {
  await using place = await workbook({
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 48, width: 0.35}\nseed: 7\n"
  });
  const samples = Number(/([\d,]+) samples over/.exec((await place.command("run")).stderr)![1]!.replace(",", ""));
  expect(samples).toBeGreaterThan(5 * 3 * 16);
  expect(samples).toBeLessThan(5 * 3 * 48);
  const plan = JSON.parse((await place.command("plan", "--json")).stdout);
  expect(plan).toMatchObject({
    cached: samples,
    requests: {low: 0, high: 0},
    cost: {high: 0},
    expected: {requests: {estimate: 0, high: 0}, cost: {estimate: 0, high: 0}}
  });
  expect((await place.command("plan")).stdout).toContain("Nothing is left to ask: 0 requests, $0.");
  expect((await place.command("run")).stderr).toContain(" 0 asked");
  const observed = await observedIn(join(place.root, "data/store"));
  expect(observed.map(({model}) => model)).toEqual(["sim-cedar-01", "sim-comet-05", "sim-heron-08"]);
  const seen = observed.flatMap(({cells}) => [...cells.values()]);
  expect(seen.reduce((sum, {samples}) => sum + samples, 0)).toBe(samples);
  expect(await observedIn(place.root)).toEqual([]);
  // A wider plan is told from the store's own answers, and stays within its bounds.
  const wider = JSON.parse((await place.command("plan", "--json", "--samples", "64")).stdout);
  expect(wider.by_model.map(({basis}: {basis: {kind: string}}) => basis.kind)).toEqual(Array(3).fill("own answers"));
  const left = 64 * 15 - samples; // less where a later test reads like an earlier one
  expect(wider.expected.requests.estimate).toBeGreaterThan(left - 10);
  expect(wider.expected.requests.estimate).toBeLessThanOrEqual(left);
  expect(wider.requests).toEqual({low: wider.expected.requests.low, high: wider.expected.requests.high});
});

test("after a run the plan asks nothing again, and a larger number only what is new", async () => {
  await using place = await workbook();
  expect((await place.command("run", "--samples", "16")).code).toBe(0);
  const plan = async (...words: string[]) => JSON.parse((await place.command("plan", "--json", ...words)).stdout);
  const cells = 5 * 3;
  expect(await plan("--samples", "16")).toMatchObject({cells, cached: 16 * cells, requests: {low: 0, high: 0}, cost: {high: 0}});
  expect(await plan("--samples", "48")).toMatchObject({cached: 16 * cells, requests: {low: 32 * cells, high: 32 * cells}});
  expect(await plan("--samples", "8")).toMatchObject({cached: 8 * cells, requests: {high: 0}});
  const thin = await plan("--samples", "16", "--density", "corner");
  expect(thin).toMatchObject({cells, cached: 16 * cells});
});

test("repetitions are requests of their own: three times as many, on as many tests", async () => {
  const once = await predict(book(), nowhere);
  const thrice = await predict(book({samplers: [{...samplerSchema.parse({max_tokens: 100, trials: 3}), id: "short"}]}), nowhere);
  expect(thrice.requests).toEqual({low: 3 * once.requests.low, high: 3 * once.requests.high});
  expect(thrice.cost.high).toBeCloseTo(3 * once.cost.high, 12);
  expect(thrice.together.requests).toEqual({low: 3 * once.together.requests.low, high: 3 * once.together.requests.high});
  expect(thrice.together.tests).toEqual(once.together.tests);
});
