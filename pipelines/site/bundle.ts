// Joins the modules of each built page into one file, since a browser that asks for a hundred small ones waits longer for them than for their
// bytes. What the page loads later stays apart, and so do packages, which pages share.
import {readFileSync, realpathSync, writeFileSync} from "node:fs";
import {dirname, join, relative, resolve, sep} from "node:path";
import type {Plugin} from "esbuild";
import {filesBelow, JOINED_SCRIPTS} from "./policy.js";

/** Folders of modules that are joined: the workbook's own, and those that Framework took from node_modules for them. */
const JOINED = ["_import", "_node"];
const ENTRY = "page";
const IMPORT = /\bimport\("(\.{1,2}\/[^"]+\.js)"\)/g;
const AHEAD = /<link rel="modulepreload" href="([^"]+)">\n?/g;

/** Modules that a page asks for, as paths in the site: at once, and only when one of its cells comes to that. */
interface Asked {
  now: string[];
  later: string[];
}

/** The joined scripts of pages that ask for the same, as paths in the site. */
interface Joined {
  /** the script with all modules that are asked for at once, under the names m0, m1, … */
  page: string;
  /** those of the modules that are asked for later, in their order */
  later: string[];
  /** scripts that a browser may load ahead: `page` and what it imports of the others */
  ahead: string[];
}

/**
 * Joins the modules of all pages and has the pages ask for the joined ones. The single modules stay, since workers load them.
 * @param dist the built site
 */
export async function bundleScripts(dist = "dist"): Promise<void> {
  const known = new Map<string, Promise<Joined>>(); // all pages of models ask for the same
  const root = realpathSync(dist); // as esbuild resolves entry points
  for (const file of filesBelow(root).filter(each => each.endsWith(".html"))) {
    const page = sitePage(root, file);
    const asked = page.asked();
    if (asked.now.length === 0) continue;
    const key = JSON.stringify(asked);
    if (!known.has(key)) known.set(key, joinScripts(root, asked));
    writeFileSync(file, page.asking(asked, await known.get(key)!));
  }
}

/** A built page and its addresses, which are relative to it. */
function sitePage(root: string, file: string) {
  const html = readFileSync(file, "utf8");
  const folder = dirname(file);
  const pathOf = (address: string) => relative(root, resolve(folder, address)).split(sep).join("/");
  const addressOf = (path: string) => {
    const address = relative(folder, join(root, path)).split(sep).join("/");
    return address.startsWith(".") ? address : `./${address}`;
  };
  return {
    asked(): Asked {
      const ahead = new Set(Array.from(html.matchAll(AHEAD), ([, address]) => pathOf(address!)));
      const own = [...new Set(Array.from(html.matchAll(IMPORT), ([, address]) => pathOf(address!)))].filter(isJoined);
      return {now: own.filter(path => ahead.has(path)), later: own.filter(path => !ahead.has(path))};
    },
    asking({now, later}: Asked, joined: Joined): string {
      const instead = new Map([
        ...now.map((path, i) => [path, `import("${addressOf(joined.page)}").then(page => page.m${i})`] as const),
        ...later.map((path, i) => [path, `import("${addressOf(joined.later[i]!)}")`] as const)
      ]);
      let ahead = joined.ahead.map(path => `<link rel="modulepreload" href="${addressOf(path)}">\n`).join("");
      return html
        .replace(IMPORT, (all, address: string) => instead.get(pathOf(address)) ?? all)
        .replace(AHEAD, (all, address: string) => {
          if (!isJoined(pathOf(address))) return all;
          const links = ahead; // in the place of the first
          ahead = "";
          return links;
        });
    }
  };
}

const isJoined = (path: string): boolean => JOINED.some(folder => path.startsWith(`${folder}/`));

async function joinScripts(root: string, {now, later}: Asked): Promise<Joined> {
  const {build} = await import("esbuild"); // here, since every command reads this file
  const {metafile} = await build({
    absWorkingDir: root,
    entryPoints: [{in: ENTRY, out: ENTRY}, ...later.map((path, i) => ({in: join(root, path), out: `later${i}`}))],
    outdir: JOINED_SCRIPTS,
    entryNames: "[name].[hash]",
    chunkNames: "part.[hash]",
    bundle: true,
    splitting: true,
    // names stay, for whoever reads an error's stack
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "silent",
    plugins: [siteModules(root, now)]
  });
  const outputs = Object.entries(metafile.outputs);
  const madeOf = (entry: string) => outputs.find(([, {entryPoint}]) => entryPoint === entry)![0];
  const page = madeOf(`${ENTRY}:${ENTRY}`);
  const ahead = new Set<string>();
  const add = (path: string): void => {
    if (ahead.has(path)) return;
    ahead.add(path);
    for (const {path: imported, kind, external} of metafile.outputs[path]!.imports)
      if (kind === "import-statement" && !external) add(imported);
  };
  add(page);
  return {page, later: later.map(madeOf), ahead: [...ahead]};
}

/** Has esbuild read a page's modules from the site, as Framework wrote them, and leave all others where they are. */
function siteModules(root: string, now: readonly string[]): Plugin {
  const outdir = join(root, JOINED_SCRIPTS);
  const fromOutdir = (path: string) => relative(outdir, path).split(sep).join("/");
  return {
    name: "site-modules",
    setup({onResolve, onLoad}) {
      onResolve({filter: /^page$/}, ({kind}) => (kind === "entry-point" ? {path: ENTRY, namespace: ENTRY} : undefined));
      onLoad({filter: /.*/, namespace: ENTRY}, () => ({
        contents: now.map((path, i) => `export * as m${i} from ${JSON.stringify(`./${path}`)};`).join("\n"),
        resolveDir: root
      }));
      onResolve({filter: /^\./}, ({path, resolveDir, kind}) => {
        const found = resolve(resolveDir, path);
        const inSite = relative(root, found).split(sep).join("/");
        // Large data of packages, such as ranks of tokens, are loaded when they are needed, and pages share them.
        const joined = isJoined(inSite) && !(kind === "dynamic-import" && inSite.startsWith("_node/"));
        return joined ? {path: found} : {path: fromOutdir(found), external: true};
      });
      onLoad({filter: /\.js$/}, ({path}) => ({contents: atItsPlace(readFileSync(path, "utf8"), path, fromOutdir), loader: "js"}));
    }
  };
}

/** A module's source with its own address, and those that it derives from it, as seen from where it is joined with others. */
const atItsPlace = (source: string, path: string, fromOutdir: (path: string) => string): string =>
  source
    .replaceAll(
      /\bimport\.meta\.resolve\("(\.[^"]+)"\)/g,
      (_, address: string) => `import.meta.resolve("${fromOutdir(resolve(dirname(path), address))}")`
    )
    .replaceAll(/\bimport\.meta\.url\b/g, () => `new URL("${fromOutdir(path)}", import.meta.url).href`);
