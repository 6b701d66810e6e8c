// What a search says: which file of a corpus a worker is to search, and for what. It names the file by a digest and holds no path, so that no job can
// make a worker open a file that is not among those of its own corpora.
import {basename} from "node:path";
import {z} from "zod";
import {canonicalJson, sha256Hex} from "../../../book/canonical.js";
import type {CorpusFile} from "../../../studies/contamination/corpora.node.js";

/** Increased whenever searches, items or what workers send back have another form. */
export const AUDIT_PROTOCOL = 1;

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const fileId = z.string().regex(/^[0-9a-f]{32}$/);

export const searchSchema = z.strictObject({
  protocol: z.literal(AUDIT_PROTOCOL).describe("form of searches"),
  audit: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe("digest of the audit"),
  items: sha256.describe("SHA-256 of the items and settings, which stand in Redis"),
  file: fileId.describe("digest of the file's name without its folder, and of its size"),
  bytes: z.int().min(0).describe("size of the file"),
  ends: sha256.describe("digest of the file's first and last megabyte")
});
export type Search = z.infer<typeof searchSchema>;

/** The identity of a search by its content. */
export const searchId = (search: Search): string => `s${sha256Hex(canonicalJson(search)).slice(0, 32)}`;

/** A file's name and size as a digest, by which workers say what they hold. */
export const idOf = ({path, bytes}: Pick<CorpusFile, "path" | "bytes">): string =>
  sha256Hex(canonicalJson([basename(path), bytes])).slice(0, 32);

/** 16 hexadecimal digits of what makes two audits the same: their items and settings, and the files, of which some may be searched already. */
export const auditDigest = (items: string, files: readonly CorpusFile[], version: string): string =>
  sha256Hex(canonicalJson({protocol: AUDIT_PROTOCOL, version, items, files: files.map(idOf)})).slice(0, 16);
