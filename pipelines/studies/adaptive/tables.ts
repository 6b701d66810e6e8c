// Columns of the study tables of adaptive testing. docs/reference.md is generated from them.
import {column, evaluation, simulated, type Table} from "../../store/columns.js";

export const adaptiveTables = {
  adaptive_steps: {
    description:
      "one row per step of an adaptive session: live ones of npm run adaptive, and what each evaluation's would have been, replayed on items calibrated without it",
    columns: {
      ...evaluation,
      session: column("key", "identity of a live session; of a replayed one the evaluation's"),
      live: column("boolean", "asked by npm run adaptive; false for a replay of stored answers"),
      step: column("integer", "1 for the first answer"),
      item_id: column("text", "identity of the test"),
      base_task: column("key", "the task's name"),
      status: column("integer", "0 incorrect, 1 correct, 2 truncated"),
      counted: column("boolean", "the answer entered the ability; a truncated one usually does not"),
      a: column("double", "discrimination of the item under the bank that chose it"),
      b: column("double", "difficulty"),
      c: column("double", "lower asymptote"),
      u: column("double", "upper asymptote"),
      information: column("double", "Fisher information of the item at the estimate that it was chosen by"),
      theta: column("double", "ability with this answer: posterior mean under a standard normal prior"),
      se: column("double", "its standard error: the posterior's standard deviation"),
      low: column("double", "lower end of the 95 % credible interval"),
      high: column("double", "upper end of the 95 % credible interval"),
      full: column("double", "ability by all of the evaluation's answers on the same bank; null for live sessions"),
      tokens: column("integer", "completion tokens of the answer"),
      cost: column("double", "US dollars at list price"),
      simulated
    },
    order: ["live", "model", "template", "sampler", "eval_id", "session", "step"]
  },
  adaptive_quality: {
    description: "one row per test form, scoring, truth and length: how near shorter tests come, over all evaluations",
    columns: {
      form: column(
        "key",
        "adaptive; informative (same items for all: those that tell most on average); fixed (one random draw for all); random (one for each)"
      ),
      scored: column("key", "ability (posterior mean), or share (of right answers)"),
      truth: column("key", "all answers (ability by all of them), or recorded ability (of reference models)"),
      items: column("integer", "items of the form"),
      models: column("integer", "evaluations"),
      rmse: column("double", "root mean squared error; null for shares, and for a truth on another scale"),
      rmse_low: column("double", "lower end of its 95 % interval, by a bootstrap over evaluations"),
      rmse_high: column("double", "upper end of its 95 % interval"),
      correlation: column("double", "Spearman's rank correlation with the truth"),
      correlation_low: column("double", "lower end of its 95 % interval, by a bootstrap over evaluations"),
      correlation_high: column("double", "upper end of its 95 % interval"),
      se: column("double", "mean standard error of the abilities; null for shares"),
      covered: column(
        "integer",
        "evaluations whose 95 % interval holds the truth; null for shares, and for a truth on another scale"
      ),
      simulated,
      inflation: column(
        "double",
        "what standard errors of an adaptive test of this length are multiplied by, measured by these replays; null for other forms"
      )
    },
    order: ["truth", "form", "scored", "items"]
  },
  adaptive_auc: {
    description:
      "one row per test form, scoring, length and truth: how well evaluations of nearly equal ability are distinguished",
    columns: {
      form: column("key", "as in adaptive_quality"),
      scored: column("key", "ability, or share (of right answers)"),
      items: column("integer", "items of the form"),
      truth: column("key", "all answers, or recorded ability"),
      models: column("integer", "evaluations"),
      pairs: column("integer", "pairs compared: the quarter whose truths lie closest"),
      auc: column("double", "share of these pairs that the scores put in the true order, ties counting half"),
      auc_low: column("double", "lower end of its 95 % interval, by a bootstrap over evaluations"),
      auc_high: column("double", "upper end of its 95 % interval"),
      difference: column("double", "auc minus that of 400 adaptive items"),
      difference_low: column("double", "lower end of its 95 % interval, over the same draws"),
      difference_high: column("double", "upper end of its 95 % interval"),
      area: column("double", "area under the ROC of score differences, each pair in both orders"),
      false_positive: column("series", "the ROC's points: share of false orders at each threshold"),
      true_positive: column("series", "share of true orders at each threshold"),
      simulated
    },
    order: ["truth", "form", "scored", "items"]
  }
} satisfies Record<string, Table>;
