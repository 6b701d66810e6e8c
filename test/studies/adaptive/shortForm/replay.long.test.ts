// Short forms on the published answers to GSM8K, with a part of the families; docs/coverage.md has all of them.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {query} from "../../../../pipelines/store/sql.node.js";
import {areRelated} from "../../../../pipelines/studies/adaptive/shortForm/answers.js";
import {type BenchmarkErrors, errorRows, relativeError} from "../../../../pipelines/studies/adaptive/shortForm/errors.js";
import {readAnswers} from "../../../../pipelines/studies/adaptive/shortForm/readAnswers.node.js";
import {replayShortForms} from "../../../../pipelines/studies/adaptive/shortForm/replay.js";
import {SHORT_FORMS_FILE, shortFormRows} from "../shortForm.js";

const FAMILIES = new Set(["Anthropic", "Meta", "Google", "Cohere", "01.AI", "Mistral AI"]);

test("100 chosen answers to GSM8K are nearer to the whole score than as many random ones, and intervals hold", async () => {
  const all = await readAnswers("data/published", "gsm8k");
  const chosen = all.models.flatMap((model, i) => (areRelated(model.families, FAMILIES) ? [i] : []));
  const size = all.items.length;
  const answers = {
    ...all,
    models: chosen.map(i => all.models[i]!),
    cells: Float64Array.from(chosen.flatMap(i => [...all.cells.subarray(i * size, (i + 1) * size)]))
  };
  const replay = replayShortForms(answers, {lengths: [100], random: randomOf("short forms, a part of GSM8K")});
  const rows = errorRows(replay);
  const form = rows.find(({method}) => method === "short form")!;
  expect(form.models).toBe(chosen.length);
  expect(form.error).toBeLessThan(0.02);
  expect(relativeError(rows, "short form", 100)).toBeLessThan(0.9);
  expect(form.held! / form.models).toBeGreaterThan(0.85);

  // the truth of the replay is the share right that SQL counts
  const {rows: shares} = await query(
    "select model, avg((status = 1)::double) from samples where base_task = 'gsm8k' and trial = 0 group by model",
    {folder: "data/published"}
  );
  const shareOf = new Map(shares as [string, number][]);
  for (const [i, {name}] of answers.models.entries()) expect(replay.truth[i]).toBeCloseTo(shareOf.get(name)!, 10);
});

test("the table of docs/coverage.md has the figures that page Adaptive shows, and they reach the promised errors", () => {
  const document = readFileSync("docs/coverage.md", "utf8");
  const benchmarks = JSON.parse(readFileSync(SHORT_FORMS_FILE, "utf8")) as BenchmarkErrors[];
  expect(benchmarks.map(({set}) => set)).toEqual(["mmlu-pro", "gsm8k", "livebench"]);
  for (const benchmark of benchmarks) {
    for (const row of shortFormRows(benchmark)) expect(document).toContain(row);
    const errorOf = (asked: number) => benchmark.rows.find(row => row.method === "short form" && row.asked === asked)!.error;
    expect(errorOf(100), benchmark.set).toBeLessThanOrEqual(0.02);
    expect(errorOf(300), benchmark.set).toBeLessThanOrEqual(0.015);
  }
});
