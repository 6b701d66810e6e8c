// The client for all requests of a run: the cache first, then the model's own endpoint under its limiter and the run's budget.
import {plural} from "../book/plural.js";
import type {Model} from "../book/types.js";
import {keyOf} from "../infer/apiKey.node.js";
import {batchPrice} from "../infer/batch/interface.js";
import {type Budget, worstCost} from "../infer/budget.js";
import {CacheError} from "../infer/cache.node.js";
import type {AnswerCaches} from "../infer/caches.node.js";
import {complete} from "../infer/complete.node.js";
import type {ChatRequest, Completion} from "../infer/completion.js";
import {type Endpoint, endpoint} from "../infer/endpoint.node.js";
import {type Limiter, limiter} from "../infer/limiter.js";
import {promptTokensAtMost} from "../infer/limits.js";
import type {Report} from "../infer/progress.node.js";
import {mayBeCut, PROMPT_CUT, type PromptCut, promptCut} from "../infer/promptCut.js";
import {startReferenceServer} from "../infer/reference/start.node.js";
import {requestKey} from "../infer/request.node.js";
import {withLimitReached} from "../infer/tokenLimit.js";
import {ContextExceeded, implausibleUsage, withBoundedUsage} from "../infer/usage.js";
import {withTraceSizes} from "../score/score.node.js";
import {estimatedPromptTokens} from "../tokenizer/estimate.js";
import {promptTokens} from "../tokenizer/prompt.js";
import {place, tokenizer} from "../tokenizer/tokenizer.node.js";
import {type Batches, openBatches} from "./batch/batches.js";
import type {OpenEpisode} from "./environments/episode.js";
import {environmentHost} from "./environments/host.js";
import {type Evaluation, REFERENCE} from "./evaluation.js";
import type {Answered} from "./exchange.js";
import type {Signals} from "./unanswered.js";
import {openWaitNotices} from "./waitNotices.js";

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
/** Most answers with impossible token counts that are named; `timings` lists all of them. */
const MOST_DOUBTS = 5;

/** What is told of a model whose server cuts prompts, the first time. */
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
export async function openModelClient(
  evaluations: readonly Evaluation[],
  {cache, budget, stop, abort, onRetry, batch, others, onLimiter}: ModelClientEffects
): Promise<ModelClient> {
  for (const {model} of evaluations) {
    keyOf(model.api_key_env, model.id);
    place(model.tokenizer);
  }
  let reference: Promise<{url: string; close(): Promise<void> | void}> | null = null;
  const endpoints = new Map<string, Promise<Endpoint>>();
  const limiters = new Map<string, Limiter>();
  const waits = openWaitNotices(onRetry);
  const environments = environmentHost();
  /** Aborts requests that have not been sent once answers can no longer be stored. */
  const halt = new AbortController();
  const noMore = AbortSignal.any([halt.signal, ...(stop ? [stop] : [])]);
  const asked = new Set<Promise<unknown>>();
  let prepared = false;
  let lostAnswers = 0;

  // Models of one server share its connections where their requests use the same settings; each adds as many connections as it may use.
  const serverOf = ({model, base}: Evaluation): string =>
    base.startsWith(REFERENCE)
      ? REFERENCE
      : [base, model.protocol, model.api_key_env, model.stream, model.timeout_seconds, model.retries].join(" ");
  const connections = (server: string, own: Model): number => {
    if (server === REFERENCE) return own.concurrency;
    const models = new Map(evaluations.filter(each => serverOf(each) === server).map(({model}) => [model.id, model]));
    return [...models.values()].reduce((sum, {concurrency}) => sum + concurrency, 0);
  };

  const open = async (evaluation: Evaluation): Promise<Endpoint> => {
    const {model, simulated} = evaluation;
    if (simulated) reference ??= startReferenceServer();
    return endpoint(
      {
        base: simulated ? `${(await reference!).url}` : model.endpoint,
        protocol: model.protocol,
        apiKey: keyOf(model.api_key_env, model.id),
        concurrency: connections(serverOf(evaluation), model),
        direct: simulated,
        stream: model.stream,
        timeoutMs: model.timeout_seconds * 1000,
        retries: model.retries
      },
      {onAdapt: onRetry}
    );
  };
  const endpointOf = (evaluation: Evaluation): Promise<Endpoint> => {
    const id = serverOf(evaluation);
    let known = endpoints.get(id);
    if (!known) endpoints.set(id, (known = open(evaluation)));
    return known;
  };
  const limiterOf = (evaluation: Evaluation): Limiter => {
    const {model} = evaluation;
    const known = limiters.get(model.id);
    if (known) return known;
    const own = limiter({max: model.concurrency});
    limiters.set(model.id, own);
    onLimiter?.(evaluation, own);
    return own;
  };
  let doubted = 0;
  const checked = (answered: Answered, {model}: Evaluation, request: ChatRequest, key: string): Answered => {
    const completion = withLimitReached(withBoundedUsage(answered.completion, request, model.context_tokens), request);
    const claim = implausibleUsage(completion);
    if (claim === null) return completion === answered.completion ? answered : {...answered, completion};
    if (++doubted <= MOST_DOUBTS)
      onRetry(
        `${model.id} reports ${claim} (answer ${key.slice(0, 12)}); if its context is larger than ${model.context_tokens.toLocaleString("en")} tokens, write context_tokens`
      );
    return {...answered, completion};
  };
  /** Models that are known to be served cut prompts. */
  const cutting = new Set<string>();
  /** The answer, marked where its server seems to have cut the prompt. Built-in models read all. */
  const judged = (answered: Answered, {model, simulated}: Evaluation, request: ChatRequest): Answered | Promise<Answered> => {
    if (simulated || !mayBeCut(request)) return answered; // the usual case: nothing needs to be counted
    return tokenizer(model.tokenizer).then(own => {
      const cut = promptCut(request, answered.completion, own);
      if (!cut) return answered;
      if (!cutting.has(model.id)) onRetry(cutSentence(model, cut));
      cutting.add(model.id);
      return {...answered, cut: cut.reported / cut.counted};
    });
  };
  const reserve = (model: Model, request: ChatRequest, price = model.price) => {
    const worst = worstCost(request, price, {contextTokens: model.context_tokens});
    const release = budget.reserve(worst, model.id);
    if (release instanceof Promise)
      waits.budget(model.id, {
        inFlight: Math.max(1, Math.floor(budget.reserved / worst)),
        worst,
        left: budget.maxCost - budget.spent
      });
    return release;
  };
  /** Throws ContextExceeded where the prompt leaves no room for an answer; images are not counted, since servers shrink them. */
  const refuseLong = async ({id, context_tokens, tokenizer: name}: Model, request: ChatRequest): Promise<void> => {
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
  };
  const prepare = () => {
    if (!prepared) cache.prepare();
    prepared = true;
  };
  const batches: Batches | null = batch
    ? await openBatches(evaluations, {
        ...batch,
        cache,
        abort,
        stop: noMore,
        annotate: withTraceSizes,
        reference: async () => (await (reference ??= startReferenceServer())).url
      })
    : null;
  const askInBatch = async (evaluation: Evaluation, request: ChatRequest, key: string): Promise<Answered> => {
    const {model} = evaluation;
    try {
      prepare();
      const answered = await batches!.complete(evaluation, request, {
        key,
        reserve: request => reserve(model, request, batchPrice(model))
      });
      return await judged(checked(answered, evaluation, request, key), evaluation, request);
    } finally {
      if (cache.failure) halt.abort(cache.failure);
    }
  };
  const ask = async (evaluation: Evaluation, request: ChatRequest, key: string): Promise<Answered> => {
    const {model} = evaluation;
    await refuseLong(model, request);
    if (batches?.has(evaluation)) return askInBatch(evaluation, request, key);
    const known = others ? await others.answerOf(key, evaluation, abort ? AbortSignal.any([noMore, abort]) : noMore) : null;
    if (known) {
      await cache.put(key, known);
      return judged(checked({completion: known, cached: true}, evaluation, request, key), evaluation, request);
    }
    waits.sent(model.id, model.timeout_seconds * 1000);
    let kept: Completion | undefined;
    try {
      prepare();
      const answered = await complete(request, {
        key,
        annotate: withTraceSizes,
        cache,
        endpoint: await endpointOf(evaluation),
        limiter: limiterOf(evaluation),
        reserve: request => reserve(model, request),
        price: model.price,
        tokenizer: () => tokenizer(model.tokenizer),
        contextTokens: model.context_tokens,
        stop: noMore,
        signal: abort,
        onRetry: wait => waits.retry(model.id, {...wait, retries: model.retries})
      });
      kept = answered.completion;
      return await judged(checked(answered, evaluation, request, key), evaluation, request);
    } catch (error) {
      if (error instanceof CacheError && error !== cache.failure && cache.failure) lostAnswers++;
      throw error;
    } finally {
      if (cache.failure) halt.abort(cache.failure);
      waits.ended(model.id);
      others?.done(key, evaluation, kept);
    }
  };
  return {
    open: environments.open,
    inFlight: () => [...limiters.values()].reduce((sum, {active}) => sum + active, 0) + (batches?.waiting() ?? 0),
    answer(evaluation, request) {
      const key = requestKey(request);
      const completion = cache.get(key);
      if (completion) return judged(checked({completion, cached: true}, evaluation, request, key), evaluation, request);
      const answered = ask(evaluation, request, key);
      asked.add(answered);
      const forget = () => asked.delete(answered);
      answered.then(forget, forget);
      return answered;
    },
    async [Symbol.asyncDispose]() {
      waits.close();
      halt.abort(new Error("the run has ended"));
      await Promise.allSettled(asked); // answers that are still under way are paid for, so they are stored
      if (lostAnswers > 0)
        onRetry(`${plural(lostAnswers, "answer")} that were in flight when the cache failed found no room and are lost`);
      await batches?.[Symbol.asyncDispose]();
      for (const each of endpoints.values()) await (await each).close();
      if (reference) await (await reference).close();
      await environments[Symbol.asyncDispose]();
    }
  };
}
