// The commands `worker` and `redis`: a process that does the work of distributed runs, and a server to try them with.

import type {Command} from "commander";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {type MetricsAddress, metricsAddress} from "../run/cluster/metrics.js";
import {redisPlace} from "../run/cluster/place.js";
import {LOCK_SECONDS} from "../run/cluster/takeJobs.js";
import {installedServer, throwawayRedis} from "../run/cluster/throwaway.js";
import {work} from "../run/cluster/worker.js";
import {interrupts} from "../run/interrupt.js";
import {corporaOf} from "./contaminationInputs.js";
import {dollars, METRICS, positive} from "./options.js";
import {bookOf, type Options, secretsOf, sources} from "./run.js";

interface WorkerOptions extends Omit<Options, "redis"> {
  redis?: string;
  concurrency?: number;
  lock?: number;
  corpus?: string[];
  metrics?: MetricsAddress;
}

/** Adds the commands to the program. */
export function clusterCommands(program: Command): void {
  sources(
    program
      .command("worker")
      .description(
        "ask and score tests of runs, and search corpora for audits, that are started with --redis, until it is interrupted"
      )
  )
    .option("--redis <url>", "the Redis server of the runs, redis://… or rediss://… (default: REASONBOOK_REDIS)")
    .option("--concurrency <n>", "at most n requests of this worker in flight to each model", positive("concurrency"))
    .option(
      "--max-cost <dollars>",
      "spend at most this much on new answers, in addition to the limit of each run",
      dollars("max-cost")
    )
    .option(
      "--lock <seconds>",
      `give its jobs to other workers after this time without a heartbeat (default: ${LOCK_SECONDS})`,
      positive("lock")
    )
    .option(
      "--corpus <path...>",
      "files, folders or patterns that audits may have searched here, in addition to the book's corpora"
    )
    .option("--metrics <[host:]port>", METRICS, metricsAddress)
    .action(async (options: WorkerOptions) => {
      const redis = redisPlace(options.redis);
      const book = await bookOf({...options, redis: undefined} as Options);
      const log = report({secrets: [...secretsOf(book), ...redis.secrets]});
      using signals = interrupts(log);
      const {stop, abort} = signals;
      const {jobs, tests, asked, files} = await work(book, {
        redis,
        stop,
        abort,
        report: log,
        concurrency: options.concurrency,
        maxCost: options.maxCost,
        corpora: corporaOf(options.corpus ?? []),
        metrics: options.metrics,
        lockSeconds: options.lock
      });
      log.info(
        `ended after ${plural(jobs, "job")} with ${plural(tests, "test")}, ${asked} of them asked, and ${plural(files, "file")} searched`
      );
      if (abort.aborted) process.exit(130);
    });

  program
    .command("redis")
    .description("start a temporary Redis server on loopback that stores nothing and ends with this command")
    .option("--port <n>", "its port (default: a free one)", positive("port"))
    .action(async (options: {port?: number}) => {
      const log = report();
      using signals = interrupts(log);
      await using server = await throwawayRedis({port: options.port ?? 0});
      process.stdout.write(`${server.url}\n`);
      log.info(`${installedServer()} is listening; Ctrl-C ends it`);
      const stopped = new Promise<void>(resolve => signals.stop.addEventListener("abort", () => resolve(), {once: true}));
      await Promise.race([server.ended, stopped]);
    });
}
