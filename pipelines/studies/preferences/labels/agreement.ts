// Agreement among annotators of single answers.
import {groupBy} from "../../../stats/groupBy.js";
import {agreed, fleissOf, krippendorffOf} from "../agreement/agreement.js";
import {type Agreed, nothing, panelOf} from "../agreement/coefficient.js";
import {pooledAgreed} from "../agreement/cohen.js";
import {corners} from "../agreement/disagreement.js";
import {indexed} from "../votes/votes.js";
import {LABELS, type Label, lastLabels} from "./label.js";

/** A label with the answer and the test that it is of. */
export interface AnswerLabel extends Label {
  /** identity of the answer */
  answer: string;
  item_id: string;
}

export interface LabelAgreement {
  /** labels, of each annotator the last one of an answer */
  labels: number;
  annotators: number;
  /** Cohen's κ pooled over pairs of annotators, Fleiss' κ and Krippendorff's nominal α; n answers with labels of two annotators */
  cohen: Agreed;
  fleiss: Agreed;
  krippendorff: Agreed;
}

/**
 * Agreement of annotators on whether answers are right, with the coefficients and intervals that votes have. Units are answers; intervals
 * are over tests and annotators, or the next narrower kind that there is.
 */
export function labelAgreement(all: readonly AnswerLabel[]): LabelAgreement {
  const labels = [...groupBy(all, ({answer}) => answer).values()].flatMap(lastLabels);
  const [judges, judge] = indexed(labels.map(({annotator}) => annotator));
  const [, unit] = indexed(labels.map(({answer}) => answer));
  const [, question] = indexed(labels.map(({item_id}) => item_id));
  const rows = {n: labels.length, unit, judge, question, judges};
  const panel = panelOf(rows, row => (labels[row]!.isCorrect ? 0 : 1), {categories: LABELS.length});
  const none = judges.length < 2 ? "fewer than two annotators" : "no answer that two annotators labelled";
  const unlessEmpty = (coefficient: () => Agreed): Agreed => (panel.units === 0 ? nothing(none) : coefficient());
  return {
    labels: labels.length,
    annotators: judges.length,
    cohen: unlessEmpty(() => pooledAgreed(panel, corners(LABELS.length))),
    fleiss: unlessEmpty(() => agreed(panel, fleissOf)),
    krippendorff: unlessEmpty(() => agreed(panel, ratings => krippendorffOf(ratings, "nominal")))
  };
}
