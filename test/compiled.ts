// Bundles pipelines/ once for all tests that start the command line as a process: reading its sources and packages takes longer than most commands do.
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync} from "node:fs";
import {dirname, join, relative} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {build, type Plugin, transform} from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PIPELINES = join(ROOT, "pipelines");
const KEPT = join(ROOT, "node_modules", ".cache", "reasonbook-tests");
/** What compiled files look for beside pipelines/. */
const LINKED = ["package.json", "node_modules", "src"];
/** Another run of the tests may still use what it has compiled. */
const UNUSED_MS = 24 * 3_600_000;
/** Files that are started or loaded by their address, each at its own place; what they share is in chunks, once. */
const STARTED = /\.(?:process|worker)\.ts$|^studies\/.*make\.node\.ts$|^cli\/main\.ts$/u;
/** Packages of many files that read nothing from beside themselves; all others are loaded from node_modules as ever. */
const BUNDLED = [
  "@duckdb/node-api",
  "@huggingface/jinja",
  "@noble/hashes",
  "apache-arrow",
  "arquero",
  "commander",
  "d3",
  "franc",
  "pure-rand",
  "rxjs",
  "simple-statistics",
  "undici",
  "yaml",
  "zod"
];
/** Packages in CommonJS ask for Node's own modules. */
const REQUIRE = 'import {createRequire as requireFrom} from "node:module"; const require = requireFrom(import.meta.url);';

/** Leaves packages where they are but for those of BUNDLED, and lets each file find others as if it stood in `folder` by itself. */
const placed = (folder: string): Plugin => ({
  name: "placed",
  setup({onResolve, onLoad}) {
    onResolve({filter: /^[^./]/}, ({path, importer}) => {
      const own = importer.startsWith(PIPELINES);
      const bundled = own ? BUNDLED.some(name => path === name || path.startsWith(`${name}/`)) : path !== "@duckdb/node-bindings";
      return bundled || importer === "" ? undefined : {path, external: true};
    });
    onLoad({filter: /\/pipelines\/.*\.ts$/}, async ({path}) => {
      const at = join(folder, "pipelines", relative(PIPELINES, path)).replace(/\.ts$/u, ".js");
      const text = readFileSync(path, "utf8").replaceAll(
        /import\.meta\.resolve\("(\..*?)"\)/gu,
        `new URL("$1", import.meta.url).href`
      );
      // Replaced in code alone: a text may hold the same words, such as that of every loader in run/loader.ts.
      const define = {
        "import.meta.url": JSON.stringify(pathToFileURL(at).href),
        "import.meta.dirname": JSON.stringify(dirname(at)),
        "import.meta.filename": JSON.stringify(path)
      };
      return {contents: (await transform(text, {loader: "ts", define, format: "esm", target: "node20"})).code, loader: "js"};
    });
  }
});

/** Sets REASONBOOK_COMPILED, which test/workbook.ts starts commands from. */
export default async function setup(): Promise<void> {
  const files = (readdirSync(PIPELINES, {recursive: true}) as string[]).filter(name => name.endsWith(".ts")).sort();
  // the place too, since a copy of node_modules elsewhere would start the code, and tell the commit, of where it was copied from
  const hash = createHash("sha256")
    .update(ROOT)
    .update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of files) hash.update(name).update(readFileSync(join(PIPELINES, name)));
  hash.update(readFileSync(join(ROOT, "package-lock.json")));
  const folder = join(KEPT, hash.digest("hex").slice(0, 16));
  process.env.REASONBOOK_COMPILED = folder;
  if (existsSync(folder)) return;
  mkdirSync(KEPT, {recursive: true});
  for (const name of readdirSync(KEPT))
    if (Date.now() - statSync(join(KEPT, name)).mtimeMs > UNUSED_MS) rmSync(join(KEPT, name), {recursive: true, force: true});
  const made = mkdtempSync(join(KEPT, "making-"));
  await build({
    entryPoints: files.filter(name => STARTED.test(name)).map(name => join(PIPELINES, name)),
    outdir: join(made, "pipelines"),
    outbase: PIPELINES,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    plugins: [placed(folder)],
    banner: {js: REQUIRE},
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error"
  });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(made, name));
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, {recursive: true, force: true});
    if (!existsSync(folder)) throw error; // otherwise another run has made the same
  }
}
