// Makes the study table `confabulations`.
import {maker} from "../maker.node.js";
import {ANSWERS} from "./study.js";
import {hallucinationTables} from "./tables.js";

/** Examples of each evaluation and subject. */
const EXAMPLES = 4;

const SHOWN = `select eval_id, model, template, sampler, base_task, subject, item_id, prompt, answer, simulated from (${ANSWERS})
  where confabulated and not cut and answer is not null
  qualify row_number() over (partition by eval_id, base_task, subject order by item_id, trial) <= ${EXAMPLES}
  order by eval_id, base_task, subject, item_id, trial`;

/** Writes the table into a store, without rows where no question has the scorer fact. */
export const make = maker(hallucinationTables, async ({stage, open}) => {
  const {tables, rows, has} = await open();
  if (!(tables.includes("measures") && tables.includes("samples") && (await has("items", "scorer")))) return;
  for (const row of await rows(SHOWN)) stage.append("confabulations", row);
});
