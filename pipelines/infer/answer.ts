// One response, from its first byte to a draft: a JSON body or server-sent events.
import {createParser} from "eventsource-parser";
import type {Fault} from "./failure.js";
import {faultIn} from "./failure.js";
import type {Headers, Sink} from "./send.js";
import {type Draft, emptyDraft, type Wire} from "./wire.js";

/** The response cannot be used; `retryable` says whether another may be. */
export class BadAnswer extends Error {
  constructor(
    message: string,
    readonly retryable = true
  ) {
    super(message);
  }
}

export interface Answer extends Sink {
  status: number;
  headers: Headers;
  /** Some of the model's output has come. */
  readonly begun: boolean;
  /** The draft after the last byte, or the fault that the server reported; throws BadAnswer. `cut` if the connection broke. */
  end(cut: boolean): Draft | Fault;
}

/**
 * Collects one response. `maxBytes` bounds what is held: a whole body; of a stream one event, and the text so far
 * (not its raw bytes: each token of a stream carries some 300 bytes of JSON).
 */
export function answer(wire: Wire, {stream, maxBytes}: {stream: boolean; maxBytes: number}): Answer {
  const draft = emptyDraft();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let events: {feed(text: string): void} | null = null;
  let decoder: TextDecoder | null = null;
  let fault: Fault | null = null;

  const tooLarge = () => new BadAnswer(`response is larger than ${Math.round(maxBytes / 2 ** 20)} MB`, false);
  const onEvent = ({event, data}: {event?: string | undefined; data: string}) => {
    if (fault) return;
    if (data === "[DONE]") {
      draft.done = true;
      return;
    }
    if (data === "") return;
    const json = parse(data);
    if (json === undefined) throw new BadAnswer("malformed event in the stream");
    fault = faultIn(json, event === "error" ? 500 : 200);
    if (!fault && !wire.event(draft, json)) throw new BadAnswer("an event in the stream is not in the protocol's format");
    if (draft.text.length + draft.reasoning.length > maxBytes) throw tooLarge();
  };

  const self: Answer = {
    status: 0,
    headers: {},
    get begun() {
      return draft.text !== "" || draft.reasoning !== "";
    },
    head(status, headers) {
      self.status = status;
      self.headers = headers;
      const type = String(headers["content-type"] ?? "");
      if (status < 300 && (stream ? !type.includes("json") : type.includes("event-stream"))) {
        decoder = new TextDecoder();
        events = createParser({
          onEvent,
          onError: error => {
            if (error.type === "max-buffer-size-exceeded") throw tooLarge();
          },
          maxBufferSize: maxBytes
        });
      } else if (Number(headers["content-length"]) > maxBytes) throw tooLarge();
    },
    data(chunk) {
      if (events) return events.feed(decoder!.decode(chunk, {stream: true}));
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      chunks.push(chunk);
    },
    end(cut) {
      if (events) {
        if (!cut) events.feed(`${decoder!.decode()}\n\n`); // an event whose blank line is missing
        if (fault) return fault;
        // some servers never send [DONE]; then a reason to stop and an orderly end of the body do
        if (draft.finish === null || (cut && !draft.done)) throw new BadAnswer("stream was cut before its end");
        return draft;
      }
      if (cut) throw new BadAnswer("connection was cut before the body's end");
      const text = Buffer.concat(chunks, bytes)
        .toString()
        .replace(/^\uFEFF/, "");
      const json = parse(text);
      const found = faultIn(json, self.status);
      if (found) return found;
      if (self.status >= 300 || self.status < 200) return {status: self.status, code: "", message: text};
      if (text.trim() === "") throw new BadAnswer("empty body");
      if (json === undefined) throw new BadAnswer("body is not JSON");
      if (!wire.read(draft, json)) throw new BadAnswer("body is not in the protocol's format");
      return draft;
    }
  };
  return self;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
