// Starts a Redis server of its own on loopback, which ends with this process and keeps nothing.
import {type ChildProcess, spawn, spawnSync} from "node:child_process";
import {mkdtemp, rm} from "node:fs/promises";
import {createServer} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {childEnvironment} from "../../book/childEnvironment.node.js";
import {UserError} from "../../rows/error.js";

/** Programs that speak Redis' protocol and take its options. */
const SERVERS = ["redis-server", "valkey-server"];

export interface ThrowawayRedis extends AsyncDisposable {
  url: string;
  port: number;
  child: ChildProcess;
  /** Resolves when the server has ended. */
  ended: Promise<number | null>;
}

/** The server that is installed here; null where none is. */
export const installedServer = (): string | null =>
  SERVERS.find(name => spawnSync(name, ["--version"], {stdio: "ignore"}).status === 0) ?? null;

/** @param port 0 = a free one · @param folder where it may write; absent = a temporary one, which goes with it */
export async function throwawayRedis({
  port = 0,
  args = [],
  ...options
}: {
  port?: number;
  args?: readonly string[];
  folder?: string | undefined;
} = {}): Promise<ThrowawayRedis> {
  const server = installedServer();
  if (!server)
    throw new UserError("no redis-server is installed here; apt-get install redis-server, or give the address of one elsewhere");
  const at = port || (await freePort());
  const temporary = options.folder === undefined ? await mkdtemp(join(tmpdir(), "reasonbook-redis-")) : null;
  const folder = options.folder ?? temporary!;
  const child = spawn(
    server,
    ["--port", String(at), "--bind", "127.0.0.1", "--save", "", "--dir", folder, "--daemonize", "no", ...args],
    {stdio: ["ignore", "pipe", "inherit"], env: childEnvironment()}
  );
  const ended = new Promise<number | null>(resolve => child.once("exit", code => resolve(code)));
  const end = () => child.kill();
  process.once("exit", end);
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.stdout.on("data", chunk => {
      said = `${said}${chunk}`.slice(-2_000);
      if (/[Rr]eady to accept connections/.test(said)) resolve();
    });
    ended.then(code => reject(new UserError(`${server} ended with code ${code}: ${said.trim().split("\n").at(-1) ?? ""}`)));
  });
  const close = async () => {
    process.off("exit", end);
    child.kill();
    await ended;
    if (temporary) await rm(temporary, {recursive: true, force: true});
  };
  try {
    await ready;
  } catch (error) {
    await close();
    throw error;
  }
  return {url: `redis://127.0.0.1:${at}`, port: at, child, ended, [Symbol.asyncDispose]: close};
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const {port} = probe.address() as {port: number};
      probe.close(() => resolve(port));
    });
  });
