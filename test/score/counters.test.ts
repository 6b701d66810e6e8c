import fc from "fast-check";
import {expect, test} from "vitest";
import {addCounters, countersOf, noCounters, plus} from "../../pipelines/score/counters.js";
import type {Status} from "../../pipelines/score/status.js";

const sample = fc.record({
  status: fc.constantFrom<Status>(0, 1, 2),
  parsed: fc.boolean(),
  guess_chance: fc.constantFrom(0, 0.25, 0.5),
  prompt_tokens: fc.option(fc.nat(1_000)),
  completion_tokens: fc.option(fc.nat(1_000)),
  trace_bytes: fc.nat(1_000),
  compressed_bytes: fc.nat(1_000),
  cost: fc.constantFrom(0, 0.5)
});

test("a sum of tokens is known exactly where those of every sample in it are; what else is counted does not depend on them", () => {
  fc.assert(
    fc.property(fc.array(sample, {maxLength: 8}), samples => {
      const sum = samples.map(countersOf).reduce(addCounters, noCounters);
      const tokens = (of: typeof samples) => of.map(each => each.completion_tokens).reduce(plus, 0);
      expect(sum.completion_tokens).toBe(tokens(samples));
      expect(sum.tokens_correct).toBe(tokens(samples.filter(each => each.status === 1)));
      expect(sum.tokens_squared === null).toBe(samples.some(each => each.completion_tokens === null));
      expect(sum.prompt_tokens === null).toBe(samples.some(each => each.prompt_tokens === null));
      expect(sum.correct + sum.incorrect + sum.truncated).toBe(samples.length);
    })
  );
});
