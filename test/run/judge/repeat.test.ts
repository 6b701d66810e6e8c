// Several verdicts of a judge on the same response: shares by hand, the cache's part, and interrupted runs.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {noiseOf} from "../../../pipelines/studies/preferences/judging/noise.js";
import {stubServer, workbook} from "../../workbook.js";

test("shares by hand: verdicts that differ, responses on both sides, what could not be read", () => {
  const noise = noiseOf([
    {id: "a", question: "1", verdicts: ["correct", "correct", "correct"]},
    {id: "b", question: "2", verdicts: ["correct", "incorrect", "correct"]}, // 2 of 3 pairs differ
    {id: "c", question: "3", verdicts: ["incorrect", null, "incorrect"]},
    {id: "d", question: "4", verdicts: ["correct", null, null]}, // no pair
    {id: "e", question: "5", verdicts: ["correct", "incorrect"]} // the pair differs
  ]);
  expect(noise).toMatchObject({n: 4, verdicts: 10, straddling: ["b", "e"]});
  expect(noise.flips.value).toBeCloseTo((0 + 2 / 3 + 0 + 1) / 4, 12);
  expect(noise.split).toMatchObject({n: 4, value: 0.5});
});

test("weakest: no verdict twice, all alike, one response; no interval has width 0", () => {
  expect(noiseOf([])).toMatchObject({n: 0, flips: {value: null}, split: {value: null}});
  expect(noiseOf([{id: "a", question: "1", verdicts: ["A"]}])).toMatchObject({n: 0});
  for (const verdicts of [
    ["A", "A"],
    ["A", "B"]
  ])
    for (const n of [1, 30]) {
      const {flips, split} = noiseOf(Array.from({length: n}, (_, i) => ({id: `${i}`, question: `${i}`, verdicts})));
      for (const {low, high} of [flips, split]) expect(high! - low!).toBeGreaterThan(0.05);
    }
});

test("intervals hold the rates of a judge that changes its verdict by chance", () => {
  const random = randomOf("judge noise");
  const RUNS = 200;
  const [held, widths] = [
    {flips: 0, split: 0},
    {flips: 0, split: 0}
  ];
  for (let run = 0; run < RUNS; run++) {
    // A tenth of the responses is on the edge, where each verdict is a coin; of three verdicts there a quarter is alike.
    const judged = Array.from({length: 150}, (_, i) => {
      const isEdge = random.chance(0.1);
      return {
        id: `${i}`,
        question: `${i}`,
        verdicts: [0, 1, 2].map(() => (isEdge && random.chance(0.5) ? "incorrect" : "correct"))
      };
    });
    const noise = noiseOf(judged);
    for (const [name, truth] of [
      ["flips", 0.1 / 2],
      ["split", 0.1 * 0.75]
    ] as const) {
      const {low, high} = noise[name];
      held[name] += Number(low! <= truth && truth <= high!) / RUNS;
      widths[name] += (high! - low!) / RUNS;
    }
  }
  for (const name of ["flips", "split"] as const) {
    expect(held[name]).toBeGreaterThan(0.91);
    expect(widths[name]).toBeLessThan(0.1);
  }
});

const ANSWERS = ["clear, worth 9", "poor, worth 1", "on the edge"];
const files = (url: string) => ({
  "book.yaml":
    "suite: suites/essays.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, max: 16}\nseed: 7\n",
  "suites/essays.yaml": "tasks:\n  - {bank: essays}\n",
  "models/own.yaml": `{id: writer, endpoint: ${url}, retries: 0}\n`,
  "models/judge.yaml": `{id: examiner, endpoint: ${url}, model: strict-1, retries: 0, price: {input: 1, output: 1}}\n`,
  "banks/essays.yaml": `files: essays.jsonl\nfields: {question: q, answer: a}\nscorer: {kind: rubric, rubric: "Is it clear?"}\njudge: models/judge.yaml\n`,
  "banks/essays.jsonl": ANSWERS.map((_, i) => JSON.stringify({q: `Write essay number ${i}.`, a: `model essay ${i}`})).join("\n")
});

/** Grades an answer on the edge with 4 and 6 of 10 points in turn. */
function server() {
  let edges = 0;
  return stubServer(body => {
    const prompt = (body.messages as {content: string}[]).at(-1)!.content;
    if (!prompt.startsWith("You grade one answer")) return ANSWERS[Number(/number (\d+)\./u.exec(prompt)![1])];
    if (prompt.includes("on the edge")) return JSON.stringify({points: edges++ % 2 === 0 ? 6 : 4});
    return JSON.stringify({points: Number(/worth (\d)/u.exec(prompt)![1])});
  });
}

test("grades of a bank are repeated: the first is the one that counts, a rerun asks nothing, and a budget loses no verdict", async () => {
  await using stub = await server();
  await using book = await workbook(files(stub.url));
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const judged = () => stub.requests.filter(({model}) => model === "strict-1").length;
  expect(judged()).toBe(3);
  const hashes = await book.tableHashes();
  const repeat = (n: number, ...words: string[]) =>
    book.command("judge", "--judge", "examiner", "--mode", "grade", "--repeat", String(n), "--out", "grades.jsonl", ...words);

  // The budget is enough for no further request: verdicts of the run are read, nothing is asked.
  const poor = await repeat(4, "--max-cost", "0.0000001");
  expect([poor.code, judged()]).toEqual([3, 3]);
  const result = await repeat(4);
  expect(result.code, result.stderr).toBe(0);
  expect(judged()).toBe(12);
  const noise = JSON.parse(result.stdout) as Record<string, unknown>;
  expect(noise).toMatchObject({judge: "examiner", n: 3, verdicts: 12, requests: 12, cached: 3, unread: 0, failed: 0, left: 0});
  expect(noise.split).toMatchObject({value: 1 / 3});
  // Of the edge, two of four verdicts are right: 4 of 6 pairs differ.
  expect((noise.flips as {value: number}).value).toBeCloseTo(4 / 6 / 3, 12);
  expect((noise.straddling as string[]).length).toBe(1);
  const lines = (await readFile(join(book.root, "grades.jsonl"), "utf8")).trim().split("\n");
  expect(lines.map(line => (JSON.parse(line) as {verdicts: string[]}).verdicts.length)).toEqual([4, 4, 4]);
  expect(result.stderr).toContain("verdicts on both sides: 33.3 %");

  const again = await repeat(4);
  expect([again.code, judged()]).toEqual([0, 12]);
  expect({...JSON.parse(again.stdout), cached: 0, prompt_tokens: 0, completion_tokens: 0, cost: 0}).toEqual({
    ...noise,
    cached: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    cost: 0
  });
  // A larger n asks only for what is new; no table changes.
  expect([(await repeat(5)).code, judged()]).toEqual([0, 15]);
  expect(await book.tableHashes()).toEqual(hashes);
  expect(await book.command("judge", "--judge", "writer", "--mode", "grade", "--out", "grades.jsonl")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no bank")
  });
});

test("pairs are judged n times in each order, and by a rubric n times each response; votes are those of the first time", async () => {
  let calls = 0;
  await using stub = await stubServer(body => {
    const prompt = (body.messages as {content: string}[]).at(-1)!.content;
    calls++;
    if (prompt.startsWith("You compare")) return JSON.stringify({verdict: calls % 3 === 0 ? "tie" : "A"});
    const grade = Math.floor(calls / 5) % 2 === 0 ? 5 : 1;
    return JSON.stringify({helpfulness: grade, correctness: grade, fluency: grade});
  });
  await using book = await workbook();
  const pair = (i: number) => ({
    question_id: `q${i}`,
    model_a: "a",
    model_b: "b",
    prompt: `p${i}`,
    response_a: "x",
    response_b: "y"
  });
  const {writeFile} = await import("node:fs/promises");
  await writeFile(join(book.root, "pairs.jsonl"), [1, 2, 3, 4].map(i => JSON.stringify(pair(i))).join("\n"));
  const judge = (out: string, ...words: string[]) =>
    book.command("judge", "--base-url", stub.url, "--judge", "j", "--pairs", "pairs.jsonl", "--out", out, ...words);
  for (const mode of ["pairwise", "rubric"]) {
    const once = await judge("once.jsonl", "--mode", mode);
    expect(once.code, once.stderr).toBe(0);
    expect(JSON.parse(once.stdout).noise).toBeNull();
    const before = calls;
    const repeated = await judge("repeated.jsonl", "--mode", mode, "--repeat", "3");
    expect(repeated.code, repeated.stderr).toBe(0);
    // Two further trials of eight requests; the first comes from the cache.
    expect(calls - before).toBe(16);
    const report = JSON.parse(repeated.stdout) as {
      noise: {n: number; verdicts: number; flips: {value: number}};
      requests: number;
      cached: number;
    };
    expect(report).toMatchObject({requests: 24, cached: 8, noise: {n: 8, verdicts: 24}});
    expect(report.noise.flips.value).toBeGreaterThan(0);
    expect(await readFile(join(book.root, "repeated.jsonl"), "utf8")).toBe(await readFile(join(book.root, "once.jsonl"), "utf8"));
  }
});
