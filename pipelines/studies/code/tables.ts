// The tables of the study of programs in answers.
import {double, evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";
import {OUTCOMES, RATES} from "./rates.js";

/** By what the rows of the table `code_rates` are told apart. */
export const PARTS = ["all", "family", "level", "family and level"] as const;
export type Part = (typeof PARTS)[number];

const asked = {
  ...evaluation,
  base_task: key("the task's name, or the bank's"),
  category: key("category of its items")
};
const outcomes =
  "passed, or why the answer is wrong (no_program, syntax_error, no_function, timed_out, stopped, raised_error, wrong_result; no_reason: the store does not say), or why it has no score (truncated, not_scored, not_answered)";

export const codeTables = {
  code_rates: {
    description:
      "one row per evaluation, task, category, part of its problems and rate, of answers whose programs are run with tests (scorer code); the same problem of several points counts once",
    columns: {
      ...asked,
      part: key(`${PARTS.join(", ")}: what distinguishes the row from others`),
      family: key("kind of problem; empty for all"),
      level: key("level of difficulty; empty for all"),
      rate: key(
        `${RATES.slice(0, -OUTCOMES.length).join(", ")} or an outcome. accuracy: of scored answers without truncated ones; pass: at least one of k is right, unbiased, truncated ones wrong; tests_passed: mean share of tests; outcomes are shares of all answers and sum to 1: ${outcomes}`
      ),
      k: integer("of pass: answers of which one has to be right; null of the others"),
      value: double("the share, 0–1; null of accuracy where no answer was scored"),
      low: double(
        "lower end of its 95 % interval, clustered by problem, of pass by a bootstrap over problems; null where there is none: one problem, and tests_passed where all are alike"
      ),
      high: double("upper end"),
      n: integer("answers that it is a share of"),
      items: integer("problems that they answer"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "category", "part", "family", "level", "rate", "k"]
  },
  code_samples: {
    description: "one row per answer whose program is run: its outcome",
    columns: {
      ...asked,
      family: key("kind of problem; empty where none is known"),
      level: key("level of difficulty; empty where none is known"),
      item_id: text("identity of the test"),
      trial: integer("0-based repetition"),
      outcome: key(outcomes),
      tests_passed: double("share of its tests that it passed; null where nobody measured it"),
      failed: text("the first test that failed and what it gave, or what stopped the program; null where that is not known"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "category", "item_id", "trial"]
  }
} satisfies Record<string, Table>;
