import type {Reporter, TestCase, TestModule} from "vitest/node";
import {NO_CHROMIUM} from "./chromium.js";

/** Seconds after which a test of a project is named at the end of a run. */
const SLOW_SECONDS: Record<string, number> = {unit: 10, twins: 2, journeys: 30, simulations: 10, statistics: 10};

/** Names slow tests and those that passed the second time, then ends a run with one plain line,
 * `12 passed, 0 failed, 1 skipped`, which scripts can rely on. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = {passed: 0, failed: errors.length, skipped: 0, pending: 0};
    const tests = modules.flatMap(module => [...module.children.allTests()]);
    for (const test of tests) count[test.result().state]++;
    for (const module of modules)
      if (module.state() === "failed" && [...module.children.allTests()].every(test => test.result().state !== "failed"))
        count.failed++;
    const skipped = tests.filter(test => test.project.name === "journeys" && test.result().state === "skipped");
    const lines = [
      ...slowTests(tests),
      ...tests
        .filter(test => test.diagnostic()?.flaky)
        .map(test => `passed the second time: ${test.project.name} ${test.module.relativeModuleId} > ${test.fullName}`),
      ...(skipped.length > 0 ? [`${skipped.length} journeys in a browser are skipped: ${NO_CHROMIUM}`] : []),
      `${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`
    ];
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }
}

/** A line for each test that took longer than tests of its project should, the slowest first. */
function slowTests(tests: readonly TestCase[]): string[] {
  const slow = tests.flatMap(test => {
    const seconds = (test.diagnostic()?.duration ?? 0) / 1_000;
    const limit = SLOW_SECONDS[test.project.name] ?? Number.POSITIVE_INFINITY;
    return seconds > limit ? [{seconds, limit, test}] : [];
  });
  return slow
    .sort((a, b) => b.seconds - a.seconds)
    .map(
      ({seconds, limit, test}) =>
        `slow: ${seconds.toFixed(0)} s, over ${limit} s: ${test.project.name} ${test.module.relativeModuleId} > ${test.fullName}`
    );
}
