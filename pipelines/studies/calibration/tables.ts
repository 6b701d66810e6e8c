// The tables of the study of calibration: how well confidence tells right answers from wrong ones.
import {double, evaluation, integer, key, simulated, type Table} from "../../store/columns.js";
import {BINNINGS, BINS} from "./bins.js";
import type {STATED_COVERAGES} from "./measures.js";
import {SOURCES} from "./sources.js";

const group = {
  ...evaluation,
  source: key(
    `${SOURCES.join(", ")}: measure confidence, as the answer states it; measure confidence_chosen, the probability of the choice (scorer loglikelihood); exp(mean_logprob), the geometric mean probability of the answer's tokens`
  ),
  category: key("the facet `of` of its point, else the category of a bank's items, else the task's name; empty for all together")
};
const ends = (name: string, what: string) => ({
  [`${name}_low`]: double(`lower end of its 95 % interval${what}`),
  [`${name}_high`]: double("upper end")
});
const accuracyOfMost = (percent: (typeof STATED_COVERAGES)[number]) => ({
  [`accuracy_${percent}`]: double(`accuracy of the ${percent} % that are most confident`),
  ...ends(`accuracy_${percent}`, ", Wilson's")
});
const order = ["model", "template", "sampler", "source", "category"];

export const calibrationStudyTables = {
  calibration: {
    description: "one row per evaluation, source of confidence and category: calibration over first answers",
    columns: {
      ...group,
      n: integer("untruncated answers with a confidence"),
      correct: integer("right ones"),
      distinct_values: integer("different confidences among them"),
      missing: integer("untruncated answers that were to state a confidence and state none that can be read"),
      unreadable: integer("confidences that are neither a share nor a percentage; left out"),
      truncated: integer("answers of the same category that the token limit stopped"),
      unit: key("share, or percent where some confidence exceeds 1"),
      accuracy: double("share of right answers; no guessing is taken out, since confidence refers to this share"),
      ...ends("accuracy", ", Wilson's"),
      confidence: double("mean confidence, 0–1"),
      ...ends("confidence", ", Student's; null where all are alike"),
      gap: double("mean confidence minus accuracy: above 0 is overconfidence"),
      ...ends("gap", ", Student's; null where all are alike"),
      ece: double(`expected calibration error over ${BINS} bins of equal width, as usually reported: chance adds to it`),
      ece_corrected: double("the same corrected for sampling bias, at least 0 (docs/calibration.md)"),
      ...ends("ece", " without chance, by test inversion; null for a single answer"),
      ece_mass: double(`the same over ${BINS} bins of equal mass; fewer where confidences are equal`),
      ece_mass_corrected: double("corrected for sampling bias"),
      ...ends("ece_mass", ""),
      brier: double("Brier score, mean of (confidence − right)²: 0 is best"),
      ...ends("brier", ", Student's; null where all are alike"),
      reliability: double("Murphy's reliability by whole percents: 0 is best"),
      resolution: double("resolution: more is better"),
      uncertainty: double("accuracy × (1 − accuracy); brier = reliability − resolution + uncertainty + within_bins"),
      within_bins: double("what lies within a percent; 0 for confidences in whole percents"),
      auroc: double(
        "probability that a right answer has more confidence than a wrong one, ties half; null where all are right, wrong, or of one confidence"
      ),
      ...ends("auroc", ", Newcombe's method 5"),
      intercept: double("of Cox's line logit P(right) = intercept + slope × logit(confidence); null where it cannot be fitted"),
      ...ends("intercept", ", Wald's"),
      slope: double("its slope: below 1, confidences are spread too far"),
      ...ends("slope", ", Wald's"),
      ...accuracyOfMost(50),
      ...accuracyOfMost(80),
      ...accuracyOfMost(90),
      categories: integer("categories that the correlation is over; null but for all together"),
      correlation: double("Pearson's r of accuracy and mean confidence over categories; null for fewer than three"),
      ...ends("correlation", ", Fisher's; null for three"),
      simulated
    },
    order
  },
  calibration_bins: {
    description: "one row per evaluation, source, category, binning and bin: the reliability diagram",
    columns: {
      ...group,
      binning: key(`${BINNINGS.join(", ")}: bins of equal width, or with equally many answers`),
      bin: integer("0-based place"),
      lowest: double("lowest confidence of the bin"),
      highest: double("highest"),
      n: integer("answers in it; bins without one have no row"),
      correct: integer("right ones"),
      confidence: double("their mean confidence"),
      accuracy: double("share of right ones"),
      low: double("lower end of its 95 % interval, Wilson's"),
      high: double("upper end"),
      simulated
    },
    order: [...order, "binning", "bin"]
  },
  calibration_selective: {
    description: "one row per evaluation, source, category and coverage: accuracy where only the most confident answers are kept",
    columns: {
      ...group,
      coverage: double("share of answers that are kept, 0.05 to 1"),
      n: integer("answers that are kept"),
      threshold: double("confidence of the last that is kept"),
      accuracy: double("share of right ones among them; of equal confidences at the edge each counts in part"),
      low: double("lower end of its 95 % interval, Wilson's"),
      high: double("upper end"),
      simulated
    },
    order: [...order, "coverage"]
  }
} satisfies Record<string, Table>;
