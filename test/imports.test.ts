// The import direction of the house: a room may import from rooms to its left, never to its right.
import {readdirSync, readFileSync} from "node:fs";
import {dirname, join, normalize} from "node:path";
import {expect, test} from "vitest";

const ROOMS = ["book", "generate", "infer", "score", "store", "study"];
/** Files that pages may import must not reach for Node. */
const PURE = [
  /^pipelines\/book\/(dataset|error|issue|nearest|plural|schemas|secret|types|yaml)\.ts$/,
  /^pipelines\/generate\//,
  /^pipelines\/score\/(?!compression|score\.ts)/,
  /^pipelines\/store\/(adaptiveTables|columns|studyTables|tables)\.ts$/,
  /^pipelines\/study\//,
  /^src\/components\//
];

/**
 * The right-most rooms: commands, and the answers of `npm run analyze`, which draws with the pages' own charts rather than with twins of them.
 * Only they may import components, and lazily: a component's `npm:` imports resolve in Node only after a hook, and no other command should wait for it.
 */
const RIGHTMOST = /^pipelines\/(cli|analyze)\//;

const files = (folder: string): string[] =>
  readdirSync(folder, {withFileTypes: true}).flatMap(entry =>
    entry.isDirectory() ? files(join(folder, entry.name)) : entry.name.endsWith(".ts") ? [join(folder, entry.name)] : []
  );
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(match => match[1]!);
/** Imports that are resolved as soon as the file is loaded; types are erased before. */
const eagerImportsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^(?:import|export)\s(?!type\s)(?:[^;"]*?\sfrom\s)?\s*"([^"]+)"/gm)].map(
    match => match[1]!
  );
const roomOf = (file: string): number => ROOMS.indexOf(/^pipelines\/(\w+)(?:\/|\.ts)/.exec(file)?.[1] ?? "");

const own = [...files("pipelines"), ...files("src/components"), ...files("loaders")];

test.each(own.map(file => [file]))("%s imports from its left, with the .js ending", file => {
  for (const name of importsOf(file)) {
    if (!name.startsWith(".")) continue;
    expect(name, `${file} imports ${name}`).toMatch(/\.js$/);
    const target = normalize(join(dirname(file), name.replace(/\.js$/, ".ts"))).replace(/^src\/(pipelines|data)\//, (_, room) =>
      room === "data" ? "loaders/" : "pipelines/"
    );
    expect(target.startsWith("loaders/"), `${file} imports a loader`).toBe(false);
    if (!file.startsWith("src/") && target.startsWith("src/")) {
      expect(file, `${file} imports a page's component`).toMatch(RIGHTMOST);
      expect(eagerImportsOf(file), `${file} imports a component before it is needed`).not.toContain(name);
    }
    if (target.startsWith("pipelines/analyze/")) expect(file, `${file} imports an answer of analyze`).toMatch(RIGHTMOST);
    const [from, to] = [roomOf(file), roomOf(target)];
    if (from >= 0) expect(to, `${file} imports ${name}, to its right`).toBeLessThanOrEqual(from);
    if (from >= 0) expect(to, `${file} imports ${name}, which composes rooms`).toBeGreaterThanOrEqual(0);
  }
});

test.each(own.filter(file => PURE.some(pattern => pattern.test(file))).map(file => [file]))("%s runs in a browser", file => {
  expect(importsOf(file).filter(name => name.startsWith("node:") || /^(lmdb|undici|@duckdb\/node)/.test(name))).toEqual([]);
});

test("no file is longer than 400 lines", () => {
  const long = [...own, ...files("test")].filter(file => readFileSync(file, "utf8").split("\n").length > 401);
  expect(long).toEqual([]);
});
