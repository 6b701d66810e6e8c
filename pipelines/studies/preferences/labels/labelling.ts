// State of a blind pass over single answers: which answer is next, an annotator's entries so far, and the resulting labels.
import {randomOfSession, type SessionOf, shuffledInBlocks} from "../annotation/session.js";
import {answerKey, type Draw, isBlank, type LabelRecord, labelSchema} from "./label.js";

/** An answer as a person sees it, with what a label records of it. */
export interface AnswerToLabel {
  eval_id: string;
  item_id: string;
  trial: number;
  prompt: string;
  /** the right answer, and the rubric by which a model graded; empty where there is none */
  expected: string;
  rubric: string;
  response: string;
  response_digest: string;
  rubric_digest: string;
  simulated: boolean;
  /** draws that it is in; absent in a person's file, whose answers are all of its draw */
  random?: boolean;
  disagree?: boolean;
}

/** Whether an answer is of a draw. */
export const isInDraw = (answer: AnswerToLabel, draw: Draw): boolean => answer[draw] !== false;

/** Entries for one answer so far. */
export interface LabelDraft {
  /** the answer, where it is not the next of the order: an earlier one, or that of a link */
  opened: string | null;
  isCorrect: boolean | null;
  note: string;
}

export type LabelSession = SessionOf<LabelRecord, LabelDraft>;

const emptyDraft = (opened: string | null = null): LabelDraft => ({opened, isCorrect: null, note: ""});
export const newLabelSession = (names: Pick<LabelSession, "judge" | "wave" | "seed">): LabelSession => ({
  ...names,
  done: [],
  draft: emptyDraft()
});

/** Names an answer as labels do. */
export const keyOfAnswer = (answer: Pick<LabelRecord, "key" | "eval_id" | "item_id" | "trial">): string => answerKey(answer)!;

/** The answers in the order of a session: drawn within blocks, the same after a reload. */
export const orderOfAnswers = <Answer extends AnswerToLabel>(answers: readonly Answer[], session: LabelSession): Answer[] =>
  shuffledInBlocks(answers, randomOfSession("labels", session));

/** Whether a label is of the response and by the rubric that an answer has now. */
const isOf = (label: LabelRecord, answer: AnswerToLabel): boolean =>
  keyOfAnswer(label) === keyOfAnswer(answer) &&
  label.response === answer.response_digest &&
  (label.rubric ?? "") === answer.rubric_digest;

/** Whether a session has a label of an answer as it is now: one by an earlier rubric, or of an earlier response, is asked for again. */
export const isLabelled = ({done}: LabelSession, answer: AnswerToLabel): boolean => done.some(label => isOf(label, answer));

/** The answer to show: the opened one, else the first of the order without a label; null where all have one. */
export function currentAnswer<Answer extends AnswerToLabel>(
  session: LabelSession,
  {order, all}: {order: readonly Answer[]; all: readonly Answer[]}
): Answer | null {
  const {opened} = session.draft;
  const answer = opened === null ? undefined : all.find(each => keyOfAnswer(each) === opened);
  return answer ?? order.find(each => !isLabelled(session, each)) ?? null;
}

export type LabelAction =
  | {type: "label"; isCorrect: boolean}
  | {type: "note"; note: string}
  | {type: "open"; answer: string}
  | {type: "save"; date: string}
  | {type: "undo"};

/**
 * The session after one action; an action that is not possible leaves it unchanged. Opening an answer brings back its last label, and saving
 * it again adds a label, of which the last counts.
 * @param current the answer that is shown
 */
export function nextLabel(session: LabelSession, action: LabelAction, current: AnswerToLabel | null): LabelSession {
  const {draft, done} = session;
  const changed = (part: Partial<LabelDraft>): LabelSession => ({...session, draft: {...draft, ...part}});
  switch (action.type) {
    case "label":
      return current ? changed({isCorrect: action.isCorrect}) : session;
    case "note":
      return current ? changed({note: action.note}) : session;
    case "open": {
      const last = done.findLast(label => keyOfAnswer(label) === action.answer);
      return {...session, draft: last ? draftOf(last) : emptyDraft(action.answer)};
    }
    case "save":
      if (!current || draft.isCorrect === null) return session;
      return {...session, done: [...done, labelOf(session, current, action.date)], draft: emptyDraft()};
    case "undo": {
      if (draft.isCorrect !== null || draft.note !== "" || draft.opened !== null) return {...session, draft: emptyDraft()};
      const last = done.at(-1);
      return last ? {...session, done: done.slice(0, -1), draft: draftOf(last)} : session;
    }
  }
}

const draftOf = (label: LabelRecord): LabelDraft => ({
  opened: keyOfAnswer(label),
  isCorrect: label.label === "correct",
  note: label.note ?? ""
});

function labelOf({judge, wave, draft}: LabelSession, answer: AnswerToLabel, date: string): LabelRecord {
  const {eval_id, item_id, trial, response_digest, rubric_digest} = answer;
  return {
    ...{eval_id, item_id, trial},
    annotator: judge,
    label: draft.isCorrect ? "correct" : "incorrect",
    note: draft.note.trim(),
    at: date,
    response: response_digest,
    ...(rubric_digest !== "" && {rubric: rubric_digest}),
    // An answer that was opened by a link may be of no random draw.
    draw: isInDraw(answer, "random") ? (wave as Draw) : "disagree"
  };
}

/** The labels of a file's records, those that are still blank left out, and the first of the lines that are none. */
export function labelsOfRecords(records: readonly {line: number; value?: unknown}[]): {labels: LabelRecord[]; bad: number[]} {
  const labels: LabelRecord[] = [];
  const bad: number[] = [];
  for (const {line, value} of records) {
    // Readers of CSV leave empty cells out.
    if (isBlank(value) || (isRecord(value) && !("label" in value))) continue;
    const label = labelSchema.safeParse(withoutNulls(value));
    if (label.success && answerKey(label.data) !== null) labels.push(label.data);
    else bad.push(line);
  }
  return {labels, bad};
}

/** A record without nulls, which Parquet has for absent fields. */
const withoutNulls = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) : value;

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;
