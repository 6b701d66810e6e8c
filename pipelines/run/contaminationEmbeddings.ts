// Compares corpora with items by a model's embeddings: vectors come from the cache or from the model under a budget.

import {needPackages} from "../book/optionalPackage.node.js";
import {modelSchema} from "../book/schemas.js";
import type {Book, Model} from "../book/types.js";
import {BUILT_IN} from "../infer/completion.js";
import {openEmbedder} from "../infer/embed.node.js";
import type {Report} from "../infer/progress.node.js";
import {embedders} from "../infer/reference/embedding.node.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {lockFolder} from "../store/lock.node.js";
import {type Calibration, calibrated} from "../studies/contamination/calibration/measure.node.js";
import type {CorpusFile} from "../studies/contamination/corpora.node.js";
import {type EmbeddedCorpora, type EmbedFilesOptions, embedFiles} from "../studies/contamination/embedFiles.node.js";
import type {Item} from "../studies/contamination/itemIndex.js";
import {openBookCaches} from "./bookClient.js";
import {budgetFor, unpriced} from "./budget.js";
import {openWaitNotices} from "./waitNotices.js";

/** Requests in flight to a built-in model of embeddings, which computes one at a time: one waits while another is computed. */
const BUILT_IN_CONCURRENCY = 2;
/** Planted items of each task by which a model's distances are calibrated. */
const ITEMS_OF_A_TASK = 4;

/** The built-in model of embeddings that is used where none is named. */
export const DEFAULT_EMBEDDER = "universal-sentence-encoder-lite-512";

/** A built-in model of embeddings by its name. Throws a UserError. */
export function builtInEmbedder(name: string): Model {
  const names = embedders.map(({id}) => id);
  const embedder = embedders.find(({id}) => id === name);
  if (!embedder)
    throw new UserError(
      `no built-in model of embeddings "${name}"${didYouMean(name, names)}; there are ${names.join(" and ")}; to ask another endpoint add --base-url`
    );
  needPackages(embedder.packages ?? [], name);
  return modelSchema.parse({id: name, endpoint: BUILT_IN, concurrency: BUILT_IN_CONCURRENCY});
}

/** What a model of embeddings is, in words. */
export const describedEmbedder = ({id, endpoint}: Pick<Model, "id" | "endpoint">): string =>
  endpoint === BUILT_IN ? embedders.find(embedder => embedder.id === id)!.owned_by : `embeddings of ${endpoint}`;

export interface EmbedCorporaOptions extends Omit<EmbedFilesOptions, "embed"> {
  items: readonly Item[];
  files: readonly CorpusFile[];
  model: Model;
  /** Folder of the results, which one process at a time may write to. */
  out: string;
  /** Store beside which older caches are looked for. */
  store: string;
  maxCost?: number | undefined;
  stop?: AbortSignal | undefined;
  abort?: AbortSignal | undefined;
  report: Report;
}

export interface EmbeddedRun {
  found: EmbeddedCorpora;
  calibration: Calibration;
  /** Texts that were sent, and texts whose vectors the cache held. */
  asked: number;
  cached: number;
  /** US dollars; null where no price is known. */
  cost: number | null;
}

/**
 * Embeds items and windows and compares them. Throws EndpointError, BudgetReached or the reason of a signal where it cannot go on; the
 * vectors so far are in the cache then, and the same call goes on from there.
 */
export async function embedCorpora(
  book: Book,
  {items, files, model, out, store, maxCost, stop, abort, report, ...options}: EmbedCorporaOptions
): Promise<EmbeddedRun> {
  const budget = budgetFor([model], maxCost ?? book.max_cost);
  await using _lock = await lockFolder(out, {
    signal: abort ?? stop,
    onWait: holder => report.info(`waiting for ${holder}, which writes to ${out}`)
  });
  const cache = openBookCaches(book, {folder: store, report});
  const waits = openWaitNotices(report.warn);
  try {
    await using embedder = await openEmbedder(model, {
      cache,
      budget,
      stop,
      abort,
      onRetry: retry => waits.retry(model.id, {...retry, retries: model.retries})
    });
    const embed = async (texts: string[]) => {
      abort?.throwIfAborted();
      stop?.throwIfAborted();
      return embedder.embed(texts);
    };
    const calibration = await calibrated(embed, {count: ITEMS_OF_A_TASK, thresholds: [options.atMost]});
    const found = await embedFiles(items, files, {...options, embed});
    const {asked, cached} = embedder.counts;
    return {found, calibration, asked, cached, cost: unpriced([model]).length > 0 && asked > 0 ? null : budget.spent};
  } finally {
    waits.close();
    await cache.close();
  }
}
