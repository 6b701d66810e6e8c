// Items and settings of an audit as they are sent to other processes, which check them before they search for them.
import {z} from "zod";
import {formatBytes} from "../../book/bytes.js";
import {UserError} from "../../rows/error.js";
import {type CompressedJson, compressed, uncompressed} from "../../store/compressedJson.node.js";
import type {Item} from "./itemIndex.js";
import type {Settings} from "./settings.js";

/** Most bytes of items and settings as JSON, and compressed: a million questions of 250 characters. */
const MOST_BYTES = 256 * 2 ** 20;
export const MOST_COMPRESSED = 64 * 2 ** 20;

const share = z.number().min(0).max(1);
const settingsSchema: z.ZodType<Settings> = z.strictObject({
  n: z.int().min(1).max(100),
  short_words: z.int().min(0).max(1_000),
  short_n: z.int().min(1).max(100),
  characters: z.int().min(1).max(1_000),
  boilerplate: share,
  boilerplate_short: share,
  passage_words: z.int().min(0),
  min_words: z.int().min(0),
  min_bits: z.number().min(0),
  exact: share,
  near: share,
  near_bits: share,
  probability: z.null(),
  published: share
});
const sentSchema = z.strictObject({
  settings: settingsSchema,
  items: z
    .array(
      z.strictObject({
        text: z.string(),
        group: z.int().min(0).describe("number of its group: a name may be that of a file")
      })
    )
    .min(1)
});

/** What is searched for, without names of items and groups, which change no result of a file. Throws a UserError where it is too long. */
export async function sentItems(items: readonly Item[], settings: Settings): Promise<CompressedJson> {
  const groups = new Map<string, number>();
  const numberOf = (group: string): number => groups.get(group) ?? groups.set(group, groups.size).get(group)!;
  const characters = items.reduce((sum, {text}) => sum + text.length, 0);
  const sent =
    characters > MOST_BYTES
      ? null
      : await compressed(
          {settings: {...settings, probability: null}, items: items.map(({text, group}) => ({text, group: numberOf(group)}))},
          {most: MOST_BYTES, mostCompressed: MOST_COMPRESSED}
        );
  if (sent) return sent;
  throw new UserError(
    `the items are more than ${formatBytes(MOST_BYTES)} of text, or ${formatBytes(MOST_COMPRESSED)} compressed, which is too much to send to workers; audit without --redis, or a part of them at a time`
  );
}

/** Reads what `sentItems` has made. Throws an Error that says why not. */
export async function receivedItems(sent: CompressedJson): Promise<{items: Item[]; settings: Settings}> {
  const found = sentSchema.safeParse(await uncompressed(sent, MOST_BYTES));
  if (!found.success) throw new Error("it does not have the form of items");
  const {settings, items} = found.data;
  return {settings, items: items.map(({text, group}, i) => ({id: `${i}`, text, group: `${group}`}))};
}
