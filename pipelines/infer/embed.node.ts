// The client for embeddings: each text's vector from the response cache, or from the model's endpoint in batches, under its limiter and a
// budget. Every text has an entry of its own in the cache, so that a rerun asks nothing and a run that is killed loses nothing paid.

import type {Model} from "../book/types.js";
import {UserError} from "../rows/error.js";
import {tokenizer} from "../tokenizer/tokenizer.node.js";
import {headersOf, keyOf} from "./apiKey.node.js";
import {type Budget, budget as openBudget, worstCost} from "./budget.js";
import type {Cache} from "./cache.node.js";
import {askAndKeep} from "./complete.node.js";
import {BUILT_IN, type ChatRequest, type Completion} from "./completion.js";
import {decoded} from "./embeddings.node.js";
import {type Endpoint, type EndpointEffects, endpoint, normaliseBase, type Retry} from "./endpoint.node.js";
import {limiter} from "./limiter.js";
import {type ReferenceServer, startReferenceServer} from "./reference/start.node.js";
import {requestKey} from "./request.node.js";

/** Version of the built-in models of embeddings: raised whenever one of them would give other vectors. */
const BUILT_IN_VERSION = "embeddings 1";
/** Most texts of one request, and characters after which no further text is added to it. */
const BATCH_TEXTS = 64;
const BATCH_CHARACTERS = 100_000;

/** Room that is reserved for a vector: 4,096 numbers of four bytes, in base64. */
const VECTOR_BYTES = 22_000;

/** What a model's file says that asking for embeddings needs. */
export type EmbeddingModel = Pick<Model, "id" | "endpoint" | "context_tokens" | "concurrency" | "timeout_seconds" | "retries"> &
  Partial<Pick<Model, "model" | "api_key_env" | "headers" | "price" | "tokenizer">> & {
    /** Length of the vectors, where the server lets the client choose (`dimensions`). */
    dimensions?: number;
  };

export interface EmbedderEffects {
  cache: Pick<Cache, "get" | "put" | "reserve" | "failure">;
  /** US dollars; counts only, where there is none. */
  budget?: Budget;
  /** Starts nothing new; what is in flight is finished and stored. */
  stop?: AbortSignal | undefined;
  /** Ends everything at once. */
  abort?: AbortSignal | undefined;
  onRetry?: (retry: Retry) => void;
  endpointEffects?: EndpointEffects;
}

interface Embedder extends AsyncDisposable {
  /**
   * Vectors of texts, in their order; equal texts are asked once. Vectors are as the server gave them, in single precision.
   * @param texts none of them empty
   * @throws UserError for an empty text; EndpointError, BudgetReached, CacheError or a signal's reason where a text got no vector. What had
   *   been answered by then is in the cache.
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  /** Texts that were sent so far, and texts whose vectors the cache held. */
  readonly counts: {asked: number; cached: number};
}

/** Opens a client of one model. Throws a UserError where its key is not set or its endpoint is no URL. */
export async function openEmbedder(
  {dimensions, ...model}: EmbeddingModel,
  {cache, budget = openBudget(), stop, abort, onRetry, endpointEffects}: EmbedderEffects
): Promise<Embedder> {
  const builtIn = model.endpoint === BUILT_IN;
  const apiKey = keyOf(model.api_key_env, model.id);
  const headers = headersOf(model);
  const base = builtIn ? `${BUILT_IN}${BUILT_IN_VERSION}` : normaliseBase(model.endpoint);
  const sampling = dimensions === undefined ? {} : {dimensions};
  const slots = limiter({max: model.concurrency});
  const counts = {asked: 0, cached: 0};
  let server: ReferenceServer | null = null;
  let opened: Endpoint | null = null;
  const open = async (): Promise<Endpoint> => {
    if (builtIn) server ??= await startReferenceServer();
    const {concurrency, timeout_seconds, retries} = model;
    return endpoint(
      {
        base: server?.url ?? model.endpoint,
        apiKey,
        headers,
        concurrency,
        direct: builtIn,
        timeoutMs: timeout_seconds * 1000,
        retries
      },
      {hasAnswered: () => counts.cached > 0, ...endpointEffects}
    );
  };
  const requestOf = (texts: readonly string[]): ChatRequest => ({
    base,
    protocol: "openai",
    model: model.model ?? model.id,
    messages: texts.map(content => ({role: "user", content})),
    sampling,
    trial: 0,
    embed: true
  });
  const ask = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const request = requestOf(texts);
    const {price, context_tokens: contextTokens} = model;
    const completion = await askAndKeep(
      request,
      {
        endpoint: opened!,
        limiter: slots,
        reserve(request) {
          if (cache.failure) throw cache.failure; // what is answered from now on could not be stored
          return budget.reserve(worstCost(request, price, {contextTokens}), model.id);
        },
        price,
        tokenizer: model.tokenizer === undefined ? undefined : () => tokenizer(model.tokenizer!),
        contextTokens,
        stop,
        signal: abort,
        onRetry,
        room: () => cache.reserve(texts.length * VECTOR_BYTES)
      },
      async completion => {
        const each = apart(completion, texts);
        await Promise.all(texts.map((text, i) => cache.put(requestKey(requestOf([text])), each[i]!, request.model, base)));
        return completion;
      }
    );
    counts.asked += texts.length;
    return vectorsIn(completion)!;
  };
  return {
    counts,
    async embed(texts) {
      const empty = texts.indexOf("");
      if (empty >= 0) throw new UserError(`text ${empty + 1} of ${texts.length} is empty; an empty text has no embedding`);
      const known = new Map<string, Float32Array>();
      const missing: string[] = [];
      for (const text of new Set(texts)) {
        const [vector] = vectorsIn(cache.get(requestKey(requestOf([text])))) ?? [];
        if (vector) known.set(text, vector);
        else missing.push(text);
      }
      counts.cached += known.size;
      if (missing.length > 0) {
        opened ??= await open();
        // All batches end before the first failure is reported, since what is in flight is paid for.
        const ended = await Promise.allSettled(
          batchesOf(missing).map(async batch => {
            for (const [i, vector] of (await ask(batch)).entries()) known.set(batch[i]!, vector);
          })
        );
        const failed = ended.find(each => each.status === "rejected");
        if (failed) throw failed.reason;
      }
      return texts.map(text => known.get(text)!);
    },
    async [Symbol.asyncDispose]() {
      await opened?.close();
      await server?.close();
    }
  };
}

/** Texts in batches of limited number and length; a text that is longer is a batch of its own. */
function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last && last.length < BATCH_TEXTS && characters + text.length <= BATCH_CHARACTERS) last.push(text);
    else {
      batches.push([text]);
      characters = 0;
    }
    characters += text.length;
  }
  return batches;
}

/** The completion of each text of a batch: its own vector, and its share of the tokens and the bill by its bytes. */
function apart(completion: Completion, texts: readonly string[]): Completion[] {
  const sizes = texts.map(text => Buffer.byteLength(text));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let [before, counted] = [0, 0];
  return texts.map((_, i) => {
    before += sizes[i]!;
    const upTo = Math.round((completion.prompt_tokens * before) / total);
    const prompt_tokens = upTo - counted;
    counted = upTo;
    const {reported: __, cached_prompt_tokens: ___, ...rest} = completion;
    return {
      ...rest,
      embeddings: [completion.embeddings![i]!],
      prompt_tokens,
      billed: completion.billed === null ? null : (completion.billed * sizes[i]!) / total
    };
  });
}

/** The vectors of a completion; undefined where it has none that can be read. */
function vectorsIn(completion: Completion | undefined): Float32Array[] | undefined {
  const vectors = completion?.embeddings?.map(decoded);
  return vectors?.every(vector => vector !== null) ? (vectors as Float32Array[]) : undefined;
}
