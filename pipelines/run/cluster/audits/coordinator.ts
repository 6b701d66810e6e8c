// The coordinator of a distributed audit: hands files to workers that hold them, and keeps what they found as if it had been found here.

import {forEachConcurrent} from "../../../book/concurrency.js";
import type {Report} from "../../../infer/progress.node.js";
import {projectVersion} from "../../../store/version.node.js";
import type {RemoteSearch} from "../../../studies/contamination/audit.node.js";
import type {CorpusFile} from "../../../studies/contamination/corpora.node.js";
import {digestOfEnds} from "../../../studies/contamination/fileDigest.node.js";
import type {Item} from "../../../studies/contamination/itemIndex.js";
import {sentItems} from "../../../studies/contamination/sentItems.node.js";
import type {Settings} from "../../../studies/contamination/settings.js";
import type {Signals} from "../../failures.js";
import {openCoordination, watchForWorkers} from "../coordination.js";
import {openInbox} from "../inbox.js";
import {inboxOf, itemsOf} from "../keys.js";
import type {RedisPlace} from "../place.js";
import {type AuditFrame, auditFrameSchema, receivedResult} from "./frames.js";
import {openHolders} from "./holders.js";
import {AUDIT_PROTOCOL, auditDigest, idOf, type Search, searchId} from "./job.js";

/** Time for which items stay in Redis without a coordinator, seconds: it says every second that it lives. */
const ITEMS_SECONDS = 3_600;
/** Files whose ends are read at once. */
const READ_AT_ONCE = 8;

export interface SharedAuditOptions extends Signals {
  redis: RedisPlace;
  items: readonly Item[];
  /** All files of the audit, of which some may be searched already. */
  files: readonly CorpusFile[];
  settings: Settings;
  report: Report;
  /** Version of the project under which workers are looked for; absent = the project's. */
  version?: string | undefined;
}

/** Has the files of an audit searched by workers. Throws a UserError where Redis is not fit for it, or the items are too long for it. */
export const searchedByWorkers =
  ({redis, items, settings, report, stop, abort, ...options}: SharedAuditOptions): RemoteSearch =>
  async (files, {done, searchLocally, searched}) => {
    const version = options.version ?? (await projectVersion()).version;
    const sent = await sentItems(items, settings);
    const digest = auditDigest(sent.digest, options.files, version);
    const coordination = await openCoordination({redis, work: "audit", digest, report, stop, abort});
    const {connection, persist, ending, closing, close} = coordination;
    try {
      const searches = await searchesFor(files, {audit: digest, items: sent.digest});
      const filesOf = new Map<string, CorpusFile[]>();
      for (const [file, search] of searches) {
        const id = searchId(search);
        filesOf.set(id, [...(filesOf.get(id) ?? []), file]);
      }
      const left = new Set(files);
      let fault: Error | null = null;
      const holders = openHolders(coordination, {version, stop});
      closing(holders[Symbol.asyncDispose]);

      const take = async (frame: AuditFrame): Promise<void> => {
        const named = filesOf.get(frame.job) ?? [];
        if (frame.kind === "unfinished") {
          const {job, message, hopeless} = frame;
          if (message !== null) report.warn(`${named[0]?.path ?? "a file"}: not searched by a worker: ${message}`);
          return holders.unfinished(job, {failed: message !== null, hopeless});
        }
        if (named.length === 0) return; // of files that are searched already
        holders.arrived(frame.job);
        const {bytes} = named[0]!;
        const result = await receivedResult(frame, {items: searched, bytes}).catch((error: Error) => error);
        if (result instanceof Error) {
          report.warn(`${named[0]!.path}: a worker's result is left out: ${result.message}`);
          return holders.unfinished(frame.job, {failed: true, hopeless: false});
        }
        for (const file of named) if (left.delete(file)) await done(file, result(file.path));
        holders.result(frame);
      };
      const inbox = await openInbox({
        digest,
        redis,
        connection,
        persist,
        report,
        signal: ending,
        schema: auditFrameSchema,
        take,
        onFault(error) {
          fault ??= error;
          holders.fail(error);
        }
      });
      closing(inbox.close);

      const offerItems = async () => {
        const key = itemsOf(digest);
        if ((await connection.expire(key, ITEMS_SECONDS)) === 0)
          await connection.set(key, Buffer.from(sent.bytes), "EX", ITEMS_SECONDS);
      };
      await persist(offerItems, ending);
      await persist(holders.look, ending);
      coordination.beat(async () => {
        await offerItems(); // where Redis has lost it
        await holders.look();
      });
      const serves = (member: {version: string}) => member.version === version;
      closing(
        watchForWorkers(() => ({...holders.seen, outstanding: left.size}), {
          wanted: "worker",
          serves,
          version,
          place: redis.name,
          report
        })
      );

      let told = false;
      const searchHere = async (file: CorpusFile, still: () => boolean): Promise<boolean> => {
        const result = await searchLocally(file.path, () => left.has(file) && still());
        if (result === null) return !left.has(file);
        if (!told) report.warn(`${file.path}: no worker can search it; such files are searched here`);
        told = true;
        if (left.delete(file)) await done(file, result);
        return true;
      };
      const search = async (file: CorpusFile): Promise<void> => {
        const named = searches.get(file);
        while (left.has(file)) {
          stop?.throwIfAborted();
          ending.throwIfAborted();
          if (fault) throw fault;
          const holder = named && holders.of(named.file);
          if (holder) {
            const came = await holder.done(named);
            if (came === "kept" || (came === "failed" && (await searchHere(file, () => true)))) return;
          } else if (named && !holders.anybody) await holders.looked();
          else if (await searchHere(file, () => !named || (holders.anybody && !holders.of(named.file)))) return;
        }
      };
      // The longest files first, so that workers end together.
      await Promise.all([...files].sort((a, b) => b.bytes - a.bytes).map(search));
      await connection.del(itemsOf(digest), inboxOf(digest)).catch(() => {});
    } finally {
      await close();
    }
  };

/** The search for each file; none for one that cannot be read, which a search here tells. */
async function searchesFor(
  files: readonly CorpusFile[],
  names: Pick<Search, "audit" | "items">
): Promise<ReadonlyMap<CorpusFile, Search>> {
  const ends: (string | null)[] = [];
  await forEachConcurrent([...files.keys()], READ_AT_ONCE, async index => {
    ends[index] = await digestOfEnds(files[index]!.path).catch(() => null);
  });
  return new Map(
    files.flatMap((file, index): [CorpusFile, Search][] => {
      const digest = ends[index] ?? null;
      return digest === null
        ? []
        : [[file, {protocol: AUDIT_PROTOCOL, ...names, file: idOf(file), bytes: file.bytes, ends: digest}]];
    })
  );
}
