// Why a request has no answer, and how asking about many things ends where none can have one any more.
import {catchError, from, map, mergeMap, type Observable, of} from "rxjs";
import {BudgetReached} from "../infer/budget.js";
import {EndpointError} from "../infer/completion.js";
import {ContextExceeded} from "../infer/usage.js";

/** The signals by which a command is asked to end. */
export interface Signals {
  /** Starts nothing new once aborted; what is in flight is finished and kept. */
  stop?: AbortSignal | undefined;
  /** Ends everything at once. */
  abort?: AbortSignal | undefined;
}

export type FailureKind = "budget" | "interrupted" | "context" | "failed";

/** Why a request was rejected. An error that is none of a request is thrown on. */
export function classifyFailure(error: unknown, {stop, abort}: Signals): FailureKind {
  if (error instanceof BudgetReached) return "budget";
  if (stop?.aborted || abort?.aborted) return "interrupted";
  if (error instanceof ContextExceeded) return "context";
  if (error instanceof EndpointError) return "failed";
  throw error;
}

/** Whether an error says that no other request to this endpoint can succeed either, such as a wrong key. */
export const isFatal = (error: Error): boolean => error instanceof EndpointError && error.details.fatal === true;

/** Whether a server refuses one request for good, as moderation and firewalls do, so that others are asked all the same. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof EndpointError && error.details.status >= 400 && !error.details.retryable && !error.details.fatal;

/** Outcome of one item: answered, failed, or skipped because nothing more was asked. */
export type Outcome<T, R> = {thing: T} & ({answer: R} | {error: Error} | {left: true});

interface AskOptions extends Signals {
  /** Most items that are asked about at a time. */
  concurrency: number;
  /** Whether an error ends all further asking. */
  ends?: (error: Error) => boolean;
}

/**
 * Asks about many items, several at a time; outcomes come in the order of arrival. A failed request concerns its own item alone. Once the
 * budget is reached, the command is interrupted or an error ends all, no further item is asked about.
 */
export function askEach<T, R>(
  things: readonly T[],
  ask: (thing: T) => Promise<R>,
  {concurrency, stop, abort, ends = isFatal}: AskOptions
): Observable<Outcome<T, R>> {
  let ended = false;
  return from(things).pipe(
    mergeMap((thing): Observable<Outcome<T, R>> => {
      if (ended || stop?.aborted) return of({thing, left: true});
      return from(ask(thing)).pipe(
        map(answer => ({thing, answer})),
        catchError((error: unknown) => {
          const why = classifyFailure(error, {stop, abort});
          const concernsAll = why === "budget" || why === "interrupted";
          if (concernsAll || ends(error as Error)) ended = true;
          return of<Outcome<T, R>>(concernsAll ? {thing, left: true} : {thing, error: error as Error});
        })
      );
    }, concurrency)
  );
}
