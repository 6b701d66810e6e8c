// Packs a store's responses, its tables and its book into one archive with digests. Equal contents give equal bytes.
import {createReadStream, createWriteStream, existsSync} from "node:fs";
import {mkdtemp, readdir, readFile, rm, stat, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {basename, dirname, join, relative, resolve, sep} from "node:path";
import {pipeline} from "node:stream/promises";
import {pack as tarPack} from "tar-stream";
import {yamlBelow} from "../../book/read.node.js";
import {namesSecret} from "../../book/secret.js";
import {report} from "../../infer/progress.node.js";
import {currentIo} from "../../io/current.node.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {digestOf, replaceFile} from "../../store/files.node.js";
import {lockStore} from "../../store/lock.node.js";
import {changedTable, type Manifest, readManifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import {projectVersion} from "../../store/version.node.js";
import type {Reply} from "../rescore/judgements.js";
import {rescore} from "../rescore/rescore.js";
import {LISTING, type Listing, NEEDED_FILES, REPLIES, STORE_FILES, STORE_FOLDER} from "./format.js";

/** A file of a book, with its name in an archive. */
interface BookFile {
  name: string;
  path: string;
}

/**
 * A book's files, itself first: YAML files of its folder that it names, files that those name, and the banks that suites ask, with their
 * items. Files that no other one names are left out, since they may speak of endpoints that the store has nothing of.
 */
async function bookFiles(book: string, {folder}: {folder: string}): Promise<BookFile[]> {
  const within = relative(resolve(folder), resolve(book)).split(sep).join("/");
  const own = within.startsWith("..") ? basename(book) : within;
  const placeOf = (path: string) => (path === own ? book : join(folder, path));
  const candidates = await yamlBelow(folder);
  const banks = await readdir(join(folder, "banks")).catch(() => []);
  const found = new Set<string>();
  const open = [own];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || !existsSync(placeOf(path))) continue;
    found.add(path);
    if (!/\.ya?ml$/u.test(path)) continue;
    const text = await readFile(placeOf(path), "utf8");
    open.push(...candidates.filter(each => text.includes(each) || text.includes(`${basename(dirname(each))}/${basename(each)}`)));
    for (const [, name] of text.matchAll(/\bbank:\s*["']?([\w.-]+)/gu))
      open.push(...banks.filter(file => file.startsWith(`${name}.`)).map(file => `banks/${file}`));
  }
  const others = [...found].filter(path => path !== own).sort();
  return [own, ...others].map(path => ({name: `data/${path}`, path: placeOf(path)}));
}

/** Shortest value of an environment variable that is taken for a key: shorter ones occur in texts by chance. */
const SHORTEST_KEY = 8;

export interface Packed {
  listing: Listing;
  bytes: number;
  /** SHA-256 of the archive. */
  sha256: string;
}

interface PackOptions {
  /** The store. */
  folder: string;
  /** The book, whose files are packed too, and the folder that its paths are relative to; null for the store alone. */
  book: {file: string; folder: string} | null;
  onWait?: (text: string) => void;
}

/** Writes an archive of a store. Throws a UserError where the store is incomplete, or a text in it holds the value of a key. */
export async function pack(file: string, {folder, book, onWait}: PackOptions): Promise<Packed> {
  const missing = NEEDED_FILES.filter(name => !existsSync(join(folder, name)));
  if (missing.length > 0) throw new UserError(`no ${missing.join(" and no ")} in ${folder}; npm run run writes a store`);
  await using _lock = await lockStore(folder, {onWait});
  const manifest = await readManifest(folder);
  if (!manifest) throw new UserError(`${join(folder, "manifest.json")} cannot be read; npm run run writes it anew`);
  const strange = await changedTable(folder, manifest, {digests: true, names: STORE_FILES.map(name => name.split(".")[0]!)});
  if (strange) throw new UserError(strange);
  const home = await mkdtemp(join(tmpdir(), "reasonbook-archive-"));
  await using _home = {[Symbol.asyncDispose]: () => rm(home, {recursive: true, force: true})};
  const replies = await repliesIn(folder, manifest, home);
  const fromStore = STORE_FILES.filter(name => existsSync(join(folder, name))).map(name => ({
    name: `${STORE_FOLDER}/${name}`,
    path: join(folder, name)
  }));
  const fromBook = book ? await bookFiles(book.file, {folder: book.folder}) : [];
  const sources = [...fromStore, ...(replies ? [{name: REPLIES, path: replies}] : []), ...fromBook];
  await refuseKeys(sources, folder);
  const files: Listing["files"] = [];
  for (const {name, path} of sources) files.push({name, bytes: (await stat(path)).size, sha256: await digestOf(path)});
  const listing: Listing = {
    format: 1,
    ...(await projectVersion()),
    generators: await generatorsOf(folder),
    simulated: manifest.simulated,
    book: fromBook[0]?.name ?? null,
    files
  };
  await replaceFile(file, async temporary => {
    const tar = tarPack();
    const written = pipeline(tar, createWriteStream(temporary));
    const text = Buffer.from(`${JSON.stringify(listing, null, 2)}\n`);
    tar.entry(headerOf(LISTING, text.length), text);
    for (const [i, {path}] of sources.entries()) {
      const {name, bytes} = files[i]!;
      await pipeline(createReadStream(path), tar.entry(headerOf(name, bytes)));
    }
    tar.finalize();
    await written;
  });
  return {listing, bytes: (await stat(file)).size, sha256: await digestOf(file)};
}

/** A file of the replies by which judges graded a store's answers, which no table holds; null where no model graded any. */
async function repliesIn(folder: string, {judges = []}: Manifest, home: string): Promise<string | null> {
  if (judges.length === 0) return null;
  const replies = new Map<string, Reply>();
  const heard = (key: string, reply: Reply) => void replies.set(key, reply);
  // Scoring again, into a folder that is thrown away, asks for every reply that it needs.
  await rescore({
    source: {store: folder},
    folder: join(home, "anew"),
    replies: {heard},
    report: {...report(), info() {}, warn() {}}
  });
  const lines = [...replies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, reply]) => `${JSON.stringify({key, reply})}\n`);
  const file = join(home, "judgements.jsonl");
  await writeFile(file, lines.join(""));
  return file;
}

/** A header without anything that differs from one packing to the next. */
const headerOf = (name: string, size: number) => ({
  name,
  size,
  mode: 0o644,
  uid: 0,
  gid: 0,
  mtime: new Date(0),
  type: "file" as const
});

async function generatorsOf(folder: string): Promise<Record<string, number>> {
  const versions: Record<string, number> = {};
  const query = "select distinct base_task, generator_version from t order by all";
  for await (const {base_task, generator_version} of readRows(join(folder, fileOf("samples")), {query}))
    versions[String(base_task)] = Number(generator_version);
  return versions;
}

/** Throws a UserError where a packed text holds the value of an environment variable whose name says that it is a key. */
async function refuseKeys(sources: readonly {name: string; path: string}[], folder: string): Promise<void> {
  const keys = Object.entries(currentIo().env).filter(
    (entry): entry is [string, string] => namesSecret(entry[0]) && (entry[1]?.length ?? 0) >= SHORTEST_KEY
  );
  if (keys.length === 0) return;
  const refuse = (where: string, variable: string) =>
    new UserError(`${where} holds the value of ${variable}; remove it before you share the archive`);
  for (const {path} of sources) {
    if (path.endsWith(".parquet")) continue;
    const text = await readFile(path, "utf8");
    for (const [variable, value] of keys) if (text.includes(value)) throw refuse(path, variable);
  }
  const responses = join(folder, fileOf("responses"));
  for (const [variable, value] of keys) {
    const held = ["prompt", "reasoning", "text"].map(column => `contains(coalesce(${column}, ''), ${literal(value)})`);
    for await (const _ of readRows(responses, {query: `select 1 from t where ${held.join(" or ")} limit 1`}))
      throw refuse(responses, variable);
  }
}
