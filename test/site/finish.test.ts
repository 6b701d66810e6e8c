// The last step of a build on a folder of files.
import {existsSync} from "node:fs";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, test} from "vitest";
import {finishSite} from "../../pipelines/site/policy.js";

test("a finished site has its policy in every page, and what keeps GitHub Pages from leaving out its scripts", async () => {
  const dist = await mkdtemp(join(tmpdir(), "reasonbook-dist-"));
  try {
    await writeFile(
      join(dist, "index.html"),
      '<!DOCTYPE html>\n<html><head>\n<meta charset="utf-8">\n</head><body></body></html>'
    );
    finishSite(dist);
    finishSite(dist); // again, as a build over a folder that is there
    expect((await readFile(join(dist, "index.html"), "utf8")).match(/Content-Security-Policy/g)).toHaveLength(1);
    expect(existsSync(join(dist, ".nojekyll"))).toBe(true);
    await writeFile(join(dist, "empty.js"), "");
    expect(() => finishSite(dist)).toThrow(/empty\.js is empty/);
  } finally {
    await rm(dist, {recursive: true, force: true});
  }
});
