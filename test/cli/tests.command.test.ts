// The formats in which generated tests are printed.
import {expect, test} from "vitest";
import {testSchema} from "../../pipelines/cli/tests.js";
import {narrativeLine} from "../../pipelines/generate/narratives/narrative.js";
import {command} from "../workbook.js";

const tests = (task: string, params: object, ...more: string[]) =>
  command(["tests", "--task", task, "--params", JSON.stringify(params), "--count", "2", ...more]);

test("the published fields of Verbose ListOps, and no others", async () => {
  const {stdout, code} = await tests(
    "verbose-listops",
    {num_operations: 3, max_depth: 2, target_tokens: 1500},
    "--format",
    "verbose-listops"
  );
  expect(code).toBe(0);
  const plain = (await tests("verbose-listops", {num_operations: 3, max_depth: 2, target_tokens: 1500})).stdout
    .trim()
    .split("\n");
  const lines = stdout.trim().split("\n");
  expect(lines).toHaveLength(2);
  for (const [i, line] of lines.entries()) {
    const made = JSON.parse(line);
    const whole = JSON.parse(plain[i]!);
    expect(Object.keys(made)).toEqual(
      "id full_text_for_eval ground_truth_value ast_str num_operations token_count_narrative".split(" ")
    );
    expect(narrativeLine.safeParse(made).success).toBe(true);
    expect(made).toMatchObject({id: whole.item_id, full_text_for_eval: whole.prompt, num_operations: 3});
    expect(String(made.ground_truth_value)).toBe(whole.expected);
    expect(made.ast_str.replaceAll("(", "[").replaceAll(")", "]")).toBe(whole.expression);
    expect(Math.abs(made.token_count_narrative - 1500)).toBeLessThan(60);
  }
});

test("as text a story and its question, without instructions; of other tasks the prompt", async () => {
  const {stdout} = await tests("verbose-listops", {num_operations: 3, max_depth: 2, target_tokens: 1500}, "--format", "text");
  expect(stdout).not.toMatch(/This is the story|These rules|Answer:|^\{/mu);
  expect(stdout).toMatch(/\?\n/u);
  const other = await tests("boolean", {}, "--format", "text");
  expect(other.stdout).toContain("Answer: False");
});

test("the published fields are of one task alone", async () => {
  const {code, stderr} = await tests("boolean", {}, "--format", "verbose-listops");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--format verbose-listops is for the task verbose-listops")]);
});

test("generated benchmarks print their items, with steps of text, category and scorer, as the schema says", async () => {
  const {code, stdout} = await tests("zen-reason", {kind: "dates", hops: 4});
  expect(code).toBe(0);
  const lines = stdout.trim().split("\n");
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const {category, scorer, steps, params} = testSchema.parse(JSON.parse(line));
    expect({category, scorer, params}).toEqual({
      category: "ZenReason",
      scorer: {kind: "choice"},
      params: {kind: "dates", hops: 4, edition: 1}
    });
    expect(steps!.map(({value}) => typeof value)).toEqual(Array(4).fill("string"));
  }
});
