import type {Reporter, TestModule} from "vitest/node";

/** Ends a run with one plain line, `12 passed, 0 failed, 1 skipped`, which scripts can rely on. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = {passed: 0, failed: errors.length, skipped: 0, pending: 0};
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      if (module.state() === "failed" && [...module.children.allTests()].every(test => test.result().state !== "failed"))
        count.failed++;
    }
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`);
  }
}
