// How the built-in server writes its responses: JSON in one piece, or server-sent events.
import type {ServerResponse} from "node:http";
import type {Sampling} from "./wire.js";

/** Sends events as chunks of a stream; the last one, with the usage, only where the request asks for it. */
export function stream(response: ServerResponse, {stream_options}: Sampling, last: object, events: object[]): void {
  response.writeHead(200, {"content-type": "text/event-stream", "cache-control": "no-cache"});
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  if (stream_options?.include_usage) response.write(`data: ${JSON.stringify(last)}\n\n`);
  response.end("data: [DONE]\n\n");
}

/** Sends a body as JSON. */
export function send(response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {"content-type": "application/json", "content-length": bytes.length, ...headers}).end(bytes);
}
