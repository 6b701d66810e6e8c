/** Codes of a sample's status in the tables. A truncated sample is neither right nor wrong. */
export const INCORRECT = 0;
export const CORRECT = 1;
export const TRUNCATED = 2;
export type Status = typeof INCORRECT | typeof CORRECT | typeof TRUNCATED;

/** Knowledge of an answer's end: its server or file gave the reason, the text shows a cut (`ended.ts`), or neither. */
export type Ended = "known" | "cut" | "unknown";

/** A finish reason of a response whose server or file gave none. */
const NO_REASON = new Set(["unknown", ""]);

/** Whether a server or a file gave the reason why a response ended. */
export const endOf = (finish_reason: string | null): Exclude<Ended, "cut"> =>
  NO_REASON.has(finish_reason ?? "") ? "unknown" : "known";

/** The status that counts: an answer that its text shows to be cut is truncated, although its scorer found it incorrect. */
export const outcomeOf = ({status, ended}: {status: Status; ended?: Ended | null | undefined}): Status =>
  ended === "cut" && status === INCORRECT ? TRUNCATED : status;
