// Asks a model for the log-probabilities of items, of controls and of shards of items in several orders, and reports what they say.
import {lastValueFrom, tap} from "rxjs";
import type {Book} from "../book/types.js";
import {type Draws, drawsOf} from "../generate/draws.node.js";
import type {ManifoldPoint} from "../generate/manifold.node.js";
import {costOf} from "../infer/budget.js";
import {CONSEQUENCE} from "../infer/capability.js";
import {type ChatRequest, type Completion, EndpointError} from "../infer/completion.js";
import {withExamples} from "../infer/examples.js";
import type {Report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {examplesFor, meansInContext, type TextInContext} from "../studies/contamination/context.js";
import {
  type ProbedText,
  type ProbeReport,
  probeReport,
  type ScoredToken,
  type ShardLikelihoods,
  shardsOf,
  tokensOf,
  unavailable
} from "../studies/contamination/probe.js";

import {acquireStoreLock, openBookClient} from "./bookClient.js";
import {budgetFor, unpriced} from "./budget.js";
import {type Evaluation, type Plan, planOf} from "./evaluation.js";
import {askEach, isFatal, type Signals} from "./failures.js";
import type {ModelClient} from "./modelClient.js";
import {sharesOf} from "./testLimit.js";

/** A text that is put to the model as it is, without a template. */
export interface ProbeText {
  id: string;
  /** Items are compared with controls of their own stratum. */
  stratum: string;
  text: string;
}

/** Likeliest tokens of each place that are asked for: the most that every server with log-probabilities allows. */
const LIKELIEST = 5;
/** One object, since requests share theirs. */
const SAMPLING = {logprobs: LIKELIEST};
/** Characters of a shard for each token of the model's context: fewer than any tokenizer needs for these texts, one token generated. */
const CHARACTERS_PER_TOKEN = 2;
/** Longest shard in characters, however large the context: longer ones cost more and tell little more. */
const LONGEST_SHARD = 16_000;

export interface ProbeOptions extends Signals {
  /** Items in canonical order, and controls that the model cannot have seen. */
  items: readonly ProbeText[];
  controls: readonly ProbeText[];
  /** Shards of consecutive items for the test of order, 0 for none, and permutations of each. */
  shards: number;
  permutations: number;
  /** Examples of the same set before each text, 0 for no test in context. */
  examples: number;
  /** The store whose lock is taken; answers are stored in the book's cache. */
  store: string;
  maxCost?: number | undefined;
  report: Report;
}

export interface ProbeRun {
  report: ProbeReport;
  requests: number;
  cached: number;
  /** US dollars of answers asked now; null where no price is known. */
  cost: number | null;
}

/** Probes the book's single model. Earlier answers come from the cache: the same run gives the same report. Throws UserError. */
export async function runContaminationProbe(book: Book, options: ProbeOptions): Promise<ProbeRun> {
  const {store, report, stop, abort} = options;
  const evaluation = planOf(book).evaluations[0]!;
  const budget = budgetFor([evaluation.model], options.maxCost ?? book.max_cost);
  await using _lock = await acquireStoreLock(store, options);
  await using modelClient = await openBookClient(book, [evaluation], {folder: store, budget, stop, abort, report});
  const found = await probe({...options, evaluation, modelClient});
  return {...found, cost: unpriced([evaluation.model]).length > 0 && found.requests > found.cached ? null : found.cost};
}

interface Asker extends Signals {
  report: Report;
  evaluation: Evaluation;
  modelClient: Pick<ModelClient, "answer">;
}

/** The probe of one model through its client. Where it gives no log-probabilities, one request shows it and no other is sent. */
async function probe({
  items,
  controls,
  shards,
  permutations,
  examples,
  ...asking
}: Asker & Pick<ProbeOptions, "items" | "controls" | "shards" | "permutations" | "examples">): Promise<
  Omit<ProbeRun, "cost"> & {cost: number}
> {
  const {evaluation} = asking;
  const {model, simulated} = evaluation;
  const identity = {model: model.id, simulated};
  const longest = Math.min(LONGEST_SHARD, CHARACTERS_PER_TOKEN * model.context_tokens);
  const plans =
    shards === 0
      ? []
      : shardsOf(
          items.map(({text, stratum}) => ({length: text.length + SEPARATOR.length, stratum})),
          {shards, permutations, longest}
        );
  const orders = plans.map(plan =>
    [plan.items, ...plan.permuted].map(order => order.map(place => items[place]!.text).join(SEPARATOR))
  );
  const inContext = (texts: readonly ProbeText[], set: string) =>
    examplesFor(texts, {examples, longest, seed: set}).map((chosen, i) =>
      chosen.length === 0
        ? null
        : withExamples(
            chosen.map(k => texts[k]!.text),
            texts[i]!.text
          )
    );
  const prompts = {items: inContext(items, "items"), controls: inContext(controls, "controls")};
  const texts = [
    ...[...items, ...controls].map(({text}) => text),
    ...orders.flat(),
    ...[...prompts.items, ...prompts.controls].flatMap(each => (each ? [each.prompt] : []))
  ];
  const asked = await ask(texts, asking);
  const {requests, cached, cost, left, failed} = asked;
  const totals = {requests, cached, cost};
  if (asked.unavailable !== null) return {...totals, report: unavailable({...identity, left: texts.length}, asked.unavailable)};
  const tokens = asked.tokens;
  const probed = (own: readonly ProbeText[], first: number): ProbedText[] =>
    own.flatMap(({id, stratum}, i) => {
      const found = tokens[first + i];
      return found ? [{id, stratum, tokens: found}] : [];
    });
  let at = items.length + controls.length;
  const likelihoods = orders.flatMap((order): ShardLikelihoods[] => {
    const [canonical, ...permuted] = order.map(() => sumOf(tokens[at++]));
    const known = permuted.filter(each => each !== null);
    return canonical == null || known.length < permuted.length ? [] : [{canonical, permuted: known}];
  });
  const placed = (asked: readonly ProbeText[], first: number, contexts: typeof prompts.items): TextInContext[] =>
    asked.flatMap(({stratum}, i) => {
      const prompt = contexts[i];
      const inContextTokens = prompt ? tokens[at++] : null;
      const alone = tokens[first + i];
      const means = prompt && alone && inContextTokens ? meansInContext(alone, inContextTokens, prompt.before) : null;
      return means ? [{stratum, ...means}] : [];
    });
  const contexts =
    examples === 0
      ? undefined
      : {
          examples,
          items: placed(items, 0, prompts.items),
          controls: placed(controls, items.length, prompts.controls)
        };
  const report = probeReport({
    ...identity,
    items: probed(items, 0),
    controls: probed(controls, items.length),
    shards: likelihoods,
    contexts,
    left,
    failed
  });
  return {...totals, report};
}

/** Between two items of a shard. */
const SEPARATOR = "\n\n";

const sumOf = (tokens: readonly ScoredToken[] | null | undefined): number | null =>
  tokens ? tokens.reduce((sum, {logprob}) => sum + logprob, 0) : null;

interface Asked {
  /** Per text: its tokens, null where there are none. */
  tokens: (ScoredToken[] | null)[];
  requests: number;
  cached: number;
  cost: number;
  left: number;
  failed: number;
  /** Why the endpoint gives no log-probabilities; null where it does. */
  unavailable: string | null;
}

/** The end of an endpoint's error that says that it gives no log-probabilities. */
const UNAVAILABLE = CONSEQUENCE["log-probabilities"];
const saysUnavailable = (error: Error): boolean => error instanceof EndpointError && error.message.includes(UNAVAILABLE);

/** Asks for each text's log-probabilities, the longest one's first: where it shows that there are none, nothing else is asked. */
async function ask(texts: readonly string[], {evaluation, modelClient, stop, abort, report}: Asker): Promise<Asked> {
  const asked: Asked = {tokens: texts.map(() => null), requests: 0, cached: 0, cost: 0, left: 0, failed: 0, unavailable: null};
  const reasons = new Map<string, number>();
  const longest = texts.reduce((best, text, i) => (text.length > (texts[best]?.length ?? -1) ? i : best), 0);
  const fail = (reason: string) => {
    asked.failed++;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };
  const read = (place: number, {completion, cached}: {completion: Completion; cached: boolean}) => {
    asked.requests++;
    if (cached) asked.cached++;
    else asked.cost += costOf(completion, evaluation.model.price);
    const found = completion.logprobs ? tokensOf(completion.logprobs, texts[place]!.length) : {why: "no log-probabilities came"};
    if ("tokens" in found) asked.tokens[place] = found.tokens;
    else {
      fail(found.why);
      if (place === longest) asked.unavailable = found.why;
    }
  };
  const all = (places: readonly number[]) =>
    lastValueFrom(
      askEach(places, async place => modelClient.answer(evaluation, requestFor(evaluation, texts[place]!)), {
        stop,
        abort,
        concurrency: evaluation.model.concurrency,
        ends: error => saysUnavailable(error) || isFatal(error)
      }).pipe(
        tap(outcome => {
          if ("answer" in outcome) read(outcome.thing, outcome.answer);
          else if ("left" in outcome) asked.left++;
          else if (saysUnavailable(outcome.error)) asked.unavailable ??= outcome.error.message.replace(`; ${UNAVAILABLE}`, "");
          else {
            fail(outcome.error.message);
            if (isFatal(outcome.error) && asked.requests === 0) throw new UserError(outcome.error.message);
          }
        })
      ),
      {defaultValue: null}
    );
  await all([...texts.keys()].filter(place => place === longest));
  if (asked.left > 0) asked.left = texts.length;
  else if (asked.unavailable === null) await all([...texts.keys()].filter(place => place !== longest));
  for (const [reason, times] of [...reasons].slice(0, MOST_REASONS))
    if (asked.unavailable !== reason) report.warn(`${reason}${times > 1 ? ` (${times} texts)` : ""}`);
  return asked;
}
/** Most different reasons of failures that are printed. */
const MOST_REASONS = 5;

const requestFor = ({base, model}: Evaluation, content: string): ChatRequest => ({
  base,
  protocol: model.protocol,
  model: model.model ?? model.id,
  messages: [{role: "user", content}],
  sampling: SAMPLING,
  trial: 0,
  echo: true
});

/** Added to the book's seed for controls: a seed that no book of ours is published with. */
const CONTROL_SEED = 7_919;

/**
 * The book's tests as items, spread evenly over its points, in the order of each point; and as controls the same points' tests of a seed
 * that nobody has published. Items of banks have no controls.
 */
export function bookTexts(book: Book, {limit}: {limit: number}): {items: ProbeText[]; controls: ProbeText[]} {
  const of = (seed: number, generatedOnly: boolean): ProbeText[] => {
    const {points, tasks}: Plan = planOf({...book, seed});
    const draws = points.map((point): Draws => drawsOf(point, tasks.get(point.base_task)!));
    const shares = sharesOf(limit, points, {most: i => draws[i]!.available(limit)});
    return points.flatMap((point: ManifoldPoint, i) =>
      generatedOnly && point.bank
        ? []
        : Array.from({length: draws[i]!.available(Math.min(limit, shares[i]!))}, (_, k): ProbeText => {
            const {item_id, prompt} = draws[i]!.test(k);
            return {id: item_id, stratum: `${point.base_task} ${point.params_json}`, text: prompt};
          })
    );
  };
  return {items: of(book.seed, false), controls: of(book.seed + CONTROL_SEED, true)};
}
