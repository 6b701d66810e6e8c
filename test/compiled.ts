// Bundles pipelines/ once for all tests that start the command line as a process: reading its sources and packages takes longer than most commands do.
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync} from "node:fs";
import {dirname, join, relative} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {compile, PIPELINES} from "./library/compile.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KEPT = join(ROOT, "node_modules", ".cache", "reasonbook-tests");
/** What compiled files look for beside pipelines/. */
const LINKED = ["package.json", "node_modules", "src", "data"];
/** Another run of the tests may still use what it has compiled. */
const UNUSED_MS = 24 * 3_600_000;
const COMPILER = fileURLToPath(new URL("library/compile.ts", import.meta.url));

/** Sets REASONBOOK_COMPILED, which test/workbook.ts starts commands from. */
export default async function setup(): Promise<void> {
  const files = (readdirSync(PIPELINES, {recursive: true}) as string[]).filter(name => name.endsWith(".ts")).sort();
  // the place too, since a copy of node_modules elsewhere would start the code, and tell the commit, of where it was copied from
  const hash = createHash("sha256")
    .update(ROOT)
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(readFileSync(COMPILER));
  for (const name of files) hash.update(name).update(readFileSync(join(PIPELINES, name)));
  hash.update(readFileSync(join(ROOT, "package-lock.json")));
  const folder = join(KEPT, hash.digest("hex").slice(0, 16));
  process.env.REASONBOOK_COMPILED = folder;
  if (existsSync(folder)) return;
  mkdirSync(KEPT, {recursive: true});
  for (const name of readdirSync(KEPT))
    if (Date.now() - statSync(join(KEPT, name)).mtimeMs > UNUSED_MS) rmSync(join(KEPT, name), {recursive: true, force: true});
  const made = mkdtempSync(join(KEPT, "making-"));
  await compile(join(made, "pipelines"), path => {
    const at = join(folder, "pipelines", relative(PIPELINES, path)).replace(/\.ts$/u, ".js");
    return {
      define: {
        "import.meta.url": JSON.stringify(pathToFileURL(at).href),
        "import.meta.dirname": JSON.stringify(dirname(at)),
        "import.meta.filename": JSON.stringify(path)
      }
    };
  });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(made, name));
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, {recursive: true, force: true});
    if (!existsSync(folder)) throw error; // otherwise another run has made the same
  }
}
