// Packages that are installed only when asked for: the optional peers of package.json.
import {existsSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join} from "node:path";
import {UserError} from "../rows/error.js";

const require = createRequire(import.meta.url);

/** Returns the folder of a package, which is the nearest one as Node looks for it; null where it is not installed. */
export function packageFolder(name: string): string | null {
  const folders = (require.resolve.paths(name) ?? []).map(folder => join(folder, name));
  return folders.find(folder => existsSync(join(folder, "package.json"))) ?? null;
}

/** The optional packages, each with the version that this one is tested with. */
export const optionalPackages = (): Record<string, string> =>
  (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {peerDependencies: Record<string, string>})
    .peerDependencies;

/** The command that installs optional packages. */
export function installLine(names: readonly string[]): string {
  const versions = optionalPackages();
  return `npm install ${names.map(name => (name in versions ? `${name}@${versions[name]}` : name)).join(" ")}`;
}

/**
 * Throws a UserError with the command that installs packages if one of them is missing.
 * @param purpose the feature that needs them, as the beginning of a sentence
 */
export function needPackages(names: readonly string[], purpose: string): void {
  if (names.every(packageFolder)) return;
  throw new UserError(`${purpose} needs ${names.join(", ")}; run: ${installLine(names)}`);
}
