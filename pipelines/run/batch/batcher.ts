// Gathers one model's requests into batches: whatever waits when nothing more is asked for goes out together.

import {plural} from "../../book/plural.js";
import {onAbort} from "../../infer/abort.js";
import type {AdaptedRequest} from "../../infer/adapt.js";
import {type Adapter, adapter} from "../../infer/adapt.js";
import type {BatchState} from "../../infer/batch/interface.js";
import {completionIn} from "../../infer/batch/outcome.node.js";
import type {AnswerCaches} from "../../infer/caches.node.js";
import {type ChatRequest, type Completion, EndpointError} from "../../infer/completion.js";
import {AttemptError} from "../../infer/failure.js";
import {written} from "../../infer/longText.node.js";
import {rasterised} from "../../infer/raster.node.js";
import type {Wire} from "../../infer/wire.js";
import type {Tokenizer} from "../../tokenizer/types.js";
import {eachResult, endOf, type FollowOptions, named, type Oddities, submitted} from "./follow.js";
import {type Entry, type EntryState, newEntry, type Written} from "./journal.js";

export type Identity = Pick<EntryState, "interface" | "protocol" | "base" | "model" | "url">;

export interface BatcherOptions extends Pick<FollowOptions, "http" | "of" | "retries" | "others"> {
  journal: string;
  identity: Identity;
  form: Wire;
  cache: Pick<AnswerCaches, "get" | "has" | "put">;
  secret: string | undefined;
  contextTokens: number;
  tokenizer: () => Promise<Tokenizer>;
  /** Adds derived data to a completion before it is kept. */
  annotate: (completion: Completion) => Completion;
  report: (text: string) => void;
  warn: (text: string) => void;
  stop?: AbortSignal | undefined;
  abort?: AbortSignal | undefined;
  /** Milliseconds without a further request after which those that wait are sent. */
  quietMs: number;
}

export interface Batcher {
  /**
   * The answer to a request, in the next batch or in one that is under way, on disk when this resolves. One attempt: rejects with an
   * EndpointError, or with the reason of `stop`, while a batch that was sent goes on at its server.
   */
  ask(request: ChatRequest, key: string): Promise<Completion>;
  /** Follows a batch that an earlier run has sent. */
  adopt(entry: Entry): Promise<void>;
  /** Requests in batches that were sent. */
  readonly waiting: number;
  /** Ends the wait for batches that nobody waits for; resolves when none is being written or read. */
  close(): Promise<void>;
}

interface Waiter {
  resolve(completion: Completion): void;
  reject(error: unknown): void;
}

interface Asked {
  request: ChatRequest;
  sent: AdaptedRequest;
  waiter: Waiter | null;
}

/** A batch that a server refuses for the time being, since others of the account are still under way there. */
const FULL = /token_limit_exceeded|enqueued|rate_limit|too many/i;
const FULL_WAIT_MS = 60_000;

const n = (value: number): string => value.toLocaleString("en");

/** Opens the batcher of one model at one endpoint. */
export function openBatcher(options: BatcherOptions): Batcher {
  const {identity, of, form, cache, report, warn, journal, quietMs} = options;
  const closing = new AbortController();
  const stop = AbortSignal.any([closing.signal, ...(options.stop ? [options.stop] : [])]);
  const follow: FollowOptions = {...options, stop};
  const fit: Adapter = adapter(sampling => form.parameters(sampling, false));
  const pending = new Map<string, Asked>();
  const flying = new Map<string, Asked>();
  const working = new Set<Promise<void>>();
  let reading = 0;
  let timer: NodeJS.Timeout | null = null;
  let refused: EndpointError | null = null;

  /** Sends what waits as soon as nothing more is asked for: results that are being read bring further requests. */
  const schedule = () => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => setImmediate(() => (reading > 0 ? schedule() : flush())), quietMs);
  };
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const lines = new Map(pending);
    pending.clear();
    if (lines.size > 0) work(() => send(lines));
  };
  const work = (task: () => Promise<void>) => {
    const done = task();
    working.add(done);
    done.finally(() => working.delete(done)).catch(() => {});
  };

  const rejectAll = (lines: ReadonlyMap<string, Asked>, error: unknown) => {
    for (const [key, line] of lines) {
      if (flying.get(key) === line) flying.delete(key);
      line.waiter?.reject(error);
    }
  };

  const textOf = ({request, sent}: Asked, key: string): Written => {
    const {before, after} = of.around(key, identity.url);
    const body = () => written(rasterised(request), each => form.body(each, sent.parameters, false));
    return {
      key,
      request,
      adapted: sent.adapted,
      text: {
        *[Symbol.iterator]() {
          yield before;
          yield body();
          yield after;
        }
      }
    };
  };

  /** Writes down what is to be sent, sends it, and follows it; what is too large for one batch goes in two. */
  const send = async (lines: ReadonlyMap<string, Asked>): Promise<void> => {
    for (const [key, line] of lines) flying.set(key, line);
    let entry: Entry;
    try {
      entry = await newEntry(journal, identity, {lines: [...lines].map(([key, line]) => textOf(line, key)), frame: of.frame});
      if (entry.state.bytes > of.most.bytes && lines.size > 1) {
        await entry.remove();
        const all = [...lines];
        const middle = Math.ceil(all.length / 2);
        await Promise.all([send(new Map(all.slice(0, middle))), send(new Map(all.slice(middle)))]);
        return;
      }
    } catch (error) {
      const message = `${identity.model}: a batch cannot be written to ${journal}: ${(error as Error).message}; nothing of it was sent`;
      return rejectAll(lines, new AttemptError(message, {status: 0, retryable: false, fatal: true}, false));
    }
    await through(entry, lines);
  };

  /** Follows a batch from its submission to its last result. */
  const through = async (entry: Entry, lines: ReadonlyMap<string, Asked>): Promise<void> => {
    let ended: BatchState;
    try {
      const known = entry.state.batch !== null;
      const begun = await submitted(entry, follow);
      options.others.add(begun.id);
      if (!known) report(sentLine(entry));
      ended = await endOf(begun, entry, follow);
    } catch (error) {
      return givenUp(entry, lines, error);
    }
    if (ended.phase === "refused") {
      await entry.remove();
      const full = FULL.test(ended.why ?? "");
      const details = {status: 400, retryable: full, ...(full && {retryAfterMs: FULL_WAIT_MS})};
      const error = new AttemptError(`${named(entry)} was refused: ${ended.why}`.slice(0, 600), details, false);
      return rejectAll(lines, error);
    }
    reading++;
    try {
      await read(entry, lines, ended);
    } catch (error) {
      if (!(error instanceof EndpointError) && !options.abort?.aborted && !stop.aborted) warn(goesOn(entry));
      rejectAll(lines, error);
    } finally {
      reading--;
    }
  };

  const read = async (entry: Entry, lines: ReadonlyMap<string, Asked>, ended: BatchState): Promise<void> => {
    const left = new Map(lines);
    const failed: {line: Asked; error: unknown; key: string}[] = [];
    const odd = await eachResult(
      ended,
      lines,
      async result => {
        const {key} = result;
        const line = lines.get(key)!;
        let kept = cache.get(key);
        if (!kept) {
          const {request, sent} = line;
          try {
            const place = ended.id;
            const {secret, contextTokens, tokenizer} = options;
            const own = {form, sent, adapter: fit, secret, contextTokens, tokenizer, place, onAdapt: warn};
            kept = options.annotate(await completionIn(request, result, own));
          } catch (error) {
            if (!(error instanceof EndpointError)) throw error;
            left.delete(key);
            failed.push({line, error, key});
            return;
          }
          await cache.put(key, kept);
        }
        left.delete(key);
        if (flying.get(key) === line) flying.delete(key);
        line.waiter?.resolve(kept);
      },
      follow
    );
    await entry.remove();
    report(endLine(ended, {lines: lines.size, failed: failed.length, missing: left.size, odd}));
    for (const {line, error, key} of failed) {
      if (flying.get(key) === line) flying.delete(key);
      line.waiter?.reject(error);
    }
    const none = `${identity.model}: the results of ${ended.id} hold no answer to a request of it`;
    rejectAll(left, new AttemptError(none, {status: 0, retryable: true}, true));
  };

  /** Ends the wait for a batch that has not ended, or of which nobody knows. */
  const givenUp = async (entry: Entry, lines: ReadonlyMap<string, Asked>, error: unknown): Promise<void> => {
    const {tried, batch} = entry.state;
    if (stop.aborted || options.abort?.aborted) {
      if (tried) report(goesOn(entry));
      else await entry.remove();
      const reason = options.stop?.reason ?? options.abort?.reason ?? error;
      return rejectAll(lines, tried ? reason : notSent(reason));
    }
    if (!(error instanceof EndpointError)) return rejectAll(lines, error);
    const {status, fatal, retryable} = error.details;
    const isRefused =
      batch === null && status >= 400 && status < 500 && !retryable && !(error instanceof AttemptError && error.billable);
    if (isRefused || !tried) await entry.remove();
    else warn(status === 404 && batch !== null ? notThere(entry) : goesOn(entry));
    if (fatal) refused = error;
    rejectAll(lines, isRefused || !tried ? error : new AttemptError(error.message, {...error.details, retryable: false}, true));
  };

  const forget = onAbort(stop, () => {
    if (timer) clearTimeout(timer);
    rejectAll(pending, notSent(stop.reason));
    pending.clear();
  });

  return {
    get waiting() {
      return flying.size;
    },
    ask(request, key) {
      const kept = cache.get(key); // a batch that was under way may have brought it since it was last looked for
      if (kept) return Promise.resolve(kept);
      if (refused) return Promise.reject(refused);
      if (stop.aborted) return Promise.reject(notSent(stop.reason));
      return new Promise((resolve, reject) => {
        const waiter = {resolve, reject};
        const known = flying.get(key);
        if (known) known.waiter = waiter;
        else {
          pending.set(key, {request, sent: fit.fit(request.sampling), waiter});
          if (pending.size >= of.most.requests) flush();
          else schedule();
        }
      });
    },
    async adopt(entry) {
      const lines = new Map<string, Asked>();
      for await (const {key, request, adapted} of entry.lines())
        lines.set(key, {
          request,
          sent: {parameters: form.parameters(request.sampling, false), adapted, version: 0},
          waiter: null
        });
      for (const [key, line] of lines) flying.set(key, line);
      report(`${named(entry)} is under way; its answers are fetched before anything of it is asked again`);
      work(() => through(entry, lines));
    },
    async close() {
      closing.abort(new Error("the run has ended"));
      await Promise.allSettled([...working]);
      forget();
    }
  };
}

/** The error of a request that has not been sent, and costs nothing. */
const notSent = (reason: unknown): EndpointError =>
  new AttemptError(`not sent: ${(reason as Error | undefined)?.message ?? "interrupted"}`, {status: 0, retryable: false}, false);

const sentLine = ({state: {batch, requests, model, bytes}}: Entry): string =>
  `${batch}: ${plural(requests, "request")} to ${model} sent (${(bytes / 1e6).toFixed(1)} MB); Ctrl-C leaves it running`;

const goesOn = (entry: Entry): string =>
  `${named(entry)} goes on at its server: the same command fetches it, npm run batches -- cancel ${entry.state.batch ?? entry.name} ends it`;

const notThere = (entry: Entry): string =>
  `${named(entry)} is not known to its server: with the key of another account? Nothing of it is sent again before npm run batches -- forget ${entry.state.batch}`;

/** What a batch came to, with whatever was wrong with its results. */
function endLine(
  {id, status}: BatchState,
  {lines, failed, missing, odd}: {lines: number; failed: number; missing: number; odd: Oddities}
): string {
  const answered = lines - failed - missing;
  const wrong = [
    ...(failed > 0 ? [`${n(failed)} failed`] : []),
    ...(missing > 0 ? [`${n(missing)} missing from its results`] : []),
    ...(odd.duplicate > 0 ? [`${plural(odd.duplicate, "line")} for a request that had one`] : []),
    ...(odd.unknown > 0 ? [`${plural(odd.unknown, "line")} for requests that it does not have`] : []),
    ...(odd.malformed > 0 ? [`${plural(odd.malformed, "line")} that cannot be read`] : [])
  ];
  return `${id}: ${status}, ${plural(answered, "answer")} kept${wrong.length > 0 ? `; ${wrong.join(", ")}` : ""}`;
}
