// A run's hard limit in US dollars: the worst case is set aside before a request leaves, and what it did not use is given back.
import type {ChatRequest, Completion} from "./completion.js";

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
}

/** What stands for a price that is not known. */
export const FREE: Price = {input: 0, output: 0};

const PER_MILLION = 1e-6;
/** Tokens that a chat template adds: some per message (role, separators), some once (start, tool and date preambles). */
const TOKENS_PER_MESSAGE = 16;
const TOKENS_PER_REQUEST = 64;

/** What a completion cost, US dollars: as billed, else by list price. */
export const costOf = (
  {billed, prompt_tokens, completion_tokens}: Pick<Completion, "billed" | "prompt_tokens" | "completion_tokens">,
  {input, output}: Price = FREE
): number => billed ?? (prompt_tokens * input + completion_tokens * output) * PER_MILLION;

/** Upper bound of prompt tokens: a byte-level vocabulary never makes more tokens than there are bytes. */
export const promptTokensAtMost = ({messages}: Pick<ChatRequest, "messages">): number =>
  messages.reduce((sum, {content}) => sum + Buffer.byteLength(content) + TOKENS_PER_MESSAGE, TOKENS_PER_REQUEST);

/** The most that one attempt at a request can cost, US dollars: its limit of completion tokens, or the context window without one. */
export function worstCost(request: ChatRequest, price: Price | undefined, {contextTokens}: {contextTokens: number}): number {
  const {input, output} = price ?? FREE;
  return (promptTokensAtMost(request) * input + (tokenLimit(request.sampling) ?? contextTokens) * output) * PER_MILLION;
}

/** The limit of completion tokens that sampling parameters set; null where they leave it to the model. */
export function tokenLimit({max_tokens, max_completion_tokens, max_output_tokens}: Record<string, unknown>): number | null {
  const limit = [max_output_tokens, max_completion_tokens, max_tokens].find(value => typeof value === "number");
  return (limit as number | undefined) ?? null;
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
   * Sets so much aside. While it does not fit but others' reservations are open it waits for them; null once it cannot fit.
   * Spent never exceeds `maxCost` so long as no actual cost exceeds its reservation.
   */
  reserve(cost: number): Release | null | Promise<Release | null>;
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
  const waiting = new Set<{cost: number; answer: (release: Release | null) => void}>();

  const fits = (cost: number) => spent + reserved + cost <= maxCost;

  function grant(cost: number): Release {
    reserved += cost;
    open++;
    let released = false;
    return (actual = cost) => {
      if (released) return;
      released = true;
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
      waiter.answer(granted ? grant(waiter.cost) : null);
    }
  }

  return {
    reserve(cost) {
      if (waiting.size === 0 && fits(cost)) return grant(cost);
      if (open === 0) return null;
      return new Promise(answer => waiting.add({cost, answer}));
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
