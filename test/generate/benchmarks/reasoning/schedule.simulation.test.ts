import {expect, test} from "vitest";
import {schedule} from "../../../../pipelines/generate/benchmarks/reasoning/schedule.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {jobsIn, lowestFine, solveSchedule} from "./scheduleSolver.js";

const measured = {benchmark: schedule, solve: solveSchedule, least_rate: 200};

qualityTests(measured, {size: 4_800});

test("level 5 takes at least eight steps, of which the last is the answer", () => {
  for (const {item, level, cell} of placedItems(schedule, {count: 600})) {
    if (level < 5 || cell.startsWith("fines")) continue;
    expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(8);
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
  }
});

test("of jobs at level 5, trying all orders takes 100 times the steps of a search over sets of jobs", () => {
  const count = jobsIn(placedItems(schedule, {count: 20}).at(-1)!.item.prompt).length;
  const orders = Array.from({length: count}, (_, i) => i + 1).reduce((a, b) => a * b);
  expect((orders * count) / (2 ** count * count)).toBeGreaterThanOrEqual(100);
});

test("the lowest fine is that of listing all orders", () => {
  const listed = (jobs: ReturnType<typeof jobsIn>, now = 0): number =>
    jobs.length === 0
      ? 0
      : Math.min(
          ...jobs.map(
            job =>
              job.fine * Math.max(0, now + job.length - job.due) +
              listed(
                jobs.filter(each => each !== job),
                now + job.length
              )
          )
        );
  const easy = placedItems(schedule, {count: 400}).filter(({cell, level}) => cell.startsWith("fines") && level < 4);
  expect(easy.length).toBeGreaterThan(20);
  for (const {item} of easy) {
    expect(listed(jobsIn(item.prompt))).toBe(Number(item.expected));
    expect(lowestFine(jobsIn(item.prompt))).toBe(Number(item.expected));
  }
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(schedule, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});
