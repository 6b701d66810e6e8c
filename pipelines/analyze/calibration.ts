// The command `calibration`: whether stated confidence, or the probability of an answer, is how often it is right.
import {z} from "zod";
import {SOURCES} from "../studies/calibration/sources.js";
import {command} from "./command.js";
import {count, countOrNull, estimate, evaluationFields, numberOrNull, simulatedField, text} from "./fields.js";

const estimated = (name: string, what: string) => estimate(name, `${what}; null where it cannot be estimated`);

export const calibration = command({
  name: "calibration",
  description: "calibration of confidence: ECE corrected for sampling bias, Brier score in parts, AUROC, selective accuracy",
  options: z.object({
    by: z
      .enum(["evaluation", "category"])
      .default("evaluation")
      .describe("one row per evaluation and source, or per category too")
  }),
  needs: ["calibration"],
  empty: 'no answer here has a confidence; "{task: zen-calib}" in a suite asks for some, and samplers with logprobs bring some',
  row: z.object({
    ...evaluationFields,
    source: z
      .enum(SOURCES)
      .describe("stated in the answer, probability of the chosen option, or mean probability of the answer's tokens"),
    category: text("category or task; empty for all together"),
    n: count("untruncated answers with a confidence"),
    missing: count("untruncated answers that were to state a confidence and state none"),
    unreadable: count("confidences that are neither a share nor a percentage; left out"),
    truncated: count("answers that the token limit stopped; left out"),
    ...estimated("accuracy", "share of right answers, guessing not taken out"),
    ...estimated("confidence", "mean confidence, 0–1"),
    ...estimated("gap", "mean confidence minus accuracy: above 0 is overconfidence"),
    ece: numberOrNull("expected calibration error over 10 bins of equal width, as usually reported"),
    ...estimated("ece_corrected", "the same corrected for sampling bias, at least 0"),
    ...estimated("ece_mass_corrected", "the same over bins of equal mass"),
    ...estimated("brier", "Brier score: 0 is best"),
    reliability: numberOrNull("its part by miscalibration: 0 is best"),
    resolution: numberOrNull("its part by telling right from wrong: more is better"),
    uncertainty: numberOrNull("accuracy × (1 − accuracy)"),
    ...estimated("auroc", "probability that a right answer has more confidence than a wrong one"),
    ...estimated("intercept", "of Cox's line in logits: 0 where calibrated, below where too sure"),
    ...estimated("slope", "its slope: 1 where calibrated, below where confidences are spread too far"),
    ...estimated("accuracy_80", "accuracy of the 80 % that are most confident"),
    ...estimated("correlation", "of accuracy and mean confidence over categories"),
    categories: countOrNull("these categories; null but for all together"),
    ...simulatedField
  }),
  async rows(store, {by}) {
    return store.ask(`select *, ece_low as ece_corrected_low, ece_high as ece_corrected_high, ece_mass_low as ece_mass_corrected_low, ece_mass_high as ece_mass_corrected_high
      from calibration where eval_id in (select eval_id from picked) and (category = '') = ${by === "evaluation"}
      order by model, template, sampler, source, category`);
  }
});
