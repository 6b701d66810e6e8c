// The files of corpora: what paths, folders and patterns name, and what a manifest says of them.
import {stat} from "node:fs/promises";
import {relative, resolve} from "node:path";
import {escapePath, glob} from "tinyglobby";
import {UserError} from "../../book/error.js";
import type {Corpus} from "../../book/types.js";

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
      const paths = there?.isFile()
        ? [resolve(path)]
        : await glob([there ? `${escapePath(path.replace(/\/+$/u, ""))}/**` : path], {absolute: true, expandDirectories: false});
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
