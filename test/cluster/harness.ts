// A Redis server, workers in this process or as processes of their own, a model that answers slowly, and a network that fails.
import type {AddressInfo} from "node:net";
import {connect, createServer, type Socket} from "node:net";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {readBook} from "../../pipelines/book/read.node.js";
import type {Book} from "../../pipelines/book/types.js";
import type {Report} from "../../pipelines/infer/progress.node.js";
import {redisPlace} from "../../pipelines/run/cluster/place.js";
import {installedServer, throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {type WorkerOptions, work} from "../../pipelines/run/cluster/worker.js";
import {type Ran, type RunOptions, run} from "../../pipelines/run/run.js";
import {type Started, type Stub, stubServer, type Workbook, workbook} from "../workbook.js";

/** Whether a Redis server is installed; tests of distributed runs skip without one, unless REASONBOOK_REDIS_TESTS=required. */
export const REDIS = installedServer() !== null;
if (!REDIS) {
  const sentence = "no redis-server is installed (apt-get install redis-server)";
  if (process.env.REASONBOOK_REDIS_TESTS === "required")
    throw new Error(`tests of distributed runs are required, and ${sentence}`);
  console.warn(`tests of distributed runs are skipped: ${sentence}`);
}

/** A server that writes everything down before it answers, so that it survives its own end. */
export const durableRedis = (folder: string, port = 0) =>
  throwawayRedis({port, folder, args: ["--appendonly", "yes", "--appendfsync", "always"]});

/** Seconds after which tests take a worker for dead. */
const LOCK = 2;

/** Collects what is reported. */
export function heard(): Report & {lines: string[]; text(): string} {
  const lines: string[] = [];
  const add = (text: string) => void lines.push(text);
  return {lines, text: () => lines.join("\n"), progress() {}, info: add, warn: add, done() {}};
}

/** A workbook with its book, and a run of it in this process. */
export interface Opened extends AsyncDisposable {
  files: Workbook;
  book: Book;
  run(options?: Partial<RunOptions> & {url?: string; store?: string}): Promise<Ran>;
}

export async function opened(given: Record<string, string> = {}): Promise<Opened> {
  const files = await workbook(given);
  const book = await readBook("data/book.yaml", {root: files.root});
  return {
    files,
    book,
    async run({url, store = "data/store", report = heard(), ...options} = {}) {
      const redis = url === undefined ? undefined : redisPlace(url);
      return (await run(book, {folder: join(files.root, store), report, redis, ...options}))!;
    },
    [Symbol.asyncDispose]: files[Symbol.asyncDispose]
  };
}

/** A worker in this process, with a workbook and so a cache of its own. */
export interface Working extends AsyncDisposable {
  report: ReturnType<typeof heard>;
  ended: ReturnType<typeof work>;
}

export async function working(
  url: string,
  given: Record<string, string> = {},
  options: Partial<WorkerOptions> = {}
): Promise<Working> {
  const {files, book} = await opened(given);
  const [stop, report] = [new AbortController(), heard()];
  let ready = () => {};
  const takes = new Promise<void>(resolve => (ready = resolve));
  const ended = work(book, {
    redis: redisPlace(url),
    report,
    stop: stop.signal,
    lockSeconds: LOCK,
    ...options,
    onReady: () => ready()
  });
  await Promise.race([takes, ended]);
  return {
    report,
    ended,
    async [Symbol.asyncDispose]() {
      if (stop.signal.aborted) return;
      stop.abort(new Error("interrupted"));
      await ended.catch(() => {});
      await files[Symbol.asyncDispose]();
    }
  };
}

/** A worker as a process of its own; resolves when it takes jobs. */
export async function workerProcess(
  url: string,
  given: Record<string, string> = {},
  {env = {}, args = []}: {env?: Record<string, string>; args?: readonly string[]} = {}
): Promise<AsyncDisposable & Pick<Started, "child">> {
  const book = await workbook(given);
  const {child, ended} = book.start(["worker", "--redis", url, "--lock", String(LOCK), ...args], env);
  let text = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on("data", chunk => {
      text += chunk;
      if (text.includes("takes jobs from")) resolve();
    });
    ended.then(({code, stderr}) => reject(new Error(`the worker ended with code ${code}: ${stderr}`)));
  });
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      await book[Symbol.asyncDispose]();
    }
  };
}

interface SlowModel extends Stub {
  /** A book of 96 tests for it. */
  files: Record<string, string>;
  /** The messages of each request. */
  asked(): string[];
  /** Requests that it has not answered, and the most that there were at once. */
  inFlight(): {now: number; most: number};
}

/** A model whose answers depend on the question alone. */
export async function slowModel(milliseconds = 60, {concurrency = 8} = {}): Promise<SlowModel> {
  let [flying, most] = [0, 0];
  const stub = await stubServer(async ({messages}) => {
    most = Math.max(most, ++flying);
    await sleep(milliseconds);
    flying--;
    const {content} = (messages as {content: string}[]).at(-1)!;
    return `Answer: ${content.length % 3 === 0 ? "True" : content.length}`;
  });
  return {
    ...stub,
    asked: () => stub.requests.map(({messages}) => JSON.stringify(messages)),
    inFlight: () => ({now: flying, most}),
    files: {
      "book.yaml":
        "suite: suites/small.yaml\nmodels: [models/slow.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 32, width: 0.01}\nseed: 7\n",
      "suites/small.yaml":
        "tasks:\n  - {task: arithmetic, params: {length: [4, 12]}}\n  - {task: boolean, params: {length: 6}}\n",
      "models/slow.yaml": `id: slow\nendpoint: ${stub.url}\nconcurrency: ${concurrency}\nprice: {input: 1, output: 10}\napi_key_env: CLUSTER_TEST_KEY\n`
    }
  };
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 3_000; i++) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error("it did not come to pass within a minute");
}

/** A way to a port that can be held up, slowed down and cut. */
export async function failingNetwork(port: number, {delay = 0} = {}) {
  const ends = new Set<Socket>();
  let held = false;
  const pass = (from: Socket, to: Socket) => {
    from.on("data", chunk => {
      from.pause();
      const on = async () => {
        if (delay > 0) await sleep(delay * (0.5 + Math.random()));
        while (held) await sleep(20);
        if (!to.destroyed) to.write(chunk);
        from.resume();
      };
      void on();
    });
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  };
  const server = createServer(near => {
    const far = connect(port, "127.0.0.1");
    for (const end of [near, far]) {
      ends.add(end);
      end.on("close", () => ends.delete(end));
    }
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Nothing comes through, and nobody is told. */
    hold: () => void (held = true),
    release: () => void (held = false),
    /** Ends all connections without a word. */
    cut() {
      for (const end of ends) end.destroy();
    },
    async [Symbol.asyncDispose]() {
      held = false;
      for (const end of ends) end.destroy();
      await new Promise(resolve => server.close(resolve));
    }
  };
}
