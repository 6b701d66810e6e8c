// The files of corpora: what paths, folders and patterns name, and what a manifest says of them.
import {readdir, realpath, stat} from "node:fs/promises";
import {join, relative, resolve} from "node:path";
import {escapePath, glob} from "tinyglobby";
import type {Corpus} from "../../book/types.js";
import {UserError} from "../../rows/error.js";

export interface CorpusFile {
  corpus: Corpus;
  /** From the working folder, as it is shown. */
  path: string;
  bytes: number;
  /** Time of its last change, milliseconds. */
  changed: number;
}

/**
 * The files of corpora, each once, sorted by path within a corpus. Throws a UserError where a path names nothing; an empty folder gives no
 * files.
 */
export async function corpusFiles(corpora: readonly Corpus[]): Promise<CorpusFile[]> {
  const found = new Map<string, CorpusFile>();
  for (const corpus of corpora)
    for (const path of [corpus.files].flat()) {
      const there = await stat(path).catch(() => null);
      const paths = there?.isFile() ? [resolve(path)] : there ? await filesBelow(resolve(path)) : await filesLike(path);
      if (paths.length === 0 && !there)
        throw new UserError(`no file ${JSON.stringify(path)} of the corpus ${JSON.stringify(corpus.name)}`);
      for (const each of paths.sort()) {
        const {size, mtimeMs} = await stat(each);
        const shown = relative(".", each) || each;
        if (!found.has(each)) found.set(each, {corpus, path: shown, bytes: size, changed: mtimeMs});
      }
    }
  return [...found.values()];
}

/** Files whose paths match a pattern, in which `*`, `**` and `?` alone have a meaning. */
const filesLike = (pattern: string): Promise<string[]> =>
  glob([escapePath(pattern).replace(/\\([*?])/gu, "$1")], {absolute: true, expandDirectories: false});

/** All files below a folder but hidden ones, also those to which symbolic links lead. */
async function filesBelow(folder: string, above: readonly string[] = []): Promise<string[]> {
  const real = await realpath(folder);
  if (above.includes(real)) return [];
  const files: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const entry = name.startsWith(".") ? null : await stat(path).catch(() => null);
    if (entry?.isFile()) files.push(path);
    if (entry?.isDirectory()) files.push(...(await filesBelow(path, [...above, real])));
  }
  return files;
}
