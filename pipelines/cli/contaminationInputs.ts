// What the commands of contamination have in common: their items, the files of their corpora, and files of JSON lines.
import {writeFile} from "node:fs/promises";
import {basename} from "node:path";
import {z} from "zod";
import {currentBook} from "../book/read.node.js";
import type {Corpus} from "../book/types.js";
import {oneLine} from "../infer/failure.js";
import {currentIo} from "../io/current.node.js";
import {UserError} from "../rows/error.js";
import {currentResults} from "../run/results.js";
import {replaceFile} from "../store/files.node.js";
import {type CorpusFile, corpusFiles} from "../studies/contamination/corpora.node.js";
import type {Item} from "../studies/contamination/itemIndex.js";
import {readItems} from "../studies/contamination/itemsFile.node.js";
import {storedItems} from "../studies/contamination/make.node.js";
import {option} from "./command.js";

export const itemsOption = option(
  z.array(z.string()).optional(),
  "rows with an id and a text; without it the tests of the book's store",
  {value: "file..."}
);

/** Options that name items and corpora. */
export const inputOptions = {
  items: itemsOption,
  corpus: option(z.array(z.string()).optional(), "files, folders or patterns; without it the book's corpora", {value: "path..."})
};

/** Writes a line to stderr, which may contain words of a file. */
export const printLine = (text: string): void => {
  currentIo().stderr.write(`${safe(text)}\n`);
};
export const safe = (text: string): string => oneLine(text, {longest: 2_000});

/** The items of files, or of the book's store, and the number of lines that are none, each of which is reported. */
export async function itemsOf(files: readonly string[] | undefined): Promise<{items: Item[]; problems: number}> {
  const {items, problems} = files ? await readAll(files) : {items: await storedItems(await currentResults()), problems: []};
  for (const problem of problems) printLine(problem);
  if (items.length === 0) throw new UserError("there are no items to look for");
  return {items, problems: problems.length};
}

/** Items of several files; an id that two files have is the first one's. */
async function readAll(files: readonly string[]): Promise<{items: Item[]; problems: string[]}> {
  const items: Item[] = [];
  const problems: string[] = [];
  const known = new Map<string, string>();
  for (const file of files) {
    const read = await readItems(file);
    problems.push(...read.problems);
    for (const item of read.items) {
      const earlier = known.get(item.id);
      if (earlier !== undefined) problems.push(`${file}: id ${JSON.stringify(item.id)} is already one of ${earlier}: left out`);
      else {
        known.set(item.id, file);
        items.push(item);
      }
    }
  }
  return {items, problems};
}

/** A corpus for each path. @param background paths of documents that are about no domain */
export const corporaOf = (paths: readonly string[], background?: string[]): Corpus[] =>
  paths.map(path => ({name: basename(path), files: path, ...(background && {background})}));

/**
 * The files of paths, or of the book's corpora. Throws a UserError where there are neither.
 * @param background paths of documents that are about no domain
 */
export async function filesOf(paths: readonly string[] | undefined, background?: string[]): Promise<CorpusFile[]> {
  const corpora = paths ? corporaOf(paths, background) : ((await currentBook()).corpora ?? []);
  if (corpora.length === 0) throw new UserError("no corpus: give --corpus, or write corpora: into the book");
  return corpusFiles(corpora);
}

export const writeLines = (file: string, rows: readonly object[]): Promise<void> =>
  replaceFile(file, temporary => writeFile(temporary, rows.map(row => `${JSON.stringify(row)}\n`).join("")));
