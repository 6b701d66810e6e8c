// Puts a test to a model: one request, a dialogue with tools or several turns, or a request for each choice's log-probability. Each of them
// has its own entry in the cache; together they are one answer.
import {canonicalJson} from "../generate/seed.js";
import {MOST_TURNS, type Test, type TestTool} from "../generate/task.js";
import type {ChatRequest, Completion, Message, ToolCall} from "../infer/completion.js";
import type {ChoiceLikelihood} from "../score/scorers/loglikelihood.js";
import {type Evaluation, requestOf} from "./evaluation.js";

export interface Answered {
  completion: Completion;
  cached: boolean;
}

/** The first request of a test, with the answer that all its requests gave together. */
export interface Exchange {
  request: ChatRequest;
  answered: Answered;
}

type Ask = (request: ChatRequest) => Answered | Promise<Answered>;

/** Asks a test; at once where it is one request whose answer is known. */
export function exchange(evaluation: Evaluation, test: Test, trial: number, ask: Ask): Exchange | Promise<Exchange> {
  if (test.scorer?.kind === "loglikelihood" && (test.choices ?? []).length > 1) return likelihoods(evaluation, test, trial, ask);
  const request = requestOf(evaluation, test, trial);
  if (test.tools || test.turns) return dialogue(request, test, ask);
  const answered = ask(request);
  return answered instanceof Promise ? answered.then(known => ({request, answered: known})) : {request, answered};
}

/** The answer of several completions: the last one's text, and the tokens and costs of all. */
function together(answers: readonly Answered[], last: Pick<Completion, "text" | "reasoning" | "finish_reason">): Answered {
  const sum = (of: (completion: Completion) => number) => answers.reduce((total, {completion}) => total + of(completion), 0);
  const bills = answers.map(({completion}) => completion.billed);
  const {
    tool_calls: _,
    thinking: ______,
    logprobs: __,
    trace_bytes: ___,
    compressed_bytes: ____,
    reported: _____,
    ...rest
  } = answers.at(-1)!.completion;
  return {
    completion: {
      ...rest,
      ...last,
      prompt_tokens: sum(each => each.prompt_tokens),
      completion_tokens: sum(each => each.completion_tokens),
      billed: bills.every(bill => bill === null) ? null : bills.reduce<number>((total, bill) => total + (bill ?? 0), 0),
      latency_ms: sum(each => each.latency_ms),
      retries: sum(each => each.retries)
    },
    cached: answers.every(({cached}) => cached)
  };
}

/** Finish reason of a dialogue whose budget of turns was used up before an answer came. */
const OUT_OF_TURNS = "turns";

async function dialogue(
  request: ChatRequest,
  {tools = [], turns = [], max_turns = MOST_TURNS}: Test,
  ask: Ask
): Promise<Exchange> {
  const answers: Answered[] = [];
  const messages: Message[] = [...request.messages];
  const toCome = [...turns];
  for (let turn = 0; turn < max_turns; turn++) {
    const answered = await ask({...request, messages: [...messages]});
    answers.push(answered);
    const {text, reasoning, finish_reason, tool_calls: calls = [], thinking} = answered.completion;
    const cut = finish_reason === "length";
    if (cut || (calls.length === 0 && toCome.length === 0))
      return {request, answered: together(answers, {text, reasoning, finish_reason})};
    messages.push({role: "assistant", content: text, ...(calls.length > 0 && {calls}), ...(thinking && {thinking})});
    for (const call of calls) messages.push({role: "tool", content: resultOf(call, tools), call: call.id});
    if (calls.length === 0) messages.push({role: "user", content: toCome.shift()!});
  }
  return {request, answered: together(answers, {text: "", reasoning: null, finish_reason: OUT_OF_TURNS})};
}

/** The result of a call; of one that cannot be made, what is wrong with it. */
function resultOf({name, arguments: given}: ToolCall, tools: readonly TestTool[]): string {
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

/** Asks for the log-probability of each choice as a continuation of the question; the answer is their list as JSON. */
async function likelihoods(evaluation: Evaluation, test: Test, trial: number, ask: Ask): Promise<Exchange> {
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
  const answers = await Promise.all(requests.map(ask));
  const text = JSON.stringify(
    answers.map(({completion}, i) => likelihoodOf(completion, context.length, test.choices![i]!.length + 1))
  );
  return {request: requests[0]!, answered: together(answers, {text, reasoning: null, finish_reason: "stop"})};
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
