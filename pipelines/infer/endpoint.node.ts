// Client of one model at one URL: sends requests, retries, and turns every outcome into a Completion or an EndpointError.

import {z} from "zod";
import {UserError} from "../book/error.js";
import type {Protocol} from "../book/schemas.js";
import type {Tokenizer} from "../tokenizer/types.js";
import {sleep as realSleep, type Sleep} from "./abort.js";
import {type AdaptedRequest, type Adapter, adapter} from "./adapt.js";
import {Answer, BadAnswer, WrongForm} from "./answer.js";
import {anthropic} from "./anthropic.node.js";
import {type Breaker, breaker} from "./breaker.js";
import {CONSEQUENCE, incapableOf} from "./capability.js";
import {type ChatRequest, type Completion, EndpointError} from "./completion.js";
import {completionOf, countTokens, doubted, isEmptyAnswer, orFiltered} from "./drafted.node.js";
import {embeddings} from "./embeddings.node.js";
import {
  AttemptError,
  type Fault,
  HeldBack,
  isTooLong,
  networkMessage,
  oneLine,
  ParameterRefused,
  redirectIn,
  retryAfter,
  unreached,
  untrusted,
  verdict,
  wrongPathIn
} from "./failure.js";
import {written} from "./longText.node.js";
import {bearer, openai} from "./openai.node.js";
import {rasterised} from "./raster.node.js";
import {responses} from "./responses.node.js";
import {poolSend, type Send, TimeoutError} from "./send.node.js";
import {boundsOf} from "./usage.js";
import {amount, type Capability, type Draft, needsOf, type Wire} from "./wire.js";

/** Bounds of the random wait before a retry: it doubles from the base with each retry, up to the cap. */
const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 60_000;
/** Most characters that advice adds to an error message. */
const LONGEST_ADVICE = 500;
/** Default of `maxBytes`. */
const MAX_BYTES = 16 * 2 ** 20;

export interface EndpointOptions {
  /** Base URL, with or without a trailing slash or the protocol's last path segments. */
  base: string;
  protocol?: Protocol;
  apiKey?: string | undefined;
  /** Most simultaneous connections. */
  concurrency?: number;
  /** Bypasses any proxy; for the built-in server. */
  direct?: boolean;
  /** Requests server-sent events. */
  stream?: boolean;
  /** Milliseconds from the start of one attempt to its last byte. */
  timeoutMs?: number;
  /** Most further attempts after the first. */
  retries?: number;
  /** Most bytes of a response that are held in memory. */
  maxBytes?: number;
}

/** Side effects that a test may replace. */
export interface EndpointEffects {
  send?: Send;
  /** Aborts every request that has no signal of its own. */
  signal?: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  clock?: () => number;
  /** Milliseconds since 1970, with which a Retry-After date is compared. */
  date?: () => number;
  sleep?: Sleep;
  /** Returns a uniform number in [0, 1). */
  random?: () => number;
  /** Called once for each parameter that a model turns out not to accept. */
  onAdapt?: (news: string) => void;
}

export interface Retry {
  request: ChatRequest;
  error: EndpointError;
  /** Number of the retry; 1 for the first. */
  retry: number;
  delayMs: number;
}

export interface AskOptions {
  /** Aborts everything, the transfer included. */
  signal?: AbortSignal | undefined;
  /** Ends the wait between attempts, so that no further attempt starts. */
  stop?: AbortSignal | undefined;
  /** Every attempt passes through it; used for a limiter's `run` or a budget. */
  gate?: ((attempt: () => Promise<Completion>) => Promise<Completion>) | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Counts tokens where the server does not report usage; without it a token is assumed to be four bytes. */
  tokenizer?: (() => Promise<Tokenizer>) | undefined;
  /** The model's context window in tokens: higher token counts are not believed. */
  contextTokens?: number | undefined;
}

export interface Endpoint {
  /** One completion, after retries if necessary. Rejects with an EndpointError, or with the reason of an aborted signal. */
  ask(request: ChatRequest, options?: AskOptions): Promise<Completion>;
  /** Waits for requests in flight, then closes the connections. */
  close(): Promise<void>;
}

const WIRES: Record<Protocol, Wire> = {openai, anthropic, responses};

/** The wire format of a request: log-probabilities and embeddings have formats of their own, whatever the protocol. */
export const wireOf = (protocol: Protocol, {echo: echoed, embed}: Pick<ChatRequest, "echo" | "embed">): Wire =>
  echoed ? echo : embed ? embeddings : WIRES[protocol];

/** The last segments of request paths, which a base URL may but need not include. */
const LAST = /\/(chat\/completions|messages|responses|embeddings)$/;

/** The protocol of an endpoint: where the model states none, the one that the base URL's last segments belong to. */
export function protocolOf({protocol, endpoint}: {protocol: Protocol; endpoint: string}): Protocol {
  if (protocol !== "openai" || !URL.canParse(endpoint)) return protocol;
  const last = LAST.exec(trimSlashes(new URL(endpoint).pathname))?.[1];
  return last === "messages" ? "anthropic" : last === "responses" ? "responses" : protocol;
}

/**
 * Canonical spelling of a base URL: lower-case host, no trailing slash, no `/chat/completions` (or `/messages` and so on). Throws
 * UserError.
 */
export function normaliseBase(base: string): string {
  if (!URL.canParse(base)) throw new UserError(`endpoint "${base}" is not a URL; expected one such as http://localhost:8000/v1`);
  const {origin, pathname, search} = new URL(base);
  return `${origin}${trimSlashes(trimSlashes(pathname).replace(LAST, ""))}${search}`;
}
const trimSlashes = (path: string) => path.replace(/\/+$/, "");

/** Opens the client of one model at one URL. Throws UserError for an invalid URL. */
export function endpoint(
  {
    base,
    protocol = "openai",
    apiKey,
    concurrency = 64,
    direct = false,
    stream = false,
    timeoutMs = 600_000,
    retries = 6,
    maxBytes = MAX_BYTES
  }: EndpointOptions,
  {
    send: ownSend,
    signal: ownSignal,
    clock = () => performance.now(),
    date = Date.now,
    sleep = realSleep,
    random = Math.random,
    onAdapt = () => {}
  }: EndpointEffects = {}
): Endpoint {
  const wire = WIRES[protocol];
  const secret = apiKey?.trim();
  if (secret && /[^\x21-\x7e]/.test(secret))
    throw new UserError("the API key has characters that are not allowed in an HTTP header");
  const {origin, pathname, search} = new URL(normaliseBase(base));
  const place = origin + wire.path(trimSlashes(pathname));
  const headers = {
    "content-type": "application/json",
    accept: stream ? "text/event-stream" : "application/json",
    ...wire.headers(secret, new URL(place))
  };
  const formOf = (request: ChatRequest): Wire => wireOf(protocol, request);
  const pool = ownSend
    ? {send: ownSend, close: async () => {}}
    : poolSend(place + search, headers, {connections: concurrency, direct});
  /** Requests for log-probabilities and embeddings go to paths of their own, which are opened with the first of them. */
  const pools = new Map<Wire, typeof pool>([[wire, pool]]);
  const placeOf = (form: Wire): string => origin + form.path(trimSlashes(pathname));
  const poolOf = (form: Wire): typeof pool => {
    let known = ownSend ? pool : pools.get(form);
    if (!known) {
      known = poolSend(placeOf(form) + search, {...headers, accept: "application/json"}, {connections: concurrency, direct});
      pools.set(form, known);
    }
    return known;
  };
  /** What models have turned out not to take, by model and capability, with the error that showed it. */
  const incapable = new Map<string, EndpointError>();
  const lacking = (request: ChatRequest, need: Capability, reported: string, status: number): EndpointError => {
    const {model} = request;
    const said = {billable: false, advice: CONSEQUENCE[need], at: placeOf(formOf(request))};
    const error = failure(model, reported, {status, retryable: false}, said);
    incapable.set(`${need} ${model}`, error);
    return error;
  };
  /** Models that no request can reach, with the error that showed it. */
  const unreachable = new Map<string, EndpointError>();
  /** Set once the endpoint cannot be connected to, whatever the model. */
  let connectionFailure: EndpointError | null = null;
  const breakers = new Map<string, Breaker>();
  const breakerOf = (model: string): Breaker => {
    let known = breakers.get(model);
    if (!known) breakers.set(model, (known = breaker()));
    return known;
  };
  const adapters = new Map<string, Adapter>();
  const adapterOf = (model: string): Adapter => {
    let known = adapters.get(model);
    if (!known) adapters.set(model, (known = adapter(sampling => wire.parameters(sampling, stream))));
    return known;
  };

  const failure = (
    model: string,
    message: string,
    details: EndpointError["details"],
    {billable = true, advice, at = place}: {billable?: boolean; advice?: string | undefined; at?: string} = {}
  ): EndpointError => {
    const shown = oneLine(`${model} at ${at}: ${message}`, {secret});
    const whole = advice === undefined ? shown : oneLine(`${shown}; ${advice}`, {secret, longest: shown.length + LONGEST_ADVICE});
    return new AttemptError(whole, details, billable);
  };

  const refusal = (request: ChatRequest, fault: Fault, {sent, answer}: {sent: AdaptedRequest; answer: Answer}): EndpointError => {
    const {model} = request;
    const {status, headers, begun} = answer;
    const at = placeOf(formOf(request));
    const lesson = at === place ? adapterOf(model).learn(fault, sent) : null;
    const reported = [fault.code, fault.message].filter(Boolean).join(": ");
    const need = lesson ? null : incapableOf(request, fault);
    if (need) return lacking(request, need, `${fault.status} ${reported}`, fault.status);
    if (lesson?.again) {
      if (lesson.news) onAdapt(oneLine(`${model} ${lesson.news}`, {secret}));
      return new ParameterRefused(
        oneLine(`${model} at ${place}: ${fault.status} ${reported}`, {secret}),
        {status, retryable: false},
        false
      );
    }
    const wrongPath = wrongPathIn(fault, new URL(at + search));
    const elsewhere = redirectIn(status, headers, at + search);
    const advice = lesson?.advice ?? wrongPath ?? elsewhere;
    const retryAfterMs = retryAfter(headers, date());
    const details = {
      status: fault.status,
      ...verdict(fault),
      ...((wrongPath ?? elsewhere) !== undefined && {fatal: true}),
      tooLong: isTooLong(fault),
      ...(retryAfterMs === undefined ? {} : {retryAfterMs})
    };
    const error = failure(model, `${fault.status} ${reported}`, details, {billable: status < 400 && begun, advice, at});
    if (error.details.fatal) unreachable.set(model, error);
    return error;
  };

  const attempt = async (
    request: ChatRequest,
    retry: number,
    {signal, tokenizer, contextTokens = Number.POSITIVE_INFINITY}: AskOptions
  ): Promise<Completion> => {
    const {model} = request;
    const known = unreachable.get(model);
    if (known) throw known;
    for (const need of needsOf(request)) {
      const refused = incapable.get(`${need} ${model}`);
      if (refused) throw refused;
    }
    const {echo: echoed, embed} = request;
    if (echoed && protocol !== "openai") throw lacking(request, "log-probabilities", `protocol ${protocol}`, 0);
    const form = formOf(request);
    const sent =
      form === wire ? adapterOf(model).fit(request.sampling) : {...UNADAPTED, parameters: embed ? request.sampling : {}};
    const streamed = stream && form === wire;
    const started = clock();
    const response = new Answer(form, {stream: streamed, maxBytes});
    let result: Draft | Fault;
    try {
      try {
        const body = written(rasterised(request), each => form.body(each, sent.parameters, streamed));
        await poolOf(form).send({body, timeoutMs, signal}, response);
        result = response.end(false);
      } catch (error) {
        // The answer was complete before its connection broke; it is kept because it was paid for.
        if (signal?.aborted || error instanceof BadAnswer || error instanceof TimeoutError || response.status === 0) throw error;
        result = response.end(true);
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const {status} = response;
      if (!(error instanceof BadAnswer)) {
        const advice = untrusted(error);
        const details = {status: 0, retryable: advice === undefined, ...(advice === undefined ? {} : {fatal: true})};
        const failed = failure(model, networkMessage(error), details, {
          billable: advice === undefined && !unreached(error),
          advice,
          at: placeOf(form)
        });
        if (failed.details.fatal) unreachable.set(model, failed);
        throw failed;
      }
      if (echoed && error instanceof WrongForm) throw lacking(request, "log-probabilities", error.message, status);
      const retryable = status >= 400 ? verdict({status, code: "", message: ""}).retryable : error.retryable;
      throw failure(model, error.message, {status, retryable}, {billable: status < 400, at: placeOf(form)});
    }
    result = orFiltered(result, request);
    if ("code" in result) throw refusal(request, result, {sent, answer: response});
    if (embed && result.vectors.length !== request.messages.length)
      throw failure(
        model,
        `${result.vectors.length} embeddings for ${request.messages.length} texts`,
        {status: response.status, retryable: false},
        {at: placeOf(form)}
      );
    const reported = doubted(result, boundsOf(request, result, contextTokens));
    if (!embed && isEmptyAnswer(result)) throw failure(model, "empty completion", {status: response.status, retryable: true});
    const latencyMs = clock() - started;
    if (reported) await countTokens(request, result, tokenizer);
    return completionOf(result, {secret, latencyMs, retry, sent, reported, request});
  };

  return {
    async ask(request, {signal = ownSignal, stop, gate, onRetry, tokenizer, contextTokens} = {}) {
      const waiting = stop ?? signal;
      const guard = breakerOf(request.model);
      const turn = {};
      let retry = 0;
      const hopeless = (error: EndpointError): EndpointError => {
        const connected = error.details.status !== 0 || (error instanceof AttemptError && error.billable);
        if (connected) return given(error, "it has answered nothing since, and is asked no more");
        connectionFailure ??= given(error, "nobody has answered there since, and no model there is asked any more");
        return connectionFailure;
      };
      const once = async (): Promise<Completion> => {
        if (connectionFailure) throw connectionFailure;
        if (!guard.admits(turn)) throw new HeldBack("others try first", {status: 0, retryable: false}, false);
        guard.sent();
        try {
          const completion = await attempt(request, retry, {signal, tokenizer, contextTokens});
          guard.answered();
          return completion;
        } catch (error) {
          if (error instanceof EndpointError && error.details.retryable) guard.failed({busy: error.details.status === 429});
          else guard.answered(); // a refusal shows that the server works
          throw error;
        }
      };
      try {
        for (;;) {
          signal?.throwIfAborted();
          waiting?.throwIfAborted();
          await guard.enter(turn, waiting);
          try {
            return await (gate ? gate(once) : once());
          } catch (error) {
            // Each refusal teaches one parameter, so that this loop ends.
            if (error instanceof ParameterRefused || error instanceof HeldBack) continue;
            if (!(error instanceof EndpointError) || !error.details.retryable) throw error;
            signal?.throwIfAborted();
            waiting?.throwIfAborted();
            if (retry >= retries) {
              await guard.exhausted(turn, () => hopeless(error), waiting);
              throw error;
            }
            const delayMs = backoff(retry, error.details.retryAfterMs, random);
            retry++;
            onRetry?.({request, error, retry, delayMs});
            await sleep(delayMs, waiting);
          }
        }
      } finally {
        guard.left(turn);
      }
    },
    async close() {
      await Promise.all([...pools.values()].map(each => each.close()));
    }
  };
}

/** Requests for log-probabilities have no parameters that a server may refuse by name. */
const UNADAPTED: AdaptedRequest = {parameters: {}, adapted: {}, version: 0};

/** An error that says why no further requests are sent. */
const given = ({message, details}: EndpointError, consequence: string): EndpointError =>
  new AttemptError(
    `${message}; ${consequence}; a rerun asks only what is missing`,
    {...details, retryable: false, fatal: true},
    false
  );

/**
 * Milliseconds before a retry: exponential with full jitter (Brooker 2015, "Exponential backoff and jitter"), but at least what the server
 * asks for.
 */
function backoff(retry: number, askedMs: number | undefined, random: () => number): number {
  if (askedMs !== undefined) return askedMs + random() * BACKOFF_BASE_MS;
  return random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** retry);
}

// The wire format of text completions, asked for the log-probabilities of a prompt's own tokens (`echo`): no text is generated that counts.

/** https://platform.openai.com/docs/api-reference/completions/object; vLLM, SGLang and llama.cpp's server speak it with `echo`. */
const answerSchema = z
  .object({
    choices: z
      .array(
        z
          .object({
            logprobs: z
              .object({
                tokens: z.array(z.string()),
                token_logprobs: z.array(z.number().nullable()),
                // what only some servers give must not lose an answer that has the rest
                top_logprobs: z.array(z.record(z.string(), z.number()).nullable()).nullish().catch(null)
              })
              .loose()
          })
          .loose()
      )
      .min(1),
    usage: z.object({prompt_tokens: z.unknown(), completion_tokens: z.unknown()}).partial().loose().nullish()
  })
  .loose();

/** The wire format of /v1/completions with `echo`. */
const echo: Wire = {
  path: base => `${base}/completions`,
  headers: bearer,
  parameters: () => ({}),
  body: ({model, messages, sampling}) =>
    // Servers that refuse to generate nothing at all generate one token, which is cut off below.
    JSON.stringify({
      model,
      prompt: messages.map(({content}) => content).join(""),
      max_tokens: 1,
      temperature: 0,
      echo: true,
      logprobs: typeof sampling.logprobs === "number" ? sampling.logprobs : 1 // the likeliest tokens of each place are asked for where they are needed
    }),
  read(draft, json) {
    const parsed = answerSchema.safeParse(json);
    if (!parsed.success) return false;
    const {tokens, token_logprobs, top_logprobs} = parsed.data.choices[0]!.logprobs;
    if (tokens.length !== token_logprobs.length) return false;
    draft.logprobs = tokens.map((token, i) => {
      const [value, likeliest] = [token_logprobs[i]!, top_logprobs?.[i]];
      if (!likeliest || value === null) return {token, value};
      const others = Object.entries(likeliest).flatMap(([other, logprob]) => (other === token ? [] : [logprob]));
      return {token, value, others};
    });
    draft.text = tokens.join("");
    draft.promptTokens = amount(parsed.data.usage?.prompt_tokens);
    draft.completionTokens = amount(parsed.data.usage?.completion_tokens) || 1;
    draft.finish = "stop";
    draft.done = true;
    return true;
  },
  event: () => false
};
