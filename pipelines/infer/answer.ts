// Reads one response, a JSON body or server-sent events, from its first byte to a complete draft.
import {createParser, type EventSourceMessage, type EventSourceParser} from "eventsource-parser";
import {jsonOf} from "../rows/json.js";
import type {Fault} from "./failure.js";
import {faultIn, hasEmptyError} from "./failure.js";
import type {Headers, Sink} from "./send.node.js";
import {type Draft, emptyDraft, isBroken, isUnread, NO_REASON, noteServed, type Wire} from "./wire.js";

/** Characters of a body whose beginning an error message may show; the key is taken out before it is cut. */
const EXCERPT = 4096;

/**
 * The response cannot be used; `retryable` says whether repeating the request may help, `excerpt` how the body begins that no answer was
 * found in.
 */
export class BadAnswer extends Error {
  constructor(
    message: string,
    readonly retryable = true,
    readonly excerpt = ""
  ) {
    super(message);
  }
}

/** The response is JSON, but not of the protocol. */
export class WrongForm extends BadAnswer {}

/**
 * Collects one response. `maxBytes` limits what is held in memory: a whole body, or of a stream one event and the text so far (not its raw
 * bytes, since each token of a stream carries about 300 bytes of JSON). It is a class for the reason given in send.ts.
 */
export class Answer implements Sink {
  status = 0;
  headers: Headers = {};
  private readonly draft: Draft = emptyDraft();
  private readonly chunks: Uint8Array[] = [];
  private bytes = 0;
  private events: EventSourceParser | null = null;
  private decoder: TextDecoder | null = null;
  private fault: Fault | null = null;
  /** How the stream begins. */
  private excerpt = "";
  private emptyError = false;

  constructor(
    readonly wire: Wire,
    readonly options: {stream: boolean; maxBytes: number}
  ) {}

  /** Whether any of the model's output has arrived. */
  get begun(): boolean {
    const {text, reasoning, messages} = this.draft;
    return [text, reasoning, messages?.pieces.text, messages?.pieces.reasoning].some(Boolean);
  }

  head(status: number, headers: Headers): void {
    this.status = status;
    this.headers = headers;
    const type = String(headers["content-type"] ?? "");
    const {stream, maxBytes} = this.options;
    if (status < 300 && (stream ? !type.includes("json") : type.includes("event-stream"))) {
      this.decoder = new TextDecoder();
      this.events = createParser({
        onEvent: message => this.append(message),
        onError: error => {
          if (error.type === "max-buffer-size-exceeded") throw this.tooLarge();
        },
        maxBufferSize: maxBytes
      });
    } else if (Number(headers["content-length"]) > maxBytes) throw this.tooLarge();
  }

  data(chunk: Uint8Array): void {
    if (this.events) {
      const text = this.decoder!.decode(chunk, {stream: true});
      if (this.excerpt.length < EXCERPT) this.excerpt += text.slice(0, EXCERPT);
      this.events.feed(text);
      return;
    }
    this.bytes += chunk.length;
    if (this.bytes > this.options.maxBytes) throw this.tooLarge();
    this.chunks.push(chunk);
  }

  /** The draft after the last byte, or the fault that the server reported. Throws BadAnswer. `cut` is true if the connection broke. */
  end(truncated: boolean): Draft | Fault {
    const {draft, status, wire, events} = this;
    if (events) {
      if (!truncated) events.feed(`${this.decoder!.decode()}\n\n`); // completes an event whose blank line is missing
      if (this.fault) return this.fault;
      // Some servers never send [DONE], and some never give a finish reason: either a finish reason with an orderly end of the body, or
      // [DONE], is required.
      if (!draft.done && (truncated || draft.finish === null))
        throw new BadAnswer("stream was cut before its end", true, this.begun ? "" : this.excerpt);
      if (draft.finish === null && !this.begun && !draft.completionTokens)
        throw new BadAnswer("stream ended with [DONE] and nothing before it", false, this.excerpt); // the same request would end in the same way
      draft.finish ??= NO_REASON;
      wire.end?.(draft);
      return whole(draft, {text: this.excerpt, emptyError: this.emptyError});
    }
    if (truncated) throw new BadAnswer("connection was cut before the body's end");
    const text = withoutMark(Buffer.concat(this.chunks, this.bytes).toString());
    const json = jsonOf(text);
    if (json === undefined && status < 300 && text.trim() === "") throw new BadAnswer("empty body");
    if (json === undefined && status < 300)
      throw new BadAnswer(`body is not JSON${this.codingText()}`, true, text.slice(0, EXCERPT));
    return draftIn(json, {wire, status, text, draft});
  }

  private append({event, data}: EventSourceMessage): void {
    if (this.fault || data === "") return;
    const {draft} = this;
    if (data === "[DONE]") {
      draft.done = true;
      return;
    }
    const json = jsonOf(data);
    if (json === undefined) throw new BadAnswer("malformed event in the stream", true, data.slice(0, EXCERPT));
    this.fault = faultIn(json, event === "error" ? 500 : 200);
    if (this.fault) return;
    this.emptyError ||= hasEmptyError(json);
    if (!this.wire.event(draft, json))
      throw new BadAnswer("an event in the stream is not in the protocol's format", true, data.slice(0, EXCERPT));
    noteServed(draft, json);
    const {text, reasoning, messages} = draft;
    if (text.length + reasoning.length + (messages?.pieces.text.length ?? 0) > this.options.maxBytes) throw this.tooLarge();
  }

  /** The coding of the body, where it has one that was not undone. */
  private codingText(): string {
    const coding = [this.headers["content-encoding"] ?? []].flat().join(", ");
    return coding === "" ? "" : ` (content-encoding: ${coding})`;
  }

  private tooLarge(): BadAnswer {
    return new BadAnswer(`response is larger than ${Math.round(this.options.maxBytes / 2 ** 20)} MB`, false);
  }
}

/** The draft of a whole body, or the fault that it reports. Throws BadAnswer where it does not follow the format. */
export function draftIn(
  json: unknown,
  {wire, status, text, draft = emptyDraft()}: {wire: Wire; status: number; text: string; draft?: Draft}
): Draft | Fault {
  const fault = faultIn(json, status);
  if (fault) return fault;
  if (status >= 300) return {status, code: "", message: text};
  if (!wire.read(draft, json)) throw new WrongForm("body is not in the protocol's format", true, text.slice(0, EXCERPT));
  noteServed(draft, json);
  return whole(draft, {text, emptyError: hasEmptyError(json)});
}

/**
 * The draft, or a fault where its finish reason reports a failure of the server, or an error without content comes with an answer that has
 * none. Throws WrongForm where its text was not found.
 */
function whole(draft: Draft, {text, emptyError}: {text: string; emptyError: boolean}): Draft | Fault {
  if (isBroken(draft.finish!)) return {status: 502, code: "", message: `the server broke off its answer: ${draft.finish}`};
  if (emptyError && draft.finish === NO_REASON) return {status: 502, code: "", message: "an error without content"};
  if (isUnread(draft)) throw new WrongForm("no text was found in the answer", true, text.slice(0, EXCERPT));
  return draft;
}

/** The text without a leading byte order mark, which some servers send and JSON does not allow. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
