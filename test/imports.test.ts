// The order of the house: every file stands in one ranked folder and imports from its own rank or from ranks before it.
import {readdirSync, readFileSync} from "node:fs";
import {dirname, join, matchesGlob, normalize} from "node:path";
import {expect, test} from "vitest";
import {registry} from "../pipelines/studies/registry.js";
import {PLACES} from "../vitest.config.js";

/** First to last. `charts` draws what pages and `analyze` both show; `site` and `analyze` do not know each other. */
const RANKS = [
  "io",
  "rows",
  "book",
  "tokenizer",
  "generate",
  "infer",
  "stats",
  "score",
  "store",
  "extend",
  "studies",
  "charts",
  "library",
  "run",
  "site",
  "analyze",
  "cli"
];

/** Folders that run in Node as a whole, so that the names of their files need no suffix. */
const NODE_FOLDERS = /^pipelines\/(?:run|site|analyze|cli)\//u;
const NODE_SUFFIX = /\.(?:node|worker|process)\.ts$/u;
/** Node's own modules, and packages that need Node. */
const NATIVE =
  /^(?:node:|csv-parse$|@duckdb\/node|@energetic-ai|@resvg|bullmq|esbuild|ioredis|jsdom|lmdb|node-sqlite3|pino|rotating-file|tar-stream|tinyglobby|tsx|undici|yauzl)/u;

const files = (folder: string): string[] =>
  readdirSync(folder, {withFileTypes: true}).flatMap(entry =>
    entry.isDirectory() ? files(join(folder, entry.name)) : entry.name.endsWith(".ts") ? [join(folder, entry.name)] : []
  );
const sources = [...files("pipelines"), ...files("src/components"), ...files("loaders")];
const texts = new Map(sources.map(file => [file, readFileSync(file, "utf8")]));

interface Import {
  /** as it is written */
  name: string;
  /** the file that it means; undefined for a package */
  target: string | undefined;
  /** whether it is gone at run time */
  type: boolean;
  /** whether it is resolved as soon as the file is loaded */
  eager: boolean;
}
const pattern = /(?:^(import|export)\s(type\s)?(?:([^;"]*?)\sfrom\s)?|\bimport\(\s*)"([^"]+)"/gm;
const imports = new Map(
  sources.map(file => [
    file,
    [...texts.get(file)!.matchAll(pattern)].map(([, keyword, type, names = "", name = ""]): Import => {
      const target = name.startsWith(".") ? normalize(join(dirname(file), name.replace(/\.js$/, ".ts"))) : undefined;
      return {
        name,
        target: target?.replace(/^src\/pipelines\//, "pipelines/").replace(/^src\/data\//, "loaders/"),
        type: type !== undefined || /^\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}$/u.test(names),
        eager: keyword !== undefined
      };
    })
  ])
);
const each = (): [string, Import][] => sources.flatMap(file => imports.get(file)!.map((one): [string, Import] => [file, one]));
/** A thread of a page runs in a browser. */
const isPageThread = (file: string): boolean => /^src\/components\/.*\.worker\.ts$/u.test(file);
const rankOf = (file: string): number => RANKS.indexOf(/^pipelines\/(\w+)\//.exec(file)?.[1] ?? "");
const studyOf = (file: string): string | undefined => /^pipelines\/studies\/(\w+)\//.exec(file)?.[1];

test("every file under pipelines/ stands in a ranked folder", () => {
  expect(sources.filter(file => file.startsWith("pipelines/") && rankOf(file) < 0)).toEqual([]);
});

test("every import is of this rank or of one before it, and written with the .js ending", () => {
  const wrong = each().flatMap(([file, {name, target}]) => {
    if (target === undefined) return [];
    if (!name.endsWith(".js")) return [`${file} imports ${name} without the .js ending`];
    if (target.startsWith("loaders/")) return [`${file} imports a loader`];
    if (!file.startsWith("pipelines/")) return [];
    if (!target.startsWith("pipelines/")) return [`${file} imports ${name}, a part of a page`];
    return rankOf(target) > rankOf(file) ? [`${file} imports ${name}, of a later rank`] : [];
  });
  expect(wrong).toEqual([]);
});

test("pages reach nothing behind the charts; only analyze draws them in Node, and loads them when it draws", () => {
  const wrong = each().flatMap(([file, {name, target, eager, type}]) => {
    if (!target?.startsWith("pipelines/")) return [];
    if (file.startsWith("src/")) return rankOf(target) > RANKS.indexOf("charts") ? [`${file} imports ${name}`] : [];
    if (!target.startsWith("pipelines/charts/") || file.startsWith("pipelines/charts/") || file.startsWith("loaders/") || type)
      return [];
    return file.startsWith("pipelines/analyze/") && !eager ? [] : [`${file} imports ${name}`];
  });
  expect(wrong).toEqual([]);
});

test("a study rests only on studies that its line of the registry names", () => {
  const wrong = each().flatMap(([file, {name, target}]) => {
    const [from, to] = [studyOf(file), target && studyOf(target)];
    if (from === undefined || to === undefined || from === to) return [];
    const named = Object.entries(registry as Record<string, {uses?: readonly string[]}>)
      .filter(([folder]) => file.startsWith(`pipelines/studies/${folder}/`))
      .flatMap(([, {uses = []}]) => uses);
    return named.includes(to) ? [] : [`${file} imports ${name}`];
  });
  expect(wrong).toEqual([]);
});

test("no circle of imports", () => {
  expect(circles()).toEqual([]);
});

test("a file that needs Node is named *.node.ts, *.worker.ts or *.process.ts, and no other file is", () => {
  const wrong = sources.flatMap(file => {
    if (NODE_FOLDERS.test(file) || file.startsWith("loaders/")) return [];
    const needed = imports
      .get(file)!
      .filter(({type}) => !type)
      .find(({name, target}) => (target === undefined ? NATIVE.test(name) : NODE_SUFFIX.test(target) && !isPageThread(target)));
    if (needed && !NODE_SUFFIX.test(file)) return [`${file} imports ${needed.name}`];
    return !needed && NODE_SUFFIX.test(file) && !isPageThread(file) && !file.endsWith(".process.ts")
      ? [`${file} runs in a browser`]
      : [];
  });
  expect(wrong).toEqual([]);
});

test("only entry files touch the streams, the folder, the exit code and the environment of the process", () => {
  const touched = /\bprocess\.(?:stdout|stderr|stdin|cwd\(\)|exitCode|env\b)/u;
  const wrong = sources.filter(
    file =>
      touched.test(texts.get(file)!.replaceAll(/"[^"\n]*"/g, "")) &&
      !/\.(?:process|worker)\.ts$/u.test(file) &&
      file !== "pipelines/run/loader.ts"
  );
  expect(wrong).toEqual([]);
});

test("pages import no file that needs Node", () => {
  const pages = [...readdirSync("src"), ...readdirSync("src/models").map(name => `models/${name}`)].filter(name =>
    name.endsWith(".md")
  );
  const targets = pages.flatMap(page =>
    [...readFileSync(join("src", page), "utf8").matchAll(/from "(\.[^"]*\/pipelines\/[^"]*)\.js"/g)].map(([, name]) =>
      `${normalize(join("src", dirname(page), name!))}.ts`.replace(/^src\//, "")
    )
  );
  expect(targets.filter(file => NODE_SUFFIX.test(file) || NODE_FOLDERS.test(file))).toEqual([]);
});

test("every study has its line in the registry, and what it makes tables with", () => {
  const folders = readdirSync("pipelines/studies", {withFileTypes: true}).filter(entry => entry.isDirectory());
  expect(folders.map(({name}) => name).filter(name => !(name in registry))).toEqual([]);
  const withTables = Object.entries(registry).filter(([, {tables}]) => Object.keys(tables).length > 0);
  const needed = withTables.flatMap(([name]) => ["make.node.ts", "tables.ts"].map(file => `pipelines/studies/${name}/${file}`));
  expect(needed.filter(file => !texts.has(file))).toEqual([]);
});

test("no file is longer than 600 lines", () => {
  const long = [...sources, ...files("test")].filter(file => readFileSync(file, "utf8").split("\n").length > 601);
  expect(long).toEqual([]);
});

test("unit tests start no process, server or browser: tests that do are in another project", () => {
  const others = Object.values(PLACES).flat();
  const units = files("test").filter(file => file.endsWith(".test.ts") && !others.some(place => matchesGlob(file, place)));
  expect(units.length).toBeGreaterThan(50);
  const starts =
    /from "(?:[^"]*\/(?:workbook|small-site|fixtureStore|loopback|browser|journey)\.js|node:(?:http|net)|playwright-core)"|\bstartReferenceServer\(/;
  expect(units.filter(file => starts.test(readFileSync(file, "utf8")))).toEqual([]);
});

/** Circles of files that import each other, each once: strongly connected components of more than one file (Tarjan 1972). */
function circles(): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    stack.push(file);
    for (const {target} of imports.get(file) ?? []) {
      if (target === undefined || !imports.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) cycles.push(circle);
  };
  for (const file of sources) if (!order.has(file)) visit(file);
  return cycles;
}
