// What workers send to the coordinator of an audit: a file's result, or why there is none.
import {z} from "zod";
import {compressed, uncompressed} from "../../../store/compressedJson.node.js";
import type {FileResult} from "../../../studies/contamination/auditFile.node.js";
import {nameSchema} from "../frames.js";
import {sha256} from "./job.js";

/** Most bytes of a result as JSON, and compressed: one that is longer is made by the coordinator itself. */
const MOST_BYTES = 256 * 2 ** 20;
const MOST_COMPRESSED = 16 * 2 ** 20;
/** Base64 writes 3 bytes as 4 characters. */
const MOST_CHARACTERS = 4 * Math.ceil(MOST_COMPRESSED / 3);

export const auditFrameSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("searched"),
    job: nameSchema,
    worker: nameSchema,
    digest: sha256.describe("of the result"),
    result: z.base64().max(MOST_CHARACTERS).describe("JSON by gzip")
  }),
  z.strictObject({
    kind: z.literal("unfinished"),
    job: nameSchema,
    worker: nameSchema,
    message: z.string().max(2_000).nullable().describe("what failed; null where the worker was asked to end"),
    hopeless: z.boolean().describe("whether other workers would fail at it too")
  })
]);
export type AuditFrame = z.infer<typeof auditFrameSchema>;
export type SearchedFrame = Extract<AuditFrame, {kind: "searched"}>;

const count = z.int().min(0);
/** In the order of the fields of what a search here gives. Files have no name in it: each process has its own for them. */
const resultSchema = z.strictObject({
  bytes: count,
  sha256: sha256.nullable(),
  format: z.string().max(64),
  problems: z.array(z.string()),
  whole: z.boolean(),
  documents: count,
  words: count,
  copies: z.array(
    z.strictObject({
      item: count,
      document: z.string(),
      containment: z.number(),
      jaccard: z.number(),
      run_words: count,
      subsequence: z.number(),
      bits: z.number(),
      excerpt: z.string(),
      run_at: count,
      run_length: count
    })
  )
});

/** A result without the file's name, compressed; null where it is too long. */
export async function sentResult({
  file: _,
  copies,
  ...result
}: FileResult): Promise<Pick<SearchedFrame, "digest" | "result"> | null> {
  const sent = await compressed(
    {...result, copies: copies.map(({file: _, ...copy}) => copy)},
    {most: MOST_BYTES, mostCompressed: MOST_COMPRESSED}
  );
  return sent && {digest: sent.digest, result: Buffer.from(sent.bytes).toString("base64")};
}

/** A result with the name that a file has here. Throws an Error that says why it is none. @param items number of the audit's items and passages */
export async function receivedResult(
  {digest, result: text}: SearchedFrame,
  {items, bytes}: {items: number; bytes: number}
): Promise<(file: string) => FileResult> {
  const found = resultSchema.safeParse(await uncompressed({digest, bytes: Buffer.from(text, "base64")}, MOST_BYTES));
  if (!found.success) throw new Error("it does not have the form of a result");
  const {copies, ...result} = found.data;
  if (result.bytes !== bytes) throw new Error(`it is of a file of ${result.bytes} bytes, not of ${bytes}`);
  if (copies.some(({item}) => item >= items)) throw new Error(`it names an item of which there are only ${items}`);
  return file => ({file, ...result, copies: copies.map(({item, ...copy}) => ({item, file, ...copy}))});
}
