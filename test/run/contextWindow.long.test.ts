// Questions of several lengths across a model's context: those that do not fit are not asked, the plan says so beforehand, and the run in one line.
import {expect, test} from "vitest";
import {readManifest} from "../../pipelines/store/manifest.node.js";
import {query} from "../../pipelines/store/sql.node.js";
import {stubServer, workbook} from "../workbook.js";

const LENGTHS = [0, 1_000, 4_000, 16_000, 100_000];

async function bookOf(url: string, context: number) {
  return workbook({
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 4, max: 4}\n",
    "suites/small.yaml": `tasks: [{task: facts, params: {skill: one fact, facts: 2, context_tokens: [${LENGTHS.join(", ")}]}}]\n`,
    "models/own.yaml": `id: own\nendpoint: ${url}\ncontext_tokens: ${context}\n`
  });
}

interface Planned {
  requests: {low: number; high: number};
  prompt_tokens: {high: number};
  unasked?: {model: string; points: number; of: number; tests: {low: number; high: number}; context_tokens: number}[];
}

// A question of length L has within 2 % as many tokens, and 0 means some 150.
test.each([
  [16_000 * 1.1, 4],
  [16_000 * 0.9, 3],
  [2_000, 2],
  [64, 0],
  [200_000, 5]
])("a context of %s tokens: %s of five lengths are planned and asked", async (context, fit) => {
  await using stub = await stubServer(() => "Answer: garden");
  await using book = await bookOf(stub.url, Math.round(context));
  const planned = await book.command("plan", "--json");
  expect(planned.code, planned.stderr).toBe(0);
  const {requests, prompt_tokens, unasked = []} = JSON.parse(planned.stdout) as Planned;
  expect(requests).toEqual({low: 4 * fit, high: 4 * fit});
  expect(prompt_tokens.high).toBeLessThanOrEqual(4 * 1.05 * LENGTHS.slice(0, fit).reduce((sum, length) => sum + length + 300, 0));
  const missing = LENGTHS.length - fit;
  expect(unasked.map(({points, of, tests}) => ({points, of, tests}))).toEqual(
    missing === 0 ? [] : [{points: missing, of: 5, tests: {low: 4 * missing, high: 4 * missing}}]
  );
  const text = (await book.command("plan")).stdout.split("\n").filter(line => line.includes("will not be asked"));
  expect(text).toHaveLength(missing === 0 ? 0 : 1);
  if (missing > 0) expect(text[0]).toContain(fit === 0 ? "own: no point fits" : `own: ${missing} of 5 points do not fit`);
  expect(stub.requests).toHaveLength(0); // a plan asks nothing

  const ran = await book.command("run");
  const told = ran.stderr.split("\n").filter(line => line.includes("does not fit into its context"));
  expect(told).toHaveLength(missing === 0 ? 0 : 1);
  expect(stub.requests).toHaveLength(4 * fit);
  if (fit === 0) return expect(ran.stderr).toContain("no sample was drawn");
  const store = `${book.root}/data/store`;
  const {rows} = await query(
    "select (params::json->>'context_tokens')::int as length, correct + incorrect as n, stopped from points order by length",
    {
      folder: store
    }
  );
  expect(rows.map(([length, n]) => [Number(length), Number(n)])).toEqual(LENGTHS.slice(0, fit).map(length => [length, 4]));
  expect((await readManifest(store))!.evaluations[0]!.unasked).toBe(missing === 0 ? undefined : 4 * missing);
});

test("a run of which nothing fits says that it wrote no table", async () => {
  await using book = await workbook({
    "models/reference.yaml": 'endpoint: "reference:"\nmodels: [{id: sim-heron-08, context_tokens: 40}]\n'
  });
  const {code, stderr} = await book.command("run");
  expect(code).toBe(0);
  expect(stderr).toContain("does not fit into its context of 40");
  expect(stderr).toMatch(/0 samples .*; no table was written/);
});
