// Grades of answers that a judge gave in an earlier run, looked up in the workbook's caches; nothing is asked.
import {join} from "node:path";
import {currentBook} from "../../book/read.node.js";
import type {Book} from "../../book/types.js";
import {type Cache, openCache} from "../../infer/cache.node.js";
import {existingCaches} from "../../infer/caches.node.js";
import {requestKey} from "../../infer/request.node.js";
import type {Manifest} from "../../store/manifest.node.js";
import {gradeRequest, type Judge, judgementOf} from "../judge/grade.js";
import type {JudgementOf} from "./scorer.js";

export interface Judgements extends AsyncDisposable {
  judgementOf: JudgementOf;
  /** Number of answers so far for which no cache has a judge's reply. */
  missing(): number;
}

/** The judge of a bank, and the evaluations whose model it is itself. */
interface RecordedJudge {
  judge: Judge;
  own: ReadonlySet<string>;
}

/** Judges' replies that an archive brings, or that are wanted for one, by the key of their request. */
export interface Replies {
  /** Replies that are looked up instead of those of caches. */
  brought?: ReadonlyMap<string, Reply> | undefined;
  /** Called with each reply that was looked up. */
  heard?: ((key: string, reply: Reply) => void) | undefined;
}
export type Reply = NonNullable<ReturnType<Cache["get"]>>;

/** Opens the caches that hold judges' replies. @param judges who judged each bank (`recordedJudges`) */
export async function openJudgements(
  judges: ReadonlyMap<string, RecordedJudge>,
  {brought, heard}: Replies = {}
): Promise<Judgements> {
  const caches: Cache[] = [];
  let missing = 0;
  if (judges.size > 0 && !brought) {
    // Without a book, caches are where a book without settings has them.
    const place: Pick<Book, "cache" | "store" | "spill"> = await currentBook().catch(() => ({
      cache: join("data", "cache"),
      store: join("data", "store")
    }));
    for (const folder of existingCaches(place)) caches.push(openCache(folder, {spill: place.spill}));
  }
  return {
    judgementOf(row, completion, test) {
      const known = judges.get(row.base_task);
      const request = known && gradeRequest(known.judge, completion, {...test, seed: row.seed});
      if (!known || !request) return undefined;
      const key = requestKey(request);
      for (const each of brought ? [brought] : caches) {
        const found = each.get(key);
        if (!found) continue;
        heard?.(key, found);
        return judgementOf(found, {judge: known.judge, own: known.own.has(row.eval_id), test});
      }
      missing++;
      return {missing: `the cache has no reply of ${known.judge.id}, which grades it; npm run run asks for it`};
    },
    missing: () => missing,
    async [Symbol.asyncDispose]() {
      for (const each of caches) await each.close();
    }
  };
}

/** The judges that a store's manifest records, by bank. */
export const recordedJudges = (manifest: Manifest | null): Map<string, RecordedJudge> =>
  new Map((manifest?.judges ?? []).map(({bank, simulated: _, own, ...judge}) => [bank, {judge, own: new Set(own)}]));
