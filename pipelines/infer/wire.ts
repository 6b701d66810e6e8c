// What the wire formats have in common.
import type {Parameters} from "./adapt.js";
import type {ChatRequest} from "./completion.js";

/** A completion as it grows: filled by one JSON body or by the events of a stream. */
export interface Draft {
  text: string;
  reasoning: string;
  /** Null until the server has said why it stopped. */
  finish: string | null;
  /** Null where the server reports no usage. */
  promptTokens: number | null;
  completionTokens: number | null;
  billed: number | null;
  /** The server has said that nothing follows. */
  done: boolean;
}

export const emptyDraft = (): Draft => ({
  text: "",
  reasoning: "",
  finish: null,
  promptTokens: null,
  completionTokens: null,
  billed: null,
  done: false
});

/** A wire format. `read` and `event` return false for JSON that is not in the format. */
export interface Wire {
  /** The path that requests go to, given the base URL's path without trailing slashes. */
  path(basePath: string): string;
  headers(apiKey: string | undefined, url: URL): Record<string, string>;
  /** Parameters of the body by their names on the wire: those that a server may refuse by name. */
  parameters(sampling: Parameters, stream: boolean): Parameters;
  body(request: ChatRequest, parameters: Parameters, stream: boolean): string;
  /** Fill the draft from a whole response. */
  read(draft: Draft, json: unknown): boolean;
  /** Fill the draft from one event of a stream. */
  event(draft: Draft, json: unknown): boolean;
}

const CUT = /^(length|max_(output_|completion_)?tokens?|model_length|model_context_window_exceeded|token_limit)$/i;
const ENDED = /^(stop|end_turn|stop_sequence|eos(_token)?|completed?|end)$/i;

const BROKEN =
  /error|^(abort(ed)?|cancel(l?ed)?|fail(ed|ure)?|interrupt(ed)?|time_?out|timed_out|unavailable|overloaded|insufficient_system_resource)$/i;

/** Does a server say by its reason to stop that it failed? vLLM's and SGLang's `abort`, OpenRouter's `error`, DeepSeek's `insufficient_system_resource`. */
export const isBroken = (finish: string): boolean => BROKEN.test(finish);

/** OpenAI's word for the two ends that every interface knows, `stop` and `length`; others keep the server's own. */
export const finishOf = (reason: string): string => (CUT.test(reason) ? "length" : ENDED.test(reason) ? "stop" : reason);

/** A count or cost as a server sent it, or null where it is no such number. */
export const amount = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
