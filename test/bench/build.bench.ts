// A fresh clone: npm ci and npm run build, then the same build again with nothing changed.
import {spawnSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {BenchRow} from "./infer.bench.js";

export function benchBuild(): BenchRow[] {
  const folder = mkdtempSync(join(tmpdir(), "bench-build-"));
  const clone = join(folder, "reasonbook");
  const seconds = (command: string, words: string[], cwd: string) => {
    const started = performance.now();
    const {status, stderr} = spawnSync(command, words, {cwd, encoding: "utf8", maxBuffer: 2 ** 28});
    if (status !== 0) throw new Error(`${command} ${words.join(" ")} failed: ${stderr.slice(-500)}`);
    return (performance.now() - started) / 1000;
  };
  try {
    seconds("git", ["clone", "-q", process.cwd(), clone], folder);
    const first =
      seconds("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], clone) + seconds("npm", ["run", "build"], clone);
    const second = seconds("npm", ["run", "build"], clone);
    return [
      {
        work: "fresh npm ci && npm run build, starter book",
        ours: `${first.toFixed(0)} s`,
        baseline: "240 s",
        ratio: first / 240,
        target: "≤ 1 × baseline"
      },
      {
        work: "second build, nothing changed",
        ours: `${second.toFixed(0)} s`,
        baseline: "30 s",
        ratio: second / 30,
        target: "≤ 1 × baseline"
      }
    ];
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("build.bench.ts")) console.table(benchBuild());
