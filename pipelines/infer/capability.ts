// Recognises that a model does not take what a request needs beyond text: images, tools, or log-probabilities of a prompt.
import type {ChatRequest} from "./completion.js";
import type {Fault} from "./failure.js";
import {type Capability, needsOf} from "./wire.js";

/** Statuses with which servers refuse the kind of a request rather than its sender or its pace. */
const REFUSED = new Set([400, 404, 405, 415, 422, 501]);
/** Most characters of a server's message that are examined. */
const LONGEST_READ = 4096;

const SPEAKS_OF: Record<Capability, RegExp> = {
  images: /image|vision|multi-?modal|modalit|content.{0,40}\b(?:string|str|text)\b/i,
  tools: /tool|function.?call/i,
  "log-probabilities": /[\s\S]*/ // whatever a server says against text completions with `echo`
};
/** The fault is with this image or these tools, and others may be taken. */
const THIS_ONE =
  /invalid[ _]image|(?:could not|cannot|unable to|failed to) (?:process|decode|load|read|identify)|corrupt|too (?:large|big|many)|exceeds|base64|unsupported image (?:format|type)|context.?length|maximum context/i;

/** What a fault says that the model does not take; null where it speaks of something else. */
export function incapableOf(request: ChatRequest, {status, code, message, param = ""}: Fault): Capability | null {
  if (!REFUSED.has(status)) return null;
  const words = `${code} ${param} ${message}`.slice(0, LONGEST_READ);
  if (THIS_ONE.test(words)) return null;
  return needsOf(request).find(need => SPEAKS_OF[need].test(words)) ?? null;
}

/** What follows from it, for a message. */
export const CONSEQUENCE: Record<Capability, string> = {
  images: "it does not take images; tests that show one are not asked, and count as failed",
  tools: "it does not take tools; tests that offer some are not asked, and count as failed",
  "log-probabilities":
    "it gives no log-probabilities of a prompt (/v1/completions with echo); tests that need them are not asked, and count as failed"
};
