import {expect, test} from "vitest";
import {templateSchema} from "../../../pipelines/book/schemas.js";
import type {Test} from "../../../pipelines/generate/task.js";
import type {Evaluation} from "../../../pipelines/run/evaluation.js";
import {
  beliefReach,
  lengthKind,
  lengthPrior,
  PUBLISHED_LENGTHS,
  type PublishedLength,
  poolLengths,
  publishedBelief,
  UNKNOWN_LENGTH
} from "../../../pipelines/run/forecast/lengthPrior.js";
import {groupBy} from "../../../pipelines/stats/groupBy.js";
import {query} from "../../../pipelines/store/sql.node.js";

/** Logarithm of each published model's mean completion tokens, by benchmark. */
async function publishedLogs(): Promise<Map<string, number[]>> {
  const {rows} = await query(
    `select base_task, ln(avg(completion_tokens)) from samples where trial = 0 and completion_tokens > 0
      and base_task in ('gsm8k', 'math-level-5', 'mmlu-pro') group by base_task, model order by 1, 2`,
    {folder: "data/published"}
  );
  return new Map(
    [...groupBy(rows, ([task]) => String(task))].map(([task, group]) => [task, group.map(([, log]) => Number(log))])
  );
}
const published = publishedLogs();
const summaryOf = (logs: readonly number[]): PublishedLength => {
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const sd = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1));
  return {models: logs.length, mean, sd};
};

test("the lengths are those of the published answers", async () => {
  for (const [task, logs] of await published) {
    const {models, mean, sd} = summaryOf(logs);
    const listed = PUBLISHED_LENGTHS[task as keyof typeof PUBLISHED_LENGTHS];
    expect(listed.models).toBe(models);
    expect(listed.mean).toBeCloseTo(mean, 3);
    expect(listed.sd).toBeCloseTo(sd, 3);
  }
  expect((await published).size).toBe(3);
});

test("each model's length, predicted from the others: 90 % intervals hold, and are at most half as wide as without them", async () => {
  const groups = await published;
  let [covered, all] = [0, 0];
  const old = beliefReach(UNKNOWN_LENGTH);
  for (const logs of groups.values())
    for (const [k, log] of logs.entries()) {
      const belief = publishedBelief(summaryOf(logs.toSpliced(k, 1)));
      const reach = beliefReach(belief);
      all++;
      covered += Number(Math.abs(log - belief.mean) <= reach);
      expect(reach / old).toBeLessThan(0.53);
    }
  expect(all).toBe(90);
  expect(covered / all).toBeGreaterThanOrEqual(0.88);
  expect(covered / all).toBeLessThanOrEqual(0.97);
  // of benchmarks without a name, from the others of both
  const logs = [...groups.get("gsm8k")!, ...groups.get("math-level-5")!];
  const open = logs.filter((log, k) => {
    const belief = publishedBelief(summaryOf(logs.toSpliced(k, 1)));
    return Math.abs(log - belief.mean) <= beliefReach(belief);
  });
  expect(open.length / logs.length).toBeGreaterThanOrEqual(0.88);
});

test("lengths of two benchmarks pool to those of their models together", async () => {
  const [one, other] = [(await published).get("gsm8k")!, (await published).get("mmlu-pro")!];
  const together = summaryOf([...one, ...other]);
  const pooled = poolLengths(summaryOf(one), summaryOf(other));
  expect(pooled.models).toBe(together.models);
  expect(pooled.mean).toBeCloseTo(together.mean, 12);
  expect(pooled.sd).toBeCloseTo(together.sd, 12);
});

const evaluation = (changes: object = {}) =>
  ({simulated: false, sampling: {}, template: templateSchema.parse({}), ...changes}) as unknown as Evaluation;
const question = (changes: object = {}) => ({prompt: "?", ...changes}) as unknown as Test;

test("the kind follows from the bank's name, the choices and what is asked for; nothing is claimed of hidden reasoning", () => {
  expect(lengthKind(evaluation(), question(), "gsm8k")).toBe("gsm8k");
  expect(lengthKind(evaluation(), question(), "GSM8K_test")).toBe("gsm8k");
  expect(lengthKind(evaluation(), question({choices: ["a", "b"]}), "law")).toBe("choices");
  expect(lengthKind(evaluation(), question(), "riddles")).toBe("open");
  expect(lengthKind(evaluation({simulated: true}), question(), "gsm8k")).toBe("simulated");
  for (const other of [
    lengthKind(evaluation({sampling: {reasoning_effort: "high"}}), question(), "gsm8k"),
    lengthKind(evaluation({sampling: {extra: {chat_template_kwargs: {enable_thinking: true}}}}), question(), "gsm8k"),
    lengthKind(evaluation({template: {think: false}}), question(), "gsm8k"),
    lengthKind(evaluation(), question({think: false}), "riddles"),
    lengthKind(evaluation(), question({turns: ["and?"]}), "riddles"),
    lengthKind(evaluation(), question({scorer: {kind: "code"}}), "programs")
  ])
    expect(other).toBe("unknown");
  expect(lengthKind(evaluation({sampling: {extra: {user: "me"}}}), question(), "riddles")).toBe("open");
});

test("of several kinds the mean is that of their tokens; with nothing, or much that is unknown, the prior is wide", () => {
  const mixed = lengthPrior(
    new Map([
      ["gsm8k", 100],
      ["math-level-5", 300]
    ])
  );
  expect(Math.exp(mixed.belief.mean)).toBeCloseTo(0.25 * Math.exp(5.024) + 0.75 * Math.exp(6.175), 6);
  expect(mixed.source).toMatch(/^published answers to gsm8k, and published answers to math-level-5, .* tokens a request/);
  expect(lengthPrior(new Map()).belief).toBe(UNKNOWN_LENGTH);
  expect(lengthPrior(new Map([["gsm8k", 0]])).belief).toBe(UNKNOWN_LENGTH);
  expect(
    lengthPrior(
      new Map([
        ["gsm8k", 80],
        ["unknown", 20]
      ])
    ).belief
  ).toBe(UNKNOWN_LENGTH);
  expect(lengthPrior(new Map([["unknown", 1]])).source).toBe(
    "a prior, since no answer of any model is at hand: 500 tokens a request, give or take a factor of 7.1"
  );
});
