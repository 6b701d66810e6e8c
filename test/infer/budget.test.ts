import fc from "fast-check";
import {expect, test} from "vitest";
import {budget, costOf, type Release, worstCost} from "../../pipelines/infer/budget.js";
import {promptTokensAtMost} from "../../pipelines/infer/limits.js";
import {ask} from "./loopback.js";

const price = {input: 2, output: 10};

test("a completion costs what was billed or its tokens at list price, whichever is more", () => {
  expect(costOf({billed: null, prompt_tokens: 1_000_000, completion_tokens: 500_000}, price)).toBeCloseTo(7, 12);
  expect(costOf({billed: 0.25, prompt_tokens: 1_000, completion_tokens: 1}, price)).toBe(0.25);
  expect(costOf({billed: 0, prompt_tokens: 1_000_000, completion_tokens: 500_000}, price)).toBeCloseTo(7, 12);
});

test("the worst case counts bytes as tokens and all the tokens that may come", () => {
  const bytes = promptTokensAtMost(ask("四".repeat(100)));
  expect(bytes).toBeGreaterThan(300);
  expect(worstCost(ask("x"), {input: 0, output: 1e6}, {contextTokens: 8192})).toBeCloseTo(64, 9);
  expect(worstCost(ask("x", {sampling: {}}), {input: 0, output: 1e6}, {contextTokens: 8192})).toBeCloseTo(8192, 9);
  expect(worstCost(ask("x", {sampling: {max_completion_tokens: 7}}), {input: 0, output: 1e6}, {contextTokens: 8192})).toBeCloseTo(
    7,
    9
  );
});

test.each([
  ["the larger of two limits", {max_tokens: 4096, max_completion_tokens: 16}, 4096],
  ["the larger, the other way round", {max_tokens: 16, max_completion_tokens: 4096}, 4096],
  ["a limit in words of another server", {max_tokens: 16, max_new_tokens: 4096}, 4096],
  ["a limit as text", {max_tokens: "4096"}, 4096],
  ["-1, which is no limit to llama.cpp", {max_tokens: -1}, 8192],
  ["0, which is no limit to others", {max_tokens: 16, max_completion_tokens: 0}, 8192],
  ["nonsense", {max_tokens: "much"}, 8192],
  ["the best of 8", {max_tokens: 4096, best_of: 8}, 8 * 4096],
  ["8 answers", {max_tokens: 4096, n: 8}, 8 * 4096],
  ["n: null", {max_tokens: 4096, n: null}, 4096]
])("the worst case of %s", (_, sampling, tokens) => {
  expect(worstCost(ask("x", {sampling}), {input: 0, output: 1e6}, {contextTokens: 8192})).toBeCloseTo(tokens, 6);
});

test("once a model has cost more than was set aside, that much is set aside for it, and no more for others", () => {
  const runBudget = budget({maxCost: 10});
  (runBudget.reserve(0.1, "dear") as Release)(3);
  expect(runBudget.spent).toBe(3);
  runBudget.reserve(0.1, "dear");
  expect(runBudget.reserved).toBe(3);
  runBudget.reserve(0.1, "other");
  expect(runBudget.reserved).toBeCloseTo(3.1, 12);
});

test("whatever the order of reservations and settlements, spent and set aside never exceed the limit, and nobody waits for ever", async () => {
  const step = fc.record({
    cost: fc.double({min: 0, max: 4, noNaN: true}),
    used: fc.double({min: 0, max: 1, noNaN: true}),
    settle: fc.nat(5)
  });
  await fc.assert(
    fc.asyncProperty(fc.double({min: 0, max: 20, noNaN: true}), fc.array(step, {maxLength: 60}), async (maxCost, steps) => {
      const runBudget = budget({maxCost});
      const open: {release: Release; actual: number | undefined}[] = [];
      let answers = 0;
      const settle = () => {
        const next = open.shift();
        next?.release(next.actual);
        next?.release(1e9); // a second release counts for nothing
        expect(runBudget.spent + runBudget.reserved).toBeLessThanOrEqual(maxCost * (1 + 1e-9));
      };
      for (const {cost, used, settle: count} of steps) {
        Promise.resolve(runBudget.reserve(cost)).then(release => {
          answers++;
          if (release) open.push({release, actual: used > 0.9 ? undefined : cost * used});
        });
        await null;
        expect(runBudget.spent + runBudget.reserved).toBeLessThanOrEqual(maxCost * (1 + 1e-9));
        for (let i = 0; i < count; i++) settle();
      }
      for (let i = 0; i < steps.length * 2; i++) {
        await null;
        settle();
      }
      await new Promise(setImmediate);
      expect(answers).toBe(steps.length);
      expect(runBudget.reserved).toBe(0);
    })
  );
});

test("a request that does not fit waits while others may give back, and is refused when none can", async () => {
  const runBudget = budget({maxCost: 1});
  const first = runBudget.reserve(0.8) as Release;
  const second = runBudget.reserve(0.8);
  expect(second).toBeInstanceOf(Promise);
  first(0.1);
  const release = await second;
  expect(release).not.toBeNull();
  release!();
  expect(runBudget.spent).toBeCloseTo(0.9, 12); // not told what it cost: all of it
  expect(runBudget.reserve(0.2)).toBeNull();
});

test("without a limit it only counts", () => {
  const runBudget = budget();
  (runBudget.reserve(1e9) as Release)(3);
  expect(runBudget.spent).toBe(3);
});
