// A request as text: its identity in the cache, and the parts that its body on the wire is made of.
// Written out by hand, because the shape is known and the path is hot: JSON.stringify of fresh objects takes three times as long.
import {hash} from "node:crypto";
import {canonicalJson} from "../generate/seed.js";
import type {ChatRequest, Message} from "./completion.js";

/** The cache's key: SHA-256 of the request's canonical JSON (RFC 8785), 64 hexadecimal digits. */
export const requestKey = (request: ChatRequest): string => hash("sha256", requestText(request), "hex");

/** Canonical JSON of a request's own fields, whatever else the object carries. */
export function requestText({base, protocol, model, messages, sampling, trial}: ChatRequest): string {
  const quote = JSON.stringify;
  return `{"base":${quote(base)},"messages":${messagesText(messages)},"model":${quote(model)},"protocol":${quote(protocol)},"sampling":${samplingText(sampling)},"trial":${canonicalJson(trial)}}`;
}

/** Canonical JSON of a conversation. */
export function messagesText(messages: readonly Message[]): string {
  let said = "";
  for (const {role, content} of messages)
    said += `${said && ","}{"content":${JSON.stringify(content)},"role":${JSON.stringify(role)}}`;
  return `[${said}]`;
}

/** Requests of one evaluation share one object of sampling parameters, which nobody changes. */
const samplingTexts = new WeakMap<object, string>();

/** Canonical JSON of sampling parameters. */
export function samplingText(sampling: Record<string, unknown>): string {
  const known = samplingTexts.get(sampling);
  if (known !== undefined) return known;
  const text = canonicalJson(sampling);
  samplingTexts.set(sampling, text);
  return text;
}
