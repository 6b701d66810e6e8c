// The last step of a build on a folder of files.
import {existsSync} from "node:fs";
import {mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
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

test("the page of unknown addresses has no fixed base, and all pages have the guard of their site's folder", async () => {
  const dist = await mkdtemp(join(tmpdir(), "reasonbook-dist-"));
  const html = (base: string) => `<!DOCTYPE html>\n<html><head>\n<meta charset="utf-8">${base}\n</head><body></body></html>`;
  try {
    await mkdir(join(dist, "models"));
    await writeFile(join(dist, "404.html"), html('\n<base href="/">'));
    for (const name of ["index.html", "models/m.html"]) await writeFile(join(dist, name), html(""));
    finishSite(dist);
    const pages = await Promise.all(["404.html", "index.html", "models/m.html"].map(name => readFile(join(dist, name), "utf8")));
    finishSite(dist);
    expect(await readFile(join(dist, "404.html"), "utf8")).toBe(pages[0]);
    expect(pages.map(page => /<base/u.test(page))).toEqual([false, false, false]);
    expect(pages.map(page => /<script src="([^"]+)">/u.exec(page)![1])).toEqual(["./_guard.js", "./_guard.js", "../_guard.js"]);
    expect(pages.map(page => /base-uri '(\w+)'/u.exec(page)![1])).toEqual(["self", "none", "none"]);
    expect(existsSync(join(dist, "_guard.js"))).toBe(true);
  } finally {
    await rm(dist, {recursive: true, force: true});
  }
});

test("a finished page may be enlarged, its list of pages holds pages alone, and the tab key reaches its code", async () => {
  const dist = await mkdtemp(join(tmpdir(), "reasonbook-dist-"));
  try {
    await writeFile(
      join(dist, "index.html"),
      `<!DOCTYPE html>
<html><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1">
</head><body><nav><ol>
    <label id="observablehq-sidebar-close" for="observablehq-sidebar-toggle"></label>
    <li>Page</li></ol></nav><pre data-language="yaml"><code>a: 1</code></pre></body></html>`
    );
    finishSite(dist);
    finishSite(dist);
    const page = await readFile(join(dist, "index.html"), "utf8");
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(page).toMatch(/<nav><label id="observablehq-sidebar-close"[^>]*><\/label>\s*<ol>\s*<li>/);
    expect(page.match(/tabindex/g)).toHaveLength(1);
    expect(page).toContain('<pre tabindex="0" data-language="yaml">');
  } finally {
    await rm(dist, {recursive: true, force: true});
  }
});
