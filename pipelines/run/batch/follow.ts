// The way of one batch: sent once and no more, asked after until it has ended, and its results handed on line by line.

import {plural} from "../../book/plural.js";
import {sleep as realSleep, type Sleep} from "../../infer/abort.js";
import type {BatchHttp} from "../../infer/batch/http.node.js";
import type {BatchInterface, BatchState, Result, Upload} from "../../infer/batch/interface.js";
import {EndpointError} from "../../infer/completion.js";
import {AttemptError} from "../../infer/failure.js";
import {duration} from "../../infer/progress.node.js";
import {jsonOf} from "../../rows/json.js";
import type {Entry} from "./journal.js";

export interface FollowOptions {
  http: BatchHttp;
  of: BatchInterface;
  report: (text: string) => void;
  /** Ends the wait for the batch, which goes on at its server. */
  stop: AbortSignal;
  /** Ends everything at once. */
  abort?: AbortSignal | undefined;
  /** Further attempts at a request to the interface. */
  retries: number;
  /** Ids of batches that are known. */
  others: Set<string>;
  sleep?: Sleep;
  clock?: () => number;
}

/** First wait before a batch is asked after again; it grows with the time that the batch takes, up to the last. */
const FIRST_POLL_MS = 250;
const LAST_POLL_MS = 60_000;
const POLL_SHARE = 0.1;
/** Least time between two lines about a batch that changes nothing but its counts. */
const TELL_MS = 60_000;
/** A server that does not answer while a batch is waited for is asked so many times more, about a quarter of an hour. */
const POLL_RETRIES = 20;
const BACKOFF_MS = 500;

const n = (value: number): string => value.toLocaleString("en");
const uploadOf = ({upload, state: {requests, url, uploaded}}: Entry): Upload => ({file: upload, requests, url, uploaded});

/**
 * The batch at its server: asked after where it may have been sent already, and sent where it has not. Its id is on disk when this resolves.
 * Rejects with an EndpointError where it cannot be sent, or where nobody can say whether it was.
 */
export async function submitted(entry: Entry, options: FollowOptions): Promise<BatchState> {
  const {http, of, abort, retries, report, stop, sleep = realSleep} = options;
  const {state} = entry;
  if (state.batch) return patiently(() => of.state(http, state.batch!, abort), options, POLL_RETRIES);
  for (let retry = 0; ; retry++) {
    if (entry.state.tried) {
      const found = await foundAgain(entry, options);
      if (found) return found;
    }
    stop.throwIfAborted();
    if (of.upload && !entry.state.uploaded) {
      const uploaded = await patiently(() => of.upload!(http, uploadOf(entry), abort), options, retries);
      await entry.note({uploaded});
    }
    if (!entry.state.tried) await entry.note({tried: new Date().toISOString()});
    try {
      const sent = await of.submit(http, uploadOf(entry), abort);
      await entry.note({batch: sent.id});
      return sent;
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      const {status, retryable} = error.details;
      const refusedOutright = status >= 400 && status < 500 && !retryable;
      if (refusedOutright) throw error;
      if (retry >= retries && (await foundAgain(entry, options)) === null) throw error;
      report(`${error.message}; the server is asked whether it has the batch before it is sent again`);
      await sleep(backoff(retry, error), stop);
    }
  }
}

/** The batch, where its server has it although nobody noted its id; null where it does not. */
async function foundAgain(entry: Entry, options: FollowOptions): Promise<BatchState | null> {
  const {http, of, abort, retries} = options;
  const since = Date.parse(entry.state.tried ?? entry.state.created);
  const found = await patiently(() => of.submitted(http, uploadOf(entry), {since, signal: abort}), options, retries).catch(
    (error: unknown) => {
      if (!(error instanceof EndpointError)) throw error;
      throw new AttemptError(
        `${error.message}; so it is not known whether ${named(entry)} was submitted. Look at the provider's list of batches, then npm run batches -- adopt ${entry.name} ID, or forget ${entry.name}`,
        {...error.details, retryable: false, fatal: true},
        true
      );
    }
  );
  const sure = found.find(each => each.sure);
  if (sure) {
    await entry.note({batch: sure.state.id});
    return sure.state;
  }
  for (const {state} of found) {
    if (options.others.has(state.id)) continue;
    const ended = await endOf(state, entry, options);
    if (!(await holds(ended, entry, options))) continue;
    await entry.note({batch: ended.id});
    return ended;
  }
  return null;
}

/** Whether a batch's results are those of this entry, by the id of the first of them. */
async function holds(state: BatchState, entry: Entry, options: FollowOptions): Promise<boolean> {
  const {http, of, abort} = options;
  const keys = new Set<string>();
  for await (const {key} of entry.lines()) keys.add(key);
  for (const path of state.results)
    for await (const line of http.lines(path, abort)) {
      const result = line === undefined ? null : of.read(jsonOf(line));
      if (result) return keys.has(result.key);
    }
  return false;
}

/** Waits for the end of a batch, and tells how it comes on. Rejects with the reason of `stop`. */
export async function endOf(state: BatchState, entry: Entry, options: FollowOptions): Promise<BatchState> {
  const {http, of, report, stop, abort, sleep = realSleep, clock = () => performance.now()} = options;
  const since = clock();
  let told = {status: state.status, at: since, done: -1};
  let now = state;
  while (now.phase === "running") {
    const elapsed = clock() - since;
    await sleep(Math.min(LAST_POLL_MS, Math.max(FIRST_POLL_MS, POLL_SHARE * elapsed)), stop);
    now = await patiently(() => of.state(http, state.id, abort), options, POLL_RETRIES);
    const {status, done, failed} = now;
    const at = clock();
    const due = at - told.at >= TELL_MS && done + failed !== told.done;
    if (now.phase !== "running" || (status === told.status && !due)) continue;
    report(progressLine(now, entry, at - since));
    told = {status, at, done: done + failed};
  }
  return now;
}

const progressLine = ({id, status, done, failed}: BatchState, {state: {requests}}: Entry, elapsed: number): string =>
  `${id}: ${status}, ${n(done)} of ${plural(requests, "request")} done${failed > 0 ? `, ${n(failed)} failed` : ""}, after ${duration(elapsed / 1000)}`;

/** Lines of results that are no answers of this batch. */
export interface Oddities {
  duplicate: number;
  unknown: number;
  malformed: number;
}

/**
 * Hands on each result once, whatever is repeated in the files or when one of them is read again because it broke off.
 * @param keys those of the batch
 * @param handle is called with each, several at a time; what it rejects with ends the reading
 */
export async function eachResult(
  state: BatchState,
  keys: {has(key: string): boolean},
  handle: (result: Result) => Promise<void>,
  options: FollowOptions
): Promise<Oddities> {
  const {http, of, abort} = options;
  const handled = new Set<string>();
  const odd: Oddities = {duplicate: 0, unknown: 0, malformed: 0};
  for (const path of state.results)
    await patiently(
      async () => {
        const own = {duplicate: 0, unknown: 0, malformed: 0};
        const seen = new Set<string>();
        const open = new Set<Promise<void>>();
        let broken: unknown;
        for await (const line of http.lines(path, abort)) {
          const result = line === undefined ? null : of.read(jsonOf(line));
          if (!result) own.malformed++;
          else if (!keys.has(result.key)) own.unknown++;
          else if (seen.has(result.key)) own.duplicate++;
          else {
            seen.add(result.key);
            if (handled.has(result.key)) continue;
            handled.add(result.key);
            const done = handle(result).catch((error: unknown) => {
              broken ??= error;
            });
            open.add(done);
            done.then(() => open.delete(done));
            if (open.size >= AT_ONCE) await Promise.race(open);
            if (broken !== undefined) break;
          }
        }
        await Promise.all(open);
        if (broken !== undefined) throw broken;
        for (const kind of ["duplicate", "unknown", "malformed"] as const) odd[kind] += own[kind];
      },
      options,
      POLL_RETRIES
    );
  return odd;
}

/** Results that are handed on at a time: as many as the cache writes in one transaction. */
const AT_ONCE = 256;

/** Does what may fail for a while, again and again after growing waits. */
async function patiently<T>(
  work: () => Promise<T>,
  {stop, report, sleep = realSleep}: FollowOptions,
  retries: number
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EndpointError) || !error.details.retryable || retry >= retries) throw error;
      const wait = backoff(retry, error);
      if (retry > 0 && retry % 4 === 0) report(`${error.message}; asked again in ${duration(wait / 1000)}`);
      await sleep(wait, stop);
    }
  }
}

const backoff = (retry: number, {details}: EndpointError): number =>
  details.retryAfterMs ?? Math.min(LAST_POLL_MS, BACKOFF_MS * 2 ** retry) * (0.5 + Math.random() / 2);

/** A batch as messages name it. */
export const named = ({name, state: {batch, model, requests}}: Entry): string =>
  `${batch ?? name} (${plural(requests, "request")} to ${model})`;
