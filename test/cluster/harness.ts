// A Redis server, workers as processes of their own, and what a single process makes of the same book.
import {spawnSync} from "node:child_process";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {type Ended, type Started, type Workbook, workbook} from "../workbook.js";

/** Whether a Redis server is installed; tests of distributed runs skip without one. */
export const REDIS = ["redis-server", "valkey-server"].some(
  name => spawnSync(name, ["--version"], {stdio: "ignore"}).status === 0
);
if (!REDIS) console.warn("tests of distributed runs are skipped: no redis-server is installed (apt-get install redis-server)");

/** A server whose memory of jobs survives its own end. */
export const durableRedis = (port = 0) => throwawayRedis({port, args: ["--appendonly", "yes", "--appendfsync", "always"]});

/** Seconds after which tests take a worker for dead. */
export const LOCK = 2;

/** A workbook of its own with a worker in it, and so with a cache of its own. */
export interface RunningWorker extends AsyncDisposable {
  book: Workbook;
  started: Started;
  /** Resolves when it takes jobs. */
  ready: Promise<void>;
  /** All that it has said. */
  said(): string;
}

/** Starts a worker. */
export async function worker(url: string, files: Record<string, string> = {}, args: readonly string[] = [], env: Record<string, string> = {}): Promise<RunningWorker> {
  const book = await workbook(files);
  const started = book.start(["worker", "--redis", url, "--lock", String(LOCK), ...args], env);
  let text = "";
  const ready = new Promise<void>((resolve, reject) => {
    started.child.stderr!.on("data", chunk => {
      text += chunk;
      if (text.includes("takes jobs from")) resolve();
    });
    started.ended.then(({code, stderr}) => reject(new Error(`the worker ended with code ${code}: ${stderr}`)));
  });
  ready.catch(() => {});
  return {
    ...{book, started, ready},
    said: () => text,
    async [Symbol.asyncDispose]() {
      started.child.kill("SIGKILL");
      await started.ended;
      await book[Symbol.asyncDispose]();
    }
  };
}

/** Tables of a book that one process has evaluated. */
export async function alone(files: Record<string, string> = {}, args: readonly string[] = []): Promise<Record<string, string>> {
  await using book = await workbook(files);
  const {code, stderr} = await book.command("run", ...args);
  if (code !== 0) throw new Error(stderr);
  return book.tableHashes();
}

/** Runs a book over Redis to its end. */
export const distributed = (book: Workbook, url: string, args: readonly string[] = []): Promise<Ended> =>
  book.start(["run", "--redis", url, ...args]).ended;
