// Loaded into the preview's process before Framework; reports its port, sends states of the workbook to open pages, and refuses requests that
// do not come from the preview's own pages. Framework's preview
// answers every request that reaches its port. Without this guard a page of any other site could read the workbook (through a host name
// that resolves to this machine) or start loaders, and a path that is not a valid URL would end the process.
import {type IncomingMessage, Server, type ServerResponse} from "node:http";
import type {Duplex} from "node:stream";
import {WORKBOOK_STATES, type WorkbookState} from "../store/workbookState.js";
import type {Listening} from "./preview.js";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * The reason why a request is refused, as an HTTP status and a line of text; null where it is answered.
 * @param own whether the preview serves this machine alone; a preview that is open to a network cannot know its host names
 */
export function refused(
  {url = "/", headers}: Pick<IncomingMessage, "url" | "headers">,
  {own}: {own: boolean}
): {status: number; line: string} | null {
  try {
    decodeURI(new URL(url, "http://localhost").pathname);
  } catch {
    return {status: 400, line: "no path"};
  }
  const {host = "", origin} = headers;
  if (own && !LOOPBACK.test(host)) return {status: 403, line: "the workbook answers only to localhost"};
  const foreign = origin !== undefined && hostOf(origin) !== host.toLowerCase();
  // A request that another site embeds or fetches, as opposed to a link that a reader follows.
  const embedded = headers["sec-fetch-site"] === "cross-site" && headers["sec-fetch-mode"] !== "navigate";
  return foreign || embedded ? {status: 403, line: "the workbook answers only its own pages"} : null;
}

/** Host of an origin; null where the origin is not a URL, such as the "null" of a sandboxed frame. */
const hostOf = (origin: string): string | null => {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
};

type Emit = (this: Server, event: string, request: IncomingMessage, to: ServerResponse & Duplex, ...rest: unknown[]) => boolean;

/** Open pages that read the states of the workbook. */
const readers = new Set<ServerResponse>();
let latest = "";

/** Answers a page with the states of the workbook, from the latest one on, for as long as it is open. */
function sendStates(to: ServerResponse): void {
  to.writeHead(200, {"content-type": "text/event-stream", "cache-control": "no-store"});
  to.write(latest || ":\n\n");
  readers.add(to);
  to.once("close", () => readers.delete(to));
}

/** Sends each state that the command reports to all open pages, and the port of this process to the command. */
function connectCommand(): void {
  process.on("message", (state: WorkbookState) => {
    latest = `data: ${JSON.stringify(state)}\n\n`;
    for (const reader of readers) reader.write(latest);
  });
  process.channel?.unref();
}

/** Installs the guard in front of all listeners of this process's HTTP servers. */
function guard(): void {
  const emit = Server.prototype.emit as Emit;
  const guarded: Emit = function (event, request, to, ...rest) {
    const address = this.address();
    if (event === "listening" && typeof address === "object" && address) process.send?.({port: address.port} satisfies Listening);
    if (event !== "request" && event !== "upgrade") return emit.call(this, event, request, to, ...rest);
    const own =
      typeof address === "object" && address !== null && (address.address === "::1" || address.address.startsWith("127."));
    const why = refused(request, {own});
    if (!why && event === "request" && request.url === WORKBOOK_STATES) {
      sendStates(to);
      return true;
    }
    if (!why) return emit.call(this, event, request, to, ...rest);
    if (event === "request") to.writeHead(why.status, {"content-type": "text/plain"}).end(`${why.line}\n`);
    else to.end(`HTTP/1.1 ${why.status} Refused\r\nconnection: close\r\n\r\n`);
    return true;
  };
  Server.prototype.emit = guarded as typeof Server.prototype.emit;
}

if (process.env.REASONBOOK_PREVIEW !== undefined) {
  guard();
  connectCommand();
}
