// Makes the table of calibration: both built-in models of embeddings on labelled pairs.
import {packageFolder} from "../../../book/optionalPackage.node.js";
import {embedders} from "../../../infer/reference/embedding.node.js";
import {maker} from "../../maker.node.js";
import {calibrated} from "./measure.node.js";
import {calibrationTables} from "./tables.js";

/** Items of each task. The sentence encoder takes a twentieth of a second a text and more, so that it is measured on fewer. */
const ITEMS_OF_A_TASK: Record<string, number> = {"universal-sentence-encoder-lite-512": 4};
const ITEMS_OF_A_TASK_ELSE = 10;

/** Writes the table into a store. It depends on the tasks and the installed models of embeddings alone, and on nothing in the store. */
export const make = maker(calibrationTables, async ({report, stage}) => {
  const installed = embedders.filter(({packages = []}) => packages.every(packageFolder));
  for (const {id, owned_by, embed} of installed) {
    const {curve, area} = await calibrated(async texts => (await embed(texts)).map(vector => Float32Array.from(vector)), {
      count: ITEMS_OF_A_TASK[id] ?? ITEMS_OF_A_TASK_ELSE
    });
    const {value, low, high} = area;
    for (const row of curve)
      stage.append("contamination_calibration", {
        embedder: id,
        described: owned_by,
        ...row,
        area: value,
        area_low: low,
        area_high: high
      });
    report.info(`calibration of ${id}: ${curve[0]!.paraphrases} paraphrases, ${curve[0]!.negatives} other questions`);
  }
});
