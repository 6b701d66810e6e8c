// What every command that asks a book's models holds while it asks: the store's lock, the book's caches, and a client under a budget.
import type {Book} from "../book/types.js";
import type {Budget} from "../infer/budget.js";
import {type AnswerCaches, openCaches} from "../infer/caches.node.js";
import type {Report} from "../infer/progress.node.js";
import {lockStore} from "../store/lock.node.js";
import type {Evaluation} from "./evaluation.js";
import type {Signals} from "./failures.js";
import {type ModelClient, openModelClient} from "./modelClient.js";

/** Takes the store's lock, so that two commands do not ask the same; a wait for it is reported, and ends with the signals. */
export const acquireStoreLock = (folder: string, {stop, abort, report}: Signals & {report: Report}): Promise<AsyncDisposable> =>
  lockStore(folder, {signal: abort ?? stop, onWait: report.info});

/** The book's caches, with those of older versions beside the store; what befalls them is reported. */
export const openBookCaches = (
  book: Book,
  {folder, report, fresh}: {folder: string; report: Report; fresh?: boolean | undefined}
): AnswerCaches =>
  openCaches(book, {
    stores: [folder],
    fresh,
    onMove: report.info,
    onCorrupt: key => report.warn(`cache entry ${key.slice(0, 12)} is damaged; asking again`)
  });

interface BookClientOptions extends Signals {
  /** The store whose lock is held. */
  folder: string;
  budget: Budget;
  report: Report;
  /** Whether models that have a batch interface are asked by it. */
  batch?: boolean | undefined;
  /** Whether requests that the caches have answers to are asked again. */
  fresh?: boolean | undefined;
}

/**
 * A client for evaluations that looks into the book's caches first. Its disposal waits for answers under way, and closes the caches last.
 * A missing key or tokenizer is a UserError before any request is sent.
 */
export async function openBookClient(
  book: Book,
  evaluations: readonly Evaluation[],
  {folder, budget, stop, abort, report, batch = false, fresh}: BookClientOptions
): Promise<ModelClient> {
  const cache = openBookCaches(book, {folder, report, fresh});
  try {
    const client = await openModelClient(evaluations, {
      cache,
      budget,
      stop,
      abort,
      onRetry: report.warn,
      batch: batch ? {folder: book.cache, report} : undefined
    });
    return {
      ...client,
      async [Symbol.asyncDispose]() {
        try {
          await client[Symbol.asyncDispose]();
        } finally {
          await cache.close();
        }
      }
    };
  } catch (error) {
    await cache.close();
    throw error;
  }
}
