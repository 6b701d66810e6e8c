// Templates all the way through a run: the built-in server gets conversations and long messages, and solves the question at their end.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {workbook} from "../workbook.js";

const NAMES = ["zeroshot", "zerocot-nosys", "multishot-nosys", "multishot-cot", "unified-cot"];

test("every kind of template is answered as rightly as any other, and costs what it says", async () => {
  const shipped = Object.fromEntries(
    NAMES.map(name => [`templates/${name}.yaml`, readFileSync(`data/templates/${name}.yaml`, "utf8")])
  );
  await using place = await workbook({
    ...shipped,
    "book.yaml": `suite: suites/s.yaml\nmodels: [models/m.yaml]\ntemplate: [${NAMES.map(name => `templates/${name}.yaml`).join(", ")}]\nsampler: samplers/greedy.yaml\nprecision: {min: 32, step: 32, max: 32, width: 1}\n`,
    "suites/s.yaml":
      "tasks:\n  - {task: arithmetic, params: {length: 3, max_depth: 1}}\n  - {task: dates}\n  - {task: letters, params: {target_words: 3, confounders: 0}}\n",
    "models/m.yaml": 'endpoint: "reference:"\nmodels: [{id: sim-heron-08}, {id: sim-comet-08}]\n'
  });
  expect(await place.command("run")).toMatchObject({code: 0});
  const asked = `select model, template, sum(correct)::int as correct, sum(prompt_tokens)::int as prompt, sum(completion_tokens)::int as completion
    from points group by all order by all`;
  const rows: {model: string; template: string; correct: number; prompt: number; completion: number}[] = JSON.parse(
    (await place.command("sql", "--json", asked)).stdout
  );
  expect(rows).toHaveLength(2 * NAMES.length);
  const of = (model: string, template: string) => rows.find(row => row.model === model && row.template === template)!;
  for (const {correct, template, model} of rows) expect(correct / 96, `${model} ${template}`).toBeGreaterThan(0.8);
  expect(of("sim-heron-08", "multishot-cot").prompt).toBeGreaterThan(3 * of("sim-heron-08", "zerocot-nosys").prompt);
  // Without a channel of its own to think in, the model that is asked for the answer at once says little else.
  expect(of("sim-comet-08", "zeroshot").completion).toBeLessThan(0.5 * of("sim-comet-08", "zerocot-nosys").completion);
});
