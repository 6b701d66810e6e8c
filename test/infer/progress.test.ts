import {PassThrough} from "node:stream";
import {expect, test} from "vitest";
import {report, type Snapshot} from "../../pipelines/infer/progress.node.js";

const snapshot: Snapshot = {
  seconds: 10,
  done: 12_340,
  total: 12_340,
  samples_per_second: 1_234,
  accuracy: 0.6125,
  accuracy_low: 0.6031,
  accuracy_high: 0.6214,
  truncated: 259 / 12_340,
  cost: 0.0123,
  concurrency: 0
};

/** What a run prints last, of a state in which no sample is missing. */
function printed(state: Snapshot): string {
  const stream = new PassThrough();
  report({stream: stream as unknown as typeof process.stderr}).progress(state);
  return String(stream.read());
}

test("the progress line names excess accuracy, with its interval and the untruncated samples that it rests on", () => {
  expect(printed(snapshot)).toBe(
    "12,340/12,340 samples, 1,234/s, 0 s left, excess accuracy 61.3 % [60.3, 62.1] (n 12,081), truncated 2.1 %, $0.0123, 0 in flight\n"
  );
});

test("where every sample is truncated there is no accuracy to tell, and below guessing it has a sign", () => {
  expect(printed({...snapshot, truncated: 1, accuracy: 0, accuracy_low: 0, accuracy_high: 1})).toContain("excess accuracy –,");
  expect(printed({...snapshot, accuracy: -0.02, accuracy_low: -0.031, accuracy_high: -0.004})).toContain(
    "excess accuracy −2.0 % [−3.1, −0.4] (n 12,081)"
  );
});
