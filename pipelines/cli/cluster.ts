// The commands `worker` and `redis`: a process that does the work of distributed runs, and a server to try them with.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {redisPlace} from "../run/cluster/place.js";
import {LOCK_SECONDS} from "../run/cluster/takeJobs.js";
import {installedServer, throwawayRedis} from "../run/cluster/throwaway.js";
import {work} from "../run/cluster/worker.js";
import {interrupts} from "../run/interrupt.js";
import {bookOf, evaluationOptions, secretsOf} from "./bookOptions.js";
import {command, option} from "./command.js";
import {corporaOf} from "./contaminationInputs.js";
import {dollars, metricsOption, wholeNumber} from "./optionTypes.js";

const worker = command({
  name: "worker",
  summary: "ask and score tests of runs, and search corpora for audits, that are started with --redis, until it is interrupted",
  options: z.strictObject({
    ...evaluationOptions,
    redis: option(z.string().optional(), "the Redis server of the runs, redis://… or rediss://… (default: REASONBOOK_REDIS)", {
      value: "url"
    }),
    concurrency: wholeNumber("at most n requests of this worker in flight to each model").optional(),
    max_cost: dollars("spend at most this much on new answers, in addition to the limit of each run").optional(),
    lock: wholeNumber(`give its jobs to other workers after this time without a heartbeat (default: ${LOCK_SECONDS})`, {
      value: "seconds"
    }).optional(),
    corpus: option(
      z.array(z.string()).default([]),
      "files, folders or patterns that audits may have searched here, in addition to the book's corpora",
      {value: "path..."}
    ),
    metrics: metricsOption()
  }),
  examples: ["--redis redis://127.0.0.1:6379"],
  async run(options, io) {
    const redis = redisPlace(options.redis);
    const book = await bookOf(options);
    const log = report({secrets: [...secretsOf(book, io), ...redis.secrets]});
    using signals = interrupts(log);
    const {stop, abort} = signals;
    const {jobs, tests, asked, files} = await work(book, {
      redis,
      stop,
      abort,
      report: log,
      concurrency: options.concurrency,
      maxCost: options.max_cost,
      corpora: corporaOf(options.corpus),
      metrics: options.metrics,
      lockSeconds: options.lock
    });
    log.info(
      `ended after ${plural(jobs, "job")} with ${plural(tests, "test")}, ${asked} of them asked, and ${plural(files, "file")} searched`
    );
    return abort.aborted ? 130 : 0;
  }
});

const redisServer = command({
  name: "redis",
  summary: "start a temporary Redis server on loopback that stores nothing and ends with this command",
  options: z.strictObject({port: wholeNumber("its port (default: a free one)").optional()}),
  examples: ["", "--port 6379"],
  async run({port = 0}, io) {
    const log = report();
    using signals = interrupts(log);
    await using server = await throwawayRedis({port});
    io.stdout.write(`${server.url}\n`);
    log.info(`${installedServer()} is listening; Ctrl-C ends it`);
    const stopped = new Promise<void>(resolve => signals.stop.addEventListener("abort", () => resolve(), {once: true}));
    await Promise.race([server.ended, stopped]);
  }
});

export const commands = [worker, redisServer];
