// The interface of scorers: an answer is held against the right one, and the result is right, wrong, or neither with the reason.
import type {ScorerKind, ScorerOf} from "../../book/scorers.js";
import type {Test} from "../../generate/task.js";
import type {AnswerRule, NoAnswerReason, Reading, Span} from "../answer/reading.js";
import type {EpisodeOutcome} from "../episode.js";
import type {Executed} from "./execution.js";

/** A test as scorers see it. */
export type ScoredTest = Pick<Test, "prompt" | "expected" | "choices" | "reading">;

/** What a scorer makes of an answer. */
export interface Verdict {
  /** Null where the answer can be neither right nor wrong; `reason` then says why. */
  right: boolean | null;
  reason?: string;
  /** Whether one answer of the right kind was found: no hedge between several. */
  parsed: boolean;
  /** The answer found, in canonical spelling; null if none was. */
  answer: string | null;
  answer_rule: AnswerRule | null;
  /** Position of the answer in the text that the scorer was given; absent or null where it is unknown. */
  span?: Span | null;
  /** Reason for no answer; absent or null where there is one, or where the reason is unknown. */
  answer_reason?: NoAnswerReason | null;
  /** Probability of an answer that the small classifier chose, 0–1. */
  probability?: number;
  /** What is not right-or-wrong, by name. */
  measures: Record<string, number>;
}

/** A judging model's verdict on an answer by a rubric. */
interface Judgement {
  /** From 0 to the rubric's most. */
  points: number;
  /** Whether the judge is the model that it judges. */
  own: boolean;
}

/** What scorers need from outside. */
export interface ScorerEffects {
  /** The judge's verdict, or why there is none; absent where nobody was asked. */
  judgement?: Judgement | {missing: string} | undefined;
  /** What the calls of tools came to, and how the dialogue ended; absent where nobody knows the calls. */
  episode?: {outcome: EpisodeOutcome; finish_reason: string} | undefined;
  /** Whether the server sent the answer as a refusal; absent = no. */
  refused?: boolean;
  /** What came of the program in the answer; absent where nothing was run. */
  execution?: Executed | undefined;
  /** Whether a pattern is found in a text; null where the search takes longer than allowed. */
  search(pattern: RegExp, text: string, milliseconds: number): boolean | null;
  /** Whether two expressions are equal by the algebra engine; null where its limit was met. */
  equal(a: string, b: string): boolean | null;
}

/** @param answer the part of a response after its reasoning */
export type Scoring<Kind extends ScorerKind> = (
  answer: string,
  test: ScoredTest,
  scorer: ScorerOf<Kind>,
  effects: ScorerEffects
) => Verdict;

/** An answer that cannot be scored, with the reason. */
export const unscored = (reason: string): Verdict => ({
  right: null,
  reason,
  parsed: false,
  answer: null,
  answer_rule: null,
  measures: {}
});

/** An answer in which no single one of the right kind was found. */
export const wrong = (measures: Record<string, number> = {}): Verdict => ({
  right: false,
  parsed: false,
  answer: null,
  answer_rule: null,
  measures
});

/** The fields of a verdict that say how its answer was read. */
export const verdictFields = ({
  answer,
  rule,
  span,
  reason,
  probability
}: Reading): Pick<Verdict, "parsed" | "answer" | "answer_rule" | "span" | "answer_reason" | "probability"> => ({
  parsed: answer !== null,
  answer,
  answer_rule: rule,
  span,
  answer_reason: reason,
  ...(probability !== undefined && {probability})
});

/** An answer in which no single one of the right kind was found, with the reason. */
export const unreadVerdict = (reading: Reading, measures: Record<string, number> = {}): Verdict => ({
  right: false,
  measures,
  ...verdictFields(reading)
});
