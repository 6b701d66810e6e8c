// Runs queries of models on DuckDB, one after the other, in a process that is ended where a query goes on past its limits.
import {fork} from "node:child_process";
import {createRequire} from "node:module";
import {extname} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {type Executed, type Failure, type Query, shortReason} from "../../score/scorers/execution.js";
import {hasSameRows} from "../../score/scorers/query.js";
import {type JobProcess, whenReady} from "./process.js";
import type {QueryJob, QueryReply} from "./protocol.js";

type QueryProcess = JobProcess<QueryJob, QueryReply>;

function startQueryProcess(): Promise<QueryProcess> {
  const ending = extname(import.meta.url);
  const loader = ending === ".ts" ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href] : [];
  const child = fork(fileURLToPath(new URL(`query.process${ending}`, import.meta.url)), {
    execArgv: loader,
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"]
  });
  return whenReady(child, "queries");
}

export interface Queries {
  /** Runs a query and compares its rows with the right ones. */
  run(query: Query): Promise<Executed>;
  close(): void;
}

/** Opens the runner of queries; its process starts with the first query. */
export function openQueries(): Queries {
  let started: Promise<QueryProcess> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const execute = async ({rows, ...job}: Query): Promise<Executed> => {
    try {
      const child = await (started ??= startQueryProcess());
      const reply = await child.ask(job);
      if (reply === null || reply === "late" || reply.isLast) started = undefined;
      if (reply === null) return failed("stopped", "DuckDB ended");
      if (reply === "late") return failed("timed_out", stoppedText(job));
      if ("missing" in reply) return {missing: shortReason(reply.missing)};
      if ("failure" in reply) return failed(reply.failure, reply.failure === "timed_out" ? stoppedText(job) : reply.reason);
      const text = `${reply.rows.length} ${reply.rows.length === 1 ? "row" : "rows"}`;
      if (hasSameRows(reply.rows, rows)) return {passed: 1, tests: 1, failure: null, reason: `the right ${text}`};
      return failed("wrong_result", `${text}, not the right ${rows.length}: ${JSON.stringify(reply.rows.slice(0, 3))}`);
    } catch (error) {
      started = undefined;
      return {missing: shortReason((error as Error).message)};
    }
  };
  return {
    run(query) {
      const result = last.then(() => execute(query));
      last = result;
      return result;
    },
    close() {
      started?.then(
        process => process.close(),
        () => {}
      );
    }
  };
}

const failed = (failure: Failure, reason: string): Executed => ({passed: 0, tests: 1, failure, reason: shortReason(reason)});
const stoppedText = ({milliseconds}: QueryJob): string => `stopped after ${milliseconds / 1_000} s of processor time`;
