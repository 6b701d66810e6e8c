// Threads that search files of corpora for items.
import {extname} from "node:path";
import {pool} from "../../book/concurrency.js";
import {Thread} from "../../book/thread.node.js";
import type {CompressedJson} from "../../store/compressedJson.node.js";
import type {FileResult} from "./auditFile.node.js";
import type {ItemIndex} from "./itemIndex.js";
import type {AuditMessage} from "./search.worker.js";

const WORKER = new URL(`search.worker${extname(import.meta.url)}`, import.meta.url).href;

/** Items that another process has sent are none; the message says why. */
export class RefusedItems extends Error {}

export interface SearchThread {
  /** Searches a file; one at a time. Rejects with RefusedItems, or an error of the thread, which is of no use afterwards. */
  search(file: string, onBytes?: (bytes: number) => void): Promise<FileResult>;
  /** Ends it; a search under way is rejected. */
  end(): Promise<unknown>;
}

/** @param wanted an index, or items as another process sends them */
export function searchThread(wanted: ItemIndex | CompressedJson): SearchThread {
  const thread = new Thread<AuditMessage>(WORKER, wanted, () => "the search was ended");
  return {
    async search(file, onBytes) {
      thread.send(file);
      for (;;) {
        const message = await thread.next();
        if ("refused" in message) throw new RefusedItems(message.refused);
        if ("result" in message) return message.result;
        onBytes?.(message.bytes);
      }
    },
    end: thread[Symbol.asyncDispose]
  };
}

export interface SearchThreads extends AsyncDisposable {
  /** Searches a file when a thread is free. */
  search(file: string, onBytes?: (bytes: number) => void): Promise<FileResult>;
  /** The same; null where `still` says then that it need not be searched any more. */
  searchIf(file: string, still: () => boolean): Promise<FileResult | null>;
}

/** Threads that are started when they are needed, at most so many. */
export function searchThreads(index: ItemIndex, most: number): SearchThreads {
  const threads: SearchThread[] = [];
  const {use} = pool(most, () => {
    const thread = searchThread(index);
    threads.push(thread);
    return thread;
  });
  return {
    search: (file, onBytes) => use(thread => thread.search(file, onBytes)),
    searchIf: (file, still) => use(thread => (still() ? thread.search(file) : null)),
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map(thread => thread.end()));
    }
  };
}
