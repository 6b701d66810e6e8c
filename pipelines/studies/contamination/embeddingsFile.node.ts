// Reads what `contamination embeddings` has written into a folder.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {UserError} from "../../rows/error.js";
import {checkedJson, checkedRows} from "../../store/lines.node.js";
import type {CorpusFile} from "./corpora.node.js";
import {
  EMBEDDINGS,
  type EmbeddedItem,
  type EmbeddingsRun,
  embeddedItemSchema,
  embeddingsRunSchema,
  itemsDigest
} from "./embeddings.js";
import type {Item} from "./itemIndex.js";
import type {Nearest} from "./results.js";

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

/**
 * The nearest windows of a folder, by item, for an audit that lets them decide. Throws a UserError where there are none, or none of these
 * items and files within this distance.
 */
export async function nearestOf(
  folder: string,
  {items, files, distance}: {items: readonly Item[]; files: readonly CorpusFile[]; distance: number}
): Promise<Map<string, Nearest>> {
  const found = await storedEmbeddings(folder);
  const first = "npm run -s contamination -- embeddings";
  if (!found)
    throw new UserError(
      `--distance rests on embeddings, and ${folder} holds none of a finished run: ${first} --out ${folder} makes them`
    );
  const {run} = found;
  if (run.items_sha256 !== itemsDigest(items))
    throw new UserError(`the embeddings in ${folder} are of other items: ${first} again`);
  const known = new Set(run.files.map(({file, bytes}) => `${bytes} ${file}`));
  if (known.size !== files.length || files.some(({path, bytes}) => !known.has(`${bytes} ${path}`)))
    throw new UserError(`the embeddings in ${folder} are of other files: ${first} again`);
  if (run.distance < distance)
    throw new UserError(
      `the embeddings in ${folder} reach to a distance of ${run.distance} alone: ${first} --distance ${distance}`
    );
  return new Map(
    found.items.flatMap(({id, distance, document}) =>
      distance === null || document === null ? [] : [[id, {distance, document, model: run.model}] as const]
    )
  );
}
