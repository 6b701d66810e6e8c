// Classifies failures of requests: messages that are safe to print, and whether a retry can help.
import {EndpointError, isContentFilter} from "./completion.js";
import {redacted, type Secrets} from "./redact.js";
import type {Headers} from "./send.node.js";

/** Most characters of an error message, so that it stays on one line. */
const LONGEST_MESSAGE = 300;
/** Most characters of a server's message that are examined. */
const LONGEST_READ = 4096;
/** Longest wait that a server may ask for. */
const LONGEST_RETRY_AFTER_MS = 300_000;

/** One line without control, bidirectional or other invisible characters, limited in length and without the key. */
export function oneLine(text: string, {secret, longest = LONGEST_MESSAGE}: {secret?: Secrets; longest?: number} = {}): string {
  const safe = redacted(text, secret) // before every cut, which could leave half of a key
    .slice(0, LONGEST_READ)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\p{Cf}\p{Cs}]/gu, "")
    .trim();
  return safe.length <= longest ? safe : `${safe.slice(0, longest - 1).replace(/\p{Cs}$/u, "")}…`;
}

/** An error as a server reports it. */
export interface Fault {
  /** HTTP status, or the status that the body states. */
  status: number;
  /** The server's error code and type, joined. */
  code: string;
  message: string;
  /** The parameter that the error names. */
  param?: string;
  /** Whether the server says that the question's content was refused. */
  moderated?: true;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const asText = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/**
 * The parts of a body or event that may hold an error, the whole first: OpenRouter reports a provider's failure within the choice, others
 * within its message, and the Responses API within the response that an event carries.
 */
function partsWithErrors(whole: Record<string, unknown>): Record<string, unknown>[] {
  const choices = Array.isArray(whole.choices) ? whole.choices.filter(isObject) : [];
  return [whole, ...choices.flatMap(choice => [choice, choice.message, choice.delta]), whole.response].filter(isObject);
}

/** The error that a JSON body or event reports, whatever its HTTP status; null if it reports none. */
export function faultIn(json: unknown, status = 200): Fault | null {
  const whole = Array.isArray(json) ? json[0] : json; // Gemini's OpenAI-compatible interface wraps its errors in a list
  if (!isObject(whole)) return null;
  const body = partsWithErrors(whole).find(({error}) => !isEmpty(error)) ?? whole;
  const isError = !isEmpty(body.error) || body.object === "error" || body.type === "error";
  if (!isError && status < 400) return null;
  const inner = isObject(body.error) ? body.error : body;
  const named = Number(inner.code ?? inner.status);
  const raw = isObject(inner.metadata) ? asText(inner.metadata.raw) : ""; // the message of OpenRouter's provider
  return {
    status: status < 400 && named >= 400 && named < 600 ? named : status,
    code: [inner.code, inner.type, isObject(inner.innererror) ? inner.innererror.code : ""].map(asText).filter(Boolean).join(" "),
    message: [asText(body.error) || asText(inner.message) || asText(inner.detail) || JSON.stringify(inner.detail ?? inner), raw]
      .filter(Boolean)
      .join(": "),
    param: asText(inner.param),
    ...(isModerated(inner) && {moderated: true as const})
  };
}

/** Whether an error says that a question was refused by moderation: OpenRouter's reasons, and codes that name it. */
const isModerated = ({metadata, code, type}: Record<string, unknown>): boolean =>
  (isObject(metadata) && (metadata.flagged_input !== undefined || metadata.reasons !== undefined)) ||
  [code, type].some(each => /moderation|content[_ -]?(filter|policy)/i.test(asText(each)));

/** Whether a body, a choice, a message or the response of an event has a field `error` without content. */
export const hasEmptyError = (json: unknown): boolean =>
  isObject(json) && partsWithErrors(json).some(({error}) => isObject(error) && isEmpty(error));

/** Whether a value says nothing: null, false, 0, an empty text, or a list or fields of such values. */
const isEmpty = (value: unknown): boolean => (isObject(value) ? Object.values(value).every(isEmpty) : !value);

const NO_MODEL =
  /model_not_found|model(?:[^.]|\.\S){0,80}(not found|not exist|does not exist|unknown|not supported)|(no such|unknown|invalid) model/i;
const NO_MONEY = /insufficient_quota|billing/i;
const DENIED = /authenti|invalid_api_key|incorrect api key|permission|unauthori[sz]ed/i;
const OURS = /invalid_request|context_length|bad_?request|not_found/i;

/** Refusals by load, and requests that came too early or were called off on the way: 498 is Groq's word for a full flex tier. */
const CONGESTED = new Set([408, 425, 429, 498, 499]);
const RETRIED = new Set([...CONGESTED, 409]);
/** Statuses of a server that only refuses requests because of load. */
const BUSY = new Set([429, 498]);
export const isBusy = (status: number): boolean => BUSY.has(status);

/** The beginning of a fault's texts, which is as much as is examined. */
const examined = ({code, message}: Pick<Fault, "code" | "message">): Pick<Fault, "code" | "message"> => ({
  code: code.slice(0, LONGEST_READ),
  message: message.slice(0, LONGEST_READ)
});

/**
 * Whether the same request may succeed later, and whether no request to this model can succeed, by the documented codes of OpenAI,
 * Anthropic, OpenRouter and vLLM.
 */
export function verdict({status, ...fault}: Fault): {retryable: boolean; fatal: boolean} {
  const {code, message} = examined(fault);
  const fatal = (yes: boolean) => ({retryable: false, fatal: yes});
  if (status === 401 || status === 402 || status === 403) return fatal(true);
  if (NO_MONEY.test(code) || /model_not_found/i.test(code)) return fatal(true);
  if (status === 404) return fatal(NO_MODEL.test(message) || /not_?found/i.test(code));
  if (RETRIED.has(status) || status >= 500) return {retryable: true, fatal: false};
  if (status >= 300) return fatal(NO_MODEL.test(message));
  // status 200 with an error inside: only its text tells the kind
  if (DENIED.test(code) || NO_MODEL.test(message)) return fatal(true);
  return OURS.test(code) ? fatal(false) : {retryable: true, fatal: false};
}

/**
 * Whether a server refuses the key (401), or forbids this request (403): because of the key too, or of its content alone, as moderation and
 * firewalls do. Null for any other fault.
 */
export function denialIn({status, ...fault}: Fault): "key" | "request" | null {
  const {code, message} = examined(fault);
  if (NO_MONEY.test(code) || /model_not_found/i.test(code) || NO_MODEL.test(message)) return null;
  if (status === 401 || status === 403) return status === 401 ? "key" : "request";
  return status < 300 && DENIED.test(code) ? (/permission/i.test(code) ? "request" : "key") : null;
}

/** Statuses with which servers refuse a request for its content. */
const REFUSED = new Set([200, 400, 413, 422]);
/** As OpenAI, Anthropic, Gemini, Mistral, vLLM, llama.cpp, Ollama and TGI say that a prompt is longer than the context. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|(?:maximum|available|supported|model's|exceed\w*) (?:model |input )?(?:context|prompt)[ _-]?(?:length|size|window|limit)?\b|maximum model length|context (?:length|window|size|limit)[^.]{0,40}exceed|prompt (?:is |was )?too long|(?:input|token count)[^.]{0,60}exceeds? the (?:maximum|limit)|exceeds? (?:the )?context|`inputs`[^.]{0,60}must have less than/i;

/** Whether a server says that a prompt does not fit into the model's context window. */
export const isTooLong = ({status, code, message}: Fault): boolean =>
  REFUSED.has(status) && TOO_LONG.test(`${code} ${message}`.slice(0, LONGEST_READ));

/** Whether a server refuses a request because of its content filter: Azure's code, which a gateway may leave out, and its inner one. */
export const isFiltered = ({status, code}: Fault): boolean =>
  REFUSED.has(status) && code.split(" ").some(each => isContentFilter(each) || each === "ResponsibleAIPolicyViolation");

/** Advice where no request can succeed because the server has nothing at this path; undefined for any other fault. */
export function wrongPathIn({status, code, message}: Fault, {origin, hostname, pathname, searchParams}: URL): string | undefined {
  if ((status !== 404 && status !== 405) || NO_MODEL.test(message)) return undefined;
  if (pathname.includes("/openai/deployments/") && !searchParams.has("api-version"))
    return "Azure wants ?api-version=… behind the base URL of a deployment";
  if (/^\/(chat\/completions|responses)$/.test(pathname))
    return `most servers answer below a path: write ${origin}${/\.azure\./.test(hostname) ? "/openai" : ""}/v1 as base URL`;
  return code === "" ? `nothing answers at this path; check the base URL (docs/add-a-model.md lists what to write)` : undefined;
}

/**
 * Advice where a server redirects elsewhere; undefined for any other answer. Redirects are not followed, because another host would receive
 * the key.
 */
export function redirectIn(status: number, headers: Headers, from: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const to = [headers.location].flat()[0] ?? "";
  if (to === "" || !URL.canParse(to, from)) return "it redirects without a target; check the base URL";
  return `redirects are not followed; write the base URL of ${oneLine(new URL(to, from).href)}`;
}

/** Advice if a server denies access; undefined for any other answer. @param header name of the header that contains the key; undefined if none is sent */
export function deniedIn({status}: Pick<Fault, "status">, header: string | undefined): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  return header === undefined
    ? "no key was sent; name its environment variable with --api-key-env (api_key_env in a model's file)"
    : `the key of api_key_env was sent in the header ${header}; is it the key of this server, and may it use this model?`;
}

const CERTIFICATE = /SELF_SIGNED|^UNABLE_TO_|^CERT_|^ERR_TLS_CERT|^INVALID_CA$|^HOSTNAME_MISMATCH$/;
const NO_TLS = /^(EPROTO|ERR_SSL_)/;

/**
 * Advice where a server's certificate is not trusted or it does not use TLS, so that a retry cannot help; undefined for any other error.
 */
export function untrusted(error: unknown): string | undefined {
  const {code = "", cause} = error as {code?: string; cause?: {code?: string}};
  const codes = [String(code), String(cause?.code ?? "")];
  if (codes.some(each => CERTIFICATE.test(each)))
    return "its certificate is not trusted; NODE_EXTRA_CA_CERTS=FILE names the certificate (PEM) of the authority that signed it";
  return codes.some(each => NO_TLS.test(each)) ? "it does not speak TLS; should the base URL begin with http://?" : undefined;
}

/**
 * Milliseconds that the server asks the client to wait, 0 to 5 minutes; undefined where the header is absent or unintelligible (RFC 9110 §
 * 10.2.3). A date is compared with the server's own clock, where it reports that.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const first = (name: string) => [headers[name]].flat()[0]?.trim() ?? "";
  const number = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);
  const seconds = first("retry-after");
  const own = Date.parse(first("date"));
  const clock = Number.isNaN(own) ? now : own;
  // Only a text that begins with a weekday is a date: Date.parse takes "-5" for a year.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(seconds) ? Date.parse(seconds) - clock : Number.NaN;
  const wait = [number(first("retry-after-ms")), number(seconds) * 1000, date].find(ms => ms >= 0);
  return wait === undefined ? undefined : Math.min(wait, LONGEST_RETRY_AFTER_MS);
}

/** The network's error code or message. undici and Node nest the cause, and a refused connection to `localhost` has an empty message. */
export function networkMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const {code, cause} = error as Error & {code?: string};
  const message = error.message || (cause instanceof Error ? cause.message : "");
  return [code, message].filter(Boolean).join(" ") || error.name;
}

/** Whether the server refused the request because of load rather than because of this request. The limiter slows down for these errors. */
export const isCongestion = (error: unknown): boolean =>
  error instanceof EndpointError &&
  error.details.retryable &&
  (error.details.status === 0 || CONGESTED.has(error.details.status) || error.details.status >= 500);

/** A failed attempt, and whether the server may charge for it nevertheless. */
export class AttemptError extends EndpointError {
  constructor(
    message: string,
    details: EndpointError["details"],
    readonly billable: boolean
  ) {
    super(message, details);
  }
}

/** A server refused a parameter, and it is known what to send instead: this is neither a failure nor a retry. */
export class ParameterRefused extends AttemptError {}

/** An attempt that was not made, because another request tests the server first. */
export class ThrottledError extends AttemptError {}

/**
 * Whether an error may have been billed. A refusal or a connection that failed costs nothing; whether a broken or unusable answer was
 * billed is unknown.
 */
export const mayBeBilled = (error: unknown): boolean => !(error instanceof AttemptError) || error.billable;

/** undici's message where a proxy refuses a tunnel. */
const NO_TUNNEL = /^Proxy response \(\d+\)/;
const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether the connection failed before anything could be sent. */
export const unreached = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && UNREACHED.test(String(error.code))) || NO_TUNNEL.test(error.message));
