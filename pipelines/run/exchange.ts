// Puts a test to a model: one request, a dialogue with tools or several turns, or a request for each choice's log-probability. Each of them
// has its own entry in the cache; together they are one answer.
import type {ItemTool} from "../book/banks/parts.node.js";
import {canonicalJson} from "../generate/seed.js";
import {MOST_TURNS, type Test} from "../generate/task.js";
import {
  type ChatRequest,
  CONTENT_FILTER,
  type Completion,
  EndpointError,
  type Message,
  type ToolCall
} from "../infer/completion.js";
import {ContextExceeded} from "../infer/usage.js";
import {type LoggedCall, OUT_OF_TURNS, recordText, type Turn} from "../score/episode.js";
import type {ChoiceLikelihood} from "../score/scorers/loglikelihood.js";
import type {ScorerEffects} from "../score/scorers/scorer.js";
import {type Episode, type OpenEpisode, openEpisode} from "./environments/episode.js";
import {type Evaluation, requestOf} from "./evaluation.js";

export interface Answered {
  completion: Completion;
  cached: boolean;
  /** Where several requests gave the answer: how many of them were sent, and how many the cache held. */
  requests?: {asked: number; cached: number};
  /** Where the server's count says that it cut a prompt: the smallest share of a prompt's tokens that it reports. */
  cut?: number;
  /** What the calls of an episode came to. */
  episode?: NonNullable<ScorerEffects["episode"]>;
}

/** The first request of a test, with the answer that all its requests gave together. */
export interface Exchange {
  request: ChatRequest;
  answered: Answered;
}

type Ask = (request: ChatRequest) => Answered | Promise<Answered>;

/** Whether a test is a request for each choice's log-probability. */
export const isEchoed = ({scorer, choices = []}: Pick<Test, "scorer" | "choices">): boolean =>
  scorer?.kind === "loglikelihood" && choices.length > 1;

/**
 * Fewest and most requests of a test. They differ for dialogues alone: the first answer may be the last, whether because it calls no tool or
 * because the token limit cuts it.
 */
export function requestsOf(test: Test): {low: number; high: number} {
  const {choices = [], tools, turns = [], max_turns = MOST_TURNS} = test;
  if (isEchoed(test)) return {low: choices.length, high: choices.length};
  return {low: 1, high: tools ? max_turns : Math.min(max_turns, 1 + turns.length)};
}

/**
 * Asks a test; at once where all its answers are known.
 * @param open begins the episode of a test whose tools act on an environment: behind its API, or in this process
 */
export function exchange(
  evaluation: Evaluation,
  test: Test,
  trial: number,
  ask: Ask,
  open: OpenEpisode = openEpisode
): Exchange | Promise<Exchange> {
  if (isEchoed(test)) return likelihoods(evaluation, test, trial, ask);
  const request = requestOf(evaluation, test, trial);
  if (test.scorer?.kind === "environment") return episode(request, test, ask, open(test.scorer));
  if (test.tools || test.turns) return dialogue(request, test, ask);
  const answered = ask(request);
  return answered instanceof Promise ? answered.then(known => ({request, answered: known})) : {request, answered};
}

/** The answer of several completions: the last one's text, the reasoning that is given, and the tokens and costs of all. */
function together(answers: readonly Answered[], last: Pick<Completion, "text" | "reasoning" | "finish_reason">): Answered {
  const sum = (of: (completion: Completion) => number) => answers.reduce((total, {completion}) => total + of(completion), 0);
  const fromCache = answers.filter(({cached}) => cached).length;
  const cuts = answers.flatMap(({cut}) => cut ?? []);
  const bills = answers.map(({completion}) => completion.billed);
  const {
    tool_calls: _,
    thinking: ______,
    carried: _______,
    logprobs: __,
    trace_bytes: ___,
    compressed_bytes: ____,
    reported: _____,
    cached_prompt_tokens: ________,
    outside_tokens: _________,
    ...rest
  } = answers.at(-1)!.completion;
  return {
    completion: {
      ...rest,
      ...last,
      prompt_tokens: sum(each => each.prompt_tokens),
      completion_tokens: sum(each => each.completion_tokens),
      ...(answers.some(({completion}) => completion.cached_prompt_tokens !== undefined) && {
        cached_prompt_tokens: sum(each => each.cached_prompt_tokens ?? 0)
      }),
      billed: bills.every(bill => bill === null) ? null : bills.reduce<number>((total, bill) => total + (bill ?? 0), 0),
      latency_ms: sum(each => each.latency_ms),
      retries: sum(each => each.retries)
    },
    cached: fromCache === answers.length,
    ...(cuts.length > 0 && {cut: Math.min(...cuts)}),
    requests: {asked: answers.length - fromCache, cached: fromCache}
  };
}

/** Who answers the calls of a dialogue, and hears what is said in it. */
interface Answerer {
  resultOf(call: ToolCall): string | Promise<string>;
  heard?(text: string): void;
}

function dialogue(
  request: ChatRequest,
  {tools = [], turns = [], max_turns = MOST_TURNS}: Test,
  ask: Ask,
  {resultOf, heard}: Answerer = {resultOf: call => knownResult(call, tools)}
): Exchange | Promise<Exchange> {
  const answers: Answered[] = [];
  const messages: Message[] = [...request.messages];
  const toCome = [...turns];
  /** All that was thought before the answers. */
  const thoughts: string[] = [];
  const ended = (last: Pick<Completion, "text" | "finish_reason">): Exchange => ({
    request,
    answered: together(answers, {...last, reasoning: thoughts.length > 0 ? thoughts.join("\n\n") : null})
  });
  /** Takes an answer into the dialogue; the exchange where it was the last one. */
  const taken = (answered: Answered): Exchange | null | Promise<Exchange | null> => {
    answers.push(answered);
    const {text, reasoning, finish_reason, tool_calls: calls = [], thinking, carried} = answered.completion;
    if (reasoning) thoughts.push(reasoning);
    heard?.(text);
    const isCut = finish_reason === "length" || finish_reason === CONTENT_FILTER;
    if (isCut || (calls.length === 0 && toCome.length === 0)) return ended({text, finish_reason});
    messages.push({
      role: "assistant",
      content: text,
      ...(calls.length > 0 && {calls}),
      ...(thinking && {thinking}),
      ...(carried && {carried})
    });
    const next = (results: readonly string[]) => {
      for (const [i, call] of calls.entries()) messages.push({role: "tool", content: results[i]!, call: call.id});
      if (calls.length === 0) messages.push({role: "user", content: toCome.shift()!});
      return answers.length < max_turns ? null : ended({text: "", finish_reason: OUT_OF_TURNS});
    };
    const results = inOrder(calls, resultOf);
    return results instanceof Promise ? results.then(next) : next(results);
  };
  /** A dialogue that has grown beyond the model's context ends there, as one does that a token limit cuts; before its first answer it was not asked. */
  const broken = (error: unknown): Exchange => {
    if (answers.length === 0 || !outgrew(error)) throw error;
    return ended({text: "", finish_reason: "length"});
  };
  const on = (): Exchange | Promise<Exchange> => {
    for (;;) {
      const answered = ask({...request, messages: [...messages]});
      const found = answered instanceof Promise ? answered.then(taken, broken) : taken(answered);
      if (found instanceof Promise) return found.then(known => known ?? on());
      if (found) return found;
    }
  };
  return on();
}

/** Whether a request was refused, here or by the server, because its messages do not fit into the model's context. */
const outgrew = (error: unknown): boolean =>
  error instanceof ContextExceeded || (error instanceof EndpointError && error.details.tooLong === true);

/** Results of calls, each made after the one before; at once where all are. */
function inOrder(calls: readonly ToolCall[], resultOf: Answerer["resultOf"]): string[] | Promise<string[]> {
  const results: string[] = [];
  const from = (start: number): string[] | Promise<string[]> => {
    for (let i = start; i < calls.length; i++) {
      const result = resultOf(calls[i]!);
      if (result instanceof Promise)
        return result.then(known => {
          results.push(known);
          return from(i + 1);
        });
      results.push(result);
    }
    return results;
  };
  return from(0);
}

/** A dialogue whose calls act on an environment. Its answer is the record of all turns, with what the calls came to. */
function episode(request: ChatRequest, test: Test, ask: Ask, own: Episode): Exchange | Promise<Exchange> {
  const turns: Turn[] = [];
  const ended = ({request, answered}: Exchange): Exchange => {
    const {completion} = answered;
    const {finish_reason} = completion;
    const known = {outcome: own.outcome(), finish_reason};
    own.close();
    return {request, answered: {...answered, completion: {...completion, text: recordText(turns)}, episode: known}};
  };
  const broken = (error: unknown): never => {
    own.close();
    throw error;
  };
  const called = (logged: LoggedCall): string => {
    turns.at(-1)!.calls.push(logged);
    return logged.result;
  };
  const answerer: Answerer = {
    heard: text => void turns.push({text, calls: []}),
    resultOf({name, arguments: given}) {
      const logged = own.call(name, given);
      return logged instanceof Promise ? logged.then(called) : called(logged);
    }
  };
  try {
    const found = dialogue(request, test, ask, answerer);
    return found instanceof Promise ? found.then(ended, broken) : ended(found);
  } catch (error) {
    return broken(error);
  }
}

/** The known result of a call; of one that cannot be made, what is wrong with it. */
function knownResult({name, arguments: given}: ToolCall, tools: readonly ItemTool[]): string {
  const tool = tools.find(each => each.name === name);
  if (!tool) return `error: there is no tool ${JSON.stringify(name)}; there are ${tools.map(each => each.name).join(", ")}`;
  let key: string;
  try {
    key = canonicalJson(JSON.parse(given));
  } catch {
    return `error: the arguments of ${name} are not valid JSON`;
  }
  return Object.hasOwn(tool.results, key)
    ? tool.results[key]!
    : (tool.otherwise ?? `error: ${name} has no result for these arguments`);
}

/** The requests that ask for the log-probability of each choice as a continuation of the question, and the question's length in them. */
export function echoesOf(evaluation: Evaluation, test: Test, trial: number): {context: number; requests: ChatRequest[]} {
  const plain = requestOf(evaluation, test, trial);
  const context = plain.messages.map(({content}) => content).join("\n\n");
  const requests = (test.choices ?? []).map(
    (choice): ChatRequest => ({
      ...plain,
      sampling: NO_SAMPLING,
      echo: true,
      messages: [{role: "user", content: `${context} ${choice}`}]
    })
  );
  return {context: context.length, requests};
}

/** Asks for the log-probability of each choice; the answer is their list as JSON. */
function likelihoods(evaluation: Evaluation, test: Test, trial: number, ask: Ask): Exchange | Promise<Exchange> {
  const {context, requests} = echoesOf(evaluation, test, trial);
  const summed = (answers: readonly Answered[]): Exchange => {
    const found = answers.map(({completion}, i) => likelihoodOf(completion, context, test.choices![i]!.length + 1));
    const text = JSON.stringify(found);
    return {request: requests[0]!, answered: together(answers, {text, reasoning: null, finish_reason: "stop"})};
  };
  const answers = requests.map(ask);
  return answers.some(answered => answered instanceof Promise)
    ? Promise.all(answers).then(summed)
    : summed(answers as Answered[]);
}

/** Echoed prompts are not sampled from; one object, since requests share theirs. */
const NO_SAMPLING: Record<string, unknown> = {};

/** The log-probability of the tokens behind the context; a token that reaches across its end counts with them. */
function likelihoodOf({logprobs}: Completion, context: number, length: number): ChoiceLikelihood {
  const found = {logprob: 0, tokens: 0};
  let at = 0;
  for (const [i, size] of (logprobs?.lengths ?? []).entries()) {
    const end = at + size;
    if (end > context && at < context + length) {
      found.logprob += logprobs!.values[i] ?? 0;
      found.tokens++;
    }
    at = end;
  }
  return found;
}
