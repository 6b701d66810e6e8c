// The nested list that a question hides, by the published fields of Verbose ListOps and those that narratives have beside them.
import {z} from "zod";

const nestedListSchema = z.object({
  ast_str: z.string(),
  num_operations: z.int().optional(),
  token_count_narrative: z.int().optional(),
  median: z.string().optional(),
  anchors: z.array(z.string()).optional()
});
export type NestedList = z.infer<typeof nestedListSchema>;

/** The list of a record; undefined where it names none. Fields of another kind than expected are left out, as of files of others. */
export function nestedListOf(record: unknown): NestedList | undefined {
  if (record === undefined || record === null) return undefined; // most records
  const fields = Object.entries(nestedListSchema.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse((record as Record<string, unknown>)[name]);
    return read.success && read.data !== undefined ? [[name, read.data] as const] : [];
  });
  const list = nestedListSchema.safeParse(Object.fromEntries(fields));
  return list.success ? list.data : undefined;
}
