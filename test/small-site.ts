// A workbook of its own with everything that a site is built from, so that a test can publish other stores than the book's.
import {cpSync, existsSync, symlinkSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {type Workbook, workbook} from "./workbook.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Pages and loaders are the workbook's own, since a build keeps and touches files beside them. */
const COPIED = ["src", "loaders"];
const LINKED = ["bin", "pipelines", "node_modules", "observablehq.config.ts", "package.json"];
/** What Framework made of packages; bundling them again would take longer than all else. */
const PACKAGES = ["_npm", "_node", "_observablehq", "packages.sha256"];

export async function smallSite(files: Record<string, string> = {}): Promise<Workbook & {dist: string}> {
  const book = await workbook(files);
  addSiteFiles(book.root);
  return {...book, dist: join(book.root, "dist")};
}

/** Puts pages, loaders and what they need into the folder of a workbook. */
export function addSiteFiles(root: string): void {
  const kept = join("src", ".observablehq");
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(root, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: source => !source.startsWith(join(ROOT, kept))
    });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(root, name));
  for (const name of PACKAGES) {
    const from = join(ROOT, kept, "cache", name);
    if (existsSync(from)) cpSync(from, join(root, kept, "cache", name), {recursive: true});
  }
}
