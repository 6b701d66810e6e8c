// Asks the coordinator whether its cache has answers, so that a run which is resumed on other workers pays for nothing twice.
import type {Redis} from "ioredis";
import type {AnswerCaches} from "../../infer/caches.node.js";
import type {Completion} from "../../infer/completion.js";
import {type Frame, replySchema} from "./frames.js";
import {budgetOf, inboxOf, repliesOf} from "./keys.js";
import type {Persist} from "./persist.js";
import type {RedisPlace} from "./place.js";
import {connect} from "./redis.js";

/** Longest wait for a reply. Without one nothing is asked, since it may have been paid for. */
const REPLY_MS = 120_000;
/** Time after which a question is put again: its reply may have been lost with a connection, once it was taken out of its list. */
const AGAIN_MS = 2_000;
/** How often a wait for replies ends, to see whether anybody still waits, seconds. */
const TURN_SECONDS = 1;
/** Time after which an unread reply is dropped, seconds. */
const REPLY_SECONDS = 300;

/** The coordinator's reply to a lookup. */
export async function replyTo(
  {worker, id, keys}: Extract<Frame, {kind: "lookup"}>,
  {
    digest,
    cache,
    connection,
    persist,
    signal
  }: {digest: string; cache: AnswerCaches; connection: Redis; persist: Persist; signal: AbortSignal}
): Promise<void> {
  const found: Record<string, Completion> = {};
  for (const key of keys) {
    const completion = cache.get(key);
    if (completion) found[key] = completion;
  }
  const to = repliesOf(digest, worker);
  await persist(async () => {
    await connection.rpush(to, JSON.stringify({id, found}));
    await connection.expire(to, REPLY_SECONDS);
  }, signal);
}

interface LookupOptions {
  digest: string;
  worker: string;
  redis: RedisPlace;
  connection: Redis;
  persist: Persist;
  signal: AbortSignal;
}

export interface Lookups extends AsyncDisposable {
  /** Learns whether the coordinator's cache has anything; called before each job. */
  prepare(): Promise<void>;
  find(keys: readonly string[]): Promise<Readonly<Record<string, Completion>>>;
}

export function openLookups({digest, worker, redis, connection, persist, signal}: LookupOptions): Lookups {
  const [budget] = budgetOf(digest);
  const waiting = new Map<number, {resolve: (found: Record<string, Completion>) => void; reject: (error: Error) => void}>();
  let [count, cached, reading] = [0, false, false];
  let replies: Redis | null = null;
  const read = async () => {
    replies ??= connect(redis);
    reading = true;
    try {
      while (waiting.size > 0 && !signal.aborted) {
        const found = await replies.blpop(repliesOf(digest, worker), TURN_SECONDS);
        if (!found) continue;
        const reply = replySchema.safeParse(JSON.parse(found[1]));
        if (!reply.success) continue;
        waiting.get(reply.data.id)?.resolve(reply.data.found);
        waiting.delete(reply.data.id);
      }
    } finally {
      reading = false;
    }
  };
  return {
    async prepare() {
      cached = (await persist(() => connection.hget(budget, "cached"), signal)) === "1";
    },
    async find(keys) {
      if (!cached || keys.length === 0) return {};
      const id = count++;
      const frame: Frame = {kind: "lookup", worker, id, keys: [...keys]};
      const found = new Promise<Record<string, Completion>>((resolve, reject) => waiting.set(id, {resolve, reject}));
      const timer = setTimeout(() => {
        waiting.get(id)?.reject(new Error("the coordinator does not say what its cache has"));
        waiting.delete(id);
      }, REPLY_MS);
      const put = () => persist(() => connection.xadd(inboxOf(digest), "*", "frame", JSON.stringify(frame)), signal);
      const again = setInterval(() => {
        if (connection.status === "ready") put().catch(() => {});
        if (!reading) void read().catch(() => {});
      }, AGAIN_MS);
      try {
        await put();
        if (!reading) void read().catch(() => {});
        return await found;
      } finally {
        clearTimeout(timer);
        clearInterval(again);
      }
    },
    async [Symbol.asyncDispose]() {
      replies?.disconnect();
    }
  };
}
