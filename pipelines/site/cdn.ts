// Answers Observable Framework's requests to its CDN and registry from node_modules. Every npm: and implicit import (Plot, Inputs, d3, …)
// is therefore the version in package-lock.json, and neither build nor preview needs a network.
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {build, type Plugin} from "esbuild";
import {installLine, optionalPackages, packageFolder} from "../book/optionalPackage.node.js";
import {siteCache} from "../store/places.node.js";

const cache = dirname(siteCache());
const network = globalThis.fetch;
/** Packages replaced by a stub. Framework requests them wherever a page names a .parquet file, but the pages read Parquet with DuckDB. */
const PARQUET = "parquet-wasm";
const PARQUET_STUB =
  'export default () => { throw new Error("read Parquet with tables(), not with FileAttachment().parquet()"); };\n';
/** Packages that hold their own packages within, cut to what they use: Plot alone would be 35 more files of D3 on every page. */
const WHOLE = new Set(["@observablehq/plot"]);

globalThis.fetch = async (input, init) => {
  const {protocol, host, pathname} = new URL(input instanceof Request ? input.url : input);
  if (protocol !== "https:") return network(input, init);
  if (host.startsWith("registry.")) return versions(parse(pathname).name);
  if (host.startsWith("cdn.")) return file(parse(pathname.replace(/^\/npm/, "")));
  return network(input, init);
};
forgetOtherVersions();

interface Asked {
  name: string;
  path: string;
}

/** Splits `/@scope/name@1.2.3/some/path` into the package's name and the path inside it. */
function parse(pathname: string): Asked {
  const match = /^\/((?:@[^/]+\/)?[^/@]+)(?:@[^/]+)?(?:\/(.*))?$/.exec(decodeURIComponent(pathname));
  if (!match) throw new Error(`cannot read a package's name from "${pathname}"`);
  return {name: match[1]!, path: match[2] ?? ""};
}

/**
 * A registry's answer if the installed version were the only one. A package that is not installed gets an answer too, but cannot be loaded.
 */
function versions(name: string): Response {
  const version = installed(name) ?? "0.0.0";
  return Response.json({version, versions: {[version]: {}}});
}

async function file({name, path}: Asked): Promise<Response> {
  const folder = packageFolder(name);
  if (folder === null) {
    const stub = stubOf(name);
    if (stub === undefined) throw new Error(`npm:${name} is not installed; run: ${installLine([name])}`);
    return path.endsWith("package.json") ? Response.json({name}) : script(stub);
  }
  if (!path.endsWith("+esm")) return new Response(readFileSync(join(folder, path)));
  return script(await bundle(join(name, path.slice(0, -"/+esm".length)), {folder, whole: WHOLE.has(name)}));
}

/** The module in place of a package that is not installed; undefined for one that pages cannot do without. */
function stubOf(name: string): string | undefined {
  if (name === PARQUET) return PARQUET_STUB;
  if (!(name in optionalPackages())) return undefined;
  return `throw new Error(${JSON.stringify(`it needs ${name}; run: ${installLine([name])}`)});\n`;
}

const script = (source: string): Response => new Response(source, {headers: {"content-type": "application/javascript"}});

function installed(name: string): string | undefined {
  const folder = packageFolder(name);
  if (folder === null) return undefined;
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {version: string}).version;
}

const PACKAGES_STAY_IMPORTS: Plugin = {
  name: "packages-stay-imports",
  setup: ({onResolve}) =>
    onResolve({filter: /^[^./]/}, ({path, kind}) =>
      kind === "import-statement" || kind === "dynamic-import" ? {path: `/npm/${path}/+esm`, external: true} : undefined
    )
};

/** Bundles each package as one module. Imports of other packages stay imports, so that pages share them, unless it is to be whole. */
async function bundle(entry: string, {folder, whole}: {folder: string; whole: boolean}): Promise<string> {
  const {outputFiles} = await build({
    entryPoints: [entry],
    absWorkingDir: folder,
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "silent",
    define: {"process.env.NODE_ENV": '"production"'},
    plugins: whole ? [] : [PACKAGES_STAY_IMPORTS]
  });
  return outputFiles[0]!.text;
}

/**
 * Removes other versions from Framework's cache: Framework never expires what it has fetched, but a changed lockfile must reach the pages.
 */
function forgetOtherVersions(): void {
  const framework = packageFolder("@observablehq/framework");
  const lock = framework && join(framework, "../..", ".package-lock.json");
  if (!lock || !existsSync(lock)) return;
  const hash = createHash("sha256")
    .update(readFileSync(lock))
    .update(readFileSync(import.meta.filename))
    .digest("hex");
  const stamp = join(cache, "packages.sha256");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  for (const folder of ["_npm", "_node", "_observablehq"]) rmSync(join(cache, folder), {recursive: true, force: true});
  mkdirSync(cache, {recursive: true});
  writeFileSync(stamp, hash);
}
