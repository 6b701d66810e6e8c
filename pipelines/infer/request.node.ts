// The canonical text of a request, which determines its identity in the cache and from which its body is built. The JSON is written by hand
// because the shape is known and the code is called often: JSON.stringify of new objects takes three times as long.
import {hash} from "node:crypto";
import {imageDigest} from "../book/image.node.js";
import {memoizeLongText} from "../book/memoizeLongText.js";
import {canonicalJson} from "../generate/seed.js";
import type {ChatRequest, Message} from "./completion.js";
import {digestOf, written} from "./longText.node.js";

/** The cache key: SHA-256 of the request's canonical JSON (RFC 8785), 64 hexadecimal digits. */
export function requestKey(request: ChatRequest): string {
  const text = written(request, requestText);
  return typeof text === "string" ? hash("sha256", text, "hex") : digestOf(text);
}

/**
 * Canonical JSON of a request's own fields; other fields of the object are ignored. Fields that a request of text lacks stand in it only
 * where they are used, so that such requests keep their keys. Images stand by their digests.
 */
export function requestText({base, protocol, model, messages, sampling, trial, tools, echo, embed}: ChatRequest): string {
  const quote = JSON.stringify;
  const wanted = `${echo ? `"echo":true,` : ""}${embed ? `"embed":true,` : ""}`;
  const called = tools ? `"tools":${canonicalJson(tools)},` : "";
  return `{"base":${quote(base)},${wanted}"messages":${identityOf(messages)},"model":${quote(model)},"protocol":${quote(protocol)},"sampling":${samplingText(sampling)},${called}"trial":${canonicalJson(trial)}}`;
}

/** Canonical JSON of a conversation, in which images stand by their digests. */
const identityOf = (messages: readonly Message[]): string =>
  messagesText(messages, ({images, ...message}) => ({...message, ...(images && {images: images.map(imageDigest)})}));

/** Whether a message is one text and nothing else. */
const isPlain = ({images, calls, thinking, carried, call}: Message): boolean =>
  images === undefined && calls === undefined && thinking === undefined && carried === undefined && call === undefined;

/** A text as JSON. */
const quoted = memoizeLongText(text => JSON.stringify(text));

/** The JSON of a conversation, in which `form` says what stands for messages that are more than one text. */
export function messagesText(messages: readonly Message[], form: (message: Message) => unknown): string {
  let joined = "";
  for (const message of messages) {
    const {role, content} = message;
    const text = isPlain(message)
      ? `{"content":${quoted(content)},"role":${JSON.stringify(role)}}`
      : canonicalJson(form(message));
    joined += `${joined && ","}${text}`;
  }
  return `[${joined}]`;
}

/** Requests of one evaluation share one object of sampling parameters, which is never modified. */
const samplingTexts = new WeakMap<object, string>();

/** Canonical JSON of sampling parameters. */
export function samplingText(sampling: Record<string, unknown>): string {
  const known = samplingTexts.get(sampling);
  if (known !== undefined) return known;
  const text = canonicalJson(sampling);
  samplingTexts.set(sampling, text);
  return text;
}
