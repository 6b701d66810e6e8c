// Loads a TypeScript file of the user's own: it is bundled with what it imports from beside it, so that it need not stand in this checkout.
import {dirname, join, relative, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import type {Plugin} from "esbuild";
import {UserError} from "../rows/error.js";

/** What files of the user's own import from the workbook. */
const LIBRARY = "reasonbook/extend";
const LIBRARY_FILE = join(dirname(import.meta.filename), "../library/extend.ts");

/** Our own library from its source, zod from our packages, and other packages from beside the file, each by its address. */
const resolved: Plugin = {
  name: "resolved",
  setup(build) {
    build.onResolve({filter: /^[^./]/}, async ({path, resolveDir, kind, pluginData}) => {
      if (pluginData === PASSED || /^node:/u.test(path) || kind === "entry-point") return undefined;
      if (path === LIBRARY) return {path: LIBRARY_FILE};
      if (path === "zod") return {path: import.meta.resolve("zod"), external: true};
      const found = await build.resolve(path, {resolveDir, kind, pluginData: PASSED});
      if (found.errors.length > 0 || !/^(?:\/|[A-Za-z]:\\)/u.test(found.path)) return found;
      return {path: pathToFileURL(found.path).href, external: true};
    });
  }
};
/** Marks what esbuild is to resolve by itself. */
const PASSED = "passed";

/** The exports of a file. Throws a UserError of one line where it cannot be read or throws while it is loaded. */
export async function exportsOf(file: string): Promise<Record<string, unknown>> {
  const shown = relative(".", file) || file;
  const {build} = await import("esbuild");
  const {outputFiles} = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    logLevel: "silent",
    plugins: [resolved],
    // esbuild remembers the folder in which it was loaded, which need not be there any more
    absWorkingDir: resolve("."),
    platform: "node",
    format: "esm",
    target: "node20",
    charset: "utf8"
  }).catch((error: unknown) => {
    const [first] =
      (error as {errors?: {text: string; location: {line: number; column: number; file: string} | null}[]}).errors ?? [];
    if (!first) throw error;
    const place = first.location ? `:${first.location.line}:${first.location.column + 1}` : "";
    throw new UserError(`${shown}${place} cannot be read: ${oneLine(first.text)}`);
  });
  try {
    return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles![0]!.contents).toString("base64")}`)) as Record<
      string,
      unknown
    >;
  } catch (error) {
    throw new UserError(`${shown} throws while it is loaded: ${messageOf(error)}`);
  }
}

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** What somebody else's code has thrown, on one line. */
export const messageOf = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, 300);
