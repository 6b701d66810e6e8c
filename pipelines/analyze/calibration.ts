// The command `calibration`: whether stated confidence, or the probability of an answer, is how often it is right.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {SOURCES} from "../studies/calibration/sources.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";

const estimate = (name: string, what: string) => ({
  [name]: z.number().nullable().describe(`${what}; null where it cannot be estimated`),
  [`${name}_low`]: z.number().nullable().describe("lower end of its 95 % interval"),
  [`${name}_high`]: z.number().nullable().describe("upper end")
});

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
  row: z.object({
    ...evaluationFields,
    source: z
      .enum(SOURCES)
      .describe("stated in the answer, probability of the chosen option, or mean probability of the answer's tokens"),
    category: z.string().describe("category or task; empty for all together"),
    n: z.int().describe("untruncated answers with a confidence"),
    missing: z.int().describe("untruncated answers that were to state a confidence and state none"),
    unreadable: z.int().describe("confidences that are neither a share nor a percentage; left out"),
    truncated: z.int().describe("answers that the token limit stopped; left out"),
    ...estimate("accuracy", "share of right answers, guessing not taken out"),
    ...estimate("confidence", "mean confidence, 0–1"),
    ...estimate("gap", "mean confidence minus accuracy: above 0 is overconfidence"),
    ece: z.number().nullable().describe("expected calibration error over 10 bins of equal width, as usually reported"),
    ...estimate("ece_corrected", "the same corrected for sampling bias, at least 0"),
    ...estimate("ece_mass_corrected", "the same over bins of equal mass"),
    ...estimate("brier", "Brier score: 0 is best"),
    reliability: z.number().nullable().describe("its part by miscalibration: 0 is best"),
    resolution: z.number().nullable().describe("its part by telling right from wrong: more is better"),
    uncertainty: z.number().nullable().describe("accuracy × (1 − accuracy)"),
    ...estimate("auroc", "probability that a right answer has more confidence than a wrong one"),
    ...estimate("intercept", "of Cox's line in logits: 0 where calibrated, below where too sure"),
    ...estimate("slope", "its slope: 1 where calibrated, below where confidences are spread too far"),
    ...estimate("accuracy_80", "accuracy of the 80 % that are most confident"),
    ...estimate("correlation", "of accuracy and mean confidence over categories"),
    categories: z.int().nullable().describe("these categories; null but for all together"),
    ...simulatedField
  }),
  async rows(store, {by}) {
    if (store.filter.clean) throw new UserError("calibration covers all tests: it cannot be combined with --clean");
    const rows =
      await store.ask(`select *, ece_low as ece_corrected_low, ece_high as ece_corrected_high, ece_mass_low as ece_mass_corrected_low, ece_mass_high as ece_mass_corrected_high
      from calibration where eval_id in (select eval_id from picked) and (category = '') = ${by === "evaluation"}
      order by model, template, sampler, source, category`);
    if (rows.length === 0)
      throw new UserError(
        'no answer here has a confidence; "{task: zen-calib}" in a suite asks for some, and samplers with logprobs bring some'
      );
    return rows as never;
  }
});
