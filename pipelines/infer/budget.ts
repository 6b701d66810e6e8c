// A run's hard limit in US dollars: the worst case is set aside before a request leaves, and what it did not use is given back.
import type {ChatRequest, Completion} from "./completion.js";
import {answersOf, promptTokensAtMost, tokensAtMost} from "./limits.js";

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
}

/** What stands for a price that is not known. */
export const FREE: Price = {input: 0, output: 0};

const PER_MILLION = 1e-6;

type Usage = Pick<Completion, "billed" | "prompt_tokens" | "completion_tokens">;

/** What a completion cost by its tokens, US dollars. */
export const listCost = ({prompt_tokens, completion_tokens}: Omit<Usage, "billed">, {input, output}: Price = FREE): number =>
  (prompt_tokens * input + completion_tokens * output) * PER_MILLION;

/** What a completion cost, US dollars: as billed or by list price, whichever is more. A bill of 0 may mean that another one comes. */
export const costOf = (usage: Usage, price: Price = FREE): number => Math.max(usage.billed ?? 0, listCost(usage, price));

/** What a completion is known to have cost; undefined where the server did not count all tokens, or not in a way that can be true. */
export const knownCost = (completion: Completion, price: Price = FREE): number | undefined =>
  completion.reported ? undefined : costOf(completion, price);

/**
 * The most that one attempt at a request can cost, US dollars: its limit of completion tokens, or the context window without one, for each
 * answer that it makes.
 */
export function worstCost(request: ChatRequest, price: Price | undefined, {contextTokens}: {contextTokens: number}): number {
  const {input, output} = price ?? FREE;
  const answer = (tokensAtMost(request.sampling) ?? contextTokens) * output;
  return (promptTokensAtMost(request) * input + answersOf(request.sampling) * answer) * PER_MILLION;
}

/** Gives back what a reservation did not use; without an actual cost (nobody knows what a cut stream was billed) all of it counts as spent. */
export type Release = (actual?: number) => void;

/** Sets the cost of an attempt aside, or answers null: the budget is reached. */
export type Reserve = (request: ChatRequest) => Release | null | Promise<Release | null>;

export class BudgetReached extends Error {
  override name = "BudgetReached";
}

export interface Budget {
  /**
   * Sets so much aside, or what a request of the same model has cost beyond its reservation, if that is more. While it does not fit but others' reservations are open it waits for them; null once it cannot fit.
   * Spent never exceeds `maxCost` so long as no actual cost exceeds its reservation.
   */
  reserve(cost: number, model?: string): Release | null | Promise<Release | null>;
  readonly spent: number;
  /** Set aside for what is in flight. */
  readonly reserved: number;
  readonly maxCost: number;
}

/** A budget of so many US dollars, of which some may be spent already. Without a limit it only counts. */
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
    return (actual = cost) => {
      if (released) return;
      released = true;
      if (actual > cost) dearest.set(model, Math.max(actual, dearest.get(model) ?? 0)); // a limit that is not heeded, a price that is not the real one
      spent += actual;
      open--;
      reserved = open === 0 ? 0 : reserved - cost; // no rounding errors pile up
      serve();
    };
  }

  function serve(): void {
    for (const waiter of waiting) {
      const granted = fits(waiter.cost);
      if (!granted && open > 0) return; // in order: a small request must not starve a large one
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
