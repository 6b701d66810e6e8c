// The one place where bytes leave: an undici Pool, without pipelining, that cuts what takes too long.
import {type Dispatcher, Pool} from "undici";
import {onAbort} from "./abort.js";

/** `setTimeout` fires at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const CONNECT_TIMEOUT_MS = 10_000;

export type Headers = Record<string, string | string[] | undefined>;

export interface Call {
  body: string;
  /** Milliseconds from here to the last byte. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Hears one response. Whatever it throws ends the call: the socket is destroyed and the call rejects with it. */
export interface Sink {
  head(status: number, headers: Headers): void;
  data(chunk: Uint8Array): void;
}

/** POST one body; resolves after the last byte, rejects with a TimeoutError, the signal's reason or the network's error. */
export type Send = (call: Call, sink: Sink) => Promise<void>;

export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** A `send` to one URL over at most so many connections. `close` waits for what is in flight. */
export function poolSend(
  url: string,
  headers: Record<string, string>,
  {connections = 64} = {}
): {send: Send; close(): Promise<void>} {
  const {origin, pathname, search} = new URL(url);
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 0, // one timer from start to last byte stands for both: a server that drips would reset these
    bodyTimeout: 0,
    connect: {timeout: CONNECT_TIMEOUT_MS}
  });
  const options = {path: pathname + search, method: "POST" as const, headers: Object.entries(headers).flat()};
  // `dispatch` rather than `request`: the body needs no Readable, and an abort no AbortSignal of its own
  const send: Send = ({body, timeoutMs, signal}, sink) =>
    new Promise((resolve, reject) => {
      let controller: Dispatcher.DispatchController | undefined;
      let over = false;
      const finish = () => {
        if (over) return false;
        over = true;
        clearTimeout(timer);
        forget?.();
        return true;
      };
      const fail = (error: unknown) => {
        if (!finish()) return;
        reject(error);
        controller?.abort(error instanceof Error ? error : new Error(String(error)));
      };
      const hear = (act: () => void) => {
        if (over) return;
        try {
          act();
        } catch (error) {
          fail(error);
        }
      };
      const timer = setTimeout(
        () => fail(new TimeoutError(`no complete response within ${timeoutMs / 1000} s`)),
        Math.min(timeoutMs, LONGEST_TIMER_MS)
      );
      const forget = signal && onAbort(signal, () => fail(signal.reason));
      if (over) return;
      pool.dispatch(
        {...options, body},
        {
          onRequestStart(started) {
            controller = started;
            if (over) started.abort(new Error("called off before it was sent"));
          },
          onResponseStart(_, status, responseHeaders) {
            if (status >= 200) hear(() => sink.head(status, responseHeaders)); // 1xx announce, they do not answer
          },
          onResponseData: (_, chunk) => hear(() => sink.data(chunk)),
          onResponseEnd: () => {
            if (finish()) resolve();
          },
          onResponseError: (_, error) => fail(error)
        }
      );
    });
  return {send, close: () => pool.close()};
}
