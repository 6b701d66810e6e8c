// The canonical text of a request, which determines its identity in the cache and from which its body is built. The JSON is written by hand
// because the shape is known and the code is called often: JSON.stringify of new objects takes three times as long.
import {hash} from "node:crypto";
import {canonicalJson} from "../generate/seed.js";
import type {ChatRequest, Message} from "./completion.js";

/** The cache key: SHA-256 of the request's canonical JSON (RFC 8785), 64 hexadecimal digits. */
export const requestKey = (request: ChatRequest): string => hash("sha256", requestText(request), "hex");

/** Canonical JSON of a request's own fields; other fields of the object are ignored. */
export function requestText({base, protocol, model, messages, sampling, trial}: ChatRequest): string {
  const quote = JSON.stringify;
  return `{"base":${quote(base)},"messages":${messagesText(messages)},"model":${quote(model)},"protocol":${quote(protocol)},"sampling":${samplingText(sampling)},"trial":${canonicalJson(trial)}}`;
}

/** Canonical JSON of a conversation. */
export function messagesText(messages: readonly Message[]): string {
  let joined = "";
  for (const {role, content} of messages)
    joined += `${joined && ","}{"content":${JSON.stringify(content)},"role":${JSON.stringify(role)}}`;
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
