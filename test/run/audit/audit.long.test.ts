// The audit of categories, on toy benchmarks with and without faults, and on all generated benchmarks.
import {expect, test} from "vitest";
import type {Benchmark} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {benchmarks} from "../../../pipelines/generate/benchmarks/registry.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {ANSWERERS} from "../../../pipelines/run/audit/answerers.js";
import {audit} from "../../../pipelines/run/audit/audit.js";
import {categoryOfBenchmark} from "../../../pipelines/run/audit/categories.js";
import {constantScore} from "../../../pipelines/run/audit/dialogues.js";
import {balanced, chosen, faulty, lists, open, programs, seenWithoutImage, soundChoice, soundOpen, toy, weather} from "./toys.js";

const audited = (benchmark: Benchmark, count?: number) => audit(categoryOfBenchmark(benchmark, {count}));
const failing = async (benchmark: Benchmark) => (await audited(benchmark)).fails.join("\n");

test("sound items pass: nobody who knows nothing is better than chance, and random choice is exactly chance", async () => {
  for (const benchmark of [soundChoice, soundOpen, balanced]) {
    const found = await audited(benchmark);
    expect(found.fails).toEqual([]);
    expect(found).toMatchObject({size: 600, items: 600, distinct: 600, by_text: true, reliability: null});
    expect(found.unreliable).toBe("no simulated model reads its questions");
  }
  const {chance, earned} = await audited(soundChoice);
  expect(chance).toBe(0.25);
  expect(earned.find(({answerer}) => answerer === "random")).toMatchObject({n: 600, accuracy: 0.25});
});

test.each(Object.keys(faulty))("a benchmark that rewards %s fails by it", async name => {
  expect(ANSWERERS.map(({name}) => name)).toContain(name);
  expect(await failing(faulty[name]!)).toMatch(new RegExp(`^${name} earns`, "mu"));
});

test("each planted fault is found by the answerer it is made for, and by few others", async () => {
  const {fails} = await audited(faulty["last number"]!);
  expect(fails.map(reason => reason.split(" earns")[0])).toEqual(["last number", "frequent number"]);
});

test("an image that the words beside it give away is found by whoever does not see it", async () => {
  const found = await audited(seenWithoutImage);
  expect(found.earned.find(({answerer}) => answerer === "blind")!.accuracy).toBeGreaterThan(0.95);
  expect(found.fails.join("\n")).toMatch(/^blind earns/mu);
});

test("items that repeat, contradict one another or are few fail", async () => {
  expect(
    await failing(toy((k, random) => open(`Item ${k % 550}: ${k < 550 ? random.integer(1, 2) : 1}?`, `a${k % 550}`)))
  ).toMatch(/items repeat another/u);
  const contradicting = toy(k => open(`Which colour has item ${k >> 1}?`, `colour ${k}`));
  expect(await failing(contradicting)).toBe("300 items ask the same as another item and have a different answer");
  expect(await failing(toy((k, random) => chosen(`Item ${k}?`, [`${k}`, `${k + 1000}`], random.integer(0, 1)), 499))).toMatch(
    /it has 499 items; at least 500 are needed/u
  );
});

test("nothing, and one item", async () => {
  expect((await audited(toy(k => open(`${k}`, `${k}`), 0))).fails).toEqual([
    "it has 0 items; at least 500 are needed",
    "it has no items"
  ]);
  const {earned, items, chance} = await audited(toy(k => chosen(`${k}`, ["a", "b"], 0), 1));
  expect([items, chance]).toEqual([1, 0.5]);
  expect(earned.find(({answerer}) => answerer === "first choice")).toMatchObject({n: 1, accuracy: 1});
  expect(earned.find(({answerer}) => answerer === "majority")).toMatchObject({n: 0, accuracy: null});
});

test("items that tell models apart are reliable; the same with wrong keys are not", async () => {
  const [right, wrong] = await Promise.all([audited(lists(true)), audited(lists(false))]);
  expect(right.reliability).toMatchObject({persons: roster.length / 2, items: 200});
  expect(right.reliability!.alpha).toBeGreaterThan(0.8);
  expect(right.fails.join("\n")).not.toMatch(/reliab/u); // small lists give answers away: their last number is right too often
  expect(wrong.reliability!.alpha).toBeLessThan(0.5);
  expect(wrong.fails.join("\n")).toMatch(/its reliability is/u);
});

test("simulated models see no images; where items have tools, they are asked in dialogues", async () => {
  const [right] = lists(true).cells;
  const withImages = toy((k, random) => ({...right!.item(k, random), images: ["data:image/png;base64,AAAA"]}));
  expect(await audited(withImages, 50)).toMatchObject({reliability: null, unreliable: "simulated models do not see images"});
  const {reliability} = await audited(weather, 60);
  expect(reliability).toMatchObject({persons: roster.length / 4, items: 60});
  expect(reliability!.answered).toBeGreaterThan(0.5);
});

test("who says one thing throughout a dialogue is scored as its text is", async () => {
  const {items} = categoryOfBenchmark(weather, {count: 1});
  const right = await constantScore(`Answer: ${items[0]!.expected}`, items[0]!);
  const wrong = await constantScore("Answer: hail", items[0]!);
  expect([right, wrong]).toMatchObject([
    {status: 1, parsed: true},
    {status: 0, answer: "hail"}
  ]);
});

test("programs are not answered by text alone, unless whoever audits can run them", async () => {
  const found = await audited(programs);
  expect(found.by_text).toBe(false);
  expect(found.earned.every(({n, accuracy}) => n === 0 && accuracy === null)).toBe(true);
  expect(found.earned[0]).toMatchObject({answerer: "refuses", unscored: 600});
  const run = await audit(categoryOfBenchmark(programs), {
    score: async ({text}) => ({
      status: text === "I don't know." ? 1 : 0,
      parsed: true,
      answer: text,
      answer_rule: null,
      answer_start: null,
      answer_end: null,
      answer_reason: null,
      trace_bytes: 0,
      compressed_bytes: 0
    })
  });
  expect(run.by_text).toBe(true);
  expect(run.fails.join("\n")).toMatch(/does not know earns 100\.0 %/u);
});

test("a sample of a large benchmark is drawn from all of it", async () => {
  const large = toy((k, random) => chosen(`Item ${k}?`, [`${k}`, `${k + 1_000_000}`], random.integer(0, 1)), 1_000_000);
  const {items, size} = categoryOfBenchmark(large, {count: 300});
  const numbers = items.map(({choices}) => Number(choices![0]));
  expect([items.length, size]).toEqual([300, 1_000_000]);
  expect(Math.max(...numbers)).toBeGreaterThan(900_000);
  expect(Math.min(...numbers)).toBeLessThan(100_000);
  expect((await audited(large, 300)).fails).toEqual([]);
});

test("every generated category passes", {timeout: 600_000}, async () => {
  const failed: string[] = [];
  for (const benchmark of benchmarks.values()) {
    const {category, fails} = await audited(benchmark, 1_500);
    failed.push(...fails.map(reason => `${category}: ${reason}`));
  }
  expect(failed).toEqual([]);
});
