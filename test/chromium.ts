// Finds a Chromium for the tests of pages.
import {existsSync} from "node:fs";
import {delimiter, join} from "node:path";
import {chromium} from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Printed where there is none. */
export const NO_CHROMIUM = "no Chromium found: npm run setup:browser installs one, or CHROMIUM names it";

/** The first file of one of these names in a folder of PATH. */
export const findProgram = (names: readonly string[]): string | undefined =>
  names
    .flatMap(name => (process.env.PATH ?? "").split(delimiter).map(folder => join(folder, name)))
    .find(path => existsSync(path));

/** Path of a Chromium: `CHROMIUM`, then the usual names in PATH, then one that Playwright installed; undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist`);
  if (named) return named;
  const installed = chromium.executablePath();
  return findProgram(NAMES) ?? (existsSync(installed) ? installed : undefined);
}
