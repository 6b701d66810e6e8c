// Notices a clone whose symbolic links have become plain files, as git makes them on Windows where a user may not make links.
import {lstatSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Links by which pages reach the loaders and the formulas. */
const LINKS = ["src/data", "src/pipelines"];

/** One line with the way out where the links of a clone are plain files; null where they are as they should be. */
export function brokenLinks(root = ROOT): string | null {
  const plain = LINKS.filter(name => lstatSync(join(root, name), {throwIfNoEntry: false})?.isFile());
  if (plain.length === 0) return null;
  const names = plain.join(" and ");
  const [are, files, links] =
    plain.length > 1 ? ["are", "plain files", "symbolic links"] : ["is", "a plain file", "a symbolic link"];
  return `${names} ${are} ${files} where git holds ${links}, so that no page can be built; on Windows turn on developer mode, then: git config core.symlinks true && git checkout -- ${plain.join(" ")}`;
}
