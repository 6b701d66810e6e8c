// Asks a server for the names of its models, which costs nothing and shows whether its address and key are right.
import {request} from "undici";
import {z} from "zod";
import type {Model} from "../book/types.js";
import {UserError} from "../rows/error.js";
import {jsonOf} from "../rows/json.js";
import {didYouMean} from "../rows/nearest.js";
import {keyOf} from "./apiKey.node.js";
import {normaliseBase, protocolOf, wireOf} from "./endpoint.node.js";
import {oneLine, untrusted} from "./failure.js";
import {isProgram} from "./program/program.node.js";
import {dispatcherTo, withEncoding} from "./send.node.js";
import {unpackedBody} from "./unpack.node.js";

const TIMEOUT_MS = 5_000;
/** Most bytes of a list of models that are read. */
const MAX_BYTES = 4_000_000;
/** Most names that a message lists. */
const MAX_LISTED = 12;

const listSchema = z.object({data: z.array(z.object({id: z.string()}))});

/** A server refuses the key, or wants one. Answers in the cache show that a key worked, and that a run may go on. */
export class KeyError extends UserError {}

/** A model, and what its server says. */
export interface ModelServer {
  /** The model; its base URL has the path /v1 if the server answers there only. */
  model: Model;
  /** Names of the server's models; null if it does not list them. */
  names: string[] | null;
  /** Reason why no request can succeed, with the way out; answers of the cache need none. */
  fault: UserError | null;
}

/** Finds the server of a model. Programs, and servers of other protocols than chat completions, are not asked. */
export async function findServer(model: Model): Promise<ModelServer> {
  if (protocolOf(model) !== "openai" || isProgram(model.endpoint)) return {model, names: null, fault: null};
  try {
    return {...(await serverOf(model)), fault: null};
  } catch (error) {
    if (error instanceof UserError) return {model, names: null, fault: error};
    throw error;
  }
}

async function serverOf(model: Model): Promise<Omit<ModelServer, "fault">> {
  const base = normaliseBase(model.endpoint);
  const answer = await modelsAt(base, model);
  if (answer.status === 404 && new URL(base).pathname === "/") {
    const below = `${base.replace(/\/+$/, "")}/v1`;
    const other = await modelsAt(below, model);
    if (other.status === 200 || other.status === 401) return withNames({...model, endpoint: below}, other);
  }
  return withNames(model, answer);
}

/** Returns the reason for no answer at all: a name that the server does not list, or the run's warnings. */
export function reasonOfNone(servers: readonly ModelServer[], warnings: readonly string[]): string {
  for (const {model, names} of servers) {
    const name = model.model ?? model.id;
    if (names !== null && !names.includes(name))
      return `no model "${name}" at ${model.endpoint}${didYouMean(name, names)}; the server has ${listedNames(names)}`;
  }
  const reasons = [...new Set(warnings)].filter(text => !/; asked again in /u.test(text)); // what was tried before it failed
  return reasons.length > 0 ? reasons.join("; ") : "no answer; the warnings above name the reason";
}

/** Names of a server's models as a message lists them. */
export function listedNames(names: readonly string[]): string {
  const listedPart = names.slice(0, MAX_LISTED).map(name => oneLine(name));
  return `${listedPart.join(", ")}${names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ""}`;
}

interface ModelsAnswer {
  status: number;
  names: string[] | null;
}

function withNames(model: Model, {status, names}: ModelsAnswer): Omit<ModelServer, "fault"> {
  if (status !== 401) return {model, names};
  const {origin} = new URL(model.endpoint);
  throw new KeyError(
    model.api_key_env === undefined
      ? `${origin} wants a key (401): put it into an environment variable and name that with --api-key-env NAME`
      : `${origin} refuses the key in ${model.api_key_env} (401), sent as the header Authorization: Bearer; is it the key of this server?`
  );
}

async function modelsAt(base: string, model: Model): Promise<ModelsAnswer> {
  const place = new URL(base);
  place.pathname = `${place.pathname.replace(/\/+$/, "")}/models`;
  const dispatcher = dispatcherTo(place, {connections: 1});
  const key = keyOf(model.api_key_env, model.id);
  try {
    const {
      statusCode: status,
      headers,
      body
    } = await request(place, {
      dispatcher,
      headers: withEncoding(wireOf("openai", {}).headers(key, place)),
      signal: AbortSignal.timeout(TIMEOUT_MS)
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of unpackedBody(body, headers["content-encoding"])) {
      size += chunk.length;
      if (size > MAX_BYTES) return {status, names: null};
      chunks.push(chunk);
    }
    const list = status === 200 ? listSchema.safeParse(jsonOf(Buffer.concat(chunks).toString())) : null;
    return {status, names: list?.success ? list.data.data.map(({id}) => id) : null};
  } catch (error) {
    return unreachable(place, error);
  } finally {
    await dispatcher.destroy();
  }
}

/** An error of the connection: a `UserError` if no request can succeed, else an answer that says nothing. */
function unreachable({hostname, port, origin}: URL, error: unknown): ModelsAnswer {
  const {code} = error as {code?: string};
  if (code === "ENOTFOUND") throw new UserError(`no host ${hostname}; check --base-url`);
  const advice = untrusted(error);
  if (advice !== undefined) throw new UserError(`${origin}: ${advice}`);
  if (code !== "ECONNREFUSED") return {status: 0, names: null};
  if (!/^(?:localhost|127\.[\d.]+|\[::1\])$/u.test(hostname))
    throw new UserError(`nobody answers at ${origin}; check --base-url`);
  throw new UserError(
    `nobody answers at ${origin}; start a server there: vllm serve MODEL --port ${port}; OLLAMA_HOST=${hostname}:${port} ollama serve; llama-server -m FILE --port ${port}; lms server start --port ${port} (LM Studio)`
  );
}
