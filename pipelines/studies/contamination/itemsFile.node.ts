// Reads items to audit from files of others: rows with an id and a text.
import {z} from "zod";
import {openRows} from "../../rows/openRows.node.js";
import {checkedRow} from "../../store/lines.node.js";
import type {Item} from "./itemIndex.js";
import {ITEM_KIND} from "./recordKinds.js";

const label = z.union([z.string(), z.number().transform(String)]);
const itemLineSchema = z.object({
  id: label.describe("the item's name, of which there may be one"),
  text: z.string().describe("what is looked for"),
  group: label.optional().describe("task or bank whose items may share boilerplate; the file's name if absent"),
  domain: label.optional().describe("what it is about; its group if absent")
});

/** Items of a file, and one sentence for each line that is none. Throws a UserError where there is no file. */
export async function readItems(file: string): Promise<{items: Item[]; problems: string[]}> {
  const items: Item[] = [];
  const problems: string[] = [];
  const places = new Map<string, number>();
  for await (const row of openRows(file, {kind: ITEM_KIND})) {
    const {line} = row;
    const result = checkedRow(row, itemLineSchema);
    if ("bad" in result) problems.push(`${file}:${line} ${result.bad}: left out`);
    else {
      const {id, text, group = file, domain} = result.row;
      const earlier = places.get(id);
      if (earlier !== undefined)
        problems.push(`${file}:${line} id ${JSON.stringify(id)} is already that of line ${earlier}: left out`);
      else {
        places.set(id, line);
        items.push({id, text, group, ...(domain !== undefined && {domain})});
      }
    }
  }
  return {items, problems};
}
