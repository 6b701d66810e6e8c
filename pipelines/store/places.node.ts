// Places of the site. A checkout has its pages in src/ and its loaders in loaders/; the site of a workbook that depends on the package is
// assembled in .reasonbook/site/, from the package's pages and its own.
import {existsSync} from "node:fs";
import {join, relative} from "node:path";
import {fileURLToPath} from "node:url";

/** Folder of the package: of its pages, loaders and published answers. */
export const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
const ASSEMBLED = join(".reasonbook", "site");

/** Whether a folder is a checkout, which has the pipelines itself. */
export const isCheckout = (root = "."): boolean => existsSync(join(root, "pipelines", "cli"));

/** Framework's root. */
export const siteFolder = (root = "."): string => join(root, isCheckout(root) ? "src" : ASSEMBLED);

/** Framework's cache of loaders' output. */
export const siteCache = (root = "."): string => join(siteFolder(root), ".observablehq", "cache", "data");

/** Folder of the loaders, which Framework finds as `data` in its root. */
export const loaderFolder = (root = "."): string => join(root, isCheckout(root) ? "loaders" : join(ASSEMBLED, "data"));

/** Store of published answers of real models, which has no texts: the checkout's or the package's. */
export const publishedFolder = (): string =>
  isCheckout() ? join("data", "published") : relative(".", join(PACKAGE, "data", "published"));
