// What workers send to a coordinator: read from a stream, kept on disk, and taken out of the stream only then.
import type {Redis} from "ioredis";
import type {z} from "zod";
import type {Report} from "../../infer/progress.node.js";
import {batched} from "./batched.js";
import {inboxOf} from "./keys.js";
import type {Persist} from "./persist.js";
import type {RedisPlace} from "./place.js";
import {connect} from "./redis.js";

/** Most frames that are read at once, and how long a read waits for one. */
const MOST_FRAMES = 32;
const TURN_MS = 1_000;
/** Wait after a read that failed. */
const AGAIN_MS = 250;

/** Frames wait for a coordinator for a week. */
const INBOX_SECONDS = 7 * 86_400;

/** A worker's way to the coordinator of what a digest names. */
export const senderTo =
  (connection: Redis, {persist, signal}: {persist: Persist; signal: AbortSignal}) =>
  (digest: string, frame: object): Promise<unknown> =>
    persist(async () => {
      await connection.xadd(inboxOf(digest), "*", "frame", JSON.stringify(frame));
      await connection.expire(inboxOf(digest), INBOX_SECONDS);
    }, signal);

interface InboxOptions<F> {
  digest: string;
  redis: RedisPlace;
  connection: Redis;
  persist: Persist;
  report: Report;
  signal: AbortSignal;
  /** What a worker may send. */
  schema: z.ZodType<F>;
  /** Takes a frame; what it tells has to be on disk when this resolves, since the frame is removed then. */
  take: (frame: F) => Promise<void>;
  /** Called when frames can no longer be kept. */
  onFault: (error: Error) => void;
}

export interface Inbox {
  /** Ends reading, once what has been read is kept. */
  close(): Promise<void>;
}

/** Reads the stream from its beginning: what an earlier coordinator has not taken comes first, and is kept before this resolves. */
export async function openInbox<F>({
  digest,
  redis,
  connection,
  persist,
  report,
  signal,
  schema,
  ...options
}: InboxOptions<F>): Promise<Inbox> {
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
  const take = async (id: string, text: string): Promise<void> => {
    const frame = parsed(text, schema);
    if (frame === null) report.warn("a worker sent something that is not a result; it is left out, and its job is given again");
    else await options.take(frame);
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
          if (!signal.aborted) options.onFault(error);
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

function parsed<F>(text: string, schema: z.ZodType<F>): F | null {
  try {
    const found = schema.safeParse(JSON.parse(text));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}
