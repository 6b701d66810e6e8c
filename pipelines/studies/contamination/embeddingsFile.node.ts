// Reads what `contamination embeddings` has written into a folder.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {UserError} from "../../rows/error.js";
import {checkedJson, checkedRows} from "../../store/lines.node.js";
import {EMBEDDINGS, type EmbeddedItem, type EmbeddingsRun, embeddedItemSchema, embeddingsRunSchema} from "./embeddings.js";

export interface StoredEmbeddings {
  run: EmbeddingsRun;
  items: EmbeddedItem[];
}

/** The finished run of a folder; null where there is none. Throws a UserError that names a file of another kind. */
export async function storedEmbeddings(folder: string): Promise<StoredEmbeddings | null> {
  const file = join(folder, EMBEDDINGS.run);
  if (!existsSync(file)) return null;
  const foreign = (what: string) => new UserError(`${what} is not what contamination embeddings writes; run it again`);
  const run = await checkedJson(file, embeddingsRunSchema, foreign);
  const items: EmbeddedItem[] = [];
  for await (const item of checkedRows(join(folder, EMBEDDINGS.items), embeddedItemSchema, foreign)) items.push(item);
  return {run, items};
}
