// Everything that a run asks in batches: a batcher for each model and kind of request, and those that an earlier run has left under way.

import {plural} from "../../book/plural.js";
import type {Book, Model} from "../../book/types.js";
import {sleep as realSleep} from "../../infer/abort.js";
import {headersOf, keyOf} from "../../infer/apiKey.node.js";
import {anthropicBatches} from "../../infer/batch/anthropic.node.js";
import {type BatchHttp, batchHttp} from "../../infer/batch/http.node.js";
import {type BatchInterface, batchPrice} from "../../infer/batch/interface.js";
import {openaiBatches} from "../../infer/batch/openai.node.js";
import {BudgetReached, FREE, type Release, releaseFor} from "../../infer/budget.js";
import type {AnswerCaches} from "../../infer/caches.node.js";
import type {Inferred} from "../../infer/complete.node.js";
import {type ChatRequest, type Completion, EndpointError} from "../../infer/completion.js";
import {normaliseBase, protocolOf, wireOf} from "../../infer/endpoint.node.js";
import {mayBeBilled, ParameterRefused} from "../../infer/failure.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {sweepTemporary} from "../../store/files.node.js";
import {lockFolder} from "../../store/lock.node.js";
import {tokenizer} from "../../tokenizer/tokenizer.node.js";
import {type Evaluation, evaluationsOf, REFERENCE} from "../evaluation.js";
import type {Signals} from "../failures.js";
import {type Batcher, type Identity, openBatcher} from "./batcher.js";
import {type Entry, journalOf, openEntries} from "./journal.js";

export const INTERFACES: Readonly<Record<NonNullable<Model["batch"]>, BatchInterface>> = {
  openai: openaiBatches,
  anthropic: anthropicBatches
};

/** Most requests of a model that wait for batches: one that is full, and one that is gathered. */
export const BATCH_QUEUE = 100_000;
/** Milliseconds without a further request after which those that wait are sent. */
const QUIET_MS = 250;

/** The batch interface of a model; the built-in server speaks both. Null where its file names none. Throws a UserError where it cannot be. */
export function interfaceOf(model: Model): NonNullable<Model["batch"]> | null {
  const protocol = protocolOf(model);
  const {batch, id, endpoint} = model;
  if (batch !== undefined && (batch === "anthropic") !== (protocol === "anthropic"))
    throw new UserError(
      `model "${id}": batch: ${batch} does not go with protocol ${protocol}; write batch: ${protocol === "anthropic" ? "anthropic" : "openai"}`
    );
  return batch ?? (endpoint === REFERENCE ? "openai" : null);
}

/** What of a model's file and key a request to its batches needs. */
export function httpOf(model: Model, url?: string): BatchHttp {
  const of = INTERFACES[interfaceOf(model)!];
  const base = normaliseBase(url ?? model.endpoint);
  const place = new URL(base);
  const secret = keyOf(model.api_key_env, model.id)?.trim();
  const root = of.root(place.pathname.replace(/\/+$/, ""));
  const further = headersOf(model);
  const headers = {...of.headers(secret, place), ...further};
  return batchHttp({base, root, headers, secret: secretsOf(model), direct: url !== undefined});
}

/** The key of a model and the values of its headers. */
const secretsOf = (model: Model): string[] => [
  ...(model.api_key_env === undefined ? [] : [keyOf(model.api_key_env, model.id)!.trim()]),
  ...Object.values(headersOf(model))
];

/** Whether a batch is of this model. */
export const isOf = ({state}: Entry, {model, base}: Pick<Evaluation, "model" | "base">): boolean =>
  state.base === base && state.model === (model.model ?? model.id) && state.interface === interfaceOf(model);

/** What of a book's models is under way in batches that a run without them would ask and pay a second time, one sentence for each. */
export async function underWayIn(book: Book): Promise<string[]> {
  const entries = await openEntries(journalOf(book.cache));
  return entries
    .filter(entry => evaluationsOf(book).some(each => isOf(entry, each)))
    .map(
      ({name, state: {batch, model, requests}}) =>
        `${plural(requests, "request")} to ${model} ${requests === 1 ? "is" : "are"} in progress in a batch (${batch ?? name}); with --batch they are fetched, without it asked and paid again`
    );
}

export interface Batches extends AsyncDisposable {
  /** Whether an evaluation's requests go in batches. */
  has(evaluation: Evaluation): boolean;
  /** The answer to a request, after further batches if necessary. Rejects as `complete` does. */
  complete(evaluation: Evaluation, request: ChatRequest, effects: AskEffects): Promise<Inferred>;
  /** Requests in batches that were sent. */
  waiting(): number;
}

interface AskEffects {
  key: string;
  /** Sets aside the worst case of a request, at the price of batches. */
  reserve: (request: ChatRequest) => Release | null | Promise<Release | null>;
}

interface BatchesOptions extends Signals {
  /** The folder of the cache that answers go into. */
  folder: string;
  cache: AnswerCaches;
  report: Report;
  /** Base URL of the built-in server, which is started when it is first asked for. */
  reference: () => Promise<string>;
  annotate: (completion: Completion) => Completion;
  quietMs?: number;
}

/**
 * Takes up the batches of an earlier run, and opens those of this one. Only one process at a time asks in batches into a cache, so that none is
 * submitted twice; another one waits.
 */
export async function openBatches(evaluations: readonly Evaluation[], options: BatchesOptions): Promise<Batches> {
  const {folder, cache, report, stop, abort, reference, quietMs = QUIET_MS} = options;
  const journal = journalOf(folder);
  const lock = await lockFolder(journal, {
    signal: abort ?? stop,
    onWait: holder => report.info(`waiting for ${holder}, which uses the batches of ${folder}`)
  });
  await sweepTemporary(journal);
  const batchers = new Map<string, Promise<Batcher>>();
  const https = new Map<string, Promise<BatchHttp>>();
  const ids = new Set<string>();

  const httpFor = ({model, base, simulated}: Evaluation): Promise<BatchHttp> => {
    const id = [base, model.api_key_env, JSON.stringify(model.headers)].join(" ");
    let known = https.get(id);
    if (!known) https.set(id, (known = (async () => httpOf(model, simulated ? await reference() : undefined))()));
    return known;
  };
  const batcherFor = (evaluation: Evaluation, request: Pick<ChatRequest, "protocol" | "model" | "base" | "echo" | "embed">) => {
    const {model, base} = evaluation;
    const name = interfaceOf(model)!;
    const of = INTERFACES[name];
    const form = wireOf(request.protocol, request);
    const identity: Identity = {interface: name, protocol: request.protocol, base, model: request.model, url: of.urlOf(form)};
    const id = JSON.stringify(identity);
    let known = batchers.get(id);
    if (!known)
      batchers.set(
        id,
        (known = httpFor(evaluation).then(http =>
          openBatcher({
            journal,
            identity,
            of,
            http,
            form,
            cache,
            stop,
            abort,
            quietMs,
            retries: model.retries,
            others: ids,
            secret: secretsOf(model),
            contextTokens: model.context_tokens,
            tokenizer: () => tokenizer(model.tokenizer),
            annotate: options.annotate,
            report: report.info,
            warn: report.warn
          })
        ))
      );
    return known;
  };
  const has = ({model}: Evaluation): boolean => interfaceOf(model) !== null;
  const mine = evaluations.filter(has);

  /** Takes up what an earlier run has left; what the built-in server had is gone with it. */
  const resume = async (): Promise<void> => {
    const entries = await openEntries(journal);
    for (const {state} of entries) if (state.batch) ids.add(state.batch);
    for (const entry of entries) {
      const {state} = entry;
      if (state.base.startsWith(REFERENCE)) {
        await entry.remove();
        continue;
      }
      const owner = mine.find(each => isOf(entry, each));
      if (!owner) {
        report.warn(
          `${state.batch ?? entry.name}: a batch of ${state.model} at ${state.base}, which this run does not ask, is under way (npm run batches)`
        );
        continue;
      }
      const first = await entry.lines().next();
      if (first.done) continue;
      const batcher = await batcherFor(owner, first.value.request);
      await batcher.adopt(entry);
    }
  };

  const close = async (): Promise<void> => {
    for (const each of await Promise.allSettled(batchers.values())) if (each.status === "fulfilled") await each.value.close();
    for (const each of await Promise.allSettled(https.values())) if (each.status === "fulfilled") await each.value.close();
    await lock[Symbol.asyncDispose]();
  };
  try {
    await resume();
  } catch (error) {
    await close();
    throw error;
  }

  /** Requests under way, so that equal ones are asked once. */
  const flights = new Map<string, Promise<Completion>>();
  const opened = new Map<Promise<Batcher>, Batcher>();
  const ask = async (evaluation: Evaluation, request: ChatRequest, {key, reserve}: AskEffects): Promise<Completion> => {
    const {model} = evaluation;
    const soon = batcherFor(evaluation, request);
    const batcher = await soon;
    opened.set(soon, batcher);
    const price = batchPrice(model) ?? FREE;
    for (let retry = 0; ; retry++) {
      const release = await reserve(request);
      if (!release)
        throw new BudgetReached("budget reached: the next request could cost more than is left; raise max_cost to go on");
      try {
        const completion = await batcher.ask(request, key);
        releaseFor(release, completion, price);
        return completion;
      } catch (error) {
        if (mayBeBilled(error)) release();
        else release(0);
        if (error instanceof ParameterRefused) {
          retry--; // each refusal teaches one parameter, so that this loop ends
          continue;
        }
        if (!(error instanceof EndpointError) || !error.details.retryable || retry >= model.retries) throw error;
        if (error.details.retryAfterMs) await realSleep(error.details.retryAfterMs, stop ?? abort);
      }
    }
  };
  return {
    has,
    waiting: () => [...opened.values()].reduce((sum, {waiting}) => sum + waiting, 0),
    async complete(evaluation, request, effects) {
      const {key} = effects;
      const earlier = flights.get(key);
      if (earlier) return {completion: await earlier, cached: true};
      const flight = ask(evaluation, request, effects);
      flights.set(key, flight);
      try {
        return {completion: await flight, cached: false};
      } finally {
        flights.delete(key);
      }
    },
    [Symbol.asyncDispose]: close
  };
}
