// Scores a completion: extracts its answer and compares it with the expected one.
import type {AnswerForm, Test} from "../generate/task.js";
import {type Completion, type ForeignCompletion, isContentFilter, NO_SOLVER} from "../infer/completion.js";
import {compareAnswer} from "./answer/compare.js";
import {kindOf, kindOfForm} from "./answer/kinds.js";
import {readAnswer, readOptions} from "./answer/read.js";
import type {AnswerRule, AnswerSettings, Reading} from "./answer/reading.js";
import type {ValueKind} from "./answer/values.js";
import {visibleText} from "./answer/visible.js";
import {traceSizes} from "./compression.node.js";
import type {Execution, Program, Query} from "./scorers/execution.js";
import {programOf} from "./scorers/program.js";
import {queryOf, rowsIn} from "./scorers/query.js";
import {verdictOf} from "./scorers/registry.js";
import type {ScorerEffects} from "./scorers/scorer.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "./status.js";
import {stepMeasures} from "./steps.js";

export interface Score {
  status: Status;
  /** Whether an answer of the right kind was found. */
  parsed: boolean;
  /** The answer in canonical spelling; null if none was found. */
  answer: string | null;
  /** The rule by which it was found; null if none was found. */
  answer_rule: AnswerRule | null;
  /** Position of the answer in the response's text, UTF-16 code units, end exclusive; null where it has none. */
  answer_start: number | null;
  answer_end: number | null;
  /** Reason why no answer was found, or why it was not compared; else null. */
  answer_reason: string | null;
  trace_bytes: number;
  compressed_bytes: number;
  /** What is not right-or-wrong, by name; absent where there is nothing. */
  measures?: Record<string, number>;
}

/** Why a response is neither right nor wrong: the model says that it cannot answer, a content filter withheld it, or its scorer cannot score. */
export const UNSCORED = ["not_answered", "not_scored"] as const;
/** Reason for no score of an answer that a content filter withheld or cut off. */
export const FILTERED = "a content filter withheld it";
export interface Unscored {
  unscored: (typeof UNSCORED)[number];
  reason: string;
}

/** Scores one completion without a scorer: its answer is read by the kind of the right one and compared with it. */
export function scoreCompletion(
  completion: ForeignCompletion,
  {prompt, expected, kind, settings}: {prompt: string; expected: string; kind: ValueKind; settings?: AnswerSettings | undefined},
  effects: Pick<ScorerEffects, "equal">
): Score | Unscored {
  const {trace, final, offset} = visibleText(completion);
  const reading = readAnswer(final, kind, readOptions(prompt, settings));
  const {right, reason} = compareAnswer(reading, {expected, accept: settings?.accept}, kind, effects);
  if (right === null) return {unscored: "not_scored", reason: "the comparison of two expressions met its time limit"};
  const status = completion.finish_reason === "length" ? TRUNCATED : right ? CORRECT : INCORRECT;
  return {
    status,
    ...readFields(reading, offset),
    ...(reason && {answer_reason: reason}),
    ...sizesOf(completion, trace),
    ...(reading.probability !== undefined && {measures: probabilityMeasure(reading.probability)})
  };
}

/** Measure of an answer that the small classifier chose. */
const probabilityMeasure = (probability: number | undefined): Record<string, number> =>
  probability === undefined ? {} : {answer_probability: probability};

/** The columns that say how an answer was read. @param offset position of the text that was read in the response's text */
const readFields = ({answer, rule, span, reason}: Reading, offset: number) => ({
  parsed: answer !== null,
  answer,
  answer_rule: rule,
  answer_reason: reason,
  answer_start: span ? span.start + offset : null,
  answer_end: span ? span.end + offset : null
});

/** The sizes of a completion's trace: those that it brings, else computed. */
const sizesOf = ({trace_bytes, compressed_bytes}: ForeignCompletion, trace: string): ReturnType<typeof traceSizes> =>
  trace_bytes !== undefined && compressed_bytes !== undefined ? {trace_bytes, compressed_bytes} : traceSizes(trace);

/**
 * Scores the answer to a test: by its scorer, or without one as answers to its task are.
 * @param form how the task's answers are recognised; absent where no task made the test
 */
export function scoreTest(
  completion: ForeignCompletion,
  test: Pick<Test, "prompt" | "expected" | "choices" | "scorer" | "steps" | "reading">,
  {form, simulated, effects}: {form?: AnswerForm | undefined; simulated: boolean; effects: ScorerEffects}
): Score | Unscored {
  if (isContentFilter(completion.finish_reason)) return {unscored: "not_answered", reason: FILTERED};
  if (simulated && completion.finish_reason === NO_SOLVER)
    return {unscored: "not_answered", reason: "the simulated models have no solver for this question"};
  const {scorer, expected, choices} = test;
  const beside = measuresOf(completion, test.steps);
  if (!scorer) {
    const kind = form ? kindOfForm(form) : kindOf(expected, choices);
    const score = scoreCompletion(completion, {prompt: test.prompt, expected, kind, settings: test.reading}, effects);
    return beside && !("unscored" in score) ? {...score, measures: {...score.measures, ...beside}} : score;
  }
  const {trace, final, offset} = visibleText(completion);
  if (["rubric", "code", "sql"].includes(scorer.kind) && completion.finish_reason === "length")
    return {...readFields(UNREAD, offset), status: TRUNCATED, ...sizesOf(completion, trace)};
  const {
    right,
    reason,
    parsed,
    answer,
    answer_rule,
    measures: own,
    span,
    answer_reason,
    probability
  } = verdictOf(final, test, scorer, {
    ...effects,
    refused: completion.refused ?? false
  });
  if (right === null) return {unscored: "not_scored", reason: reason ?? "its scorer cannot score it"};
  const measures = {...own, ...probabilityMeasure(probability)};
  const truncated = completion.finish_reason === "length";
  return {
    ...readFields(
      {
        answer,
        rule: answer_rule,
        // A custom scorer may name a span that the text does not have, or a reason next to an answer.
        span: answer !== null && span && span.start < span.end && span.end <= final.length ? span : null,
        reason: answer === null ? (answer_reason ?? null) : null
      },
      offset
    ),
    parsed,
    ...sizesOf(completion, trace),
    status: truncated ? TRUNCATED : right ? CORRECT : INCORRECT,
    ...((!truncated || scorer.kind === "environment") &&
      Object.keys({...measures, ...beside}).length > 0 && {measures: {...measures, ...beside}})
  };
}

const UNREAD: Reading = {answer: null, rule: null, span: null, reason: null};

/** The answer that a judge has to grade; null where the test has no rubric, or the response no answer that could be graded. */
export function gradedAnswer(completion: ForeignCompletion, {scorer}: Pick<Test, "scorer">): string | null {
  if (scorer?.kind !== "rubric" || isUnfinished(completion)) return null;
  const {final} = visibleText(completion);
  return final.trim() === "" ? null : final;
}

/** Whether a response has no answer to grade or execute, since it did not come to its end. */
const isUnfinished = ({finish_reason}: ForeignCompletion): boolean =>
  finish_reason === "length" || finish_reason === NO_SOLVER || isContentFilter(finish_reason);

/** Execution of an answer without a program or a query. */
const NO_PROGRAM: Execution = {passed: 0, tests: 1, failure: "no_program", reason: "no program"};
const NO_QUERY: Execution = {...NO_PROGRAM, reason: "no query"};

/** The program or query that a sandbox has to run before an answer can be scored, or the result without; null where there is nothing to run. */
export function programToRun(
  completion: ForeignCompletion,
  {scorer, expected}: Pick<Test, "scorer" | "expected">
): Program | Query | Execution | null {
  if (scorer?.kind === "sql") {
    if (isUnfinished(completion) || rowsIn(expected) === null) return null;
    return queryOf(visibleText(completion).final, expected, scorer) ?? NO_QUERY;
  }
  if (scorer?.kind !== "code" || scorer.language !== "python") return null;
  if (isUnfinished(completion)) return null;
  if (scorer.tests === "" && scorer.cases.length === 0) return null;
  return programOf(visibleText(completion).final, scorer) ?? NO_PROGRAM;
}

/** Measures that a completion itself has, whatever its answer; undefined where it has none. */
function measuresOf(
  {refused, logprobs, reasoning, text}: ForeignCompletion,
  steps: Test["steps"]
): Record<string, number> | undefined {
  const values = (logprobs?.values ?? []).filter(value => value !== null);
  if (!refused && values.length === 0 && !steps) return undefined;
  return {
    ...(refused && {refusal: 1}),
    ...(values.length > 0 && {mean_logprob: values.reduce((a, b) => a + b) / values.length}),
    ...(steps && stepMeasures(`${reasoning ?? ""}\n${text}`, steps))
  };
}

/** A completion together with the sizes of its trace, as the cache keeps it. */
export const withTraceSizes = (completion: Completion): Completion => ({
  ...completion,
  ...traceSizes(visibleText(completion).trace)
});
