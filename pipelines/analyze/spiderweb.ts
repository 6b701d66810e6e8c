// The command `spiderweb`: one evaluation's accuracy and truncation for each task.
import {z} from "zod";
import {UserError} from "../rows/error.js";
import {command} from "./command.js";
import {accuracyFields, costField, evaluationFields, POOLED, simulatedField, tokenFields, truncationFields} from "./fields.js";

const row = z.object({
  ...evaluationFields,
  task: z.string(),
  ...accuracyFields,
  ...truncationFields,
  ...tokenFields,
  ...costField,
  ...simulatedField
});
type Row = z.infer<typeof row>;

export const spiderweb = command({
  name: "spiderweb",
  description: "accuracy, truncation and tokens task by task, as a radar of one evaluation",
  options: z.object({}),
  row,
  async rows(store) {
    return (await store.ask(`select eval_id, model, template, sampler, base_task as task, ${POOLED} from picked
      group by eval_id, model, template, sampler, base_task order by model, template, sampler, base_task`)) as never;
  },
  async plot(rows, {width}) {
    const {radar} = await import("../charts/model/radar.js");
    const {evaluationLabels} = await import("../charts/shared/label.js");
    const {size} = evaluationsOf(rows);
    if (size > 1) throw new UserError(`a picture shows one evaluation, ${size} pass the filters; add --model`);
    const spokes = rows.map(each => ({...each, name: each.task}));
    return radar(spokes, {width, title: evaluationLabels(rows)(rows[0]!), simulated: rows[0]!.simulated});
  },
  async sentence(rows) {
    const {modelSentence} = await import("../charts/model/model.js");
    const {evaluationLabels} = await import("../charts/shared/label.js");
    if (evaluationsOf(rows).size > 1) return "";
    return modelSentence(
      rows.map(each => ({...each, tiers: new Map()})),
      evaluationLabels(rows)(rows[0]!)
    );
  }
});

const evaluationsOf = (rows: readonly Row[]): Set<string> => new Set(rows.map(({eval_id}) => eval_id));
