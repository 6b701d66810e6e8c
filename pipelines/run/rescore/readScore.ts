// Scores a stored response by our own rules: by its text and its test alone, so that any thread can do it.
import {type AnswerSettings, withFormat} from "../../book/answerFormat.js";
import type {Scorer} from "../../book/scorers.js";
import {tasks} from "../../generate/registry.node.js";
import type {AnswerForm, Test} from "../../generate/task.js";
import type {ForeignCompletion} from "../../infer/completion.js";
import {isAtLimit} from "../../infer/tokenLimit.js";
import {replayCompletion} from "../../score/replay.js";
import {type Score, scoreTest, type Unscored} from "../../score/score.node.js";
import {asOfNow} from "../../score/scorers/own.js";
import type {ScorerEffects} from "../../score/scorers/scorer.js";
import type {StoredResponse} from "../../store/given.node.js";
import {equalExpressions} from "../expressionEngine.js";
import {patternSearch} from "../patternSearch.js";

/** The fields of a response that its score depends on. */
export const SCORED_FIELDS = [
  "text",
  "reasoning",
  "finish_reason",
  "prompt_tokens",
  "completion_tokens",
  "max_tokens",
  "simulated",
  "base_task",
  "generator_version",
  "question",
  "choices",
  "expected",
  "reading",
  "scorer",
  "steps",
  "template_format",
  "refusal",
  "mean_logprob",
  "trace_bytes",
  "compressed_bytes"
] as const satisfies readonly (keyof StoredResponse)[];
export type ScoredFields = Pick<StoredResponse, (typeof SCORED_FIELDS)[number]>;

/** The completion of a response, as if the limit had been `context` tokens where that is given. */
export function completionOf(row: ScoredFields, context: number | undefined): ForeignCompletion {
  const {trace_bytes, compressed_bytes, mean_logprob} = row;
  // Every field is named: copies of rows take several times as long.
  const completion: ForeignCompletion = {
    text: row.text,
    reasoning: row.reasoning,
    finish_reason: row.finish_reason,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    billed: null,
    latency_ms: 0,
    retries: 0
  };
  if (trace_bytes !== undefined && compressed_bytes !== undefined) Object.assign(completion, {trace_bytes, compressed_bytes});
  if (row.refusal === 1) completion.refused = true;
  const whole = withTrueEnd(completion, row);
  if (context === undefined)
    return typeof mean_logprob === "number" ? {...whole, logprobs: {values: [mean_logprob], lengths: []}} : whole;
  // A run under this limit could not tell a response of as many tokens from one that was cut.
  const {reported_finish: _, ...replayed} = withTrueEnd(replayCompletion(whole, context), {...row, max_tokens: context});
  return replayed;
}

/** Words for an end that was not the token limit's, or of which nothing is known. */
const ENDED = new Set(["stop", "unknown"]);

/** The response as cut by its token limit where it has as many tokens as that. */
function withTrueEnd(
  completion: ForeignCompletion,
  {max_tokens, simulated}: Pick<ScoredFields, "max_tokens" | "simulated">
): ForeignCompletion {
  const {finish_reason, completion_tokens} = completion;
  if (simulated || !ENDED.has(finish_reason) || !isAtLimit(completion_tokens, max_tokens)) return completion;
  return {...completion, finish_reason: "length", reported_finish: finish_reason};
}

/** How answers to a row's task are recognised; undefined where no task of ours of that version made it. */
export function formOf({
  base_task,
  generator_version
}: Pick<ScoredFields, "base_task" | "generator_version">): AnswerForm | undefined {
  const task = tasks.get(base_task);
  return task?.version === generator_version ? task.answer : undefined;
}

/** The parts of a row's test that decide how it is scored. */
export const ruledTest = ({question, expected, choices, scorer, reading, steps}: ScoredFields) => ({
  prompt: question,
  expected,
  choices,
  ...(scorer && {scorer: asOfNow(JSON.parse(scorer) as Scorer)}),
  ...(reading && {reading: JSON.parse(reading) as AnswerSettings}),
  ...(steps && {steps: JSON.parse(steps) as NonNullable<Test["steps"]>})
});

/** The score of a response by our own rules. */
export const readScore = (
  row: ScoredFields,
  completion: ForeignCompletion,
  test: Parameters<typeof scoreTest>[1],
  effects: Omit<ScorerEffects, "search" | "equal"> = {}
): Score | Unscored =>
  scoreTest(completion, withFormat(test, row.template_format), {
    form: formOf(row),
    simulated: row.simulated,
    effects: {...effects, search: patternSearch, equal: equalExpressions}
  });
