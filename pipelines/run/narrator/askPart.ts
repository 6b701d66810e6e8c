// Asks a model for one part of a story until what it says is accepted.
import {sha256Hex} from "../../book/canonical.js";
import {samplerSchema} from "../../book/schemas.js";
import {sleep as realSleep, type Sleep} from "../../infer/abort.js";
import {costOf} from "../../infer/budget.js";
import type {ChatRequest, Completion} from "../../infer/completion.js";
import {scenePrompt, sceneVerdictSchema, scored} from "../../infer/judging.js";
import {type AskedPart, type Manner, type PartRequest, partPrompt} from "../../infer/narrating.js";
import {samplingOf} from "../../infer/template.node.js";
import type {Evaluation} from "../evaluation.js";
import {classifyFailure, isFatal, type Signals} from "../failures.js";
import type {ModelClient} from "../modelClient.js";
import type {NarratorLog} from "./log.js";
import type {ModelNarratorFile} from "./settings.js";

/** A part that a model did not tell so that it could be accepted. */
export class NarrationError extends Error {
  override name = "NarrationError";
}

/** What a reply is worth: the part, or what is wrong with it, a sentence each. */
export type Read<T> = {value: T} | {faults: string[]};

/** Requests of a set so far. */
export interface Asked {
  requests: number;
  cached: number;
  /** Of requests that were sent now. */
  prompt_tokens: number;
  completion_tokens: number;
  cost: number;
}

export interface AskOptions {
  narrator: Evaluation;
  judge?: Evaluation | undefined;
  modelClient: Pick<ModelClient, "answer">;
  settings: ModelNarratorFile;
  log: NarratorLog;
  signals: Signals;
  /** Counts what is asked. */
  asked: Asked;
  sleep?: Sleep;
}

/** Asks for a part of one narrative; rejects with NarrationError, or as the client does. */
export type AskPart = <T>(
  request: PartRequest,
  of: {operation?: number | undefined; piece?: number | undefined; read: (text: string) => Read<T>}
) => Promise<T>;

/** Longest wait before a further attempt. */
const LONGEST_DELAY_MS = 60_000;
/** Most reasons that a report and a further attempt are given. */
const MOST_FAULTS = 6;

/**
 * The asker of a narrative.
 * @param id the narrative's
 * @param key what seeds are drawn from; equal keys send equal requests
 */
export function askerOf({id, key}: {id: string; key: string}, options: AskOptions): AskPart {
  const {narrator, judge, modelClient, settings, log, signals, asked, sleep = realSleep} = options;
  const manner: Manner = {numerals: settings.numerals, order: settings.order, examples: settings.prompt_examples};

  /** One request; its reply is counted and, with what is wrong with it, logged. */
  async function exchange<T>(
    evaluation: Evaluation,
    {prompt, part, operation, attempt, seedOf}: Exchange,
    read: (completion: Completion) => Read<T>
  ): Promise<{found: Read<T>; cached: boolean}> {
    const {model, base} = evaluation;
    const request: ChatRequest = {
      base,
      protocol: model.protocol,
      model: model.model ?? model.id,
      messages: [{role: "user", content: prompt}],
      sampling: samplingFor(evaluation, part, seedOf),
      trial: attempt
    };
    const entry = {narrative: id, part, operation, attempt, model: model.id, messages: request.messages};
    try {
      const {completion, cached} = await modelClient.answer(evaluation, request);
      asked.requests++;
      if (cached) asked.cached++;
      else {
        asked.prompt_tokens += completion.prompt_tokens;
        asked.completion_tokens += completion.completion_tokens;
        asked.cost += costOf(completion, model.price);
      }
      const found = read(completion);
      const {text: reply, finish_reason} = completion;
      log.write({...entry, reply, finish_reason, cached, faults: "faults" in found ? found.faults : []});
      return {found, cached};
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log.write({...entry, error: message});
      const concernsThis = ["failed", "context"].includes(classifyFailure(error, signals)) && !isFatal(error as Error);
      throw concernsThis ? new NarrationError(`${placeOf(part, operation)}: ${message}`) : error;
    }
  }

  /** Parameters of a request, with a seed where the protocol has one: OpenAI's chat completions alone do. */
  function samplingFor(evaluation: Evaluation, part: AskedPart | "judge", seedOf: string): Record<string, unknown> {
    const {model} = evaluation;
    const sampler = samplerSchema.parse({
      temperature: part === "judge" ? 0 : settings.temperature[part],
      max_tokens: part === "judge" ? JUDGE_TOKENS : settings.max_tokens[part],
      ...(model.protocol === "openai" && {seed: Number.parseInt(sha256Hex(`${key}:${seedOf}`).slice(0, 7), 16)})
    });
    return samplingOf({...sampler, id: part}, model);
  }

  /** What a judge says of a scene. */
  async function judged(request: Extract<PartRequest, {part: "beat"}>, scene: string, of: Exchange): Promise<string[]> {
    const exchanged = await exchange(judge!, {...of, part: "judge", prompt: scenePrompt(request, scene, key)}, completion => {
      const read = scored(completion, sceneVerdictSchema);
      if ("unscored" in read) return {faults: [`The judge ${judge!.model.id} gave no verdict on it (${read.unscored}).`]};
      if (read.value.verdict === "no")
        return {faults: [`The judge ${judge!.model.id} finds that it does not tell its operation rightly.`]};
      return {value: true};
    });
    return "faults" in exchanged.found ? exchanged.found.faults : [];
  }

  return async (request, {operation, piece = 0, read}) => {
    const {part} = request;
    let faults: string[] = [];
    for (let attempt = 0; attempt <= settings.retries; attempt++) {
      const seedOf = [part, operation ?? "", piece, attempt].join(":");
      const of: Exchange = {prompt: partPrompt(request, manner, faults), part, operation, attempt, seedOf};
      const {found, cached} = await exchange(narrator, of, completion => readCompletion(completion, read));
      if ("value" in found) {
        faults = judge && request.part === "beat" ? await judged(request, String(found.value), of) : [];
        if (faults.length === 0) return found.value;
      } else faults = found.faults.slice(0, MOST_FAULTS);
      if (!cached && attempt < settings.retries)
        await sleep(Math.min(LONGEST_DELAY_MS, settings.retry_delay * 1000 * 2 ** attempt), signals.stop ?? signals.abort);
    }
    throw new NarrationError(
      `${placeOf(part, operation)}, not accepted in ${settings.retries + 1} ${settings.retries === 0 ? "attempt" : "attempts"}, the last because: ${faults.join(" ")}`
    );
  };
}

interface Exchange {
  prompt: string;
  part: AskedPart | "judge";
  operation: number | undefined;
  attempt: number;
  seedOf: string;
}

/** Tokens that a judge's verdict may take, reasoning included. */
const JUDGE_TOKENS = 4096;

/** The words for a part in reports. */
const placeOf = (part: AskedPart | "judge", operation: number | undefined): string =>
  operation === undefined ? (part === "anchors" ? "names of results" : part) : `${part} of operation ${operation}`;

/** Reads a whole reply. White space around it, and reasoning that a server left in front, are no part of it. */
function readCompletion<T>({text, finish_reason, refused}: Completion, read: (text: string) => Read<T>): Read<T> {
  if (refused) return {faults: ["The model refused to answer."]};
  if (finish_reason === "length") return {faults: ["It is cut off by the limit of tokens (max_tokens)."]};
  const reply = text.replace(/^\s*<think>[\s\S]*?<\/think>/u, "").trim();
  return reply === "" ? {faults: ["There is no text."]} : read(reply);
}
