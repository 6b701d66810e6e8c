import fc from "fast-check";
import {lastValueFrom, of} from "rxjs";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {excessAccuracy, rescaledInterval} from "../../pipelines/score/accuracy.js";
import {addCounters, countersOf, noCounters} from "../../pipelines/score/counters.js";
import {fixedSamples, nextSize, sampleUntilConfident} from "../../pipelines/score/precision.js";
import type {Status} from "../../pipelines/score/status.js";

const precision = {min: 32, step: 32, max: 512, width: 0.05};
const counters = (correct: number, incorrect: number, truncated = 0) => ({...noCounters, correct, incorrect, truncated});
const sample = (status: Status) =>
  countersOf({
    status,
    parsed: true,
    guess_chance: 0,
    prompt_tokens: 1,
    completion_tokens: 2,
    trace_bytes: 3,
    compressed_bytes: 4,
    cost: 0.5
  });

test("a point starts with the minimum and grows by steps to the maximum", () => {
  expect(nextSize(0, noCounters, precision)).toBe(32);
  expect(nextSize(32, counters(16, 16), precision)).toBe(64);
  expect(nextSize(512, counters(256, 256), precision)).toBe("max");
});

test("a narrow interval ends it: Wilson's for 0 of 96 is 0.0385 wide, for 0 of 64 it is 0.0566", () => {
  expect(nextSize(64, counters(0, 64), precision)).toBe(96);
  expect(nextSize(96, counters(0, 96), precision)).toBe("width");
});

test("mostly truncated points get a doubled width and at most 64 samples", () => {
  expect(nextSize(32, counters(5, 5, 22), precision)).toBe(64);
  expect(nextSize(64, counters(10, 10, 44), precision)).toBe("truncation");
  expect(nextSize(32, counters(0, 0, 32), precision)).toBe(64);
});

test("a fixed number is drawn whatever the outcomes are, and no more", () => {
  fc.assert(
    fc.property(fc.integer({min: 1, max: 600}), fc.array(fc.constantFrom<Status>(0, 1, 2), {maxLength: 600}), (n, statuses) => {
      const seen = statuses.slice(0, n);
      const sum = seen.map(sample).reduce(addCounters, noCounters);
      expect(nextSize(seen.length, sum, fixedSamples(n))).toBe(seen.length < n ? n : "max");
    })
  );
});

test("a limit ends it early and is named", () => {
  expect(nextSize(0, noCounters, precision, {limit: 5})).toBe(5);
  expect(nextSize(5, counters(3, 2), precision, {limit: 5})).toBe("limit");
});

test("the loop draws adjacent batches, adds them up, and never passes the maximum", async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.constantFrom<Status>(0, 1, 2)), async statuses => {
      const outcomes = [...statuses.take(512)];
      let drawn = 0;
      const draw = (from: number, to: number) => {
        expect(from).toBe(drawn);
        drawn = to;
        return of({counters: outcomes.slice(from, to).map(sample).reduce(addCounters, noCounters)});
      };
      const {counters, stopped} = await lastValueFrom(
        sampleUntilConfident(precision, draw, {none: noCounters, add: addCounters})
      );
      expect(counters.correct + counters.incorrect + counters.truncated).toBe(drawn);
      expect(drawn).toBeLessThanOrEqual(512);
      expect(nextSize(drawn, counters, precision)).toBe(stopped);
    }),
    {numRuns: 50}
  );
});

test("a missing sample ends the point and says why", async () => {
  const draw = () => of({counters: sample(1), broken: "failed" as const});
  expect((await lastValueFrom(sampleUntilConfident(precision, draw, {none: noCounters, add: addCounters}))).stopped).toBe(
    "failed"
  );
});

test("stopping early leaves results at chance unbiased and covered: their interval is not cut at 0", () => {
  const random = randomOf("early stopping");
  const RUNS = 3_000;
  for (const {guess, width, max} of [
    {guess: 0.1, width: 0.15, max: 64},
    {guess: 0.25, width: 0.15, max: 64},
    {guess: 0.25, width: 0.1, max: 512},
    {guess: 0.5, width: 0.15, max: 64},
    {guess: 0.5, width: 0.1, max: 512}
  ]) {
    let [sum, squares, held] = [0, 0, 0];
    for (let run = 0; run < RUNS; run++) {
      let [k, correct] = [0, 0];
      for (;;) {
        const next = nextSize(k, {...counters(correct, k - correct), guess_sum: guess * k}, {min: 32, step: 32, max, width});
        if (typeof next === "string") break;
        for (; k < next; k++) if (random.real() < guess) correct++;
      }
      const given = {correct, total: k, guessSum: guess * k};
      const {low, high} = rescaledInterval(given);
      if (low <= 0 && 0 <= high) held++;
      sum += excessAccuracy(given)!;
      squares += excessAccuracy(given)! ** 2;
    }
    const mean = sum / RUNS;
    const error = Math.sqrt((squares / RUNS - mean * mean) / RUNS);
    expect(Math.abs(mean)).toBeLessThan(0.002 + 3 * error);
    expect(held / RUNS).toBeGreaterThan(0.93 - 2 * Math.sqrt((0.93 * 0.07) / RUNS));
  }
});
