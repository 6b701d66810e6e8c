// A server on loopback that passes requests to a program, so that retries, budgets and counts are those of any other endpoint.
import {randomUUID} from "node:crypto";
import {createServer, type IncomingMessage, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {z} from "zod";
import {jsonOf} from "../../rows/json.js";
import {Program, ProgramError, type ProgramReply, wordsOf} from "./program.node.js";

const requestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({role: z.string(), content: z.unknown()}))
});

export interface ProgramServer {
  /** Base URL of its chat completions. */
  url: string;
  /** Bearer token without which it refuses: other users of the machine can reach its port. */
  apiKey: string;
  close(): Promise<void>;
}

/** Starts a server for the program of an endpoint. @param warn called with what the user should know of the program */
export async function startProgramServer(endpoint: string, warn: (text: string) => void): Promise<ProgramServer> {
  const program = new Program(wordsOf(endpoint), warn);
  const apiKey = randomUUID();
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${apiKey}`) return void response.writeHead(401).end();
    answer(request, response, program).catch((error: unknown) => fail(response, error));
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/program`,
    apiKey,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await program.close();
    }
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, program: Program): Promise<void> {
  const {messages, model, ...parameters} = requestSchema.parse(jsonOf(Buffer.concat(await request.toArray()).toString()));
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  const prompt = messages.findLast(({role}) => role === "user")?.content ?? "";
  const reply = await program.ask({model, prompt, messages, parameters}, left.signal);
  if ("error" in reply) send(response, 422, {error: {message: reply.error, code: "program"}});
  else send(response, 200, completionOf(reply, model));
}

function completionOf(reply: Exclude<ProgramReply, {error: string}>, model: string): object {
  const {text, reasoning, finish_reason: reason = "stop", prompt_tokens: prompt, completion_tokens: completion} = reply;
  return {
    object: "chat.completion",
    model,
    choices: [{index: 0, message: {role: "assistant", content: text, reasoning_content: reasoning}, finish_reason: reason}],
    ...(prompt !== undefined && completion !== undefined && {usage: {prompt_tokens: prompt, completion_tokens: completion}})
  };
}

function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ProgramError && !error.isHopeless) send(response, 502, {error: {message, code: "program"}});
  else send(response, 403, {error: {message, code: "program"}}); // the status after which no further request is sent
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.writeHead(status, {"content-type": "application/json"}).end(JSON.stringify(body));
}
