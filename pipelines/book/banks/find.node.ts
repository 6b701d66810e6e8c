// Finds the files that a bank names: paths from the bank's own file, in which * and ? stand for any letters of one name, unless a file has exactly that name.
import {readdir, realpath} from "node:fs/promises";
import {isAbsolute, join, relative, resolve, sep} from "node:path";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";

/**
 * Paths of files, sorted, each once. Throws a UserError where a pattern finds none, or leads out of `within`.
 * @param folder the folder of the bank's file
 * @param within the folder that no file may lie outside of, not even by a symbolic link
 * @param place where the patterns are written
 */
export async function filesOf(
  patterns: readonly string[],
  {folder, within, place}: {folder: string; within: string; place: string}
): Promise<string[]> {
  const found = new Set<string>();
  const root = await realpath(within);
  for (const pattern of patterns) {
    const shown = JSON.stringify(pattern);
    const target = resolve(folder, pattern);
    if (isAbsolute(pattern) || !isWithin(resolve(within), target))
      throw new UserError(`${place} path ${shown} leads outside ${relative(".", within) || "."}/`);
    const files = await matching(folder, relative(folder, target).split(sep));
    if (files.length === 0) {
      const near = await readdir(join(target, "..")).catch(() => []);
      throw new UserError(`${place} no file ${shown}${didYouMean(pattern.split("/").at(-1)!, near)}`);
    }
    for (const file of files) {
      if (!isWithin(root, await realpath(file)))
        throw new UserError(`${place} path ${shown} leads outside ${relative(".", within) || "."}/`);
      found.add(file);
    }
  }
  return [...found];
}

async function matching(folder: string, [step, ...rest]: string[]): Promise<string[]> {
  if (step === undefined) return [];
  if (step === "..") return matching(join(folder, step), rest);
  const entries = await readdir(folder, {withFileTypes: true}).catch(() => []);
  const pattern = new RegExp(
    `^${step
      .replace(/[.+^${}()|[\]\\]/gu, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
    "su"
  );
  const isName = !/[*?]/u.test(step) || entries.some(({name}) => name === step);
  const names = entries
    .filter(({name}) => (isName ? name === step : pattern.test(name) && !name.startsWith(".")))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const below = names.map(entry => {
    const path = join(folder, entry.name);
    if (rest.length > 0) return matching(path, rest);
    return Promise.resolve(entry.isDirectory() ? [] : [path]);
  });
  return (await Promise.all(below)).flat();
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}
