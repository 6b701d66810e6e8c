// `npm pack` runs this before and after: it builds the library and pins every package that an installation needs, and takes the pins back.
//
// Neither package-lock.json nor `overrides` reaches those who install a package, and npm reads npm-shrinkwrap.json of packages from a
// registry alone, not of a tarball's file or address. So the tarball carries both: the lockfile, and each hoisted package as a dependency of
// exactly its version, which npm installs before it resolves ranges of others.
//
// Of two packages it carries the few files that are loaded, in pipelines/node_modules/, where Node and cdn.ts find them: 29 MB of 136.
import {cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {join, relative, sep} from "node:path";
import {globSync} from "tinyglobby";
import {buildLibrary} from "./build.js";
import {compile, PIPELINES} from "./compile.js";

const ROOT = join(import.meta.dirname, "../..");
const MANIFEST = join(ROOT, "package.json");
/** package.json while the pinned one is in its place. */
const ORIGINAL = join(ROOT, "package.json.original");
const SHRINKWRAP = join(ROOT, "npm-shrinkwrap.json");
const CARRIED_FOLDER = join(ROOT, "pipelines/node_modules");
/** Packages of which the tarball carries these files. */
export const CARRIED: Record<string, string[]> = {
  "@duckdb/duckdb-wasm": ["package.json", "dist/duckdb-{browser.mjs,browser-eh.worker.js,eh.wasm}"],
  "gpt-tokenizer": [
    // Node imports the one form, and requires the other, as Framework does for pages.
    ...["package.json", "LICENSE", "esm/package.json", "{esm,cjs}/{BytePairEncodingCore,constants,utfUtil,util}.js"],
    ...["{esm,cjs}/encodingParams/constants.js", "{esm,cjs}/bpeRanks/*.js"]
  ]
};

interface Manifest {
  dependencies: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: unknown;
  overrides?: unknown;
}
interface Lockfile {
  packages: Record<
    string,
    Partial<Manifest> & {name?: string; version?: string; dev?: boolean; optional?: boolean; peer?: boolean}
  >;
}

/** Returns manifest and lockfile of the tarball: packages of exact versions, without those that only development needs. */
export function pinned(manifest: Manifest, lock: Lockfile): {manifest: Manifest; lock: Lockfile} {
  const isCarried = (path: string) => Object.keys(CARRIED).some(name => `${path}/`.startsWith(`node_modules/${name}/`));
  const needed = Object.entries(lock.packages).filter(([path, {dev}]) => path !== "" && !dev && !isCarried(path));
  const hoisted = (isOptional: boolean) =>
    Object.fromEntries(
      needed.flatMap(([path, {name, version, optional}]) => {
        const [, folder] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/u.exec(path) ?? [];
        return folder === undefined || (optional ?? false) !== isOptional
          ? []
          : [[folder, name ? `npm:${name}@${version}` : version!] as const];
      })
    );
  const versions = {dependencies: hoisted(false), optionalDependencies: hoisted(true)};
  const {devDependencies: _, overrides: __, ...rest} = manifest;
  const {devDependencies: ___, ...root} = lock.packages[""]!;
  return {
    manifest: {...rest, ...versions},
    lock: {...lock, packages: {"": {...root, ...versions}, ...Object.fromEntries(needed)}}
  };
}

/** Copies the files of CARRIED. */
function carry(): void {
  for (const [name, patterns] of Object.entries(CARRIED)) {
    const from = join(ROOT, "node_modules", name);
    for (const file of globSync(patterns, {cwd: from, expandDirectories: false}))
      cpSync(join(from, file), join(CARRIED_FOLDER, name, file));
  }
}

/** Code at the head of each bundled file, wherever the package is installed. */
const BANNER = `import {fileURLToPath as pathOfUrl} from "node:url"; const packageUrl = import.meta.url.slice(0, import.meta.url.lastIndexOf("/pipelines/") + 1);`;

/** Bundles pipelines/ next to its sources, which pages and loaders need, so that each file finds others where its source does. */
const compileSources = (): Promise<void> =>
  compile(
    PIPELINES,
    path => {
      const name = relative(ROOT, path).split(sep).join("/").replace(/\.ts$/u, "");
      return {
        code: `const sourceUrl = packageUrl + "${name}.js", sourceFile = pathOfUrl(packageUrl + "${name}.ts"), sourceFolder = pathOfUrl(new URL(".", sourceUrl)).slice(0, -1);\n`,
        define: {"import.meta.url": "sourceUrl", "import.meta.dirname": "sourceFolder", "import.meta.filename": "sourceFile"}
      };
    },
    BANNER
  );

/** Puts the repository's own package.json back, and removes what the tarball alone has. */
function restore(): void {
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);
  rmSync(SHRINKWRAP, {force: true});
  rmSync(CARRIED_FOLDER, {recursive: true, force: true});
  rmSync(join(PIPELINES, "chunks"), {recursive: true, force: true});
  for (const file of globSync("**/*.js", {cwd: PIPELINES})) rmSync(join(PIPELINES, file));
}

const json = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

if (process.argv[1] === import.meta.filename) {
  restore(); // of a packing that was killed
  if (!process.argv.includes("--clean")) {
    await buildLibrary();
    await compileSources();
    carry();
    const {manifest, lock} = pinned(json(MANIFEST), json(join(ROOT, "package-lock.json")));
    renameSync(MANIFEST, ORIGINAL);
    write(MANIFEST, manifest);
    write(SHRINKWRAP, lock);
  }
}
