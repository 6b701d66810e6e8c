// Scores answers of the audit as those of models are scored.
import type {DrawnItem} from "../../generate/task.js";
import type {ForeignCompletion} from "../../infer/completion.js";
import {type Score, scoreTest, type Unscored} from "../../score/score.node.js";
import {equalExpressions} from "../expressionEngine.js";
import {patternSearch} from "../patternSearch.js";

/** Scores an answer to an item. */
export type Scoring = (completion: ForeignCompletion, item: DrawnItem) => Score | Unscored | Promise<Score | Unscored>;

/** By the item's own scorer. */
export const byItsScorer =
  ({simulated}: {simulated: boolean}): Scoring =>
  (completion, item) =>
    scoreTest(completion, item, {simulated, effects: {search: patternSearch, equal: equalExpressions}});

/** A text as a completion. It is not reasoning, so that the sizes of a trace need not be computed. */
export const completionOf = (text: string): ForeignCompletion => ({
  text,
  reasoning: null,
  finish_reason: "stop",
  billed: null,
  latency_ms: 0,
  retries: 0,
  prompt_tokens: null,
  completion_tokens: null,
  trace_bytes: 0,
  compressed_bytes: 0
});
