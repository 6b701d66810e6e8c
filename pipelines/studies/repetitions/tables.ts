// The table of the study of repeated answers.
import {double, evaluation, integer, key, simulated, type Table} from "../../store/columns.js";

export const repetitionsTables = {
  repetitions: {
    description: "one row per evaluation, suite, task and reducer, of evaluations that were asked questions more than once",
    columns: {
      ...evaluation,
      base_task: key("the task's name; empty for all tasks of the suite together"),
      reducer: key(
        "mean: share of right answers; pass: pass@k, at least one of k is right; pass_hat: pass^k, all of k are right (both unbiased); majority: the most frequent answer is right"
      ),
      k: integer("number of answers that the reducer takes; null for mean and majority"),
      value: double("its mean over items, 0–1; truncated answers are not right, and no guessing is subtracted"),
      low: double("lower end of its 95 % interval, by a bootstrap over items; null for a single item"),
      high: double("upper end"),
      items: integer("items with enough answers for it; those of mean are all of them"),
      answers: integer("answers to these items"),
      simulated,
      suite: key("the suite that asked them; empty where none is known")
    },
    order: ["model", "template", "sampler", "suite", "base_task", "reducer", "k"]
  }
} satisfies Record<string, Table>;
