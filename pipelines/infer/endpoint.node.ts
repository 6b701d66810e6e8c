// Client of one model at one URL: sends requests, retries, and turns every outcome into a Completion or an EndpointError.

import {z} from "zod";
import {getOrAdd} from "../book/getOrAdd.js";
import type {Protocol} from "../book/schemas.js";
import {ITEM_HEADER, placeHeader} from "../generate/itemPlace.node.js";
import {UserError} from "../rows/error.js";
import type {Tokenizer} from "../tokenizer/types.js";
import {sleep as realSleep, type Sleep} from "./abort.js";
import {type AdaptedRequest, type Adapter, adapter} from "./adapt.js";
import {Answer, BadAnswer, WrongForm} from "./answer.js";
import {anthropic} from "./anthropic.node.js";
import {type Breaker, breaker} from "./breaker.js";
import {CONSEQUENCE, incapableOf} from "./capability.js";
import {type ChatRequest, type Completion, EndpointError} from "./completion.js";
import {type Denials, denials} from "./denials.js";
import {completionOf, countTokens, isEmptyAnswer, orFiltered, stripImplausibleUsage} from "./drafted.node.js";
import {embeddings} from "./embeddings.node.js";
import {
  AttemptError,
  denialIn,
  deniedIn,
  type Fault,
  isBusy,
  isTooLong,
  networkMessage,
  oneLine,
  ParameterRefused,
  redirectIn,
  retryAfter,
  ThrottledError,
  unreached,
  untrusted,
  verdict,
  wrongPathIn
} from "./failure.js";
import {written} from "./longText.node.js";
import {bearer, openai} from "./openai.node.js";
import {rasterised} from "./raster.node.js";
import {requestKey} from "./request.node.js";
import {responses} from "./responses.node.js";
import {poolSend, type Send, TimeoutError} from "./send.node.js";
import {UnpackError} from "./unpack.node.js";
import {boundsOf} from "./usage.js";
import {amount, type Capability, type Draft, needsOf, type Wire} from "./wire.js";

/** Bounds of the random wait before a retry: it doubles from the base with each retry, up to the cap. */
const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 60_000;
/** Most characters that advice adds to an error message. */
const MAX_ADVICE_LENGTH = 500;
/** Most characters of an unreadable body that an error message shows. */
const EXCERPT_LENGTH = 200;
/** Default of `maxBytes`. */
const MAX_BYTES = 16 * 2 ** 20;

export interface EndpointOptions {
  /** Base URL, with or without a trailing slash or the protocol's last path segments. */
  base: string;
  protocol?: Protocol;
  apiKey?: string | undefined;
  /** Further headers of each request; their values are as secret as the key. */
  headers?: Readonly<Record<string, string>>;
  /** Most simultaneous connections. */
  concurrency?: number;
  /** Bypasses any proxy; for the built-in server. */
  direct?: boolean;
  /** Sends the places of generated items in a header; for the built-in server alone. */
  sendsItems?: boolean;
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
  /** Whether a model has answered before, as the cache shows: then a refused key or question ends only the question. */
  hasAnswered?: (name: string) => boolean;
  /** Called once for each parameter that a model turns out not to accept, with the name that the model is asked by. */
  onAdapt?: (news: string, name: string) => void;
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
export const endpoint = (options: EndpointOptions, effects: EndpointEffects = {}): Endpoint => new HttpEndpoint(options, effects);

type SendPool = Pick<ReturnType<typeof poolSend>, "send" | "close">;

/** The refused attempt: what was sent, and the response. */
interface Refusal {
  sent: AdaptedRequest;
  answer: Answer;
}

class HttpEndpoint implements Endpoint {
  readonly #options: Required<Pick<EndpointOptions, "protocol" | "sendsItems" | "stream" | "timeoutMs" | "retries" | "maxBytes">>;
  readonly #effects: Required<Omit<EndpointEffects, "send" | "signal">> & Pick<EndpointEffects, "signal">;
  readonly #wire: Wire;
  /** The key and the values of further headers. */
  readonly #secret: readonly string[];
  /** Name of the header that contains the key; undefined without a key. */
  readonly #keyHeader: string | undefined;
  readonly #base: URL;
  /** The URL of requests in the protocol's own format, without its query. */
  readonly #place: string;
  /** Requests for log-probabilities and embeddings go to separate paths, which are opened with the first of them. */
  readonly #pools = new Map<Wire, SendPool>();
  readonly #openPool: (form: Wire) => SendPool;
  /** Capabilities that models have turned out not to have, by capability and model, with the error that showed it. */
  readonly #incapable = new Map<string, EndpointError>();
  /** Models that no request can reach, with the error that showed it. */
  readonly #unreachable = new Map<string, EndpointError>();
  readonly #denials = new Map<string, Denials>();
  /** Set once the endpoint cannot be connected to, whichever the model. */
  #connectionFailure: EndpointError | null = null;
  readonly #breakers = new Map<string, Breaker>();
  readonly #adapters = new Map<string, Adapter>();

  constructor(
    {
      base,
      protocol = "openai",
      apiKey,
      headers: furtherHeaders = {},
      concurrency = 64,
      direct = false,
      sendsItems = false,
      stream = false,
      timeoutMs = 600_000,
      retries = 6,
      maxBytes = MAX_BYTES
    }: EndpointOptions,
    {
      send,
      signal,
      clock = () => performance.now(),
      date = Date.now,
      sleep = realSleep,
      random = Math.random,
      hasAnswered = () => false,
      onAdapt = () => {}
    }: EndpointEffects
  ) {
    this.#options = {protocol, sendsItems, stream, timeoutMs, retries, maxBytes};
    this.#effects = {signal, clock, date, sleep, random, hasAnswered, onAdapt};
    this.#wire = WIRES[protocol];
    const key = apiKey?.trim();
    if (key && /[^\x21-\x7e]/.test(key)) throw new UserError("the API key has characters that are not allowed in an HTTP header");
    this.#base = new URL(normaliseBase(base));
    this.#place = this.#placeOf(this.#wire);
    this.#secret = [...(key ? [key] : []), ...Object.values(furtherHeaders)];
    const wireHeaders = this.#wire.headers(key, new URL(this.#place));
    this.#keyHeader = Object.keys(wireHeaders).find(name => key && wireHeaders[name]!.includes(key));
    this.#openPool = form => {
      if (send) return {send, close: async () => {}};
      const accept = stream && form === this.#wire ? "text/event-stream" : "application/json";
      const headers = {"content-type": "application/json", accept, ...wireHeaders, ...furtherHeaders};
      return poolSend(this.#urlOf(form), headers, {connections: concurrency, direct});
    };
    this.#poolOf(this.#wire);
  }

  async ask(
    request: ChatRequest,
    {signal = this.#effects.signal, stop, gate, onRetry, tokenizer, contextTokens}: AskOptions = {}
  ): Promise<Completion> {
    const {sleep, random} = this.#effects;
    const waiting = stop ?? signal;
    const guard = this.#breakerOf(request.model);
    const denied = this.#denialsOf(request.model);
    const turn = {};
    let retry = 0;
    const once = async (): Promise<Completion> => {
      if (this.#connectionFailure) throw this.#connectionFailure;
      if (!guard.admits(turn)) throw new ThrottledError("others try first", {status: 0, retryable: false}, false);
      await denied.enter(waiting);
      guard.sent();
      denied.sent();
      let answered = false;
      try {
        const completion = await this.#attempt(request, retry, {signal, tokenizer, contextTokens});
        guard.answered();
        answered = true;
        this.#unreachable.delete(request.model); // it was refused while this request was under way
        return completion;
      } catch (error) {
        if (error instanceof EndpointError && error.details.retryable) guard.failed({busy: isBusy(error.details.status)});
        else guard.answered(); // a refusal shows that the server works
        throw error;
      } finally {
        denied.ended({answered});
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
          if (error instanceof ParameterRefused || error instanceof ThrottledError) continue;
          if (!(error instanceof EndpointError) || !error.details.retryable) throw error;
          signal?.throwIfAborted();
          waiting?.throwIfAborted();
          if (retry >= this.#options.retries) {
            await guard.exhausted(turn, () => this.#hopeless(error), waiting);
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
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map(pool => pool.close()));
  }

  #formOf(request: ChatRequest): Wire {
    return wireOf(this.#options.protocol, request);
  }

  #placeOf(form: Wire): string {
    return this.#base.origin + form.path(trimSlashes(this.#base.pathname));
  }

  #urlOf(form: Wire): string {
    return this.#placeOf(form) + this.#base.search;
  }

  #poolOf(form: Wire): SendPool {
    return getOrAdd(this.#pools, form, () => this.#openPool(form));
  }

  #breakerOf(model: string): Breaker {
    return getOrAdd(this.#breakers, model, () => breaker());
  }

  #denialsOf(model: string): Denials {
    return getOrAdd(this.#denials, model, () => denials(() => this.#effects.hasAnswered(model)));
  }

  #adapterOf(model: string): Adapter {
    return getOrAdd(this.#adapters, model, () => adapter(sampling => this.#wire.parameters(sampling, this.#options.stream)));
  }

  /** Sends a request once. */
  async #attempt(
    request: ChatRequest,
    retry: number,
    {signal, tokenizer, contextTokens = Infinity}: AskOptions
  ): Promise<Completion> {
    const {protocol, sendsItems, stream, timeoutMs, maxBytes} = this.#options;
    const {model, echo: echoed, embed} = request;
    this.#refuseKnown(request);
    if (echoed && protocol !== "openai") throw this.#cannot(request, "log-probabilities", `protocol ${protocol}`, 0);
    const form = this.#formOf(request);
    const sent =
      form === this.#wire
        ? this.#adapterOf(model).fit(request.sampling)
        : {...UNADAPTED, parameters: embed ? request.sampling : {}};
    const streamed = stream && form === this.#wire;
    const started = this.#effects.clock();
    const response = new Answer(form, {stream: streamed, maxBytes});
    let result: Draft | Fault;
    try {
      try {
        const body = written(rasterised(request), each => form.body(each, sent.parameters, streamed));
        const headers = sendsItems && request.item ? {[ITEM_HEADER]: placeHeader(request.item)} : undefined;
        await this.#poolOf(form).send({body, timeoutMs, signal, headers}, response);
        result = response.end(false);
      } catch (error) {
        // The answer was complete before its connection broke; it is kept because it was paid for.
        if (signal?.aborted || isUnusable(error) || error instanceof TimeoutError || response.status === 0) throw error;
        result = response.end(true);
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw this.#broken(request, response.status, error);
    }
    result = orFiltered(result, request);
    if ("code" in result) throw this.#refusal(request, result, {sent, answer: response});
    if (embed && result.vectors.length !== request.messages.length)
      throw this.#failure(
        model,
        `${result.vectors.length} embeddings for ${request.messages.length} texts`,
        {status: response.status, retryable: false},
        {place: this.#placeOf(form)}
      );
    const removed = stripImplausibleUsage(result, boundsOf(request, result, contextTokens));
    if (!embed && isEmptyAnswer(result))
      throw this.#failure(model, "empty completion", {status: response.status, retryable: true});
    const latencyMs = this.#effects.clock() - started;
    const reported = await countTokens(request, result, {reported: removed, open: tokenizer});
    return completionOf(result, {secret: this.#secret, latencyMs, retry, sent, reported, request});
  }

  /** Throws the error of an earlier request that holds for this one too. */
  #refuseKnown(request: ChatRequest): void {
    const error =
      this.#unreachable.get(request.model) ??
      needsOf(request)
        .map(need => this.#incapable.get(`${need} ${request.model}`))
        .find(Boolean);
    if (error) throw error;
  }

  #failure(
    model: string,
    message: string,
    details: EndpointError["details"],
    {
      billable = true,
      advice,
      excerpt = "",
      place = this.#place
    }: {billable?: boolean; advice?: string | undefined; excerpt?: string; place?: string} = {}
  ): EndpointError {
    const secret = this.#secret;
    const begin = oneLine(excerpt, {secret, longest: EXCERPT_LENGTH});
    const line = [oneLine(`${model} at ${place}: ${message}`, {secret}), begin].filter(Boolean).join(": ");
    const whole = advice === undefined ? line : oneLine(`${line}; ${advice}`, {secret, longest: line.length + MAX_ADVICE_LENGTH});
    const error = new AttemptError(whole, details, billable);
    if (details.fatal) this.#unreachable.set(model, error);
    return error;
  }

  /** Records that a model does not have a capability. */
  #cannot(request: ChatRequest, need: Capability, reported: string, status: number): EndpointError {
    const {model} = request;
    const context = {billable: false, advice: CONSEQUENCE[need], place: this.#placeOf(this.#formOf(request))};
    const error = this.#failure(model, reported, {status, retryable: false}, context);
    this.#incapable.set(`${need} ${model}`, error);
    return error;
  }

  /** The error of a request whose connection or response is broken. */
  #broken(request: ChatRequest, status: number, error: unknown): EndpointError {
    const {model, echo: echoed} = request;
    const place = this.#placeOf(this.#formOf(request));
    if (error instanceof UnpackError) return this.#failure(model, error.message, {status, retryable: error.retryable}, {place});
    if (!(error instanceof BadAnswer)) {
      const advice = untrusted(error);
      const isTrusted = advice === undefined;
      const details = {status: 0, retryable: isTrusted, ...(!isTrusted && {fatal: true})};
      return this.#failure(model, networkMessage(error), details, {billable: isTrusted && !unreached(error), advice, place});
    }
    if (echoed && error instanceof WrongForm) return this.#cannot(request, "log-probabilities", error.message, status);
    const retryable = status >= 400 ? verdict({status, code: "", message: ""}).retryable : error.retryable;
    return this.#failure(model, error.message, {status, retryable}, {billable: status < 400, excerpt: error.excerpt, place});
  }

  /** The error of a request that the server refused; what it shows about the model is recorded. */
  #refusal(request: ChatRequest, fault: Fault, {sent, answer}: Refusal): EndpointError {
    const {model} = request;
    const {status, headers, begun} = answer;
    const form = this.#formOf(request);
    const [place, url, secret] = [this.#placeOf(form), this.#urlOf(form), this.#secret];
    const lesson = place === this.#place ? this.#adapterOf(model).learn(fault, sent) : null;
    const reported = [fault.code, fault.message].filter(Boolean).join(": ");
    const need = lesson ? null : incapableOf(request, fault);
    if (need) return this.#cannot(request, need, `${fault.status} ${reported}`, fault.status);
    if (lesson?.again) {
      if (lesson.news) this.#effects.onAdapt(oneLine(`${model} ${lesson.news}`, {secret}), model);
      const message = oneLine(`${model} at ${place}: ${fault.status} ${reported}`, {secret});
      return new ParameterRefused(message, {status, retryable: false}, false);
    }
    const wrongUrl = wrongPathIn(fault, new URL(url)) ?? redirectIn(status, headers, url);
    const retryAfterMs = retryAfter(headers, this.#effects.date());
    const denial = denialIn(fault);
    const denied = this.#denialsOf(model);
    const isDenied = denial !== null && !fault.moderated && denied.endsModel(denial, requestKey({...request, trial: 0}));
    const details = {
      status: fault.status,
      ...verdict(fault),
      ...(denial && {retryable: false, fatal: isDenied}),
      ...(wrongUrl !== undefined && {fatal: true}),
      tooLong: isTooLong(fault),
      ...(retryAfterMs !== undefined && {retryAfterMs})
    };
    const isOfKey = denial === null || isDenied || !(fault.moderated || denied.isAnswering);
    const advice = lesson?.advice ?? wrongUrl ?? (isOfKey ? deniedIn(fault, this.#keyHeader) : undefined);
    const context = {billable: status < 400 && begun, advice, place};
    return this.#failure(model, `${fault.status} ${reported}`, details, context);
  }

  /** The error with which all requests end that the endpoint does not answer. */
  #hopeless(error: EndpointError): EndpointError {
    const connected = error.details.status !== 0 || (error instanceof AttemptError && error.billable);
    if (connected) return withConsequence(error, "it has answered nothing since, and is asked no more");
    this.#connectionFailure ??= withConsequence(error, "nobody has answered there since, and no model there is asked any more");
    return this.#connectionFailure;
  }
}

/** Whether a response came, but cannot be used. */
const isUnusable = (error: unknown): boolean => error instanceof BadAnswer || error instanceof UnpackError;

/** Requests for log-probabilities have no parameters that a server may refuse by name. */
const UNADAPTED: AdaptedRequest = {parameters: {}, adapted: {}, version: 0};

/** An error that says why no further requests are sent. */
const withConsequence = ({message, details}: EndpointError, consequence: string): EndpointError =>
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
