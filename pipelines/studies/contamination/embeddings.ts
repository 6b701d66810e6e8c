// What the command `contamination embeddings` writes and what reads it back: the run, each item's nearest window, and the windows.
import {z} from "zod";
import {sha256Hex} from "../../book/canonical.js";
import type {EmbeddedCorpora} from "./embedFiles.node.js";
import type {Item} from "./itemIndex.js";
import {placeOf} from "./results.js";

/** Names of the files in the folder of an audit. The run is written last: without it the other two are of no finished run. */
export const EMBEDDINGS = {run: "embeddings.json", items: "embeddings.jsonl", windows: "windows.jsonl"} as const;

const share = z.number().nullable();

export const embeddingsRunSchema = z.object({
  model: z.string().describe("the model that was asked for vectors"),
  described: z.string().describe("what it is"),
  distance: z.number().describe("largest cosine distance of a window that is kept"),
  items: z.int().describe("items that were to be compared"),
  compared: z.int().describe("items with a word, which have an embedding"),
  items_sha256: z.string().describe("SHA-256 of the items"),
  documents: z.int(),
  windows: z.int().describe("windows of documents that items were compared with"),
  files: z.array(
    z.object({
      corpus: z.string(),
      file: z.string(),
      bytes: z.number(),
      sha256: z.string().nullable(),
      documents: z.int(),
      windows: z.int(),
      read: z.boolean().describe("whether all of its text was read"),
      problems: z.array(z.string())
    })
  ),
  calibration: z
    .object({
      paraphrases: z.int(),
      found: z.int(),
      recall: share,
      recall_low: z.number(),
      recall_high: z.number(),
      negatives: z.int(),
      wrong: z.int(),
      false_positive_rate: share,
      false_low: z.number(),
      false_high: z.number(),
      precision: share,
      precision_low: z.number(),
      precision_high: z.number(),
      area: share,
      area_low: z.number(),
      area_high: z.number()
    })
    .describe("planted pairs of this project's questions that this model puts within that distance (docs/contamination.md)")
});
export type EmbeddingsRun = z.infer<typeof embeddingsRunSchema>;

export const embeddedItemSchema = z.object({
  id: z.string(),
  group: z.string(),
  distance: z.number().nullable().describe("of the nearest window; null where none lies within the distance, or it has no word"),
  document: z.string().nullable().describe("where that window stands"),
  documents: z.int().describe("documents with a window within the distance")
});
export type EmbeddedItem = z.infer<typeof embeddedItemSchema>;

/** Digits of a distance: the built-in encoder's vectors repeat to six, whatever texts are computed beside each other. */
const DIGITS = 4;
const rounded = (distance: number): number => Number(distance.toFixed(DIGITS));

/** One line for each item, and one for each window that is kept. */
export function embeddingRows(
  items: readonly Item[],
  {nearest, within}: Pick<EmbeddedCorpora, "nearest" | "within">
): {items: EmbeddedItem[]; windows: object[]} {
  return {
    items: items.map(({id, group}, i) => {
      const [best] = nearest[i]!;
      const found = best && {distance: rounded(best.distance), document: placeOf(best)};
      return {id, group, distance: null, document: null, ...found, documents: within[i]!};
    }),
    windows: items.flatMap(({id}, i) =>
      nearest[i]!.map(({distance, at, words, excerpt, ...place}) => ({
        id,
        document: placeOf(place),
        distance: rounded(distance),
        at,
        words,
        excerpt
      }))
    )
  };
}

/** Identity of items, in any order of theirs. */
export const itemsDigest = (items: readonly Pick<Item, "id" | "text">[]): string =>
  sha256Hex(JSON.stringify(items.map(({id, text}) => [id, text]).sort(([a], [b]) => (a! < b! ? -1 : 1))));
