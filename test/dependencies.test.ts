import {readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {billOfMaterials, isAllowed, packagesOf} from "./dependencies.js";

const root = join(import.meta.dirname, "..");

test("every package of the lockfile is in the bill of materials once, with its version, licence and digest, and its licence is allowed", () => {
  const packages = packagesOf(root);
  const {components} = billOfMaterials(packages);
  const {dependencies, devDependencies} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const [alias, range] of Object.entries<string>({...dependencies, ...devDependencies})) {
    const [name, version] = /^npm:(.+)@(.+)$/u.exec(range)?.slice(1) ?? [alias, range];
    expect(
      components.find(each => each.name === name && each.version === version),
      alias
    ).toBeDefined();
  }
  expect(new Set(components.map(({purl}) => purl)).size).toBe(components.length);
  expect(packages.filter(({licence}) => !isAllowed(licence))).toEqual([]);
});

test("a licence that is not on the list is refused, alone, beside another and where there is none", () => {
  expect(["MIT", "(MIT OR GPL-3.0-or-later)", "(MIT AND Zlib)"].map(isAllowed)).toEqual([true, true, true]);
  expect(["GPL-3.0-only", "MIT AND GPL-3.0-only", "SEE LICENSE IN LICENSE", "", null].map(isAllowed)).toEqual([
    false,
    false,
    false,
    false,
    false
  ]);
});
