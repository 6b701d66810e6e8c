// Columns of the study tables of adaptive testing. docs/reference.md is generated from them.
import {boolean, double, evaluation, integer, key, series, simulated, type Table, text} from "../../store/columns.js";

const suite = key(
  "suite of the items: each is calibrated apart where evaluations were asked different benchmarks; empty where the store is one"
);

export const adaptiveTables = {
  adaptive_steps: {
    description:
      "one row per step of an adaptive session: live ones of npm run adaptive, and what each evaluation's would have been, replayed on items calibrated without it",
    columns: {
      suite,
      ...evaluation,
      session: key("identity of a live session; of a replayed one the evaluation's"),
      live: boolean("asked by npm run adaptive; false for a replay of stored answers"),
      step: integer("1 for the first answer"),
      item_id: text("identity of the test"),
      base_task: key("the task's name"),
      status: integer("0 incorrect, 1 correct, 2 truncated"),
      counted: boolean("the answer entered the ability; a truncated one usually does not"),
      a: double("discrimination of the item under the bank that chose it"),
      b: double("difficulty"),
      c: double("lower asymptote"),
      u: double("upper asymptote"),
      information: double("Fisher information of the item at the estimate that it was chosen by"),
      theta: double("ability with this answer: posterior mean under a standard normal prior"),
      se: double("its standard error: the posterior's standard deviation"),
      low: double("lower end of the 95 % interval of the likelihood"),
      high: double("upper end of the 95 % interval of the likelihood"),
      full: double("ability by all of the evaluation's answers on the same bank; null for live sessions"),
      tokens: integer("completion tokens of the answer"),
      cost: double("US dollars at list price"),
      simulated
    },
    order: ["suite", "live", "model", "template", "sampler", "eval_id", "session", "step"]
  },
  adaptive_quality: {
    description: "one row per test form, scoring, truth and length: how near shorter tests come, over all evaluations",
    columns: {
      suite,
      form: key(
        "adaptive; informative (same items for all: those that tell most on average); fixed (one random draw for all); random (one for each)"
      ),
      scored: key("ability (posterior mean), or share (of right answers)"),
      truth: key("all answers (ability by all of them), or recorded ability (of reference models)"),
      items: integer("items of the form"),
      models: integer("evaluations"),
      rmse: double("root mean squared error; null for shares, and for a truth on another scale"),
      rmse_low: double("lower end of its 95 % interval, by a bootstrap over evaluations"),
      rmse_high: double("upper end of its 95 % interval"),
      correlation: double("Spearman's rank correlation with the truth"),
      correlation_low: double("lower end of its 95 % interval, by a bootstrap over evaluations"),
      correlation_high: double("upper end of its 95 % interval"),
      se: double("mean standard error of the abilities; null for shares"),
      covered: integer("evaluations whose 95 % interval holds the truth; null for shares, and for a truth on another scale"),
      simulated,
      inflation: double(
        "what standard errors of an adaptive test of this length are multiplied by, measured by these replays; null for other forms"
      )
    },
    order: ["suite", "truth", "form", "scored", "items"]
  },
  adaptive_auc: {
    description:
      "one row per test form, scoring, length and truth: how well evaluations of nearly equal ability are distinguished",
    columns: {
      suite,
      form: key("as in adaptive_quality"),
      scored: key("ability, or share (of right answers)"),
      items: integer("items of the form"),
      truth: key("all answers, or recorded ability"),
      models: integer("evaluations"),
      pairs: integer("pairs compared: the quarter whose truths lie closest"),
      auc: double("share of these pairs that the scores put in the true order, ties counting half"),
      auc_low: double("lower end of its 95 % interval, by a bootstrap over evaluations"),
      auc_high: double("upper end of its 95 % interval"),
      difference: double("auc minus that of 400 adaptive items"),
      difference_low: double("lower end of its 95 % interval, over the same draws"),
      difference_high: double("upper end of its 95 % interval"),
      area: double("area under the ROC of score differences, each pair in both orders"),
      false_positive: series("the ROC's points: share of false orders at each threshold"),
      true_positive: series("share of true orders at each threshold"),
      simulated
    },
    order: ["suite", "truth", "form", "scored", "items"]
  }
} satisfies Record<string, Table>;
