// Where a result stood in the store that it was exported from, as exported files carry it, so that it comes back as the same test.
import {z} from "zod";
import {settingsSchema} from "../../book/answerFormat.js";
import type {OwnPlace} from "./foreign.js";

const ownPlaceSchema = z.object({
  base_task: z.string(),
  params: z.record(z.string(), z.json()),
  generator_version: z.int(),
  seed: z.int().nullable(),
  index: z.int(),
  item_id: z.string().min(1),
  trial: z.int().min(0),
  guess_chance: z.number(),
  choices: z.array(z.string()),
  reading: settingsSchema.optional(),
  simulated: z.boolean()
});

/** The place that a value names; null where it is none of ours. */
export function ownPlaceOf(value: unknown): OwnPlace | null {
  if (value === undefined || value === null) return null;
  const result = ownPlaceSchema.safeParse(value);
  return result.success ? result.data : null;
}
