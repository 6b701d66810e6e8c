// Decides when refusals by a server end a model: one that has answered is never ended by them, since they may concern single questions.
import {unlessAborted} from "./abort.js";

/** Different questions that a server must forbid (403) before a model that has answered none is asked no more. */
const MAX_FORBIDDEN = 3;

export interface Denials {
  /** Waits until it is known whether a request under way is answered, where several questions were forbidden and none answered. */
  enter(signal?: AbortSignal): Promise<void>;
  sent(): void;
  ended(outcome: {answered: boolean}): void;
  /** Whether the model has answered a question, as far as is known. */
  readonly isAnswering: boolean;
  /**
   * Whether a refusal of a request that has been sent ends the model: of its key at once, of its question (`request`) after several.
   * @param question identity of the question
   */
  endsModel(denial: "key" | "request", question: string): boolean;
}

/** Returns the denials of one model. @param hasAnswered looks for an answer of earlier runs; called at most once */
export function denials(hasAnswered: () => boolean): Denials {
  let isAnswering = false;
  let hasLooked = false;
  let flying = 0;
  const forbidden = new Set<string>();
  let wake: () => void = () => {};
  let change = new Promise<void>(resolve => (wake = resolve));
  const isDoubtful = () => !isAnswering && forbidden.size >= MAX_FORBIDDEN;
  return {
    async enter(signal) {
      while (isDoubtful() && flying > 0) await unlessAborted(change, signal);
    },
    sent() {
      flying++;
    },
    ended({answered}) {
      flying--;
      isAnswering ||= answered;
      wake();
      change = new Promise(resolve => (wake = resolve));
    },
    get isAnswering() {
      return isAnswering;
    },
    endsModel(denial, question) {
      if (isAnswering) return false;
      if (denial === "request") {
        if (forbidden.size < MAX_FORBIDDEN) forbidden.add(question);
        if (forbidden.size < MAX_FORBIDDEN || flying > 1) return false; // those under way may still be answered
      }
      if (!hasLooked) isAnswering = hasAnswered();
      hasLooked = true;
      return !isAnswering;
    }
  };
}
