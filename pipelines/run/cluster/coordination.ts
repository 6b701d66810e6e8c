// What the coordinators of distributed work have in common: there is one at a time of the same work, it says so once a second, and it tells when
// nobody works for it.
import {randomUUID} from "node:crypto";
import {hostname} from "node:os";
import {setTimeout as sleep} from "node:timers/promises";
import type {Redis} from "ioredis";
import {plural} from "../../book/plural.js";
import type {Report} from "../../infer/progress.node.js";
import type {Signals} from "../failures.js";
import {coordinatorOf} from "./keys.js";
import type {Member} from "./members.js";
import {type Persist, persistence} from "./persist.js";
import type {RedisPlace} from "./place.js";
import {checkRedis, connect} from "./redis.js";
import {type Scripts, scriptsOn} from "./scripts.js";

/** Time after which a coordinator that says nothing counts as dead, and time between two words. */
const COORDINATOR_MS = 10_000;
const BEAT_MS = 1_000;
/** Wait for another coordinator before it is looked for again. */
const WAIT_MS = 500;
/** Time without a worker after which that is told, and least time between two such lines. */
const ALONE_MS = 3_000;
const ALONE_AGAIN_MS = 60_000;

interface CoordinationOptions extends Signals {
  redis: RedisPlace;
  /** What the digest names, as a message has it. */
  work: "run" | "audit";
  digest: string;
  report: Report;
}

/** A process's part as the coordinator of some work. */
export interface Coordination {
  /** Name of this process for the work. */
  id: string;
  connection: Redis;
  scripts: Scripts;
  persist: Persist;
  /** Ends waiting for Redis. */
  ending: AbortSignal;
  /** Calls something once a second, until the end, after saying that this process coordinates; what fails is tried again in a second. */
  beat(each: () => Promise<void>): void;
  /** Adds what is closed before everything that was added earlier. */
  closing(close: () => unknown): void;
  close(): Promise<void>;
}

/** Becomes the coordinator of some work; waits for another one, and says so. Throws a UserError where Redis is not fit for it. */
export async function openCoordination({redis, work, digest, report, stop, abort}: CoordinationOptions): Promise<Coordination> {
  const id = randomUUID();
  const name = `${hostname()} PID ${process.pid} ${id}`;
  const connection = connect(redis, {
    onLost: reason => report.warn(`${redis.name} is out of reach (${reason}); workers go on with what they have`),
    onBack: () => report.info(`${redis.name} is back`)
  });
  const over = new AbortController();
  const ending = AbortSignal.any([over.signal, ...(abort ? [abort] : [])]);
  const closing: (() => unknown)[] = [() => connection.disconnect(), () => over.abort(new Error(`the ${work} has ended`))];
  const close = async () => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    await checkRedis(connection, redis);
    const scripts = scriptsOn(connection);
    const claim = async () => (await scripts.coordinate([coordinatorOf(digest)], [name, COORDINATOR_MS])) as string;
    const signal = AbortSignal.any([ending, ...(stop ? [stop] : [])]);
    for (let told = false; ; told = true) {
      const holder = await claim();
      if (holder === name) break;
      if (!told) report.info(`waiting for ${placeOf(holder)}, which coordinates the same ${work} on ${redis.name}`);
      await sleep(WAIT_MS, undefined, {signal});
    }
    closing.push(() => connection.status === "ready" && scripts.resign([coordinatorOf(digest)], [name]).catch(() => {}));
    const say = async (each: () => Promise<void>) => {
      if (connection.status !== "ready") return;
      const holder = await claim();
      if (holder !== name)
        report.warn(`${placeOf(holder)} coordinates the same ${work} now; both go on, and nothing is asked twice at once`);
      await each();
    };
    return {
      id,
      connection,
      scripts,
      persist: persistence(redis.name, report.warn),
      ending,
      close,
      closing: act => void closing.push(act),
      beat(each) {
        let beating = false;
        const timer = setInterval(async () => {
          if (beating) return;
          beating = true;
          await say(each).catch(() => {});
          beating = false;
        }, BEAT_MS);
        closing.push(() => clearInterval(timer));
      }
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A coordinator's name without what nobody needs to read. */
const placeOf = (name: string): string => name.replace(/ \S+$/, "");

interface WatchOptions {
  /** What is missing, such as a worker of a plan. */
  wanted: string;
  /** Whether a worker works for this coordinator. */
  serves: (member: Member) => boolean;
  version: string;
  place: string;
  report: Report;
}

/** Says that nobody works, and who there is instead. Returns a function that ends the watch. */
export function watchForWorkers(
  look: () => {members: readonly Member[]; unknown: number; outstanding: number},
  {wanted, serves, version, place, report}: WatchOptions
): () => void {
  let since = performance.now();
  let told = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    const {members, unknown, outstanding} = look();
    const now = performance.now();
    const workers = members.filter(({role}) => role === "worker");
    if (outstanding === 0 || workers.some(serves)) since = now;
    if (now - since < ALONE_MS || now - told < ALONE_AGAIN_MS) return;
    told = now;
    const versions = [...new Set(workers.map(each => each.version))].filter(each => each !== version);
    const strangers = workers.length + unknown;
    const why =
      strangers === 0
        ? ""
        : versions.length > 0
          ? `; ${plural(strangers, "worker")} there ${strangers === 1 ? "is" : "are"} of another version (${versions.join(", ")}, not ${version})`
          : `; ${plural(strangers, "worker")} there ${strangers === 1 ? "has" : "have"} another book`;
    report.warn(`no ${wanted} on ${place}${why}; npm run worker -- --redis … starts one`);
  }, 500);
  return () => clearInterval(timer);
}
