// The files of a book: itself, and every file of its folder that it or one of these names.
import {existsSync} from "node:fs";
import {readdir, readFile} from "node:fs/promises";
import {basename, dirname, join, relative, resolve, sep} from "node:path";

/** Folders of data/ that hold no part of a book; banks are followed by name. */
const PASSED_OVER = new Set(["store", "cache", "corpora", "human", "banks", "node_modules"]);

/** A file of a book, with its name in an archive. */
interface BookFile {
  name: string;
  path: string;
}

/**
 * A book's files, itself first: YAML files of its folder that it names, files that those name, and the banks that suites ask, with their
 * items. Files that no other one names are left out, since they may speak of endpoints that the store has nothing of.
 */
export async function bookFiles(book: string, {folder}: {folder: string}): Promise<BookFile[]> {
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

async function yamlBelow(folder: string, prefix = ""): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), {withFileTypes: true}).catch(() => []);
  const found = entries.map(async entry => {
    const path = prefix ? `${prefix}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : yamlBelow(folder, path);
    return /\.ya?ml$/u.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}
