// Completes a request from the cache, or from the endpoint with the answer stored in the cache.

import type {Tokenizer} from "../tokenizer/types.js";
import {unlessAborted} from "./abort.js";
import {BudgetReached, FREE, type Price, type Reserve, releaseFor} from "./budget.js";
import type {Cache} from "./cache.node.js";
import type {ChatRequest, Completion} from "./completion.js";
import type {Endpoint, Retry} from "./endpoint.node.js";
import {mayBeBilled} from "./failure.js";
import type {Limiter} from "./limiter.js";
import {answerBytesAtMost} from "./limits.js";
import {requestKey} from "./request.node.js";

/** Where the requests of one model are sent, and how their costs and tokens are counted. */
interface CompletionEffects {
  cache: Pick<Cache, "get" | "put" | "reserve">;
  endpoint: Pick<Endpoint, "ask">;
  limiter?: Pick<Limiter, "run"> | undefined;
  /** Called before every attempt to reserve its cost; where it returns null, the attempt fails with BudgetReached. */
  reserve?: Reserve | undefined;
  /** List price by which the cost of an answer is reported to the reservation. */
  price?: Price | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Counts tokens where the server does not report usage. */
  tokenizer?: (() => Promise<Tokenizer>) | undefined;
  /** The model's context window in tokens: higher token counts are not believed. */
  contextTokens?: number | undefined;
  /** Adds derived data to a new completion before it is stored in the cache. */
  annotate?: ((completion: Completion) => Completion) | undefined;
  /** The request's key, where the caller has already computed it and looked it up in the cache. */
  key?: string | undefined;
}

interface Signals {
  /** Aborts everything, transfers included. */
  signal?: AbortSignal | undefined;
  /**
   * Starts nothing new: queued requests and those waiting to be retried reject with its reason; requests in flight are finished and stored.
   */
  stop?: AbortSignal | undefined;
}

export interface Inferred {
  completion: Completion;
  /** True where it cost nothing: it came from the cache, or from an equal request in flight. */
  cached: boolean;
}

interface Flight extends Signals {
  completion: Promise<Completion>;
}

/** Requests under way, by cache and key, so that equal requests are sent once. */
const flights = new WeakMap<object, Map<string, Flight>>();

/** The completion of one request, on disk when this resolves. Rejects with EndpointError, BudgetReached, or a signal's reason. */
export async function complete(
  request: ChatRequest,
  {cache, signal, stop, ...effects}: CompletionEffects & Signals
): Promise<Inferred> {
  const key = effects.key ?? requestKey(request);
  const hit = effects.key === undefined ? cache.get(key) : undefined;
  if (hit) return {completion: hit, cached: true};
  let underWay = flights.get(cache);
  if (!underWay) flights.set(cache, (underWay = new Map()));
  for (let earlier = underWay.get(key); earlier; earlier = underWay.get(key)) {
    try {
      return {completion: await unlessAborted(earlier.completion, signal), cached: true};
    } catch (error) {
      const calledOff = earlier.signal?.aborted || earlier.stop?.aborted;
      if (signal?.aborted || stop?.aborted || !calledOff) throw error;
      if (underWay.get(key) === earlier) underWay.delete(key); // the caller of the earlier request gave up, but this one did not
    }
  }
  const {annotate} = effects;
  const keep = async (answered: Completion): Promise<Completion> => {
    const completion = annotate ? annotate(answered) : answered;
    await cache.put(key, completion, request.model, request.base);
    return completion;
  };
  const room = () => cache.reserve(answerBytesAtMost(request.sampling, effects.contextTokens));
  const flight: Flight = {completion: askAndKeep(request, {...effects, signal, stop, room}, keep), signal, stop};
  underWay.set(key, flight);
  try {
    return {completion: await flight.completion, cached: false};
  } finally {
    if (underWay.get(key) === flight) underWay.delete(key);
  }
}

/**
 * Asks the endpoint, under limiter and budget.
 * @param room reserves room for the answer of an attempt, until it is stored
 * @param keep stores an answer, and returns it as it is stored; a slot is held until then, so that a crash loses no more answers than may be
 *   in flight
 */
export async function askAndKeep(
  request: ChatRequest,
  {
    endpoint,
    limiter,
    signal,
    stop,
    reserve,
    price,
    onRetry,
    tokenizer,
    contextTokens,
    room
  }: Omit<CompletionEffects, "cache"> & Signals & {room: () => () => void},
  keep: (answered: Completion) => Promise<Completion>
): Promise<Completion> {
  const queue = stop ?? signal;
  const guard = reserve && {request, reserve, price, queue};
  const kept = async (attempt: () => Promise<Completion>): Promise<Completion> => {
    const release = room();
    try {
      return await keep(await (guard ? paid(attempt, guard) : attempt()));
    } finally {
      release();
    }
  };
  return endpoint.ask(request, {
    signal,
    stop,
    onRetry,
    tokenizer,
    contextTokens,
    gate: attempt => (limiter ? limiter.run(() => kept(attempt), queue) : kept(attempt))
  });
}

/** Pays for each attempt separately, since a failed one may have been billed. */
async function paid(
  attempt: () => Promise<Completion>,
  {
    request,
    reserve,
    price = FREE,
    queue
  }: {request: ChatRequest; reserve: Reserve; price?: Price | undefined; queue?: AbortSignal | undefined}
): Promise<Completion> {
  const release = await reserve(request);
  if (!release) throw new BudgetReached("budget reached: the next request could cost more than is left; raise max_cost to go on");
  if (queue?.aborted) {
    release(0);
    throw queue.reason;
  }
  try {
    const completion = await attempt();
    releaseFor(release, completion, price);
    return completion;
  } catch (error) {
    if (mayBeBilled(error)) release();
    else release(0);
    throw error;
  }
}
