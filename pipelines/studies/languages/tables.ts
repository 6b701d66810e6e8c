// The table of the study of languages.
import {double, evaluation, integer, key, simulated, type Table} from "../../store/columns.js";

const pairedLow = "lower end of its paired 95 % interval; null with fewer than two pairs";

export const languagesTables = {
  language_gaps: {
    description:
      "one row per evaluation, task, kind and language of questions that are asked in several languages: accuracy, the paired gap to English, and answers in the wrong language",
    columns: {
      ...evaluation,
      base_task: key("the benchmark's name, or the bank's"),
      kind: key("kind of question; empty for all together"),
      language: key("language of the questions, BCP 47; empty for all but English together"),
      n: integer("first answers that were scored, truncated ones not among them"),
      correct: integer("of these, right ones"),
      truncated: integer("answers that the token limit stopped; they are left out"),
      unparsed: integer("of n, answers without one of the right kind; they count as wrong"),
      unscored: integer("answers that could not be scored"),
      guess: double("mean guess chance; null without answers"),
      accuracy: double("excess accuracy, 0 guessing, 1 knowing; null without answers"),
      low: double("lower end of its rescaled 95 % interval, clustered by question where it is of several languages"),
      high: double("upper end"),
      pairs: integer("questions with finished answers in English and in this language"),
      gap: double(
        "excess accuracy in English minus that in this language over these pairs: positive where it is worse than English; null of English and without pairs"
      ),
      gap_low: double(pairedLow),
      gap_high: double("upper end"),
      p: double("two-sided p-value of no gap"),
      q: double("p adjusted over the languages of this evaluation, task and kind (Benjamini & Hochberg); null of all together"),
      only_english: integer("pairs that were right in English alone; null without pairs, and of all together"),
      only_language: integer("pairs that were right in this language alone"),
      exact: double("McNemar's exact p; null without pairs, and of all together"),
      measured: integer("finished answers of which it is known whether they are in another language"),
      wrong_language: double("share of these that are wrong, but say the right thing in another language; null without any"),
      wrong_low: double("lower end of its 95 % interval"),
      wrong_high: double("upper end"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "kind", "language"]
  }
} satisfies Record<string, Table>;
