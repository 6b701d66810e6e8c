// The score of an answer on which another program has a verdict: its verdict or ours, with the other one kept beside it.
import {type ForeignCompletion, isContentFilter} from "../../infer/completion.js";
import {visibleText} from "../../score/answer/visible.js";
import {traceSizes} from "../../score/compression.node.js";
import type {Score, Unscored} from "../../score/score.node.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../../score/status.js";
import type {Verdict} from "../../store/manifest.node.js";
import {OWN_RIGHT, type Reported, reportedMeasures} from "../../store/reported.js";

/**
 * Joins the score by our rules with what was reported. The status is that of `verdict` where it has one, else the other one's; a response that
 * the token limit ended is truncated for both. Without any verdict there is no score.
 * @param readable whether our rules can read such answers: a letter, number, word of few, or an option, and not any line of text
 */
export function withReported(
  own: Score | Unscored,
  reported: Reported,
  {completion, readable, verdict}: {completion: ForeignCompletion; readable: boolean; verdict: Verdict}
): Score | Unscored {
  if (isContentFilter(completion.finish_reason)) return own;
  if (reported.unanswered) return {unscored: "not_answered", reason: "it ended without an answer"};
  const isTruncated = completion.finish_reason === "length";
  const scored = readable && reported.readable !== false && !("unscored" in own) ? own : null;
  const ours = scored && !isTruncated ? scored.status === CORRECT : null;
  const right = verdict === "ours" ? (ours ?? reported.right) : (reported.right ?? ours);
  if (right === null && !isTruncated)
    return {unscored: "not_scored", reason: "neither the file nor our rules say whether it is right"};
  const measures = {...reportedMeasures(reported), ...(ours !== null && {[OWN_RIGHT]: ours ? 1 : 0})};
  return {
    ...answerOf(scored, reported, verdict),
    status: isTruncated ? TRUNCATED : right ? CORRECT : INCORRECT,
    ...sizesOf(own, completion),
    ...((Object.keys(measures).length > 0 || scored?.measures) && {measures: {...scored?.measures, ...measures}})
  };
}

/** Longest answer of another program that is kept as one; beyond, it is the response again. */
const LONGEST_ANSWER = 1_000;

const NO_SPAN = {answer_start: null, answer_end: null, answer_reason: null};

/** The answer that belongs to the verdict which counts. */
function answerOf(
  own: Score | null,
  {answer}: Reported,
  verdict: Verdict
): Omit<Score, "status" | "measures" | "trace_bytes" | "compressed_bytes"> {
  if (own && (verdict === "ours" || answer === undefined))
    return {
      parsed: own.parsed,
      answer: own.answer,
      answer_rule: own.answer_rule,
      answer_reason: own.answer_reason,
      answer_start: own.answer_start,
      answer_end: own.answer_end
    };
  // A verdict without an answer of its own says nothing of whether one was found.
  if (answer === undefined) return {...NO_SPAN, parsed: true, answer: null, answer_rule: null};
  const found = answer !== null && answer.trim() !== "" ? answer.slice(0, LONGEST_ANSWER) : null;
  return {...NO_SPAN, parsed: found !== null, answer: found, answer_rule: found === null ? null : "reported"};
}

function sizesOf(own: Score | Unscored, completion: ForeignCompletion): Pick<Score, "trace_bytes" | "compressed_bytes"> {
  if (!("unscored" in own)) return {trace_bytes: own.trace_bytes, compressed_bytes: own.compressed_bytes};
  const {trace_bytes, compressed_bytes} = completion;
  return trace_bytes !== undefined && compressed_bytes !== undefined
    ? {trace_bytes, compressed_bytes}
    : traceSizes(visibleText(completion).trace);
}
