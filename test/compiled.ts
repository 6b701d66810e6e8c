// Compiles pipelines/ once for all tests that start the command line as a process: reading TypeScript takes longer than most commands do.
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {build} from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KEPT = join(ROOT, "node_modules", ".cache", "reasonbook-tests");
/** What compiled files look for beside pipelines/. */
const LINKED = ["package.json", "node_modules", "src"];
/** Another run of the tests may still use what it has compiled. */
const UNUSED_MS = 24 * 3_600_000;

/** Sets REASONBOOK_COMPILED, which test/workbook.ts starts commands from. The files are the sources one by one, as tsx would read them. */
export default async function setup(): Promise<void> {
  const pipelines = join(ROOT, "pipelines");
  const files = (readdirSync(pipelines, {recursive: true}) as string[]).filter(name => name.endsWith(".ts")).sort();
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of files) hash.update(name).update(readFileSync(join(pipelines, name)));
  const folder = join(KEPT, hash.digest("hex").slice(0, 16));
  process.env.REASONBOOK_COMPILED = folder;
  if (existsSync(folder)) return;
  mkdirSync(KEPT, {recursive: true});
  for (const name of readdirSync(KEPT))
    if (Date.now() - statSync(join(KEPT, name)).mtimeMs > UNUSED_MS) rmSync(join(KEPT, name), {recursive: true, force: true});
  const made = mkdtempSync(join(KEPT, "making-"));
  const entryPoints = files.map(name => join(pipelines, name));
  const outdir = join(made, "pipelines");
  await build({entryPoints, outdir, outbase: pipelines, format: "esm", platform: "node", target: "node20", logLevel: "silent"});
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(made, name));
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, {recursive: true, force: true});
    if (!existsSync(folder)) throw error; // otherwise another run has made the same
  }
}
