// The tables of the study of answer extraction.
import {column, evaluation, simulated, type Table} from "../../store/columns.js";
import {METHODS} from "./confusion.js";

/** Name of a rule or reason that a store does not keep. */
export const UNKNOWN = "unknown";

/** How two readings of one answer differ. */
export const DISAGREEMENTS = ["only rules", "only classifier", "different"] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];

/** How the rules and the classifier read an answer that a judge reads too. */
export const AGREED = "agreed";
export type Reading = typeof AGREED | Disagreement;

const method = column("key", `${METHODS.join(", ")}: by which answers are found`);

export const extractionTables = {
  extraction_checks: {
    description:
      "one row per source of labelled texts, part of it and method: how well answers are found where it is known what the texts state",
    columns: {
      source: column("key", "built-in texts that are kept from training, or the name of a file of data/extraction"),
      task: column("key", "part of the source; empty for all"),
      method,
      n: column("integer", "texts"),
      stated: column("integer", "of them, those that state an answer"),
      right: column("integer", "the stated answer was found"),
      wrong: column("integer", "another one was found"),
      missed: column("integer", "none was found, though one is stated"),
      invented: column("integer", "one was found, though none is stated"),
      none: column("integer", "none was found, and none is stated"),
      precision: column("double", "right among answers found, 0–1; null without any"),
      recall: column("double", "right among answers stated; null without any"),
      f1_answer: column("double", "F1 of answers; null where none is stated"),
      f1_none: column("double", "F1 of texts without an answer; null where all state one"),
      macro_f1: column(
        "double",
        "mean of the F1 of answers, each kind by itself (number, letter, word, line), and of texts without one"
      ),
      macro_low: column("double", "lower end of its 95 % interval, percentile bootstrap over texts; null for a single text"),
      macro_high: column("double", "upper end"),
      difference: column("double", "macro-F1 of the classifier minus that of the rules"),
      difference_low: column("double", "lower end of its 95 % interval, over the same replicates"),
      difference_high: column("double", "upper end")
    },
    order: ["source", "task", "method"]
  },
  extractions: {
    description:
      "one row per evaluation and task whose answers are read by the rules: where the classifier reads them otherwise, and accuracy under each",
    columns: {
      ...evaluation,
      base_task: column("key", "the task's name, or the bank's"),
      n: column("integer", "untruncated first answers that both read, at most as many as docs/extraction.md says"),
      agreed: column("integer", "of them, those of which both say the same, an answer or none"),
      only_rules: column("integer", "the rules find an answer, the classifier none"),
      only_classifier: column("integer", "the classifier finds an answer, the rules none"),
      different: column("integer", "both find one, and not the same"),
      disagreement: column("double", "share of answers of which they do not say the same, 0–1"),
      disagreement_low: column("double", "lower end of its 95 % interval, Wilson's"),
      disagreement_high: column("double", "upper end"),
      rules: column("double", "accuracy by the rules, guesses included, 0–1"),
      rules_low: column("double", "lower end of its 95 % interval, Wilson's"),
      rules_high: column("double", "upper end"),
      classifier: column("double", "accuracy by the classifier"),
      classifier_low: column("double", "lower end"),
      classifier_high: column("double", "upper end"),
      difference: column("double", "accuracy by the classifier minus by the rules, over the same answers"),
      difference_low: column("double", "lower end of its 95 % interval, paired; null for a single answer"),
      difference_high: column("double", "upper end"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task"]
  },
  extraction_examples: {
    description: "one row per evaluation, task and kind of disagreement, where there is one: the first such answer, to be read",
    columns: {
      ...evaluation,
      base_task: column("key", "the task's name, or the bank's"),
      disagreement: column("key", `${DISAGREEMENTS.join(", ")}: which method finds an answer`),
      item_id: column("text", "identity of the test"),
      expected: column("text", "the right answer"),
      rules: column("text", "the answer by the rules; null if none"),
      classifier: column("text", "the answer by the classifier; null if none"),
      probability: column("double", "probability that the classifier gives to its reading, 0–1"),
      text: column("text", "the end of the response, at most 1,000 characters of it"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "disagreement"]
  },
  extraction_judged: {
    description:
      "one row per judge and way in which the rules and the classifier read an answer: what the judge reads in the same answers; without rows where none was asked",
    columns: {
      judge: column("key", "id of the judging model"),
      reading: column("key", `${[AGREED, ...DISAGREEMENTS].join(", ")}: how the two methods read the answers`),
      n: column("integer", "answers that the judge read"),
      as_rules: column("integer", "of them, those that it reads as the rules do, none and none included"),
      as_classifier: column("integer", "those that it reads as the classifier does"),
      as_neither: column("integer", "those that it reads as neither does"),
      unread: column("integer", "answers of which its reply was no reading; not among n"),
      own: column("integer", "of n, answers of the judge's own model"),
      against_rules: column("double", "share of n that it reads differently from the rules, 0–1; null where n is 0"),
      against_rules_low: column("double", "lower end of its 95 % interval, Wilson's"),
      against_rules_high: column("double", "upper end"),
      against_classifier: column("double", "share of n that it reads otherwise than the classifier"),
      against_classifier_low: column("double", "lower end"),
      against_classifier_high: column("double", "upper end"),
      simulated: column("boolean", "true where the judge, or a model whose answers it read, is a simulated one")
    },
    order: ["judge", "reading"]
  },
  answer_rules: {
    description: "one row per evaluation, task, and rule that found answers or reason for no answer: the number of samples",
    columns: {
      ...evaluation,
      base_task: column("key", "the task's name, or the bank's"),
      rule: column(
        "key",
        `rule that found the answer, as table samples has it; ${UNKNOWN} if the store does not keep it, empty for samples without an answer`
      ),
      reason: column(
        "key",
        `reason for no answer, as table samples has it; ${UNKNOWN} if the store does not keep it, empty for samples with an answer`
      ),
      n: column("integer", "samples, truncated ones included"),
      correct: column("integer", "of them, correct ones"),
      truncated: column("integer", "of them, truncated ones"),
      simulated
    },
    order: ["model", "template", "sampler", "eval_id", "base_task", "rule", "reason"]
  },
  answer_rule_examples: {
    description:
      "up to three rows per rule, of different evaluations where possible: answers with the text around them; without rows where the store has no texts or keeps no positions of answers",
    columns: {
      rule: column("key", "rule that found the answer"),
      ...evaluation,
      base_task: column("key", "the task's name, or the bank's"),
      item_id: column("text", "identity of the test"),
      trial: column("integer", "0-based repetition"),
      status: column("integer", "0 incorrect, 1 correct, 2 truncated"),
      answer: column("text", "the answer, in canonical spelling"),
      before: column("text", "the 60 characters of the response before the answer, fewer at its beginning"),
      span: column("text", "the answer as the response has it; of more than 200 characters the first and last 60"),
      after: column("text", "the 60 characters after it, fewer at the end"),
      simulated
    },
    order: ["rule", "model", "template", "sampler", "eval_id", "item_id", "trial"]
  }
} satisfies Record<string, Table>;
