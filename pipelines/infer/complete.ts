// From a request to its completion: the cache's, or the endpoint's and then the cache's.
import {unlessAborted} from "./abort.js";
import {BudgetReached, FREE, knownCost, type Price, type Reserve} from "./budget.js";
import type {Cache} from "./cache.js";
import type {ChatRequest, Completion} from "./completion.js";
import type {Endpoint, Retry} from "./endpoint.js";
import {mayBeBilled} from "./failure.js";
import type {Limiter} from "./limiter.js";
import {requestKey} from "./request.js";
import type {Tokenizer} from "./tokenizer/types.js";

export {BudgetReached} from "./budget.js";

/** Where one model's requests go. */
export interface Effects {
  cache: Pick<Cache, "get" | "put">;
  endpoint: Pick<Endpoint, "ask">;
  limiter?: Pick<Limiter, "run"> | undefined;
  /** Guards every attempt that leaves; null from it throws BudgetReached. */
  reserve?: Reserve | undefined;
  /** What the guard is told that an answer cost. */
  price?: Price | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Counts tokens where the server reports no usage. */
  tokenizer?: (() => Promise<Tokenizer>) | undefined;
  /** The model's context window: no count of tokens beyond it is believed. */
  contextTokens?: number | undefined;
  /** Adds to a new completion what is worth keeping beside it, before it is put into the cache. */
  annotate?: ((completion: Completion) => Completion) | undefined;
  /** The request's key, where the caller knows it and has looked in the cache already. */
  key?: string | undefined;
}

export interface Signals {
  /** Ends everything, transfers included. */
  signal?: AbortSignal | undefined;
  /** Starts nothing new (queued and backed-off requests reject with its reason); what is in flight is finished and kept. */
  stop?: AbortSignal | undefined;
}

export interface Inferred {
  completion: Completion;
  /** It cost nothing: the cache had it, or an equal request in flight brought it. */
  cached: boolean;
}

interface Flight extends Signals {
  completion: Promise<Completion>;
}

/** Requests under way, by cache and key: equal ones are asked once. */
const flights = new WeakMap<object, Map<string, Flight>>();

/** The completion of one request; durable when this resolves. Rejects with EndpointError, BudgetReached, or a signal's reason. */
export async function complete(request: ChatRequest, {cache, signal, stop, ...effects}: Effects & Signals): Promise<Inferred> {
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
      if (underWay.get(key) === earlier) underWay.delete(key); // whoever asked gave up, we have not
    }
  }
  const flight: Flight = {completion: askAndKeep(key, request, {cache, signal, stop, ...effects}), signal, stop};
  underWay.set(key, flight);
  try {
    return {completion: await flight.completion, cached: false};
  } finally {
    if (underWay.get(key) === flight) underWay.delete(key);
  }
}

async function askAndKeep(
  key: string,
  request: ChatRequest,
  {cache, endpoint, limiter, signal, stop, reserve, price, onRetry, annotate, tokenizer, contextTokens}: Effects & Signals
): Promise<Completion> {
  const queue = stop ?? signal;
  const guard = reserve && {request, reserve, price, queue};
  // A slot is held until its answer is on disk: what a sudden end may take along is never more than may be in flight.
  const kept = async (attempt: () => Promise<Completion>): Promise<Completion> => {
    const answered = await (guard ? paid(attempt, guard) : attempt());
    const completion = annotate ? annotate(answered) : answered;
    await cache.put(key, completion);
    return completion;
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

/** Each attempt is paid for apart: one that fails may have been billed. */
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
    release(knownCost(completion, price));
    return completion;
  } catch (error) {
    if (mayBeBilled(error)) release();
    else release(0);
    throw error;
  }
}
