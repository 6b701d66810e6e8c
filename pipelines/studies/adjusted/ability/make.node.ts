// Makes the table of abilities without contaminated tests, from the store's samples, the fitted items and the verdicts on tests.
import {join} from "node:path";
import {fileOf} from "../../../store/publish.node.js";
import {readRows} from "../../../store/sql.node.js";
import type {Item} from "../../irt/item.js";
import {storeResponses} from "../../irt/storedResponses.js";
import {maker} from "../../maker.node.js";
import {storedVerdicts} from "../make.node.js";
import {adjustedAbilities} from "./abilities.js";
import {adjustedAbilityTables} from "./tables.js";

/** Writes the study table into a store; where no test was looked for in any corpus, or no item was fitted, it has no rows. */
export const make = maker(adjustedAbilityTables, async ({folder, stage, open}) => {
  const verdicts = await storedVerdicts(folder);
  const items: Item[] = [];
  const query = "select item_id as id, a, d, c from t where a is not null";
  for await (const row of readRows(join(folder, fileOf("irt_items")), {query}))
    items.push({...(row as unknown as Pick<Item, "id" | "a" | "d" | "c">), u: 1});
  if (verdicts.size === 0 || items.length === 0) return;
  const {responses, evaluations} = await storeResponses((await open()).connection, "missing");
  for (const [i, ability] of adjustedAbilities(items, responses, verdicts).entries())
    stage.append("adjusted_ability", {...evaluations[i]!, ...ability});
});
