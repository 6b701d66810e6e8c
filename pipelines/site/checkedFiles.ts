// Reads the book, and changed files of data/ by the readers of their folders, to find mistakes before pages show their results.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {basename, relative, sep} from "node:path";
import {FOLDER} from "../book/folder.js";
import {
  currentBook,
  readBankNamed,
  readBook,
  readDataset,
  readModels,
  readSampler,
  readSuites,
  readTemplate
} from "../book/read.node.js";
import type {Book} from "../book/types.js";
import {loadUserExtensions} from "../extend/own.node.js";
import {planOf} from "../run/evaluation.js";
import {readRules} from "../run/gate/rules.js";
import {readClaims} from "../studies/claims/schema.js";

/** Readers of YAML files by their folder in data/; a file in data/ itself is a book. Each throws a UserError with the place of a mistake. */
const READERS: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  "": readBook,
  suites: file => readSuites([file]),
  models: readModels,
  templates: readTemplate,
  samplers: readSampler,
  datasets: readDataset,
  banks: file => readBankNamed(basename(file, ".yaml")),
  gates: readRules,
  claims: async file => readClaims(await readFile(file, "utf8"), file)
};

/** Result of a check: the book, or the first mistake. */
export type Checked = {book: Book} | {mistake: string; file: string | null};

/**
 * Reads the user's tasks and scorers, the book with all that it names, and further files.
 * @param files paths below data/; those that are gone are passed over
 */
export async function checkFiles(files: readonly string[]): Promise<Checked> {
  let file: string | null = null;
  try {
    await loadUserExtensions();
    const book = await currentBook();
    planOf(book);
    for (file of files) if (existsSync(file)) await readerOf(file)?.(file);
    return {book};
  } catch (error) {
    return {mistake: (error as Error).message, file};
  }
}

function readerOf(file: string): ((file: string) => Promise<unknown>) | undefined {
  const path = relative(FOLDER, file).split(sep);
  return file.endsWith(".yaml") && path.length <= 2 ? READERS[path.length === 2 ? path[0]! : ""] : undefined;
}
