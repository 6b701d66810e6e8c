// Connections to the Redis (or Valkey) server of a distributed run: where it is, and what it has to be able to do.
import {Redis} from "ioredis";
import {UserError} from "../../rows/error.js";
import {REDIS_ENV, type RedisPlace} from "./place.js";

/** Longest time until a first answer of the server. */
const FIRST_MS = 10_000;
/** Longest wait before a lost connection is tried again. */
const LONGEST_RETRY_MS = 1_000;
/** Time after which an idle connection is probed, so that one that a firewall has forgotten is noticed. */
const KEEP_ALIVE_MS = 10_000;
/** The oldest server that is known to do all that is asked of it. */
const OLDEST = [6, 2] as const;

/** A connection that comes back by itself; commands wait for it. `onLost` and `onBack` are told once of each loss. */
export function connect(
  {url}: RedisPlace,
  {onLost, onBack}: {onLost?: (reason: string) => void; onBack?: () => void} = {}
): Redis {
  const connection = new Redis(url, {
    maxRetriesPerRequest: null,
    keepAlive: KEEP_ALIVE_MS,
    enableAutoPipelining: true,
    retryStrategy: times => Math.min(50 * times, LONGEST_RETRY_MS)
  });
  let [met, lost] = [false, false];
  connection.on("error", (error: Error) => {
    if (met && !lost) onLost?.(error.message || (error as NodeJS.ErrnoException).code || "no connection");
    lost ||= met;
  });
  connection.on("ready", () => {
    if (lost) onBack?.();
    [met, lost] = [true, false];
  });
  return connection;
}

/** Throws a UserError where the server does not answer, refuses the password, is too old, or may evict keys. */
export async function checkRedis(connection: Redis, {name}: RedisPlace, {within = FIRST_MS} = {}): Promise<void> {
  const info = parsed(await answered(connection, {name, within}));
  const version = info.get("redis_version") ?? "0";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new UserError(`${name} is Redis ${version}; a distributed run needs ${OLDEST.join(".")} or later`);
  if (info.get("redis_mode") === "cluster")
    throw new UserError(`${name} is a Redis Cluster, over which no script may reach several keys; name a single server`);
  const policy = info.get("maxmemory_policy") ?? "noeviction";
  if (policy !== "noeviction")
    throw new UserError(
      `${name} may evict keys (maxmemory-policy ${policy}), and with them jobs and reservations; set it to noeviction: redis-cli config set maxmemory-policy noeviction`
    );
}

const parsed = (info: string): Map<string, string> =>
  new Map(
    info.split(/\r?\n/).flatMap(line => {
      const at = line.indexOf(":");
      return line.startsWith("#") || at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    })
  );

/** What no further attempt changes: the password, and a certificate that is not trusted. */
const REFUSALS = /WRONGPASS|NOAUTH|invalid password|certificate|altnames/i;

/** What the server says of itself. */
async function answered(connection: Redis, {name, within}: {name: string; within: number}): Promise<string> {
  let reason = "nothing answers";
  const note = (error: Error) => {
    reason = error.message || (error as NodeJS.ErrnoException).code || reason;
  };
  connection.on("error", note);
  let timer: NodeJS.Timeout | undefined;
  const refused = new Promise<never>((_, reject) => {
    const give = () => reject(new UserError(reasonOf(reason, name)));
    connection.on("error", (error: Error) => REFUSALS.test(error.message) && give());
    timer = setTimeout(give, within);
  });
  try {
    return await Promise.race([connection.info(), refused]);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(reasonOf((error as Error).message, name));
  } finally {
    clearTimeout(timer);
    connection.off("error", note);
  }
}

const reasonOf = (reason: string, name: string): string =>
  /WRONGPASS|NOAUTH|AUTH|NOPERM/i.test(reason)
    ? `${name} rejects user or password; they belong in its address, redis://USER:PASSWORD@HOST:PORT, best in ${REDIS_ENV}`
    : /certificate|altnames/i.test(reason)
      ? `the certificate of ${name} is not trusted: ${reason}; NODE_EXTRA_CA_CERTS names the file of the authority that signed it`
      : `no Redis answers at ${name}: ${reason}; npm run redis starts one`;

/** Whether an error says that the server's memory is full. */
export const isFull = (error: unknown): boolean => error instanceof Error && /^OOM |OOM command not allowed/.test(error.message);
