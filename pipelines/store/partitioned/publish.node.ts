// Publishes partitioned tables in a folder or in S3-compatible storage, and fetches them back. The list of files is written last, so that
// nobody who reads it sees a version that is not whole.

import {createHash} from "node:crypto";
import {createWriteStream, existsSync} from "node:fs";
import {mkdir, mkdtemp, readFile, rename, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {forEachConcurrent} from "../../book/concurrency.js";
import {UserError} from "../../rows/error.js";
import {replaceFile, temporaryIn} from "../files.node.js";
import {openS3, type S3, S3Error, type S3Place, s3Place} from "./s3.node.js";
import {LIST, listOf, type PartitionedList, writePartitioned} from "./write.node.js";

/** Files that are sent or fetched at a time. */
const AT_ONCE = 4;

interface PublishOptions {
  tables: readonly string[];
  /** Called with lines about what is done. */
  report: (text: string) => void;
}

export interface Published {
  list: PartitionedList;
  /** Where the version's files are. */
  place: string;
  /** Files that were written; the others were there from before. */
  written: number;
}

/** Writes a store's tables to `target`, a folder or s3://bucket/prefix. Equal stores give equal names and bytes, which are written once. */
export async function publishPartitioned(store: string, target: string, options: PublishOptions): Promise<Published> {
  const place = s3Place(target);
  return place ? toStorage(store, target, place, options) : toFolder(store, target, options);
}

const counted = (report: (text: string) => void) => (table: string, files: number) =>
  report(`${table}: ${files === 1 ? "1 partition" : `${files.toLocaleString("en")} partitions`}`);

async function toFolder(store: string, folder: string, {tables, report}: PublishOptions): Promise<Published> {
  const file = join(folder, LIST);
  if (existsSync(file) && listOf(await readFile(file, "utf8")) === null)
    throw new UserError(`${file} is not a list of partitioned tables; name another folder, which may not exist yet`);
  await mkdir(folder, {recursive: true});
  const into = await mkdtemp(temporaryIn(folder, "export-"));
  try {
    const list = await writePartitioned(store, {tables, into, onTable: counted(report)});
    await rm(join(into, ".spill"), {recursive: true, force: true});
    const place = join(folder, list.data);
    const isThere = existsSync(place);
    if (!isThere) await rename(into, place);
    await replaceFile(file, temporary => writeFile(temporary, textOf(list)));
    return {list, place, written: isThere ? 0 : filesOf(list).length};
  } finally {
    await rm(into, {recursive: true, force: true});
  }
}

async function toStorage(store: string, target: string, place: S3Place, {tables, report}: PublishOptions): Promise<Published> {
  await using s3 = openS3(place); // credentials are missing before anything is written
  const into = await mkdtemp(join(tmpdir(), "reasonbook-export-"));
  try {
    const list = await writePartitioned(store, {tables, into, onTable: counted(report)});
    let written = 0;
    try {
      await forEachConcurrent(filesOf(list), AT_ONCE, async ({path, bytes, sha256}) => {
        const key = keyOf(place, list.data, path);
        if ((await s3.size(key)) === bytes) return; // the name holds the digest of all contents
        await s3.put(key, {file: join(into, path), bytes, sha256});
        const stored = await s3.size(key);
        if (stored !== undefined && stored !== bytes)
          throw new S3Error(`s3://${place.bucket}/${key}: ${stored ?? "no"} of ${bytes} bytes are there after it was written`);
        written++;
      });
      const text = textOf(list);
      await s3.put(keyOf(place, LIST), {text, sha256: createHash("sha256").update(text).digest("hex")});
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      throw new S3Error(
        `${error.message}; nothing is published: ${LIST} at ${target} is as it was, and the same command goes on`
      );
    }
    return {list, place: `${target.replace(/\/+$/, "")}/${list.data}`, written};
  } finally {
    await rm(into, {recursive: true, force: true});
  }
}

/** Fetches the version that `target` lists into a folder, and holds every file against its digest. */
export async function fetchPartitioned(target: string, out: string): Promise<Published> {
  const place = s3Place(target);
  if (!place) throw new UserError(`--fetch ${target}: expected s3://BUCKET/PREFIX`);
  if (existsSync(join(out, LIST))) throw new UserError(`${join(out, LIST)} exists already; name another folder`);
  await using s3 = openS3(place);
  const text = await textAt(s3, keyOf(place, LIST));
  const list = text === null ? null : listOf(text);
  if (!list)
    throw new UserError(`${target}: ${text === null ? `there is no ${LIST}` : `${LIST} is not a list of partitioned tables`}`);
  await mkdir(out, {recursive: true});
  const into = await mkdtemp(temporaryIn(out, "fetch-"));
  try {
    await forEachConcurrent(filesOf(list), AT_ONCE, async ({path, sha256}) => {
      const file = join(into, path);
      if (!file.startsWith(into) || path.split("/").includes(".."))
        throw new S3Error(`${target}: ${path} leads out of the folder`);
      const bytes = await s3.get(keyOf(place, list.data, path));
      if (!bytes) throw new S3Error(`${target}: ${path} is listed but missing`);
      await mkdir(dirname(file), {recursive: true});
      const digest = createHash("sha256");
      const hashed = async function* () {
        for await (const part of bytes) {
          digest.update(part);
          yield part;
        }
      };
      await pipeline(Readable.from(hashed()), createWriteStream(file));
      if (digest.digest("hex") !== sha256) throw new S3Error(`${target}: ${path} is damaged: its digest is not the listed one`);
    });
    await rename(into, join(out, list.data));
    await replaceFile(join(out, LIST), temporary => writeFile(temporary, textOf(list)));
    return {list, place: join(out, list.data), written: filesOf(list).length};
  } finally {
    await rm(into, {recursive: true, force: true});
  }
}

const textOf = (list: PartitionedList): string => `${JSON.stringify(list, null, 2)}\n`;
const filesOf = ({tables}: PartitionedList) => Object.values(tables).flatMap(({files}) => files);
const keyOf = ({prefix}: S3Place, ...parts: string[]): string => [prefix, ...parts].filter(part => part !== "").join("/");

async function textAt(s3: S3, key: string): Promise<string | null> {
  const bytes = await s3.get(key);
  if (!bytes) return null;
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}
