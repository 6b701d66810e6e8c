// Assembles the site of a workbook that depends on the package. Framework reads pages only from below its root, so that the package's pages
// and the workbook's own are brought together in one folder: of two files of the same name the workbook's wins.
import {existsSync} from "node:fs";
import {copyFile, lstat, mkdir, readdir, readFile, readlink, rm, stat, symlink} from "node:fs/promises";
import {dirname, join, resolve} from "node:path";
import {packageFolder} from "../book/optionalPackage.node.js";
import {currentBook, currentBookFile} from "../book/read.node.js";
import {isCheckout, PACKAGE, publishedFolder, siteFolder} from "../store/places.node.js";

/** Folder of the workbook's own pages, components and loaders. */
const OWN = "src";
/** The cache, and links to folders. */
const UNTOUCHED = new Set([".observablehq", "node_modules", "pipelines", "published"]);

/**
 * Brings the folder of the site up to date: copies of the package's pages, components and loaders, and links to the workbook's own, so that
 * an edit of those is seen at once. Does nothing in a checkout, where the root of the site is `src`. Throws a UserError in a folder that is
 * no workbook.
 */
export async function assembleSite(): Promise<void> {
  if (isCheckout()) return;
  if (!existsSync(currentBookFile())) await currentBook(); // throws
  const site = siteFolder();
  const wanted = new Map<string, {from: string; isOwn: boolean}>();
  for (const [folder, below, isOwn] of [
    [join(PACKAGE, "src"), "", false],
    [join(PACKAGE, "loaders"), "data", false],
    [OWN, "", true]
  ] as const)
    for (const file of await filesBelow(folder)) wanted.set(join(below, file), {from: resolve(folder, file), isOwn});
  for (const file of await filesBelow(site)) if (!wanted.has(file)) await rm(join(site, file));
  for (const [file, {from, isOwn}] of wanted) await (isOwn ? linkFile : copyChanged)(from, join(site, file));
  await linkFolder(join(PACKAGE, "pipelines"), join(site, "pipelines"));
  if (existsSync(publishedFolder())) await linkFolder(resolve(publishedFolder()), join(site, "published"));
  await linkPackages(site);
}

/** Lets Framework find the package's dependencies, where they are not in the workbook's own node_modules, and the files that it carries. */
async function linkPackages(site: string): Promise<void> {
  const carried = join(PACKAGE, "pipelines", "node_modules");
  if (existsSync(carried)) await linkFolder(carried, join(site, "node_modules"));
  const rxjs = packageFolder("rxjs");
  if (rxjs !== null && dirname(rxjs) !== resolve("node_modules"))
    await linkFolder(dirname(rxjs), join(dirname(site), "node_modules"));
}

/** Files below a folder by their paths in it, without links to folders. */
async function filesBelow(folder: string, below = ""): Promise<string[]> {
  const entries = await readdir(join(folder, below), {withFileTypes: true}).catch(() => []);
  const nested = entries.map(async entry => {
    const path = join(below, entry.name);
    if (below === "" && UNTOUCHED.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(folder, path);
    const isFolder = entry.isSymbolicLink() && (await stat(join(folder, path)).catch(() => null))?.isDirectory();
    return isFolder ? [] : [path];
  });
  return (await Promise.all(nested)).flat();
}

/** Copies a file unless its content is there already: a new time would make Framework redraw its page. */
async function copyChanged(from: string, to: string): Promise<void> {
  const existing = await lstat(to).catch(() => null);
  if (existing?.isFile() && (await readFile(to)).equals(await readFile(from))) return;
  await rm(to, {force: true});
  await mkdir(dirname(to), {recursive: true});
  await copyFile(from, to);
}

/** Links a file, or copies it where the system permits no links. */
async function linkFile(from: string, to: string): Promise<void> {
  if ((await readlink(to).catch(() => null)) === from) return;
  await rm(to, {force: true});
  await mkdir(dirname(to), {recursive: true});
  await symlink(from, to).catch(() => copyFile(from, to));
}

/** Links a folder; on Windows by a junction, for which no right is needed. */
async function linkFolder(from: string, to: string): Promise<void> {
  if ((await readlink(to).catch(() => null)) === from) return;
  await rm(to, {recursive: true, force: true});
  await mkdir(dirname(to), {recursive: true});
  await symlink(from, to, "junction");
}
