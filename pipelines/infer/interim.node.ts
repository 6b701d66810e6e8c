// Passes over responses 100 Continue that nobody asked for: RFC 9110 § 15.2 lets a server send them, and undici breaks the connection.
import type {Socket} from "node:net";
import {buildConnector} from "undici";

/** Most bytes of the head of a response 100. */
const MAX_HEAD = 16_384;
/** How a response begins, up to its status. */
const CONTINUE = ["HTTP/1.1 100", "HTTP/1.0 100"];
const STATUS_LENGTH = CONTINUE[0]!.length;
const HEAD_END = "\r\n\r\n";

/** A connector whose sockets leave out responses 100. @param connect options of undici's connector, or a connector */
export function withoutContinue(connect: buildConnector.BuildOptions | buildConnector.connector): buildConnector.connector {
  const connector = typeof connect === "function" ? connect : buildConnector(connect);
  return (options, callback) =>
    connector(options, (...[error, socket]) => (socket ? callback(null, filtered(socket)) : callback(error!, null)));
}

/**
 * The socket, whose `read` leaves out responses 100. A response begins with the first bytes after a request's first ones, since requests are
 * not pipelined.
 */
function filtered<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
  let isHead = false;
  let held: Buffer | null = null;
  socket.write = (...parameters: unknown[]) => {
    isHead ||= typeof parameters[0] === "string" && /^(?:GET|POST) /.test(parameters[0]);
    return write(...parameters);
  };
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      if (!isHead) return chunk;
      held = held ? Buffer.concat([held, chunk]) : chunk;
      const rest = afterContinue(held);
      if (rest === null) continue;
      isHead = false;
      held = null;
      return rest;
    }
    return null;
  };
  return socket;
}

/** The bytes after leading responses 100; null where more bytes are needed to know. */
function afterContinue(bytes: Buffer): Buffer | null {
  const begin = bytes.toString("latin1", 0, STATUS_LENGTH);
  if (!CONTINUE.some(status => status.startsWith(begin))) return bytes;
  const end = bytes.indexOf(HEAD_END);
  if (end >= 0 && begin.length === STATUS_LENGTH) return afterContinue(bytes.subarray(end + HEAD_END.length));
  return bytes.length < MAX_HEAD ? null : bytes;
}
