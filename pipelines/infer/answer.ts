// One response, from its first byte to a draft: a JSON body or server-sent events.
import {createParser, type EventSourceMessage, type EventSourceParser} from "eventsource-parser";
import type {Fault} from "./failure.js";
import {faultIn} from "./failure.js";
import type {Headers, Sink} from "./send.js";
import {type Draft, emptyDraft, isBroken, type Wire} from "./wire.js";

/** The response cannot be used; `retryable` says whether another may be. */
export class BadAnswer extends Error {
  constructor(
    message: string,
    readonly retryable = true
  ) {
    super(message);
  }
}

/**
 * Collects one response. `maxBytes` bounds what is held: a whole body; of a stream one event, and the text so far
 * (not its raw bytes: each token of a stream carries some 300 bytes of JSON). A class for the reason given in send.ts.
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

  constructor(
    readonly wire: Wire,
    readonly options: {stream: boolean; maxBytes: number}
  ) {}

  /** Some of the model's output has come. */
  get begun(): boolean {
    return this.draft.text !== "" || this.draft.reasoning !== "";
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
      this.events.feed(this.decoder!.decode(chunk, {stream: true}));
      return;
    }
    this.bytes += chunk.length;
    if (this.bytes > this.options.maxBytes) throw this.tooLarge();
    this.chunks.push(chunk);
  }

  /** The draft after the last byte, or the fault that the server reported; throws BadAnswer. `cut` if the connection broke. */
  end(cut: boolean): Draft | Fault {
    const {draft, status, wire, events} = this;
    if (events) {
      if (!cut) events.feed(`${this.decoder!.decode()}\n\n`); // an event whose blank line is missing
      if (this.fault) return this.fault;
      // some servers never send [DONE]; then a reason to stop and an orderly end of the body do, and some never give a reason
      if (!draft.done && (cut || draft.finish === null)) throw new BadAnswer("stream was cut before its end");
      if (draft.finish === null && !this.begun && !draft.completionTokens)
        throw new BadAnswer("stream ended with [DONE] and nothing before it", false); // as it will the next time
      draft.finish ??= "stop";
      return whole(draft);
    }
    if (cut) throw new BadAnswer("connection was cut before the body's end");
    const text = withoutMark(Buffer.concat(this.chunks, this.bytes).toString());
    const json = parse(text);
    const fault = faultIn(json, status);
    if (fault) return fault;
    if (status >= 300) return {status, code: "", message: text};
    if (json === undefined && text.trim() === "") throw new BadAnswer("empty body");
    if (json === undefined) throw new BadAnswer("body is not JSON");
    if (!wire.read(draft, json)) throw new BadAnswer("body is not in the protocol's format");
    return whole(draft);
  }

  private append({event, data}: EventSourceMessage): void {
    if (this.fault || data === "") return;
    const {draft} = this;
    if (data === "[DONE]") {
      draft.done = true;
      return;
    }
    const json = parse(data);
    if (json === undefined) throw new BadAnswer("malformed event in the stream");
    this.fault = faultIn(json, event === "error" ? 500 : 200);
    if (this.fault) return;
    if (!this.wire.event(draft, json)) throw new BadAnswer("an event in the stream is not in the protocol's format");
    if (draft.text.length + draft.reasoning.length > this.options.maxBytes) throw this.tooLarge();
  }

  private tooLarge(): BadAnswer {
    return new BadAnswer(`response is larger than ${Math.round(this.options.maxBytes / 2 ** 20)} MB`, false);
  }
}

/** A draft whose reason to stop is one of the model's own, not the server's failure. */
const whole = (draft: Draft): Draft | Fault =>
  isBroken(draft.finish!) ? {status: 502, code: "", message: `the server broke off its answer: ${draft.finish}`} : draft;

/** Some servers begin with a byte order mark, which JSON does not allow. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
