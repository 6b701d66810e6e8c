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
import type {Secrets} from "../../infer/redact.js";
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
  secret: Secrets;
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
export const openBatcher = (options: BatcherOptions): Batcher => new Batcher(options);

export class Batcher {
  readonly #options: BatcherOptions;
  readonly #closing = new AbortController();
  readonly #stop: AbortSignal;
  readonly #follow: FollowOptions;
  readonly #adapter: Adapter;
  /** Requests that wait for the next batch. */
  readonly #pending = new Map<string, Asked>();
  /** Requests in batches that were sent. */
  readonly #flying = new Map<string, Asked>();
  /** Batches that are written, followed or read. */
  readonly #working = new Set<Promise<void>>();
  readonly #forgetStop: () => void;
  #reading = 0;
  #timer: NodeJS.Timeout | null = null;
  /** The error after which nothing more is sent. */
  #refused: EndpointError | null = null;
  /** Whether the server has taken a batch, so that its key works. */
  #hasSubmitted = false;

  constructor(options: BatcherOptions) {
    const {form} = options;
    this.#options = options;
    this.#stop = AbortSignal.any([this.#closing.signal, ...(options.stop ? [options.stop] : [])]);
    this.#follow = {...options, stop: this.#stop};
    this.#adapter = adapter(sampling => form.parameters(sampling, false));
    this.#forgetStop = onAbort(this.#stop, () => {
      if (this.#timer) clearTimeout(this.#timer);
      this.#rejectAll(this.#pending, notSent(this.#stop.reason));
      this.#pending.clear();
    });
  }

  /** Number of requests in batches that were sent. */
  get waiting(): number {
    return this.#flying.size;
  }

  /**
   * Returns the answer to a request, in the next batch or in one that is under way, on disk when this resolves. One attempt: rejects with an
   * EndpointError, or with the reason of `stop`, while a batch that was sent goes on at its server.
   */
  ask(request: ChatRequest, key: string): Promise<Completion> {
    const cached = this.#options.cache.get(key); // a batch that was under way may have brought it since it was last looked for
    if (cached) return Promise.resolve(cached);
    if (this.#refused) return Promise.reject(this.#refused);
    if (this.#stop.aborted) return Promise.reject(notSent(this.#stop.reason));
    return new Promise((resolve, reject) => {
      const waiter = {resolve, reject};
      const flying = this.#flying.get(key);
      if (flying) flying.waiter = waiter;
      else {
        this.#pending.set(key, {request, sent: this.#adapter.fit(request.sampling), waiter});
        if (this.#pending.size >= this.#options.of.most.requests) this.#flush();
        else this.#schedule();
      }
    });
  }

  /** Follows a batch that an earlier run has sent. */
  async adopt(entry: Entry): Promise<void> {
    const {form, report} = this.#options;
    const lines = new Map<string, Asked>();
    for await (const {key, request, adapted} of entry.lines())
      lines.set(key, {
        request,
        sent: {parameters: form.parameters(request.sampling, false), adapted, version: 0},
        waiter: null
      });
    for (const [key, line] of lines) this.#flying.set(key, line);
    report(`${named(entry)} is under way; its answers are fetched before anything of it is asked again`);
    this.#work(() => this.#through(entry, lines));
  }

  /** Ends the wait for batches that nobody waits for; resolves when none is being written or read. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the run has ended"));
    await Promise.allSettled([...this.#working]);
    this.#forgetStop();
  }

  /** Sends what waits as soon as nothing more is asked for: results that are being read bring further requests. */
  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => setImmediate(() => (this.#reading > 0 ? this.#schedule() : this.#flush())),
      this.#options.quietMs
    );
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const lines = new Map(this.#pending);
    this.#pending.clear();
    if (lines.size > 0) this.#work(() => this.#send(lines));
  }

  #work(task: () => Promise<void>): void {
    const done = task();
    this.#working.add(done);
    done.finally(() => this.#working.delete(done)).catch(() => {});
  }

  #rejectAll(lines: ReadonlyMap<string, Asked>, error: unknown): void {
    for (const [key, line] of lines) this.#land(key, line)?.reject(error);
  }

  /** Takes a request out of those in flight, and returns who waits for it. */
  #land(key: string, line: Asked): Waiter | null {
    if (this.#flying.get(key) === line) this.#flying.delete(key);
    return line.waiter;
  }

  #written({request, sent}: Asked, key: string): Written {
    const {of, form, identity} = this.#options;
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
  }

  /** Writes down what is to be sent, sends it, and follows it; what is too large for one batch goes in two. */
  async #send(lines: ReadonlyMap<string, Asked>): Promise<void> {
    const {journal, identity, of} = this.#options;
    for (const [key, line] of lines) this.#flying.set(key, line);
    let entry: Entry;
    try {
      entry = await newEntry(journal, identity, {
        lines: [...lines].map(([key, line]) => this.#written(line, key)),
        frame: of.frame
      });
      if (entry.state.bytes > of.most.bytes && lines.size > 1) {
        await entry.remove();
        const all = [...lines];
        const middle = Math.ceil(all.length / 2);
        await Promise.all([this.#send(new Map(all.slice(0, middle))), this.#send(new Map(all.slice(middle)))]);
        return;
      }
    } catch (error) {
      const message = `${identity.model}: a batch cannot be written to ${journal}: ${(error as Error).message}; nothing of it was sent`;
      this.#rejectAll(lines, new AttemptError(message, {status: 0, retryable: false, fatal: true}, false));
      return;
    }
    await this.#through(entry, lines);
  }

  /** Follows a batch from its submission to its last result. */
  async #through(entry: Entry, lines: ReadonlyMap<string, Asked>): Promise<void> {
    const {others, report, warn, abort} = this.#options;
    let ended: BatchState;
    try {
      const isSubmitted = entry.state.batch !== null;
      const begun = await submitted(entry, this.#follow);
      others.add(begun.id);
      this.#hasSubmitted = true;
      if (!isSubmitted) report(sentLine(entry));
      ended = await endOf(begun, entry, this.#follow);
    } catch (error) {
      return this.#giveUp(entry, lines, error);
    }
    if (ended.phase === "refused") {
      await entry.remove();
      const full = FULL.test(ended.why ?? "");
      const details = {status: 400, retryable: full, ...(full && {retryAfterMs: FULL_WAIT_MS})};
      const message = `${named(entry)} was refused: ${ended.why}`.slice(0, 600);
      this.#rejectAll(lines, new AttemptError(message, details, false));
      return;
    }
    this.#reading++;
    try {
      await this.#read(entry, lines, ended);
    } catch (error) {
      if (!(error instanceof EndpointError) && !abort?.aborted && !this.#stop.aborted) warn(goesOn(entry));
      this.#rejectAll(lines, error);
    } finally {
      this.#reading--;
    }
  }

  async #read(entry: Entry, lines: ReadonlyMap<string, Asked>, ended: BatchState): Promise<void> {
    const {cache, annotate, report, identity, form, secret, contextTokens, tokenizer, warn: onAdapt} = this.#options;
    const reading = {form, adapter: this.#adapter, secret, contextTokens, tokenizer, place: ended.id, onAdapt};
    const left = new Map(lines);
    const failed: {line: Asked; error: unknown; key: string}[] = [];
    const odd = await eachResult(
      ended,
      lines,
      async result => {
        const {key} = result;
        const line = lines.get(key)!;
        let completion = cache.get(key);
        if (!completion) {
          const {request, sent} = line;
          try {
            completion = annotate(await completionIn(request, result, {...reading, sent}));
          } catch (error) {
            if (!(error instanceof EndpointError)) throw error;
            left.delete(key);
            failed.push({line, error, key});
            return;
          }
          await cache.put(key, completion, line.request.model, line.request.base);
        }
        left.delete(key);
        this.#land(key, line)?.resolve(completion);
      },
      this.#follow
    );
    await entry.remove();
    report(endLine(ended, {lines: lines.size, failed: failed.length, missing: left.size, odd}));
    for (const {line, error, key} of failed) this.#land(key, line)?.reject(error);
    const none = `${identity.model}: the results of ${ended.id} hold no answer to a request of it`;
    this.#rejectAll(left, new AttemptError(none, {status: 0, retryable: true}, true));
  }

  /** Ends the wait for a batch that has not ended, or that its server does not know. */
  async #giveUp(entry: Entry, lines: ReadonlyMap<string, Asked>, error: unknown): Promise<void> {
    const {stop, abort, report, warn} = this.#options;
    const {tried, batch} = entry.state;
    if (this.#stop.aborted || abort?.aborted) {
      if (tried) report(goesOn(entry));
      else await entry.remove();
      const reason = stop?.reason ?? abort?.reason ?? error;
      this.#rejectAll(lines, tried ? reason : notSent(reason));
      return;
    }
    if (!(error instanceof EndpointError)) {
      this.#rejectAll(lines, error);
      return;
    }
    const {status, fatal, retryable} = error.details;
    const isRefused =
      batch === null && status >= 400 && status < 500 && !retryable && !(error instanceof AttemptError && error.billable);
    if (isRefused || !tried) await entry.remove();
    else warn(status === 404 && batch !== null ? notThere(entry) : goesOn(entry));
    if (fatal && !(this.#hasSubmitted && (status === 401 || status === 403))) this.#refused = error;
    this.#rejectAll(
      lines,
      isRefused || !tried ? error : new AttemptError(error.message, {...error.details, retryable: false}, true)
    );
  }
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
