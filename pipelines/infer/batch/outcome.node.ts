// What a line of a batch's results comes to: a completion as a request of its own would have brought, or the error that stands for it.
import type {Tokenizer} from "../../tokenizer/types.js";
import type {AdaptedRequest, Adapter} from "../adapt.js";
import {BadAnswer, draftIn} from "../answer.js";
import {CONSEQUENCE, incapableOf} from "../capability.js";
import type {ChatRequest, Completion, EndpointError} from "../completion.js";
import {completionOf, countTokens, isEmptyAnswer, orFiltered, stripImplausibleUsage} from "../drafted.node.js";
import {AttemptError, denialIn, isTooLong, oneLine, ParameterRefused, verdict} from "../failure.js";
import type {Secrets} from "../redact.js";
import {boundsOf} from "../usage.js";
import type {Wire} from "../wire.js";
import type {Result} from "./interface.js";

export interface OutcomeOptions {
  form: Wire;
  /** The parameters with which it was asked. */
  sent: AdaptedRequest;
  adapter: Adapter;
  secret: Secrets;
  contextTokens: number;
  tokenizer: () => Promise<Tokenizer>;
  /** The batch, as messages name it. */
  place: string;
  /** Called once for each parameter that a model turns out not to accept. */
  onAdapt: (news: string) => void;
}

/** The completion of a line. Throws an EndpointError: one that may succeed later, one that teaches a parameter, or a last one. */
export async function completionIn(request: ChatRequest, result: Result, options: OutcomeOptions): Promise<Completion> {
  const {form, sent, secret, contextTokens, tokenizer, place} = options;
  const failed = (message: string, details: EndpointError["details"], billable = false) =>
    new AttemptError(oneLine(`${request.model} in ${place}: ${message}`, {secret, longest: 500}), details, billable);
  if ("undone" in result) throw failed(result.undone, {status: 0, retryable: result.undone === "expired"});
  const {status, body} = result;
  try {
    const answered = draftIn(body, {wire: form, status, text: body === undefined ? "" : JSON.stringify(body)});
    const draft = orFiltered(answered, request);
    if ("code" in draft) throw refusal(request, draft, options, failed);
    if (request.embed && draft.vectors.length !== request.messages.length)
      throw failed(`${draft.vectors.length} embeddings for ${request.messages.length} texts`, {status, retryable: false}, true);
    const removed = stripImplausibleUsage(draft, boundsOf(request, draft, contextTokens));
    if (!request.embed && isEmptyAnswer(draft)) throw failed("empty completion", {status, retryable: true}, true);
    const reported = await countTokens(request, draft, {reported: removed, open: tokenizer});
    return {...completionOf(draft, {secret, latencyMs: 0, retry: 0, sent, reported, request}), batched: true};
  } catch (error) {
    if (error instanceof BadAnswer)
      throw failed(
        [error.message, error.excerpt.slice(0, 200)].filter(Boolean).join(": "),
        {status, retryable: error.retryable},
        status < 400
      );
    throw error;
  }
}

function refusal(
  request: ChatRequest,
  fault: Parameters<typeof verdict>[0],
  {sent, adapter, secret, onAdapt}: OutcomeOptions,
  failed: (message: string, details: EndpointError["details"]) => EndpointError
): EndpointError {
  const {model, echo, embed} = request;
  const reported = `${fault.status} ${[fault.code, fault.message].filter(Boolean).join(": ")}`;
  const lesson = echo || embed ? null : adapter.learn(fault, sent);
  if (lesson?.again) {
    if (lesson.news) onAdapt(oneLine(`${model} ${lesson.news}`, {secret}));
    return new ParameterRefused(oneLine(reported, {secret}), {status: fault.status, retryable: false}, false);
  }
  const need = lesson ? null : incapableOf(request, fault);
  const advice = lesson?.advice ?? (need ? CONSEQUENCE[need] : undefined);
  const details = {
    status: fault.status,
    ...verdict(fault),
    ...(denialIn(fault) && {retryable: false, fatal: false}), // the batch was taken, so that a refusal concerns its line
    tooLong: isTooLong(fault)
  };
  return failed(advice === undefined ? reported : `${reported}; ${advice}`, need ? {...details, retryable: false} : details);
}
