// Texts of the user's own as backgrounds of questions and as worlds of stories: files below data/, read as UTF-8, told apart by their content.
import {isUtf8} from "node:buffer";
import {readFile, stat} from "node:fs/promises";
import {join, relative} from "node:path";
import {UserError} from "../rows/error.js";
import {filesOf} from "./banks/find.node.js";
import {sha256Hex} from "./canonical.js";
import {keepText} from "./ownTexts.js";
import type {BackgroundText, Locate, Path, PlacedSuite} from "./types.js";

/** Most bytes of one background: ten million tokens of English are 44 MB. */
const MOST_BYTES = 2 ** 26;

/** Parameters whose values may be files, by a pattern that no built-in value matches. */
export const FILES = {background: /[./*?]/u, genre: /\.ya?ml$/u};
type FileParameter = keyof typeof FILES;

/**
 * Reads the files that suites name as `background` or `genre`, and puts the ids of their texts in the place of the names. Throws a UserError
 * of one line.
 * @param folder the folder that paths lie below
 */
export async function withBackgrounds(
  suites: readonly PlacedSuite[],
  {folder}: {folder: string}
): Promise<{suites: PlacedSuite[]; backgrounds: BackgroundText[]}> {
  const read = {background: new Map<string, BackgroundText>(), genre: new Map<string, BackgroundText>()};
  const idOf = async (parameter: FileParameter, pattern: string, place: string): Promise<string> => {
    let text = read[parameter].get(pattern);
    if (!text) read[parameter].set(pattern, (text = await readOwnText(pattern, {parameter, folder, place})));
    return text.id;
  };
  /** A map of parameters or conditions, with ids in the place of files. */
  const replaced = async <T extends Record<string, unknown>>(given: T, path: Path, locate: Locate): Promise<T> => {
    const changed: Record<string, unknown> = {};
    for (const parameter of Object.keys(FILES) as FileParameter[]) {
      const value = given[parameter];
      const isFile = (each: unknown): each is string => typeof each === "string" && FILES[parameter].test(each);
      const values = Array.isArray(value) ? (value as unknown[]) : [value];
      if (!values.some(isFile)) continue;
      const ids: unknown[] = [];
      for (const [i, each] of values.entries()) {
        const position = [...path, parameter, ...(Array.isArray(value) ? [i] : [])];
        ids.push(isFile(each) ? await idOf(parameter, each, locate(position)) : each);
      }
      changed[parameter] = Array.isArray(value) ? ids : ids[0];
    }
    return {...given, ...changed};
  };
  const placed: PlacedSuite[] = [];
  for (const each of suites) {
    const {suite, locate} = each;
    const tasks: typeof suite.tasks = [];
    for (const [i, grid] of suite.tasks.entries()) {
      const facets = async <T>(kind: "tiers" | "surfaces" | "projections", each: (facet: T, path: Path) => Promise<T>) => {
        const entries: [string, T][] = [];
        for (const [name, facet] of Object.entries(grid[kind]))
          entries.push([name, await each(facet as T, ["tasks", i, kind, name])]);
        return Object.fromEntries(entries);
      };
      const sliced = async <T extends {where: Record<string, unknown>}>(slice: T, path: Path): Promise<T> => ({
        ...slice,
        where: await replaced(slice.where, [...path, "where"], locate)
      });
      tasks.push({
        ...grid,
        params: await replaced(grid.params, ["tasks", i, "params"], locate),
        tiers: await facets("tiers", (where: (typeof grid.tiers)[string], path) => replaced(where, path, locate)),
        surfaces: await facets("surfaces", (slice: (typeof grid.surfaces)[string], path) => sliced(slice, path)),
        projections: await facets("projections", (slice: (typeof grid.projections)[string], path) => sliced(slice, path))
      });
    }
    placed.push({...each, suite: {...suite, tasks}});
  }
  return {suites: placed, backgrounds: [...new Map([...read.background.values()].map(text => [text.id, text])).values()]};
}

/** Reads the files of one text, in the order of their names. Throws a UserError. */
export async function readOwnText(
  pattern: string,
  {parameter, folder, place}: {parameter: FileParameter; folder: string; place: string}
): Promise<BackgroundText> {
  const files = await filesOf([pattern], {folder, within: folder, place});
  let bytes = 0;
  for (const file of files) bytes += (await stat(file)).size;
  if (bytes > MOST_BYTES)
    throw new UserError(
      `${place} ${parameter} ${JSON.stringify(pattern)} has ${Math.round(bytes / 2 ** 20)} MB, and may have ${MOST_BYTES / 2 ** 20}; name fewer or smaller files`
    );
  const texts: string[] = [];
  for (const file of files) {
    const shown = `${place} ${parameter} ${relative(join(folder, ".."), file)}`;
    const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new UserError(`${shown} cannot be read: ${error.code ?? "unknown error"}`);
    });
    texts.push(textOf(content, shown));
  }
  const text = texts.join("\n\n");
  if (text.trim() === "") throw new UserError(`${place} ${parameter} ${JSON.stringify(pattern)} has no text`);
  const found = {id: `text-${sha256Hex(text).slice(0, 16)}`, name: pattern, text};
  keepText(found);
  return found;
}

/** A file's text without its byte order mark, with line feeds alone. Throws a UserError that names the first byte that is none of a text. */
function textOf(bytes: Buffer, shown: string): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new UserError(`${shown} is UTF-16; save it as UTF-8`);
  if (!isUtf8(bytes)) {
    const at = firstFault(bytes);
    throw new UserError(
      `${shown} is not UTF-8: byte ${at} (0x${bytes[at]!.toString(16).padStart(2, "0")}) belongs to no character; save it as UTF-8`
    );
  }
  const zero = bytes.indexOf(0);
  if (zero >= 0) throw new UserError(`${shown} is not text: byte ${zero} is 0`);
  return bytes
    .toString("utf8")
    .replace(/^\uFEFF/u, "")
    .replace(/\r\n?/gu, "\n");
}

/** The place of the first byte that belongs to no character of UTF-8, in bytes that have one: found by halves, as what is before it is whole. */
function firstFault(bytes: Buffer): number {
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeginning(bytes.subarray(0, middle + 1))) low = middle + 1;
    else high = middle;
  }
  if (isUtf8(bytes.subarray(0, low))) return low;
  while ((bytes[low - 1]! & 0xc0) === 0x80) low--; // the character before lacks its end
  return low - 1;
}

/** Whether bytes are the beginning of a text, perhaps cut within a character. */
function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", {fatal: true}).decode(bytes, {stream: true});
    return true;
  } catch {
    return false;
  }
}
