// Bundles pipelines/ for Node: a process that is started from sources spends more time on reading some thousand files than on most commands.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {build, type Plugin, transform} from "esbuild";

export const PIPELINES = fileURLToPath(new URL("../../pipelines", import.meta.url));
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

/** How a source finds its own place once it is bundled: replacements of `import.meta`, and code before it that they need. */
interface Place {
  define: Record<string, string>;
  code?: string;
}

/** Leaves packages where they are but for those of BUNDLED, and lets each file find others as if it stood by itself. */
const placed = (placeOf: (path: string) => Place): Plugin => ({
  name: "placed",
  setup({onResolve, onLoad}) {
    onResolve({filter: /^[^./]/}, ({path, importer}) => {
      const own = importer.startsWith(PIPELINES);
      const bundled = own ? BUNDLED.some(name => path === name || path.startsWith(`${name}/`)) : path !== "@duckdb/node-bindings";
      return bundled || importer === "" ? undefined : {path, external: true};
    });
    onLoad({filter: /\/pipelines\/.*\.ts$/}, async ({path}) => {
      const text = readFileSync(path, "utf8").replaceAll(
        /import\.meta\.resolve\("(\..*?)"\)/gu,
        `new URL("$1", import.meta.url).href`
      );
      const {define, code = ""} = text.includes("import.meta.") ? placeOf(path) : {define: {}};
      // Replaced in code alone: a text may hold the same words, such as that of every loader in run/loader.ts.
      const transformed = await transform(text, {loader: "ts", define, format: "esm", target: "node20"});
      return {contents: `${code}${transformed.code}`, loader: "js"};
    });
  }
});

/**
 * Bundles the files of pipelines/ that are started or loaded by their address into a folder.
 * @param placeOf returns how a source finds its place @param banner code at the head of each output
 */
export async function compile(outdir: string, placeOf: (path: string) => Place, banner = ""): Promise<void> {
  const files = (readdirSync(PIPELINES, {recursive: true}) as string[]).filter(name => STARTED.test(name)).sort();
  await build({
    entryPoints: files.map(name => join(PIPELINES, name)),
    outdir,
    outbase: PIPELINES,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    plugins: [placed(placeOf)],
    banner: {js: `${REQUIRE}${banner}`},
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error"
  });
}
