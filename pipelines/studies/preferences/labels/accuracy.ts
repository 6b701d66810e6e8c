// Each model's accuracy by a judge's verdicts and corrected by labels, of one judge at a time.

import type {ClusteredCounts} from "../../../stats/clustered.js";
import type {Share} from "../../../stats/share.js";
import {shareOfClusters} from "../../../stats/share.js";
import {
  type Corrected,
  type Estimator,
  efficientAccuracy,
  isNoBetterThanChance,
  type JudgeRates,
  judgeRates,
  type LabelCounts,
  labelsIn,
  labelsNeeded,
  noLabels,
  reliancesByLabels,
  reliancesByRates,
  roganGladen,
  sumOfLabels
} from "../judging/correctedAccuracy.js";

/** Name of the judge of answers that no model graded. */
export const RULES = "rules";

export interface EvaluationName {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
}

/** A judge's verdicts on the answers of one evaluation, tests as clusters, and the labels of some of them. */
export interface JudgedEvaluation extends EvaluationName {
  verdicts: ClusteredCounts;
  labels: LabelCounts;
  simulated: boolean;
}

export interface CorrectedModel extends EvaluationName {
  /** share of its answers that the judge calls right */
  judged: Share;
  corrected: Corrected;
  /** null where there is no label to correct by */
  estimator: Estimator | null;
  /** labels that the estimate uses: its own, or those of all models */
  labels: number;
  /** labels of its answers, drawn at random, for an interval of ± the half width; null where more answers must be judged */
  needed: number | null;
  simulated: boolean;
}

export interface CorrectedJudge {
  judge: string;
  /** labelled answers of all models */
  labels: number;
  rates: JudgeRates;
  noBetterThanChance: boolean;
  models: CorrectedModel[];
}

export interface CorrectOptions {
  /** the estimator of all models; by default efficient where a model has labels, else Rogan and Gladen's with the labels of all */
  estimator?: Estimator | undefined;
  /** half width that `needed` is about, 0…1 */
  halfWidth: number;
  /** what is assumed of a judge without labels */
  assumed?: Record<"sensitivity" | "specificity", number> | undefined;
}

/** Corrects the accuracies of a judge's evaluations; models in the order of their corrected, then of their judged accuracy. */
export function correctJudge(judge: string, evaluations: readonly JudgedEvaluation[], options: CorrectOptions): CorrectedJudge {
  const all = sumOfLabels(evaluations.map(({labels}) => labels));
  const rates = judgeRates(all);
  const models = evaluations.map(each => correctModel(each, all, options));
  const rank = ({corrected, judged}: CorrectedModel) => corrected.value ?? judged.value ?? 0;
  return {
    judge,
    labels: labelsIn(all),
    rates,
    noBetterThanChance: isNoBetterThanChance(rates),
    models: models.sort((a, b) => rank(b) - rank(a) || (a.model < b.model ? -1 : 1))
  };
}

function correctModel(
  {verdicts, labels, simulated, eval_id, model, template, sampler}: JudgedEvaluation,
  all: LabelCounts,
  {estimator, halfWidth, assumed}: CorrectOptions
): CorrectedModel {
  const judged = shareOfClusters(verdicts);
  const chosen = estimator ?? (labelsIn(labels) > 0 ? "efficient" : "rogan-gladen");
  const used = chosen === "efficient" ? labels : all;
  const corrected = chosen === "efficient" ? efficientAccuracy(judged, used) : roganGladen(judged, used);
  const basis = labelsIn(labels) > 0 ? labels : all;
  const reliances =
    labelsIn(basis) > 0 ? reliancesByLabels(basis) : assumed ? reliancesByRates(judged, assumed) : reliancesByLabels(noLabels());
  return {
    ...{eval_id, model, template, sampler, judged, corrected},
    estimator: labelsIn(used) > 0 ? chosen : null,
    labels: labelsIn(used),
    needed: reliances && labelsNeeded(judged, reliances, halfWidth),
    simulated
  };
}
