// A run's hard spending limit in US dollars: the worst-case cost of a request is reserved before it is sent, and the unused part is
// released afterwards.
import type {ChatRequest, Completion} from "./completion.js";
import {answersOf, promptTokensAtMost, tokensAtMost} from "./limits.js";

/** List price in US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Of prompt tokens that the server's prompt cache held; absent = as `input`. */
  cached_input?: number | undefined;
}

/** Price of a model whose price is not known. */
export const FREE: Price = {input: 0, output: 0};

const PER_MILLION = 1e-6;

type Tokens = Pick<Completion, "prompt_tokens" | "completion_tokens" | "cached_prompt_tokens">;
type Usage = Tokens & Pick<Completion, "billed">;

/** Cost of a completion by its tokens and the list price, US dollars. */
export function listCost(
  {prompt_tokens, completion_tokens, cached_prompt_tokens = 0}: Tokens,
  {input, output, cached_input = input}: Price = FREE
): number {
  const cached = cached_input === input ? 0 : Math.min(cached_prompt_tokens, prompt_tokens);
  return ((prompt_tokens - cached) * input + cached * cached_input + completion_tokens * output) * PER_MILLION;
}

/**
 * Cost of a completion, US dollars: the billed or the list cost, whichever is higher. A billed cost of 0 may mean that the bill comes
 * separately.
 */
export const costOf = (usage: Usage, price: Price = FREE): number => Math.max(usage.billed ?? 0, listCost(usage, price));

/**
 * Known cost of a completion; undefined where the server did not report all token counts or reported impossible ones. A content filter that
 * withheld an answer generated nothing, and may bill the prompt.
 */
export const knownCost = (completion: Completion, price: Price = FREE): number | undefined =>
  completion.reported && completion.reported.completion_tokens !== 0 ? undefined : costOf(completion, price);

/**
 * The highest possible cost of one attempt at a request, US dollars: its limit of completion tokens, or without one the context window, for
 * each answer that it generates.
 */
export function worstCost(request: ChatRequest, price: Price | undefined, {contextTokens}: {contextTokens: number}): number {
  const {output, input: uncached, cached_input = uncached} = price ?? FREE;
  const input = Math.max(uncached, cached_input);
  if (request.embed) return promptTokensAtMost(request) * input * PER_MILLION;
  if (request.echo) return (promptTokensAtMost(request) * input + output) * PER_MILLION; // one token is generated at most
  const answer = (tokensAtMost(request.sampling) ?? contextTokens) * output;
  return (promptTokensAtMost(request) * input + answersOf(request.sampling) * answer) * PER_MILLION;
}

/**
 * Ends a reservation with the actual cost. Without it (the bill of a broken stream is unknown) the whole reservation counts as spent, or
 * `least` if that is more.
 */
export type Release = (actual?: number, least?: number) => void;

/** Ends a reservation with the cost of a completion. */
export const releaseFor = (release: Release, completion: Completion, price: Price = FREE): void =>
  release(knownCost(completion, price), costOf(completion, price));

/** Reserves the cost of an attempt; null where the budget is exhausted. */
export type Reserve = (request: ChatRequest) => Release | null | Promise<Release | null>;

export class BudgetReached extends Error {
  override name = "BudgetReached";
}

export interface Budget {
  /**
   * Reserves `cost`, or if higher the largest cost by which a request of the same model has exceeded its reservation. While it does not fit
   * but other reservations are open, waits for them; null once it cannot fit. The amount spent never exceeds `maxCost` as long as no actual
   * cost exceeds its reservation.
   */
  reserve(cost: number, model?: string): Release | null | Promise<Release | null>;
  readonly spent: number;
  /** Reserved for requests in flight. */
  readonly reserved: number;
  readonly maxCost: number;
}

/** A budget in US dollars, of which `spent` may be used already. Without `maxCost` it only counts. */
export function budget({maxCost = Number.POSITIVE_INFINITY, spent: before = 0}: {maxCost?: number; spent?: number} = {}): Budget {
  let spent = before;
  let reserved = 0;
  let open = 0;
  const dearest = new Map<string, number>();
  const waiting = new Set<{cost: number; model: string; answer: (release: Release | null) => void}>();

  const fits = (cost: number) => spent + reserved + cost <= maxCost;

  function grant(cost: number, model: string): Release {
    reserved += cost;
    open++;
    let released = false;
    return (billed, least = 0) => {
      const actual = billed ?? Math.max(cost, least);
      if (released) return;
      released = true;
      // exceeds its reservation where the server ignores the token limit or the price is wrong
      if (actual > cost) dearest.set(model, Math.max(actual, dearest.get(model) ?? 0));
      spent += actual;
      open--;
      reserved = open === 0 ? 0 : reserved - cost; // reset without open reservations, so that rounding errors do not accumulate
      serve();
    };
  }

  function serve(): void {
    for (const waiter of waiting) {
      const granted = fits(waiter.cost);
      if (!granted && open > 0) return; // first in, first out: small requests must not starve a large one
      waiting.delete(waiter);
      waiter.answer(granted ? grant(waiter.cost, waiter.model) : null);
    }
  }

  return {
    reserve(worst, model = "") {
      const cost = Math.max(worst, dearest.get(model) ?? 0);
      if (waiting.size === 0 && fits(cost)) return grant(cost, model);
      if (open === 0) return null;
      return new Promise(answer => waiting.add({cost, model, answer}));
    },
    maxCost,
    get spent() {
      return spent;
    },
    get reserved() {
      return reserved;
    }
  };
}
