// @vitest-environment jsdom
// The page on runs shows workers, queue, rates and failures of a distributed run, and nothing of it after another run.
import {expect, test} from "vitest";
import {clusterSection} from "../../../src/components/runs.js";

const worker = {
  id: "0f3c9a52-7c1e",
  host: "gpu-3",
  pid: 41,
  seconds: 75,
  tests_per_second: 12.34,
  asked: 1_300,
  in_flight: 8,
  failed: 2,
  refused: 1,
  share: 0.625
};
const state = {
  at: "2026-01-02T03:04:05.000Z",
  ended: false,
  redis: "redis://queue:6379",
  jobs: 40,
  given_again: 3,
  done_here: 1,
  recovered: 5,
  queue: {waiting: 7, running: 2, outstanding: 9},
  workers: [worker, {...worker, id: "b<b>", host: "<img src=x>", pid: 7}],
  others: 1
};
const cells = (node: Element | DocumentFragment): string[][] =>
  [...node.querySelectorAll("tbody tr")].map(row =>
    [...row.querySelectorAll("td, th")].map(({textContent}) => textContent ?? "")
  );

test("a run that goes on shows its queue, its workers, their rates and what failed; names are text", () => {
  const section = clusterSection(state);
  expect(cells(section)[0]).toEqual(["gpu-3 PID 41", "63 %", "12.3", "8", "1,300", "2", "1", "1 min 15 s"]);
  expect(cells(section)[1]![0]).toBe("<img src=x> PID 7");
  expect(section.querySelector("img")).toBeNull();
  const facts = section.querySelector("dl")!.textContent;
  for (const text of [
    "over redis://queue:6379",
    "7 jobs wait, 2 are being done; 9 results",
    "40 done; 3 given again, 1 done by the"
  ])
    expect(facts).toContain(text);
  expect(facts).toContain("1 of another book or version");
});

test("a run that has ended names no machine", () => {
  const section = clusterSection({...state, ended: true, redis: "", workers: [{...worker, host: "", pid: 0}]});
  expect(cells(section)[0]![0]).toBe("0f3c9a52");
  expect(section.textContent).not.toContain("redis://");
  expect(section.textContent).not.toContain("PID");
});

test("there is no section after a run of one process, and a sentence where no worker has come", () => {
  expect(clusterSection(null).childNodes).toHaveLength(0);
  expect(clusterSection({...state, workers: []}).textContent).toContain("No worker has reported for this run.");
});
