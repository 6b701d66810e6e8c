// What workers send to a coordinator: read from a stream, kept on disk, and taken out of the stream only then.
import type {Redis} from "ioredis";
import type {AnswerCaches} from "../../infer/caches.js";
import type {Completion} from "../../infer/completion.js";
import type {Report} from "../../infer/progress.js";
import {batched} from "./batched.js";
import {type Frame, frameSchema, type ResultFrame} from "./frames.js";
import {inboxOf, repliesOf} from "./keys.js";
import {REPLY_SECONDS} from "./lookups.js";
import type {Persist} from "./persist.js";
import type {RedisPlace} from "./place.js";
import {connect} from "./redis.js";

/** Most frames that are read at once, and how long a read waits for one. */
const MOST_FRAMES = 32;
const TURN_MS = 1_000;
/** Wait after a read that failed. */
const AGAIN_MS = 250;

interface InboxOptions {
  digest: string;
  redis: RedisPlace;
  connection: Redis;
  persist: Persist;
  cache: AnswerCaches;
  report: Report;
  signal: AbortSignal;
  /** Puts answers on disk. */
  keep: (answers: ResultFrame["answers"]) => Promise<void>;
  /** Called with results whose answers are on disk. */
  onResult: (frame: ResultFrame) => void;
  onUnfinished: (frame: Extract<Frame, {kind: "unfinished"}>) => void;
  /** Called when answers can no longer be kept. */
  onFault: (error: Error) => void;
}

export interface Inbox {
  /** Ends reading, once what has been read is kept. */
  close(): Promise<void>;
}

/** Reads the stream from its beginning: what an earlier coordinator has not taken comes first, and is kept before this resolves. */
export async function openInbox({
  digest,
  redis,
  connection,
  persist,
  cache,
  report,
  signal,
  keep,
  ...on
}: InboxOptions): Promise<Inbox> {
  const stream = inboxOf(digest);
  const reader = connect(redis);
  const working = new Set<Promise<void>>();
  const remove = batched(async (ids: readonly string[]) => {
    await persist(() => connection.xdel(stream, ...ids), signal);
    return ids;
  });
  let closed = false;
  let last = "0";
  let fault: Error | null = null;
  const lookUp = async ({worker, id, keys}: Extract<Frame, {kind: "lookup"}>): Promise<void> => {
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
  };
  const take = async (id: string, text: string): Promise<void> => {
    const frame = parsed(text);
    if (!frame) report.warn("a worker sent something that is not a result; it is left out, and its job is given again");
    else if (frame.kind === "lookup") await lookUp(frame);
    else {
      await keep(frame.answers);
      if (frame.kind === "result") on.onResult(frame);
      else on.onUnfinished(frame);
    }
    await remove(id);
  };
  const read = async (wait: number): Promise<number> => {
    const found =
      wait > 0
        ? await reader.xread("COUNT", MOST_FRAMES, "BLOCK", wait, "STREAMS", stream, last)
        : await reader.xread("COUNT", MOST_FRAMES, "STREAMS", stream, last);
    const frames = (found?.[0]?.[1] ?? []) as [string, string[]][];
    for (const [id, [, text = ""]] of frames) {
      last = id;
      const taking = take(id, text);
      working.add(taking);
      taking.then(
        () => working.delete(taking),
        (error: Error) => {
          working.delete(taking);
          fault ??= error;
          if (!signal.aborted) on.onFault(error);
        }
      );
    }
    return frames.length;
  };
  while ((await read(0)) > 0) await Promise.all(working);
  if (fault) throw fault;
  const reading = (async () => {
    while (!closed && !signal.aborted) {
      await read(TURN_MS).catch(async () => {
        if (closed) return;
        await new Promise(resolve => setTimeout(resolve, AGAIN_MS));
      });
    }
  })();
  return {
    async close() {
      closed = true;
      reader.disconnect();
      await reading.catch(() => {});
      await Promise.allSettled(working);
    }
  };
}

function parsed(text: string): Frame | null {
  try {
    const found = frameSchema.safeParse(JSON.parse(text));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}
