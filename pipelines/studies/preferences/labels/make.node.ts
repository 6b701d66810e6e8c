// Makes the study tables of people's labels of single answers, from the labels that the store keeps, and draws answers to label.
import {sha256Hex} from "../../../book/canonical.js";
import {judgeKey} from "../../extraction/judgeFile.node.js";
import {maker} from "../../maker.node.js";
import {correctJudge} from "./accuracy.js";
import {drawAnswers} from "./draw.node.js";
import {labelsDigest, storedLabels} from "./labelsFile.node.js";
import {type Labelled, labelled, viewAnswers} from "./store.node.js";
import {labelsTables} from "./tables.js";

/** Half width of intervals that tables count labels for, unless a command names another: 3 percentage points. */
export const HALF_WIDTH = 0.03;

/** Digest of the labels and of judges' readings that the store keeps: the tables depend on them in addition to the store's tables. */
export const key = async (folder: string): Promise<string> =>
  sha256Hex(JSON.stringify([await labelsDigest(folder), await judgeKey(folder)])).slice(0, 16);

/** Writes the tables into a store. */
export const make = maker(labelsTables, async ({folder, report, stage, open}) => {
  const records = await storedLabels(folder);
  const store = await open();
  if (!store.tables.includes("samples")) return;
  await viewAnswers(store);
  const none: Pick<Labelled, "labels" | "judges"> = {labels: [], judges: new Map()};
  const {labels, judges} = records.length > 0 ? await labelled(folder, store, records) : none;
  for (const row of labels) stage.append("labels", {...row});
  const answers = await drawAnswers(folder, store, {labels});
  for (const [position, row] of answers.entries()) stage.append("annotation_answers", {...row, position});
  report.info(`answers to label: ${answers.length} drawn`);
  for (const [name, evaluations] of judges) {
    const {rates, noBetterThanChance, models} = correctJudge(name, evaluations, {halfWidth: HALF_WIDTH});
    const {sensitivity, specificity} = rates;
    for (const {judged, corrected, eval_id, model, template, sampler, estimator, labels: used, needed, simulated} of models)
      stage.append("judge_accuracy", {
        judge: name,
        ...{eval_id, model, template, sampler, estimator, needed, simulated},
        n: judged.n,
        judged: judged.value,
        judged_low: judged.low,
        judged_high: judged.high,
        corrected: corrected.value,
        low: corrected.low,
        high: corrected.high,
        labels: used,
        sensitivity: sensitivity.value,
        sensitivity_low: sensitivity.low,
        sensitivity_high: sensitivity.high,
        sensitivity_n: sensitivity.n,
        specificity: specificity.value,
        specificity_low: specificity.low,
        specificity_high: specificity.high,
        specificity_n: specificity.n,
        chance: noBetterThanChance
      });
  }
});
