// Fetches a public benchmark's files, checks them, and imports them as an item bank.
import {createWriteStream, existsSync} from "node:fs";
import {mkdtemp, readdir, readFile, rm, stat} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pipeline} from "node:stream/promises";
import {request} from "undici";
import type {LayoutName} from "../book/bankSchemas.js";
import {type Imported, importBank} from "../book/banks/importBank.node.js";
import type {Download, WrittenCategory} from "../book/domainSchemas.js";
import {domainIn} from "../book/domains.js";
import {FOLDER} from "../book/folder.js";
import {ByteProgress} from "../infer/progress.node.js";
import {dispatcherTo} from "../infer/send.node.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {digestOf} from "../store/files.node.js";
import {PACKAGE} from "../store/places.node.js";
import {isWorkbook, OUTSIDE} from "./ask/files.js";

/** Folder of the domain files of this package: benchmarks are listed there. */
const DOMAINS = join(PACKAGE, "data", "suites", "zen");

/** A public benchmark that can be fetched. */
export interface PublicBenchmark {
  name: string;
  title: string;
  licence: string;
  source: string;
  notes?: string | undefined;
  layout: LayoutName;
  download: Download;
}

/** Returns the folder of banks: in a workbook data/banks, else reasonbook-asks/banks. */
export const banksFolder = (): string => (isWorkbook() ? join(FOLDER, "banks") : join(OUTSIDE, "banks"));

/** Returns the benchmarks that can be fetched. */
export async function publicBenchmarks(): Promise<PublicBenchmark[]> {
  const files = (await readdir(DOMAINS)).filter(name => name.endsWith(".yaml")).sort();
  const categories = await Promise.all(
    files.map(async name => domainIn(await readFile(join(DOMAINS, name), "utf8"), join(DOMAINS, name)).value.categories)
  );
  return categories
    .flat()
    .flatMap(category => [category, ...(category.sources ?? [])])
    .flatMap(each => benchmarkOf(each) ?? []);
}

function benchmarkOf({
  name: title,
  bank,
  layout,
  download,
  licence,
  source,
  notes
}: Pick<WrittenCategory, "name" | "bank" | "layout" | "download" | "licence" | "source" | "notes">): PublicBenchmark | null {
  const layoutName = download?.layout ?? (Array.isArray(layout) ? undefined : layout);
  if (bank === undefined || download === undefined || layoutName === undefined) return null;
  return {name: bank, title, licence, source, notes, layout: layoutName, download};
}

/** Returns the benchmark of a name. Throws `UserError`. */
export async function publicBenchmark(name: string): Promise<PublicBenchmark> {
  const all = await publicBenchmarks();
  const names = all.map(each => each.name);
  const benchmark = all.find(each => each.name === name);
  if (benchmark === undefined)
    throw new UserError(
      `no public benchmark "${name}"${didYouMean(name, names) || `; items get knows ${names.join(", ")}`}; items import reads files of others`
    );
  return benchmark;
}

/**
 * Fetches a benchmark's files and imports them. Throws `UserError` if a file cannot be had or is another than the known one; then nothing is kept.
 * @param from a mirror's address, or a local folder or file in its place
 */
export async function getItems(
  {name, layout, licence, source, download}: PublicBenchmark,
  {from = download.from, force}: {from?: string | undefined; force?: boolean | undefined} = {}
): Promise<Imported> {
  const temporary = await mkdtemp(join(tmpdir(), "reasonbook-items-"));
  try {
    const files = /^https?:/u.test(from) ? await fetched(download, from, temporary) : await local(download, from);
    for (const [i, [file, expected]] of Object.entries(download.files).entries()) {
      const digest = await digestOf(files[i]!);
      if (digest !== expected)
        throw new UserError(
          `${file} from ${from} is not the known file: its SHA-256 is ${digest}, expected ${expected}; nothing was kept. To use it all the same: items import FILE --layout ${layout} --name ${name}`
        );
    }
    return await importBank({files, layout, name, licence, source, folder: banksFolder(), force});
  } finally {
    await rm(temporary, {recursive: true, force: true});
  }
}

/** Paths of the files in a folder, or of the only file. */
async function local({files}: Download, from: string): Promise<string[]> {
  const names = Object.keys(files);
  const isFolder = (await stat(from).catch(() => null))?.isDirectory();
  if (isFolder === undefined) throw new UserError(`--from ${from}: no such folder or file`);
  if (!isFolder && names.length > 1) throw new UserError(`--from ${from}: expected a folder with ${names.length} files`);
  const paths = isFolder ? names.map(name => join(from, name)) : [from];
  const missingPath = paths.find(path => !existsSync(path));
  if (missingPath !== undefined) throw new UserError(`--from ${from}: no ${missingPath}`);
  return paths;
}

async function fetched({files, bytes}: Download, from: string, folder: string): Promise<string[]> {
  const dispatcher = dispatcherTo(new URL(from), {connections: 1});
  const progress = new ByteProgress(bytes);
  try {
    const paths: string[] = [];
    for (const name of Object.keys(files)) {
      const address = `${from.replace(/\/+$/u, "")}/${name}`;
      const path = join(folder, name);
      await fetchFile(address, path, {dispatcher, most: 2 * bytes, progress});
      paths.push(path);
    }
    return paths;
  } finally {
    progress.clear();
    await dispatcher.close();
  }
}

async function fetchFile(
  address: string,
  path: string,
  {dispatcher, most, progress}: {dispatcher: ReturnType<typeof dispatcherTo>; most: number; progress: ByteProgress}
): Promise<void> {
  const wayOut = "try a mirror or a local copy with --from";
  const answer = await request(address, {dispatcher}).catch((error: Error) => {
    throw new UserError(`${address} cannot be reached (${error.message}); ${wayOut}`);
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    throw new UserError(`${address}: the server answered ${answer.statusCode}; ${wayOut}`);
  }
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) throw new UserError(`${address} is longer than the known file; ${wayOut}`);
      progress.add(chunk.length);
      yield chunk;
    }
  };
  await pipeline(answer.body, counted, createWriteStream(path));
}
