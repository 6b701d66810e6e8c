// The command `score`: scores existing responses without sending any requests.
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {rescore} from "../run/rescore/rescore.js";
import {publishTables, STORE} from "../run/results.js";
import {positive} from "./options.js";

interface Options {
  dataset?: string;
  interview?: string;
  store?: string;
  out?: string;
  samples?: number;
  context?: number;
  skipBad?: boolean;
  suite?: string[];
  json?: boolean;
}

/** Adds the command to the program. */
export function scoreCommands(program: Command): void {
  program
    .command("score")
    .description("score stored responses without inference, into another store or again in place")
    .option("--dataset <file>", "one response a row: JSON lines or Parquet")
    .option("--interview <file>", "one test with its answers a line: JSON lines")
    .option("--store <folder>", `the responses of a store (default: ${STORE})`)
    .option("--out <folder>", "the store to write; without it the answers of --store are read again in place")
    .option("--samples <n>", "only the first n responses of each point", positive("samples"))
    .option("--context <n>", "as if the limit had been n completion tokens", positive("context"))
    .option("--skip-bad", "leave out lines that cannot be read, and count them")
    .option("--suite <file...>", "a suite whose tiers, surfaces and projections the points get, or several")
    .option("--json", "the manifest as JSON on stdout")
    .action(async ({dataset, interview, store, out, json, ...options}: Options) => {
      const sources = Object.entries({dataset, interview, store}).filter(([, value]) => value !== undefined);
      if (sources.length > 1) throw new UserError(`${sources.map(([name]) => `--${name}`).join(" and ")}: give one source`);
      const changes = [dataset, interview, options.samples, options.context, options.suite].some(option => option !== undefined);
      if (out === undefined && changes) throw new UserError("--out is missing: the folder of the store to write");
      if (options.skipBad && !dataset && !interview) throw new UserError("--skip-bad goes with --dataset or --interview");
      const source = dataset ? {dataset} : interview ? {interview} : {store: store ?? STORE};
      const folder = out ?? store ?? STORE;
      const log = report();
      const manifest = await rescore({source, folder, ...options, report: log});
      if (folder === STORE) await publishTables(folder, [...Object.keys(manifest.tables), "manifest"]);
      const {samples, points, models, failed, cost, simulated} = manifest;
      const n = (value: number) => value.toLocaleString("en");
      const skipped = failed > 0 ? `, ${n(failed)} left out` : "";
      log.info(
        `scored ${plural(samples, "response")} over ${plural(points, "point")} of ${plural(models.length, "model")}${simulated ? " (simulated)" : ""}${skipped}${cost > 0 ? `, $${cost.toFixed(4)} at list price` : ""}; tables in ${folder}`
      );
      if (json) process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);
    });
}
