// The client for all requests of a run: the cache first, then the model's own endpoint under its limiter and the run's budget.
import {getOrAdd} from "../book/getOrAdd.js";
import {plural} from "../book/plural.js";
import type {Model} from "../book/types.js";
import {headersOf, keyOf} from "../infer/apiKey.node.js";
import {batchPrice} from "../infer/batch/interface.js";
import {type Budget, worstCost} from "../infer/budget.js";
import {CacheError} from "../infer/cache.node.js";
import type {AnswerCaches} from "../infer/caches.node.js";
import {complete} from "../infer/complete.node.js";
import {type ChatRequest, type Completion, NO_SOLVER} from "../infer/completion.js";
import {type Endpoint, endpoint} from "../infer/endpoint.node.js";
import {type Limiter, limiter} from "../infer/limiter.js";
import {answerBytesAtMost, promptTokensAtMost} from "../infer/limits.js";
import {type ProgramServer, startProgramServer} from "../infer/program/bridge.node.js";
import {isProgram} from "../infer/program/program.node.js";
import type {Report} from "../infer/progress.node.js";
import {mayBeCut, PROMPT_CUT, type PromptCut, promptCut} from "../infer/promptCut.js";
import {startReferenceServer} from "../infer/reference/start.node.js";
import {requestKey} from "../infer/request.node.js";
import {withLimitReached} from "../infer/tokenLimit.js";
import {
  ContextExceeded,
  implausibleUsage,
  isSuspicious,
  isUnderstated,
  withBoundedUsage,
  withLeastUsage
} from "../infer/usage.js";
import {withTraceSizes} from "../score/score.node.js";
import {estimatedPromptTokens} from "../tokenizer/estimate.js";
import {promptTokens} from "../tokenizer/prompt.js";
import {place, tokenizer} from "../tokenizer/tokenizer.node.js";
import {type Batches, openBatches} from "./batch/batches.js";
import type {OpenEpisode} from "./environments/episode.js";
import {environmentHost} from "./environments/host.js";
import {type Evaluation, REFERENCE} from "./evaluation.js";
import type {Answered} from "./exchange.js";
import type {Signals} from "./failures.js";
import {openWaitNotices, type WaitNotices} from "./waitNotices.js";

export interface ModelClient extends AsyncDisposable {
  /** The answer, at once if it is in the cache, else as a promise. */
  answer(evaluation: Evaluation, request: ChatRequest): Answered | Promise<Answered>;
  /** Begins the episode of a test whose tools act on an environment. */
  open: OpenEpisode;
  /** Number of requests that have been sent and not yet answered. */
  inFlight(): number;
}

/** Share by which an estimate may be wrong; prompts nearer to the context are counted whole. */
const ESTIMATE_ERROR = 0.05;
/** Prompts that a glance at a few stretches puts below this share of the context are not looked at more closely. */
const GLANCE = {stretches: 8, share: 0.75};
/** Number of answers with impossible token counts that are named; `timings` lists all of them. */
const MAX_IMPLAUSIBLE_WARNINGS = 5;

/** The first warning of a model whose server cuts prompts. */
const cutSentence = ({id, tokenizer}: Model, {reported, counted}: PromptCut): string =>
  `${id}: its server reports ${inFull(reported)} prompt tokens for a prompt of about ${inFull(counted)} (${tokenizer}): it seems to cut prompts silently, or counts only what its cache did not hold; answers to such prompts have the measure ${PROMPT_CUT}. Raise the server's context, or set context_tokens to it so that these are not asked; if it has another tokenizer, name that`;

const inFull = (count: number): string => count.toLocaleString("en");

/** Other processes that ask the same models, and may have an answer or be about to get it. */
export interface Others {
  /**
   * The answer that another process has or gets; null where this one is to ask, which it then has to end with `done`. Rejects with the
   * signal's reason.
   */
  answerOf(key: string, evaluation: Evaluation, signal: AbortSignal): Promise<Completion | null>;
  /** Ends what `answerOf` began: with the answer, or without one. */
  done(key: string, evaluation: Evaluation, completion?: Completion): void;
}

interface ModelClientEffects extends Signals {
  cache: AnswerCaches;
  budget: Budget;
  /** Called with messages about requests that are repeated, parameters that a model does not accept, and impossible token counts. */
  onRetry: (text: string) => void;
  /** Asks models that have a batch interface by it; absent = each request by itself. */
  batch?: {folder: string; report: Report} | undefined;
  others?: Others | undefined;
  /** Called with the limiter of each model that is asked. */
  onLimiter?: ((evaluation: Evaluation, limiter: Limiter) => void) | undefined;
}

/**
 * Opens a client for the evaluations' models and reads their keys from the environment. A missing key or tokenizer is a UserError before any
 * request is sent.
 */
export async function openModelClient(evaluations: readonly Evaluation[], effects: ModelClientEffects): Promise<ModelClient> {
  for (const {model} of evaluations) {
    keyOf(model.api_key_env, model.id);
    headersOf(model);
    place(model.tokenizer);
  }
  const client = new EndpointsClient(evaluations, effects);
  await client.openBatches();
  return client;
}

class EndpointsClient implements ModelClient {
  readonly #evaluations: readonly Evaluation[];
  readonly #effects: ModelClientEffects;
  readonly #endpoints: Endpoints;
  readonly #checks: AnswerChecks;
  readonly #limiters = new Map<string, Limiter>();
  readonly #waits: WaitNotices;
  readonly #environments = environmentHost();
  /** Aborts requests that have not been sent once answers can no longer be stored. */
  readonly #halt = new AbortController();
  readonly #noMore: AbortSignal;
  readonly #asked = new Set<Promise<unknown>>();
  #batches: Batches | null = null;
  #lostAnswers = 0;
  /** Evaluations of which the cache has answered a request. */
  readonly #cached = new Set<Evaluation>();

  constructor(evaluations: readonly Evaluation[], effects: ModelClientEffects) {
    const {onRetry, stop} = effects;
    this.#evaluations = evaluations;
    this.#effects = effects;
    this.#endpoints = new Endpoints(evaluations, onRetry, (evaluation, model) => this.#hasAnswered(evaluation, model));
    this.#checks = new AnswerChecks(onRetry);
    this.#waits = openWaitNotices(onRetry);
    this.#noMore = AbortSignal.any([this.#halt.signal, ...(stop ? [stop] : [])]);
  }

  async openBatches(): Promise<void> {
    const {batch, cache, abort} = this.#effects;
    if (!batch) return;
    this.#batches = await openBatches(this.#evaluations, {
      ...batch,
      cache,
      abort,
      stop: this.#noMore,
      annotate: withTraceSizes,
      reference: () => this.#endpoints.reference()
    });
  }

  readonly open: OpenEpisode = environment => this.#environments.open(environment);

  readonly inFlight = (): number =>
    [...this.#limiters.values()].reduce((sum, {active}) => sum + active, 0) + (this.#batches?.waiting() ?? 0);

  readonly answer: ModelClient["answer"] = (evaluation, request) => {
    const key = requestKey(request);
    const completion = this.#effects.cache.get(key);
    // An earlier version had no answer to such an item.
    if (completion && !(request.item && completion.finish_reason === NO_SOLVER)) {
      this.#cached.add(evaluation);
      return this.#checks.check({completion, cached: true}, evaluation, request, key);
    }
    const answered = this.#ask(evaluation, request, key);
    this.#asked.add(answered);
    const forget = () => this.#asked.delete(answered);
    answered.then(forget, forget);
    return answered;
  };

  readonly [Symbol.asyncDispose] = async (): Promise<void> => {
    this.#waits.close();
    this.#halt.abort(new Error("the run has ended"));
    await Promise.allSettled(this.#asked); // answers that are still under way are paid for, so they are stored
    if (this.#lostAnswers > 0)
      this.#effects.onRetry(
        `${plural(this.#lostAnswers, "answer")} that were in flight when the cache failed found no room and are lost`
      );
    await this.#batches?.[Symbol.asyncDispose]();
    await this.#endpoints.close();
    await this.#environments[Symbol.asyncDispose]();
  };

  async #ask(evaluation: Evaluation, request: ChatRequest, key: string): Promise<Answered> {
    const {cache, abort, others} = this.#effects;
    await refuseLong(evaluation.model, request);
    // A batch has no headers, so that built-in models are asked generated items one by one.
    if (this.#batches?.has(evaluation) && !request.item) return this.#askInBatch(this.#batches, evaluation, request, key);
    const ended = () => (abort ? AbortSignal.any([this.#noMore, abort]) : this.#noMore);
    const completion = others ? await others.answerOf(key, evaluation, ended()) : null;
    if (!completion) return this.#askEndpoint(evaluation, request, key);
    await cache.put(key, completion, request.model, request.base);
    return this.#checks.check({completion, cached: true}, evaluation, request, key);
  }

  async #askInBatch(batches: Batches, evaluation: Evaluation, request: ChatRequest, key: string): Promise<Answered> {
    const price = batchPrice(evaluation.model);
    try {
      // Results stay at the server until they are stored, so that room for one is enough.
      this.#effects.cache.reserve(answerBytesAtMost(request.sampling, evaluation.model.context_tokens))();
      const reserve = (request: ChatRequest) => this.#reserve(evaluation.model, request, price);
      const answered = await batches.complete(evaluation, request, {key, reserve});
      return await this.#checks.check(answered, evaluation, request, key);
    } finally {
      this.#haltIfCacheFailed();
    }
  }

  async #askEndpoint(evaluation: Evaluation, request: ChatRequest, key: string): Promise<Answered> {
    const {cache, abort, others} = this.#effects;
    const {model} = evaluation;
    this.#waits.sent(model.id, model.timeout_seconds * 1000);
    let completion: Completion | undefined;
    try {
      const answered = await complete(request, {
        key,
        annotate: withTraceSizes,
        cache,
        endpoint: await this.#endpoints.of(evaluation),
        limiter: this.#limiterOf(evaluation),
        reserve: request => this.#reserve(model, request, model.price),
        price: model.price,
        tokenizer: () => tokenizer(model.tokenizer),
        contextTokens: model.context_tokens,
        stop: this.#noMore,
        signal: abort,
        onRetry: wait => this.#waits.retry(model.id, {...wait, retries: model.retries})
      });
      completion = answered.completion;
      return await this.#checks.check(answered, evaluation, request, key);
    } catch (error) {
      if (error instanceof CacheError && error !== cache.failure && cache.failure) this.#lostAnswers++;
      throw error;
    } finally {
      this.#haltIfCacheFailed();
      this.#waits.ended(model.id);
      others?.done(key, evaluation, completion);
    }
  }

  /** Whether the cache has answers of a model at an evaluation's server. */
  #hasAnswered(evaluation: Evaluation, name: string): boolean {
    const isCached = [...this.#cached].some(each => serverOf(each) === serverOf(evaluation) && nameOf(each) === name);
    return isCached || this.#effects.cache.hasAnswerOf({model: name, base: evaluation.base});
  }

  #haltIfCacheFailed(): void {
    const {failure} = this.#effects.cache;
    if (failure) this.#halt.abort(failure);
  }

  #limiterOf(evaluation: Evaluation): Limiter {
    const {model} = evaluation;
    return getOrAdd(this.#limiters, model.id, () => {
      const added = limiter({max: model.concurrency});
      this.#effects.onLimiter?.(evaluation, added);
      return added;
    });
  }

  #reserve(model: Model, request: ChatRequest, price: Model["price"]): ReturnType<Budget["reserve"]> {
    const {budget} = this.#effects;
    const worst = worstCost(request, price, {contextTokens: model.context_tokens});
    const release = budget.reserve(worst, model.id);
    if (release instanceof Promise)
      this.#waits.budget(model.id, {
        inFlight: Math.max(1, Math.floor(budget.reserved / worst)),
        worst,
        left: budget.maxCost - budget.spent
      });
    return release;
  }
}

/** The endpoints of models, and the built-in server of the simulated ones; each is opened with its first request. */
class Endpoints {
  readonly #evaluations: readonly Evaluation[];
  readonly #onAdapt: (text: string) => void;
  readonly #hasAnswered: (evaluation: Evaluation, name: string) => boolean;
  readonly #endpoints = new Map<string, Promise<Endpoint>>();
  readonly #programs: Promise<ProgramServer>[] = [];
  #reference: ReturnType<typeof startReferenceServer> | null = null;

  constructor(
    evaluations: readonly Evaluation[],
    onAdapt: (text: string) => void,
    hasAnswered: (evaluation: Evaluation, name: string) => boolean
  ) {
    this.#evaluations = evaluations;
    this.#onAdapt = onAdapt;
    this.#hasAnswered = hasAnswered;
  }

  of(evaluation: Evaluation): Promise<Endpoint> {
    return getOrAdd(this.#endpoints, serverOf(evaluation), () => this.#open(evaluation));
  }

  /** Returns the URL of the built-in server. */
  async reference(): Promise<string> {
    this.#reference ??= startReferenceServer();
    return (await this.#reference).url;
  }

  /** Closes all that were opened; a failure to open has been thrown to its caller. */
  async close(): Promise<void> {
    for (const each of [...this.#endpoints.values(), ...this.#programs, this.#reference])
      await each?.then(
        opened => opened.close(),
        () => {}
      );
  }

  async #open(evaluation: Evaluation): Promise<Endpoint> {
    const {model, simulated} = evaluation;
    const program = isProgram(model.endpoint) ? await this.#startProgram(model) : null;
    return endpoint(
      {
        base: simulated ? await this.reference() : (program?.url ?? model.endpoint),
        protocol: model.protocol,
        apiKey: program?.apiKey ?? keyOf(model.api_key_env, model.id),
        headers: headersOf(model),
        concurrency: this.#connections(serverOf(evaluation), model),
        direct: simulated || program !== null,
        sendsItems: simulated,
        stream: model.stream,
        timeoutMs: model.timeout_seconds * 1000,
        retries: model.retries
      },
      {
        hasAnswered: name => this.#hasAnswered(evaluation, name),
        onAdapt: (news, name) => this.#onAdapt(`${this.#idsOf(name, serverOf(evaluation))}${news}`)
      }
    );
  }

  /** The ids of models that a server is asked for by another name, to begin a message with. */
  #idsOf(name: string, server: string): string {
    const models = this.#evaluations.filter(each => serverOf(each) === server && each.model.model === name);
    const ids = [...new Set(models.map(({model}) => model.id))].filter(id => id !== name);
    return ids.length > 0 ? `${ids.join(", ")}: ` : "";
  }

  /** Starts the server of a model that is a program. */
  #startProgram({endpoint}: Model): Promise<ProgramServer> {
    const server = startProgramServer(endpoint, this.#onAdapt);
    this.#programs.push(server);
    return server;
  }

  /** Each model adds as many connections to its server as it may use. */
  #connections(server: string, own: Model): number {
    if (server === REFERENCE) return own.concurrency;
    const models = new Map(this.#evaluations.filter(each => serverOf(each) === server).map(({model}) => [model.id, model]));
    return [...models.values()].reduce((sum, {concurrency}) => sum + concurrency, 0);
  }
}

/** The name by which an evaluation's model is asked. */
const nameOf = ({model}: Evaluation): string => model.model ?? model.id;

/** Models of one server share its connections where their requests use the same settings. */
const serverOf = ({model, base}: Evaluation): string =>
  base.startsWith(REFERENCE)
    ? REFERENCE
    : [
        base,
        model.protocol,
        model.api_key_env,
        JSON.stringify(model.headers),
        model.stream,
        model.timeout_seconds,
        model.retries
      ].join(" ");

/** Checks the token counts of answers, and marks answers to prompts that the server seems to have cut. */
class AnswerChecks {
  readonly #warn: (text: string) => void;
  /** Models that are known to be served cut prompts. */
  readonly #cutting = new Set<string>();
  #implausible = 0;

  constructor(warn: (text: string) => void) {
    this.#warn = warn;
  }

  check(answered: Answered, evaluation: Evaluation, request: ChatRequest, key: string): Answered | Promise<Answered> {
    const {model, simulated} = evaluation;
    const {completion} = answered;
    const isDoubtful = !simulated && !request.echo && isSuspicious(completion.completion_tokens, completion); // an older version believed it
    if (simulated || !(isDoubtful || mayBeCut(request))) return this.#withPlausibleUsage(answered, model, request, key); // the usual case: nothing needs to be counted, and built-in models read all
    return tokenizer(model.tokenizer).then(own => {
      const checked = isDoubtful ? {...answered, completion: withLeastUsage(completion, own)} : answered;
      const counted = this.#withPlausibleUsage(checked, model, request, key);
      if (!mayBeCut(request)) return counted;
      const cut = promptCut(request, counted.completion, own);
      if (!cut) return counted;
      if (!this.#cutting.has(model.id)) this.#warn(cutSentence(model, cut));
      this.#cutting.add(model.id);
      return {...counted, cut: cut.reported / cut.counted};
    });
  }

  #withPlausibleUsage(answered: Answered, model: Model, request: ChatRequest, key: string): Answered {
    const completion = withLimitReached(withBoundedUsage(answered.completion, request, model.context_tokens), request);
    const claim = implausibleUsage(completion);
    if (claim === null) return completion === answered.completion ? answered : {...answered, completion};
    if (++this.#implausible <= MAX_IMPLAUSIBLE_WARNINGS)
      this.#warn(
        `${model.id} reports ${claim} (answer ${key.slice(0, 12)}); ${
          isUnderstated(completion)
            ? `the text has so many tokens of ${model.tokenizer}; if the model has another tokenizer, name that`
            : `if its context is larger than ${model.context_tokens.toLocaleString("en")} tokens, write context_tokens`
        }`
      );
    return {...answered, completion};
  }
}

/** Throws ContextExceeded where the prompt leaves no room for an answer; images are not counted, since servers shrink them. */
async function refuseLong({id, context_tokens, tokenizer: name}: Model, request: ChatRequest): Promise<void> {
  const most = promptTokensAtMost({...request, messages: request.messages.map(({images: _, ...message}) => message)});
  if (most < context_tokens) return; // the usual case: nothing needs to be counted
  const own = await tokenizer(name);
  if (estimatedPromptTokens(own, request.messages, GLANCE.stretches) < GLANCE.share * context_tokens) return;
  const about = estimatedPromptTokens(own, request.messages);
  if (about < (1 - ESTIMATE_ERROR) * context_tokens) return;
  const far = about > (1 + ESTIMATE_ERROR) * context_tokens;
  const tokens = far ? about : promptTokens(own, request.messages);
  if (tokens < context_tokens) return;
  throw new ContextExceeded(
    `${id}: a prompt of ${far ? "about " : ""}${inFull(tokens)} tokens does not fit into its context of ${inFull(context_tokens)}; such tests are not asked (context_tokens of the model)`
  );
}
