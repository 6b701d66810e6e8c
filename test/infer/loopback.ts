// Servers on a loopback port that live as long as one test.
import {createServer, type IncomingHttpHeaders, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {onTestFinished} from "vitest";
import type {ChatRequest, Completion} from "../../pipelines/infer/completion.js";
import {
  type Endpoint,
  type EndpointEffects,
  type EndpointOptions,
  endpoint,
  type Retry
} from "../../pipelines/infer/endpoint.node.js";

export interface Call {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** 0 for the first request to this server. */
  number: number;
}

/** An HTTP server that hands every request, read to its end, to the handler. */
export async function serve(handler: (response: ServerResponse, call: Call) => void): Promise<{base: string; calls: Call[]}> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    response.on("error", () => {});
    let body = "";
    request.setEncoding("utf8"); // a chunk may end within a character
    try {
      for await (const chunk of request) body += chunk;
    } catch {
      return; // the client hung up
    }
    const call = {url: request.url!, headers: request.headers, body, number: calls.length};
    calls.push(call);
    handler(response, call);
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls};
}

export const chat = (content: unknown, {message = {}, ...rest}: Record<string, unknown> & {message?: object} = {}): string =>
  JSON.stringify({
    object: "chat.completion",
    choices: [{index: 0, message: {role: "assistant", content, ...message}, finish_reason: "stop"}],
    usage: {prompt_tokens: 5, completion_tokens: 3},
    ...rest
  });

export function json(response: ServerResponse, body: string, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, {"content-type": "application/json", ...headers}).end(body);
}

export const ask = (content = "What is 6 × 7?", rest: Partial<ChatRequest> = {}): ChatRequest => ({
  base: "http://test/v1",
  protocol: "openai",
  model: "small",
  messages: [{role: "user", content}],
  sampling: {max_tokens: 64, temperature: 0},
  trial: 0,
  ...rest
});

/** An endpoint whose waits are recorded instead of waited, closed with the test. */
export function quick(options: EndpointOptions, effects: EndpointEffects = {}): Endpoint & {waits: number[]; retries: Retry[]} {
  const waits: number[] = [];
  const retries: Retry[] = [];
  const made = endpoint(options, {
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
    },
    ...effects
  });
  onTestFinished(() => made.close());
  const recorded: Endpoint["ask"] = (request, rest) => made.ask(request, {onRetry: retry => retries.push(retry), ...rest});
  return {...made, ask: recorded, waits, retries};
}

/** The error that a promise rejects with. */
export const errorOf = async (promise: Promise<unknown>): Promise<Error & {details?: Record<string, unknown>}> => {
  try {
    await promise;
  } catch (error) {
    return error as Error & {details?: Record<string, unknown>};
  }
  throw new Error("expected a rejection");
};

/** A completion as caches keep it. */
export const completion = (rest: Partial<Completion> = {}): Completion => ({
  text: "42",
  reasoning: null,
  finish_reason: "stop",
  prompt_tokens: 1,
  completion_tokens: 1,
  billed: null,
  latency_ms: 1,
  retries: 0,
  ...rest
});
