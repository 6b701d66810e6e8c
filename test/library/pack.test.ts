// package.json and lockfile of the tarball that `npm pack` makes.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {CARRIED, pinned} from "./pack.js";

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, "../..", name), "utf8"));
const original = read("package.json");
const {manifest, lock} = pinned(original, read("package-lock.json"));

test("an installation gets exact versions of what it needs, no optional peer", () => {
  const {dependencies, peerDependencies, peerDependenciesMeta, devDependencies} = original;
  const installed = Object.keys(dependencies).filter(name => !(name in CARRIED));
  expect(manifest.dependencies).toMatchObject(Object.fromEntries(installed.map(name => [name, dependencies[name]])));
  for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^(?:npm:.+@)?\d+\.\d+\.\d+/u);
  for (const name of ["vitest", ...Object.keys(peerDependencies), ...Object.keys(CARRIED)]) {
    expect(manifest.dependencies, name).not.toHaveProperty([name]);
    expect(
      Object.keys(lock.packages).filter(path => path.startsWith(`node_modules/${name}/`) || path === `node_modules/${name}`)
    ).toEqual([]);
  }
  for (const name of Object.keys(peerDependencies)) {
    expect(peerDependenciesMeta[name]).toEqual({optional: true});
    expect(devDependencies[name]).toBe(peerDependencies[name]);
  }
});

test("overrides become versions: the package that cannot be had is not needed", () => {
  expect(manifest.dependencies["@uwdata/flechette"]).toBe(original.overrides["@uwdata/flechette"]);
  expect(manifest.dependencies.rollup).toBe(original.overrides.rollup);
  expect(Object.keys(lock.packages).filter(path => path.includes("wk-geojson"))).toEqual([]);
});

test("the lockfile of the tarball names no registry", () => {
  expect(JSON.stringify(Object.values(lock.packages).map(({version, dependencies}) => [version, dependencies]))).not.toContain(
    "://"
  );
  expect(Object.values(lock.packages).filter(entry => "resolved" in entry)).toEqual([]);
});
