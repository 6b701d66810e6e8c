// The command `init`: makes a workbook, or takes an ask into one.
import {existsSync} from "node:fs";
import {cp, mkdir, readdir, readFile, rename, writeFile} from "node:fs/promises";
import {basename, dirname, join, relative, resolve} from "node:path";
import {z} from "zod";
import {FOLDER} from "../book/folder.js";
import {UserError} from "../rows/error.js";
import {OUTSIDE} from "../run/ask/files.js";
import {isCheckout, PACKAGE} from "../store/places.node.js";
import {STORE} from "../store/publish.node.js";
import {projectVersion} from "../store/version.node.js";
import {option, positional, printingCommand} from "./command.js";
import {workbookFiles, workbookManifest} from "./initFiles.js";

const MANIFEST = "package.json";

export const commands = [
  printingCommand({
    name: "init",
    summary: "make a workbook: a book, a suite, a model's file, a page and package.json (docs/workbook.md)",
    options: z.strictObject({
      folder: positional(z.string().default("."), "the workbook's folder, which may hold a package.json"),
      from: option(z.array(z.string()).default([]), `take over an ask, ./${OUTSIDE}/NAME`, {value: "folder"})
    }),
    examples: ["my-workbook", `--from ${OUTSIDE}/questions`],
    async run({folder, from}) {
      const asks = from.map(each => each.replace(/[\\/]+$/u, ""));
      for (const ask of asks)
        if (!existsSync(join(ask, "book.yaml"))) throw new UserError(`--from ${ask}: no ask is there; it has no book.yaml`);
      const isThere = existsSync(join(folder, FOLDER, "book.yaml"));
      if (isThere && asks.length === 0)
        throw new UserError(`${join(folder, FOLDER, "book.yaml")} exists: the workbook is made already`);
      const written = isThere ? [] : await writeWorkbook(folder);
      for (const ask of asks) written.push(await takeOver(ask, folder));
      const left = folder === "." && asks.length === 0 ? await readdir(OUTSIDE).catch(() => []) : [];
      return {written, next: nextCommands(folder), asks: left.map(name => `${OUTSIDE}/${name}`)};
    },
    print: ({written, next, asks}) =>
      [
        ...written.map(path => `${path}\n`),
        ...asks.map(ask => `${ask} is an ask of before; to take it over: npx reasonbook init --from ${ask}\n`),
        `next:\n${next.map(each => `    ${each}\n`).join("")}`
      ].join("")
  })
];

/** Writes the files of a workbook. Throws a UserError, before anything is written, if one of them is there. */
async function writeWorkbook(folder: string): Promise<string[]> {
  if (isCheckout(folder)) throw new UserError("this folder is a checkout of reasonbook, which is a workbook already");
  const files = workbookFiles();
  const existing = Object.keys(files).filter(path => existsSync(join(folder, path)));
  if (existing.length > 0)
    throw new UserError(
      `${existing.map(path => join(folder, path)).join(", ")}: there already; init overwrites nothing; name another folder`
    );
  const manifest = join(folder, MANIFEST);
  const before = await jsonIn(manifest);
  const commands = (await jsonIn(join(PACKAGE, MANIFEST))).scripts as Record<string, string>;
  const facts = {name: nameOf(folder), dependency: await dependencyOf(folder), commands};
  await mkdir(folder, {recursive: true});
  await writeFile(manifest, `${JSON.stringify(workbookManifest(before, facts), null, 2)}\n`);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), {recursive: true});
    await writeFile(join(folder, path), text, {flag: "wx"});
  }
  return [MANIFEST, ...Object.keys(files)].map(path => join(folder, path));
}

/** The folder's name as npm permits it. */
const nameOf = (folder: string): string =>
  basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/gu, "-")
    .replace(/^-+|-+$/gu, "") || "workbook";

/** How the workbook names the package: by the path of its tarball or checkout, as the current folder's package.json does, or by its version. */
async function dependencyOf(folder: string): Promise<string> {
  const fromFolder = (path: string) => `file:${relative(folder, path).replaceAll("\\", "/")}`;
  const modules = dirname(PACKAGE.replace(/[\\/]+$/u, ""));
  if (basename(modules) !== "node_modules") return fromFolder(PACKAGE);
  const {packages} = await jsonIn(join(modules, ".package-lock.json"));
  const {resolved} = (packages as Record<string, {resolved?: string}> | undefined)?.["node_modules/reasonbook"] ?? {};
  if (resolved?.startsWith("file:")) return fromFolder(resolve(dirname(modules), resolved.slice("file:".length)));
  const {dependencies} = await jsonIn(MANIFEST);
  return (dependencies as Record<string, string> | undefined)?.reasonbook ?? (await projectVersion()).version;
}

/** The fields of a JSON file; none where it does not exist. */
const jsonIn = async (file: string): Promise<Record<string, unknown>> =>
  existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>) : {};

/** Moves an ask into the workbook. Returns its new folder. */
async function takeOver(ask: string, folder: string): Promise<string> {
  const name = basename(resolve(ask));
  const [target, store] = [`${FOLDER}/asks/${name}`, `${STORE}/asks/${name}`];
  for (const path of [target, store])
    if (existsSync(join(folder, path)))
      throw new UserError(`${join(folder, path)} exists already; the workbook has an ask of this name`);
  await cp(ask, join(folder, target), {recursive: true});
  if (existsSync(join(folder, target, "store"))) {
    await mkdir(dirname(join(folder, store)), {recursive: true});
    await rename(join(folder, target, "store"), join(folder, store));
  }
  const book = join(folder, target, "book.yaml");
  const place = `${OUTSIDE}/${name}`;
  await writeFile(book, (await readFile(book, "utf8")).replaceAll(`${place}/store`, store).replaceAll(place, target));
  return join(folder, target);
}

function nextCommands(folder: string): string[] {
  const isInstalled = existsSync(join(folder, "node_modules", "reasonbook"));
  return [
    ...(folder === "." ? [] : [`cd ${folder}`]),
    ...(isInstalled ? [] : ["npm install --ignore-scripts"]),
    "npx reasonbook start"
  ];
}
