// The version of the answer reader that scored a store, and the stores that an older one scored although they have the texts.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {READER_VERSION} from "../score/answer/version.js";
import {type Manifest, readManifest} from "./manifest.node.js";
import {fileOf} from "./publish.node.js";
import {hasColumn} from "./sql.node.js";

type Entry = Manifest["evaluations"][number];

/** The reader's version that scored an evaluation; manifests of older versions have none. */
export const readerOf = (entry: Pick<Entry, "reader"> | undefined): number => entry?.reader ?? 1;

export const isOlderReader = (entry: Pick<Entry, "reader"> | undefined): boolean => readerOf(entry) < READER_VERSION;

/** Whether a store has the texts of its responses, from which its answers can be read again. */
async function hasTexts(folder: string): Promise<boolean> {
  const responses = join(folder, fileOf("responses"));
  return existsSync(responses) && (await hasColumn(responses, "text"));
}

/** The oldest reader that scored an evaluation of a store; null where the present one scored all, and in stores without texts. */
export async function olderReader(folder: string, manifest?: Pick<Manifest, "evaluations"> | null): Promise<number | null> {
  const {evaluations = []} = (manifest === undefined ? await readManifest(folder) : manifest) ?? {};
  const older = evaluations.filter(isOlderReader);
  if (older.length === 0 || !(await hasTexts(folder))) return null;
  return Math.min(...older.map(readerOf));
}

/** A sentence on a store that an older reader scored, with the way out; null for other stores. */
export async function olderReaderText(folder: string, manifest?: Pick<Manifest, "evaluations"> | null): Promise<string | null> {
  const version = await olderReader(folder, manifest);
  if (version === null) return null;
  return `${folder} was scored by reader ${version}, and this is reader ${READER_VERSION}; npm run score -- --store ${folder} reads its answers again without asking anybody`;
}
