import {expect, test} from "vitest";
import {installLine, needPackages, optionalPackages, packageFolder} from "../../pipelines/book/optionalPackage.node.js";

test("a missing package is refused with the command that installs it, one that is installed is not", () => {
  needPackages(["zod"], "this test");
  expect(() => needPackages(["zod", "no-such-package"], "a picture")).toThrow(
    "a picture needs zod, no-such-package; run: npm install zod no-such-package"
  );
});

test("an optional package is installed at the version that package.json names", () => {
  const versions = Object.entries(optionalPackages());
  expect(versions.length).toBeGreaterThan(0);
  for (const [name, version] of versions) expect(installLine([name])).toBe(`npm install ${name}@${version}`);
});

test("a package is looked for as Node does; one that exports no package.json is found too", () => {
  expect(packageFolder("rxjs")).toMatch(/node_modules[\\/]rxjs$/u);
  expect(packageFolder("gpt-tokenizer")).not.toBeNull();
  expect(packageFolder("no-such-package")).toBeNull();
});
