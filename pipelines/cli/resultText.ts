// The lines with which commands that write a store end: each model's result, what is wrong, and the next command.
import {isWorkbook} from "../run/ask/files.js";
import {type Outcomes, outcomeLines, outcomesOf, wrongOf} from "../run/outcomes.js";
import {STORE} from "../run/results.js";

/** Returns the last lines of a command that wrote a store. @param task only of this task or bank */
export async function resultText(store: string, {task}: {task?: string} = {}): Promise<string> {
  return resultTextOf(await outcomesOf(store, task === undefined ? {} : {task}), store);
}

/** Returns the last lines for results that are known already. */
export function resultTextOf(outcomes: Outcomes, store: string): string {
  const option = store === STORE ? "" : ` --store ${store}`;
  const wrong = wrongOf(outcomes);
  return [
    ...outcomeLines(outcomes),
    ...(wrong > 0 ? [`${wrong.toLocaleString("en")} wrong or unread:  npx reasonbook samples${option} --wrong`] : []),
    ...lookLine([store])
  ]
    .map(line => `${line}\n`)
    .join("");
}

/** Returns the line with the command that shows stores as pages; no line outside a workbook, which has the pages. */
export function lookLine(stores: readonly string[]): string[] {
  const options = stores.length === 1 && stores[0] === STORE ? "" : stores.map(store => ` --store ${store}`).join("");
  return isWorkbook() ? [`look at it:  npx reasonbook dev${options}`] : [];
}
