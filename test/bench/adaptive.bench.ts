// One step of an adaptive test: the answer taken in, the next item chosen. Beside it R's catR, where Rscript finds it.
import {spawnSync} from "node:child_process";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {normal} from "../../pipelines/generate/normal.js";
import {randomOf} from "../../pipelines/generate/seed.js";
import {type Bank, bankOf, indexOf} from "../../pipelines/studies/adaptive/bank.js";
import {simulatedAnswer} from "../../pipelines/studies/adaptive/replay.js";
import {type CRITERIA, openSession} from "../../pipelines/studies/adaptive/session.js";
import {simulatedItems} from "../studies/adaptive/simulatedItems.js";
import type {BenchRow} from "./infer.bench.js";

const STEPS = 50;

export function benchAdaptive(): BenchRow[] {
  const small = bankOf(simulatedItems(5_000, randomOf("bench adaptive")));
  const large = bankOf(simulatedItems(248_000, randomOf("bench adaptive, large")));
  const peer = catR(small);
  const started = performance.now();
  indexOf(large);
  const sorting = performance.now() - started;
  return [
    row("adaptive step, 5,000 items", step(small, "information", 200), 1, peer),
    row("adaptive step, 5,000 items, posterior-weighted", step(small, "weighted", 20), 1, peer),
    row("adaptive step, 248,000 items", step(large, "information", 50), 5, null),
    {
      work: "a bank of 248,000 items sorted, once",
      ours: `${(sorting / 1000).toFixed(2)} s`,
      baseline: "–",
      ratio: Number.NaN,
      target: ""
    }
  ];
}

/** Milliseconds of a step: the median, and the 99th of 100. */
function step(bank: Bank, criterion: (typeof CRITERIA)[number], persons: number): {median: number; late: number} {
  const random = randomOf("bench adaptive persons");
  const index = indexOf(bank);
  const times: number[] = [];
  for (let person = 0; person < persons; person++) {
    const answer = simulatedAnswer(bank, normal(random), random);
    const session = openSession(index, {criterion});
    let [item] = session.next();
    for (let k = 0; k < STEPS; k++) {
      const right = answer(item!);
      const from = performance.now();
      session.answer(item!, right);
      [item] = session.next();
      times.push(performance.now() - from);
    }
  }
  times.sort((a, b) => a - b);
  return {median: times[times.length >> 1]!, late: times[Math.floor(0.99 * times.length)]!};
}

function row(
  work: string,
  {median, late}: {median: number; late: number},
  limit: number,
  peer: number | string | null
): BenchRow {
  const measured = typeof peer === "number";
  return {
    work,
    ours: `${median.toFixed(3)} ms (99 % ≤ ${late.toFixed(3)})`,
    baseline: measured ? `catR ${peer.toFixed(1)} ms` : `${limit} ms${peer === null ? "" : ` (${peer})`}`,
    ratio: median / (measured ? peer : limit),
    target: `≤ ${limit} ms`
  };
}

/** Milliseconds of catR's step, or why there is no such number. */
function catR({a, d, c}: Bank): number | string {
  const folder = mkdtempSync(join(tmpdir(), "bench-adaptive-"));
  try {
    const file = join(folder, "bank.csv");
    writeFileSync(file, ["a,b,c,u", ...Array.from(a, (slope, i) => `${slope},${-d[i]! / slope},${c[i]},1`)].join("\n"));
    const {status, stdout} = spawnSync("Rscript", ["-e", SCRIPT, file], {encoding: "utf8"});
    if (status === null) return "no Rscript";
    return status === 0 ? Number(stdout) : "catR is not installed";
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

const SCRIPT = `if (!requireNamespace("catR", quietly = TRUE)) quit(status = 3)
library(catR)
bank <- as.matrix(read.csv(commandArgs(TRUE)[1]))
set.seed(1)
asked <- integer(0); answers <- integer(0); theta <- 0
item <- nextItem(bank, theta = theta, out = asked, criterion = "MFI")$item
time <- system.time(for (k in 1:${STEPS}) {
  asked <- c(asked, item)
  p <- bank[item, 3] + (1 - bank[item, 3]) / (1 + exp(-bank[item, 1] * (0.5 - bank[item, 2])))
  answers <- c(answers, as.integer(runif(1) < p))
  theta <- eapEst(bank[asked, , drop = FALSE], answers)
  item <- nextItem(bank, theta = theta, out = asked, criterion = "MFI")$item
})
cat(1000 * time[["elapsed"]] / ${STEPS})`;

if (process.argv[1]?.endsWith("adaptive.bench.ts")) console.table(benchAdaptive());
