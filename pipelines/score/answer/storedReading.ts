// How an answer was read, as the columns of a sample keep it: its span in the response, and the rule or reason in words.
import {NO_ANSWER_REASONS, type Span} from "./reading.js";

/** Columns of table `samples`; those after `answer` are absent or null in stores of older versions. */
export interface StoredReading {
  answer: string | null;
  answer_rule?: string | null;
  answer_start?: number | null;
  answer_end?: number | null;
  answer_reason?: string | null;
}

/** Returns the answer's span in a text; null where it has none or the text is shorter. */
export function spanIn(text: string, {answer, answer_start, answer_end}: StoredReading): Span | null {
  const [start, end] = [answer_start ?? null, answer_end ?? null];
  const isWithin = answer !== null && start !== null && end !== null && start >= 0 && start < end && end <= text.length;
  return isWithin ? {start, end} : null;
}

/** Returns the sentence of a reason for no answer; a reason of a custom scorer as it is. */
export const reasonText = (reason: string): string =>
  Object.hasOwn(NO_ANSWER_REASONS, reason) ? NO_ANSWER_REASONS[reason as keyof typeof NO_ANSWER_REASONS] : reason;

/** Returns how the answer was read, or "no answer" with the reason; "" where an older version did not keep it. */
export function readingText({answer, answer_rule, answer_reason}: StoredReading): string {
  if (answer === null) return answer_reason ? `no answer: ${reasonText(answer_reason)}` : "no answer";
  if (!answer_rule) return "";
  if (answer_rule === "reported") return "as reported";
  return `read by ${answer_rule === "likelihood" ? "likelihood of the options" : `rule: ${answer_rule}`}`;
}
