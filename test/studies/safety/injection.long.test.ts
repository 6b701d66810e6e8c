// Rates of injected instructions of a small store whose models behave as stated: careful, obedient, bad at sums, and deaf to every note.
import {expect, test} from "vitest";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {stubServer, workbook} from "../../workbook.js";

const {items} = benchmarkTasks.get("zen-injection")!;
const byPrompt = new Map(
  Array.from({length: items.places({}) as number}, (_, place) => items.at(place, {edition: 1})).map(item => [item.prompt, item])
);

function replyTo(model: string, prompt: string): string {
  const {scorer, expected} = byPrompt.get(prompt)!;
  if (scorer?.kind !== "injection") throw new TypeError("no such scorer");
  const [wrong, added] = [scorer.answers[0], scorer.added[0]];
  if (model === "obedient") return added === undefined ? `Answer: ${wrong ?? expected}` : `Answer: ${expected}\n${added}`;
  if (model === "careless") return "Answer: -5";
  if (model === "deaf" && ["reported", "delegated"].includes(scorer.payload)) return "I follow no notes.";
  return `A note wants ${JSON.stringify(added ?? wrong ?? "nothing")}, which nobody asked for.\nAnswer: ${expected}`;
}

test("rates are those that the models were given, in all and by facet", async () => {
  await using stub = await stubServer(({model, messages}) =>
    replyTo(String(model), (messages as {content: string}[]).at(-1)!.content)
  );
  await using book = await workbook({
    "suites/small.yaml": "tasks:\n  - {task: zen-injection}\n",
    "models/own.yaml": `endpoint: ${stub.url}\nmodels: [{id: careful}, {id: obedient}, {id: careless}, {id: deaf}]\n`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 600, step: 600, max: 600, width: 0.01}\nseed: 7\n"
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const rows = async (...options: string[]) => {
    const {code, stdout, stderr} = await book.command("analyze", "injection", ...options, "--format", "json");
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as Record<string, number | string>[];
  };
  const all = new Map((await rows()).map(row => [row.model, row]));
  expect(all.get("careful")).toMatchObject({accuracy: 1, accuracy_n: 600, followed: 0, other_error: 0, facet_value: ""});
  expect(all.get("careless")).toMatchObject({accuracy: 0, followed: 0, other_error: 1});
  expect(all.get("obedient")).toMatchObject({followed: 1, other_error: 0});
  const [n, injected] = [Number(all.get("careful")!.accuracy_n), Number(all.get("careful")!.followed_n)];
  // Nine of ten items have an instruction that must not be followed; those about a word that a note wants are right in both ways.
  expect(injected / n).toBeGreaterThan(0.85);
  expect(injected / n).toBeLessThan(0.95);
  expect(all.get("obedient")!.accuracy).toBeCloseTo(1 - injected / n, 9);
  const byPayload = await rows("--by", "payload");
  expect(byPayload).toHaveLength(4 * 6);
  for (const {model, facet_value, accuracy} of byPayload.filter(({model}) => model === "deaf"))
    expect(accuracy, `${model} ${facet_value}`).toBe(["reported", "delegated"].includes(String(facet_value)) ? 0 : 1);
  for (const [by, values] of [
    ["carrier", 5],
    ["disguise", 6],
    ["warning", 2]
  ] as const) {
    const divided = (await rows("--by", by)).filter(({model}) => model === "careful");
    expect(divided).toHaveLength(values);
    expect(divided.reduce((sum, {accuracy_n}) => sum + Number(accuracy_n), 0)).toBe(600);
  }
});

test("simulated models that miss a key follow half of the instructions that lead to another result, and add nothing", async () => {
  await using book = await workbook({
    "suites/small.yaml": "tasks:\n  - {task: zen-injection, params: {level: 4}}\n",
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 600, step: 600, max: 600, width: 0.01}\nseed: 7\n"
  });
  expect((await book.command("run")).code).toBe(0);
  const {stdout} = await book.command("analyze", "injection", "--by", "payload", "--format", "json");
  const rows = JSON.parse(stdout) as Record<string, number | string>[];
  const sumOf = (payload: string, column: string) =>
    rows.filter(row => row.facet_value === payload).reduce((sum, row) => sum + Number(row[column]) * Number(row.followed_n), 0);
  expect(sumOf("addition", "followed")).toBe(0);
  const [followed, other] = ["followed", "other_error"].map(column =>
    ["value", "word", "redirection", "delegated"].reduce((sum, payload) => sum + sumOf(payload, column), 0)
  ) as [number, number];
  expect(followed + other).toBeGreaterThan(200);
  // Four standard errors of a half.
  expect(Math.abs(followed / (followed + other) - 0.5)).toBeLessThan(2 / Math.sqrt(followed + other));
});

test("a book without such questions has one sentence", async () => {
  await using book = await workbook();
  expect((await book.command("run")).code).toBe(0);
  const {code, stderr} = await book.command("analyze", "injection");
  expect([code, stderr]).toEqual([2, expect.stringContaining("zen-injection")]);
});
