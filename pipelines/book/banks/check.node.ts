// Reads a bank again and reports everything in its files that cannot be asked.
import {openBankFile} from "./bank.node.js";
import {itemsOf} from "./reader.node.js";
import {noRecords} from "./recordCounts.js";
import {openSummary, type Summary} from "./summary.js";

/** The summary of a bank's files, its development split not among them. Throws a UserError where a file as a whole cannot be read. */
export async function checkBank(path: string, {within}: {within: string}): Promise<Summary> {
  const {source} = await openBankFile(path, {within});
  const counts = noRecords();
  const summary = openSummary(counts);
  for await (const items of itemsOf(source, counts)) for (const {item} of items) summary.add(item);
  return summary.close();
}
