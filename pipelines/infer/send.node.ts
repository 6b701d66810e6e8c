// The only module that sends bytes to endpoints: an undici Pool without pipelining, with a time limit for each call, through the proxy that
// the environment names, if any.

import type {Readable} from "node:stream";
import {type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool} from "undici";
import {currentIo} from "../io/current.node.js";
import {onAbort} from "./abort.js";
import {withoutContinue} from "./interim.node.js";
import {bytesOf, type Pieces} from "./longText.node.js";
import {ACCEPT_ENCODING, Unpacker} from "./unpack.node.js";

/** Longest delay of `setTimeout`, which fires at once beyond it. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const CONNECT_TIMEOUT_MS = 10_000;

export type Headers = Record<string, string | string[] | undefined>;

interface Call {
  /** UTF-8; in pieces where it is long. */
  body: string | Pieces;
  /** Further headers of this call. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds from the start of the call to the last byte. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Receives one response, unpacked where the server has compressed it. An exception that it throws ends the call: the socket is destroyed and the call rejects with it. */
export interface Sink {
  head(status: number, headers: Headers): void;
  data(chunk: Uint8Array): void;
}

/** POSTs one body; resolves after the last byte, rejects with a TimeoutError, the signal's reason or the network's error. */
export type Send = (call: Call, sink: Sink) => Promise<void>;

export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The proxies that the environment names, with curl's rules: lower-case names take precedence, and an empty variable means none. */
function proxies(env = currentIo().env): {httpProxy: string; httpsProxy: string; noProxy: string} {
  const of = (name: string) => env[name.toLowerCase()] || env[name] || "";
  return {httpProxy: of("HTTP_PROXY"), httpsProxy: of("HTTPS_PROXY"), noProxy: of("NO_PROXY")};
}

/** Connections to one origin, through the proxy that the environment names unless `direct`. Bodies may take as long as they take. */
export function dispatcherTo({protocol, origin}: URL, {connections = 64, direct = false} = {}): Dispatcher {
  const settings = {
    connections,
    pipelining: 1,
    headersTimeout: 0, // replaced by one timer from start to last byte, because a server that sends slowly would reset these
    bodyTimeout: 0,
    connect: {timeout: CONNECT_TIMEOUT_MS}
  };
  const {httpProxy, httpsProxy, noProxy} = proxies();
  const proxy = !direct && (httpProxy || (protocol === "https:" && httpsProxy));
  return proxy ? new EnvHttpProxyAgent({...settings, factory: poolTo, httpProxy, httpsProxy, noProxy}) : poolTo(origin, settings);
}

const poolTo = (origin: string | URL, {connect, ...settings}: Pool.Options): Pool =>
  new Pool(origin, {...settings, connect: withoutContinue((connect ?? {}) as buildConnector.BuildOptions)});

/** A `send` to one URL over a limited number of connections, bypassing any proxy if `direct`. `close` waits for calls in flight. */
export function poolSend(
  url: string,
  headers: Record<string, string>,
  {connections = 64, direct = false} = {}
): {send: Send; close(): Promise<void>} {
  const place = new URL(url);
  const {origin, pathname, search} = place;
  const pool = dispatcherTo(place, {connections, direct});
  const options = {
    origin,
    path: pathname + search,
    method: "POST" as const,
    headers: Object.entries(withEncoding(headers)).flat()
  };
  return {
    send: (call, sink) =>
      new Promise((resolve, reject) => {
        // `dispatch` rather than `request`, because the body needs no Readable and an abort no AbortSignal of its own
        const transfer = new Transfer(call, sink, resolve, reject);
        const headers = call.headers ? [...options.headers, ...Object.entries(call.headers).flat()] : options.headers;
        if (!transfer.over) pool.dispatch({...options, headers, ...bodyOf(call.body, headers)}, transfer);
      }),
    close: () => pool.close()
  };
}

/** Headers of a request, with the codings in which its response may come where they name none. */
export const withEncoding = (headers: Record<string, string>): Record<string, string> =>
  Object.keys(headers).some(name => name.toLowerCase() === "accept-encoding")
    ? headers
    : {"accept-encoding": ACCEPT_ENCODING, ...headers};

/** A body as undici takes it. One in pieces is sent with its length, since not all servers read chunks. */
function bodyOf(body: string | Pieces, headers: string[]): Pick<Dispatcher.DispatchOptions, "body" | "headers"> {
  if (typeof body === "string") return {body};
  return {body: encoded(body) as unknown as Readable, headers: [...headers, "content-length", String(bytesOf(body))]};
}

/** Pieces as bytes: undici takes any iterable, although its types name streams alone. */
function* encoded(pieces: Pieces): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** One request under way. It is a class because closures created for each request take a third of the time here. */
class Transfer implements Dispatcher.DispatchHandler {
  over = false;
  private controller: Dispatcher.DispatchController | undefined;
  private body: Unpacker | undefined;
  /** The error of a connection that broke in the body, of which the rest is still unpacked. */
  private broken: Error | undefined;
  private readonly timer: NodeJS.Timeout;
  private readonly forget: (() => void) | undefined;

  constructor(
    readonly call: Call,
    readonly sink: Sink,
    readonly resolve: () => void,
    readonly reject: (error: unknown) => void
  ) {
    const {timeoutMs, signal} = call;
    this.timer = setTimeout(timeOut, Math.min(timeoutMs, LONGEST_TIMER_MS), this);
    this.forget = signal && onAbort(signal, () => this.fail(signal.reason));
  }

  private finish(): boolean {
    if (this.over) return false;
    this.over = true;
    clearTimeout(this.timer);
    this.forget?.();
    return true;
  }

  fail(error: unknown): void {
    if (!this.finish()) return;
    this.reject(error);
    this.body?.destroy();
    this.controller?.abort(error instanceof Error ? error : new Error(String(error)));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.over) controller.abort(new Error("called off before it was sent"));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (this.over || status < 200) return; // responses with status 1xx announce the final response
    this.attempt(() => this.sink.head(status, headers));
    this.body = new Unpacker(headers["content-encoding"], this);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (!this.over) this.attempt(() => this.body!.write(chunk));
  }

  onResponseEnd(): void {
    if (!this.over) this.attempt(() => this.body!.end());
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.over) return;
    this.broken = error;
    if (this.body) this.attempt(() => this.body!.end());
    else this.fail(error);
  }

  /** Receives a piece of the unpacked body. */
  data(chunk: Uint8Array): void {
    if (!this.over) this.attempt(() => this.sink.data(chunk));
  }

  /** Called after the last byte of the unpacked body. */
  end(): void {
    if (this.broken) this.fail(this.broken);
    else if (this.finish()) this.resolve();
  }

  private attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.fail(error);
    }
  }
}

const timeOut = (transfer: Transfer) =>
  transfer.fail(new TimeoutError(`no complete response within ${transfer.call.timeoutMs / 1000} s`));
