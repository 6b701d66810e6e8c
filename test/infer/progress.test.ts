import {PassThrough} from "node:stream";
import {expect, test, vi} from "vitest";
import type {CostKind} from "../../pipelines/infer/costText.js";
import {PartProgress, type Report, report, type Snapshot} from "../../pipelines/infer/progress.node.js";
import {silent} from "../silent.js";

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
function printed(state: Snapshot, costKind?: CostKind): string {
  const stream = new PassThrough();
  report({stream: stream as unknown as typeof process.stderr}).progress(state, costKind);
  return String(stream.read());
}

test("the progress line names excess accuracy, with its interval and the untruncated samples that it rests on", () => {
  expect(printed(snapshot)).toBe(
    "12,340/12,340 samples, 1,234/s, 0 s left, excess accuracy 61.3 % [60.3, 62.1] (n 12,081), truncated 2.1 %, $0.0123, 0 in flight\n"
  );
});

test("a stopped run whose answers are still in flight prints its last line once, and again only where a sample came", () => {
  const stream = new PassThrough();
  const {progress} = report({stream: stream as unknown as typeof process.stderr});
  for (let i = 0; i < 50; i++) progress({...snapshot, concurrency: 64}); // as often as the run looks
  expect(String(stream.read()).match(/\n/gu)).toHaveLength(1);
  progress({...snapshot, done: 12_341, total: 12_341});
  expect(String(stream.read())).toMatch(/^12,341\/12,341 [^\n]*\n$/u);
});

test("the cost is that of known prices, unknown, or none because all models are simulated", () => {
  expect(printed(snapshot, "simulated")).toContain(", simulated, nothing is spent, 0 in flight");
  expect(printed(snapshot, "unpriced")).toContain(", cost unknown (no price), 0 in flight");
  expect(printed(snapshot, "partly priced")).toContain(", $0.0123 and models without a price, 0 in flight");
});

test("where every sample is truncated there is no accuracy to tell, and below guessing it has a sign", () => {
  expect(printed({...snapshot, truncated: 1, accuracy: 0, accuracy_low: 0, accuracy_high: 1})).toContain("excess accuracy –,");
  expect(printed({...snapshot, accuracy: -0.02, accuracy_low: -0.031, accuracy_high: -0.004})).toContain(
    "excess accuracy −2.0 % [−3.1, −0.4] (n 12,081)"
  );
});

test("parts are counted as they end, and the time left supposes that the others take as long", () => {
  vi.useFakeTimers();
  try {
    const shown: string[] = [];
    const log: Report = {...silent, show: text => void shown.push(text())};
    using progress = new PartProgress(log, {part: "log", total: 4});
    progress.begin("a.eval");
    vi.advanceTimersByTime(10_000);
    expect(shown.at(-1)).toBe("log 1 of 4, a.eval");
    progress.begin("b.eval");
    vi.advanceTimersByTime(1_000);
    expect(shown.at(-1)).toBe("log 2 of 4, b.eval, about 33 s left");
  } finally {
    vi.useRealTimers();
  }
});
