// Requests to a batch interface: small JSON answers, uploads streamed from a file, results streamed line by line.
import {createReadStream} from "node:fs";
import {stat} from "node:fs/promises";
import type {Dispatcher} from "undici";
import {jsonOf} from "../../rows/json.js";
import {EndpointError} from "../completion.js";
import {
  AttemptError,
  faultIn,
  networkMessage,
  oneLine,
  redirectIn,
  retryAfter,
  untrusted,
  verdict,
  wrongPathIn
} from "../failure.js";
import type {Secrets} from "../redact.js";
import {dispatcherTo, type Headers, withEncoding} from "../send.node.js";
import {unpackedBody} from "../unpack.node.js";

/** Longest answer that is no result, and longest line of results, bytes. */
const LONGEST_BODY = 16 * 2 ** 20;
const LONGEST_LINE = 16 * 2 ** 20;
/** Longest silence of a server: uploads are large, and results are written while they are read. */
const SILENCE_MS = 300_000;
const CONNECTIONS = 4;
const LINE_FEED = 0x0a;

/** A body that is sent from a file, with text around it. */
interface FileBody {
  before: string;
  file: string;
  after: string;
  type: string;
}

interface Sent {
  /** JSON, or a file. */
  body?: object | FileBody;
  signal?: AbortSignal | undefined;
}

/** A line of results; undefined where it is longer than any answer, and was passed over. */
type ResultLine = string | undefined;

export interface BatchHttp {
  /** The JSON value of an answer. Rejects with an EndpointError, or with the signal's reason. */
  get(path: string, signal?: AbortSignal): Promise<unknown>;
  post(path: string, sent: Sent): Promise<unknown>;
  /** The lines of a file of results. Throws an EndpointError where it breaks off. */
  lines(path: string, signal?: AbortSignal): AsyncGenerator<ResultLine, void, undefined>;
  close(): Promise<void>;
}

interface Place {
  /** Base URL as `normaliseBase` gives it. */
  base: string;
  /** The path below which the interface answers, without a trailing slash. */
  root: string;
  headers: Record<string, string>;
  secret?: Secrets;
  /** Bypasses any proxy; for the built-in server. */
  direct?: boolean;
}

/** Opens the connections to a batch interface. Redirects are not followed, since another host would get the key. */
export function batchHttp({base, root, headers, secret, direct = false}: Place): BatchHttp {
  const {origin, search} = new URL(base);
  const pool = dispatcherTo(new URL(base), {connections: CONNECTIONS, direct});
  const pathOf = (path: string): string => {
    const [own, query] = path.split("?") as [string, string?];
    const asked = [search.slice(1), query].filter(Boolean).join("&");
    return `${root}${own}${asked ? `?${asked}` : ""}`;
  };
  const failure = (path: string, message: string, details: EndpointError["details"], advice?: string): EndpointError =>
    new AttemptError(
      [oneLine(`${origin}${root}${path.split("?")[0]}: ${message}`, {secret}), advice].filter(Boolean).join("; "),
      details,
      false
    );

  const call = async (method: "GET" | "POST", path: string, {body, signal}: Sent): Promise<Dispatcher.ResponseData> => {
    try {
      return await pool.request({
        origin,
        path: pathOf(path),
        method,
        headersTimeout: SILENCE_MS,
        bodyTimeout: SILENCE_MS,
        signal: signal ?? null,
        ...(await sentBody(body, withEncoding(headers)))
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const advice = untrusted(error);
      throw failure(path, networkMessage(error), {status: 0, retryable: advice === undefined}, advice);
    }
  };

  const refused = (path: string, {statusCode, headers: sent}: Dispatcher.ResponseData, text: string): EndpointError => {
    const fault = faultIn(jsonOf(text), statusCode) ?? {status: statusCode, code: "", message: text};
    const retryAfterMs = retryAfter(sent as Headers, Date.now());
    const url = `${origin}${pathOf(path)}`;
    return failure(
      path,
      `${fault.status} ${[fault.code, fault.message].filter(Boolean).join(": ")}`,
      {status: fault.status, ...verdict(fault), ...(retryAfterMs !== undefined && {retryAfterMs})},
      wrongPathIn(fault, new URL(url)) ?? redirectIn(statusCode, sent as Headers, url)
    );
  };

  const json = async (method: "GET" | "POST", path: string, sent: Sent): Promise<unknown> => {
    const response = await call(method, path, sent);
    const text = await shortText(bodyOf(response)).catch((error: unknown) => {
      if (sent.signal?.aborted) throw sent.signal.reason;
      throw failure(path, networkMessage(error), {status: 0, retryable: true});
    });
    if (text === null)
      throw failure(path, `answer is larger than ${LONGEST_BODY / 2 ** 20} MB`, {status: response.statusCode, retryable: false});
    const value = jsonOf(text);
    if (response.statusCode >= 300 || faultIn(value, response.statusCode)) throw refused(path, response, text);
    if (value === undefined) throw failure(path, "answer is not JSON", {status: response.statusCode, retryable: true});
    return value;
  };

  return {
    get: (path, signal) => json("GET", path, {signal}),
    post: (path, sent) => json("POST", path, sent),
    async *lines(path, signal) {
      const response = await call("GET", path, {signal});
      if (response.statusCode >= 300) throw refused(path, response, (await shortText(bodyOf(response))) ?? "");
      try {
        yield* linesIn(bodyOf(response));
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (error instanceof EndpointError) throw error;
        throw failure(path, `results were cut: ${networkMessage(error)}`, {status: 0, retryable: true});
      }
    },
    close: () => pool.close()
  };
}

/** A body as undici takes it, with the headers that go with it; files are sent with their length, since not all servers read chunks. */
async function sentBody(body: Sent["body"], headers: Record<string, string>) {
  if (body === undefined) return {headers};
  if (!("file" in body)) return {headers: {...headers, "content-type": "application/json"}, body: JSON.stringify(body)};
  const {before, file, after, type} = body as FileBody;
  const length = Buffer.byteLength(before) + (await stat(file)).size + Buffer.byteLength(after);
  async function* bytes() {
    yield Buffer.from(before);
    yield* createReadStream(file, {highWaterMark: 2 ** 18});
    yield Buffer.from(after);
  }
  return {headers: {...headers, "content-type": type, "content-length": String(length)}, body: bytes() as never};
}

/** The body of a response, unpacked. */
const bodyOf = ({body, headers}: Dispatcher.ResponseData): AsyncIterable<Buffer> =>
  unpackedBody(body as AsyncIterable<Buffer>, headers["content-encoding"]);

/** A body as text; null where it is too long, of which the rest is not read. */
async function shortText(body: AsyncIterable<Buffer>): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > LONGEST_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, size).toString();
}

/** The lines of a body without empty ones. No more than one of them is held, and of one that is too long nothing. */
async function* linesIn(body: AsyncIterable<Buffer>): AsyncGenerator<ResultLine, void, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  const line = (end: Buffer): ResultLine => {
    const long = size + end.length > LONGEST_LINE;
    const text = long ? undefined : Buffer.concat([...held, end]).toString();
    held = [];
    size = 0;
    return text;
  };
  for await (const chunk of body) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      const text = line(chunk.subarray(start, at));
      if (text === undefined || text.trim() !== "") yield text;
      start = at + 1;
    }
    size += chunk.length - start;
    if (size > LONGEST_LINE) held = [];
    else if (start < chunk.length) held.push(chunk.subarray(start));
  }
  if (size > 0) {
    const text = line(Buffer.alloc(0));
    if (text === undefined || text.trim() !== "") yield text;
  }
}
