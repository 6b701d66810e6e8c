// The source that a page shows: its default, the one in its address, and the address by which a page is known.
import {expect, test} from "vitest";
import {
  defaultSource,
  isPublished,
  PUBLISHED_PAGES,
  type Published,
  pagePath,
  type SiteSources,
  shownSource,
  sourcesOf
} from "../../pipelines/store/source.js";

const published = (tables: readonly string[], rows = 1): Published => ({
  origins: [],
  tables: Object.fromEntries(tables.map(table => [table, {rows, bytes: 1, file: `${table}.parquet`}]))
});
const ALL = published(Object.values(PUBLISHED_PAGES).flat());
const starter: SiteSources = {local: "starter", localFirst: false, isEvaluated: true, published: ALL};

test("pages that published answers can answer show them by default, all others the starter book", () => {
  for (const path of Object.keys(PUBLISHED_PAGES)) expect(defaultSource(path, starter), path).toBe("published");
  for (const path of ["/reasonscore", "/manifold", "/models", "/runs"])
    expect(defaultSource(path, starter), path).toBe("starter");
});

test("without a table that a page needs, or with one without rows, its default is the starter book", () => {
  for (const tables of [published(["samples"]), published(["samples", "items", "points"], 0)])
    expect(defaultSource("/compare", {...starter, published: tables})).toBe("starter");
  expect(isPublished("/compare", published(["samples"]))).toBe(false);
});

test("a page whose tables are made from published ones shows them, unless one of these has no rows", () => {
  expect(isPublished("/samples", published(["samples", "points"]))).toBe(true);
  expect(isPublished("/samples", published(["samples"]))).toBe(false);
  expect(isPublished("/samples", published(["samples", "points"], 0))).toBe(false);
});

test("the user's own results come first, and published answers are shown where the address asks for them", () => {
  const ownFirst: SiteSources = {local: "own", localFirst: true, isEvaluated: true, published: ALL};
  expect(sourcesOf(ownFirst)).toEqual(["own", "published"]);
  for (const path of Object.keys(PUBLISHED_PAGES)) expect(shownSource(path, null, ownFirst), path).toBe("own");
  expect(shownSource("/", "published", ownFirst)).toBe("published");
});

test("an address names the source; a source that the site does not have is ignored", () => {
  expect(shownSource("/", "starter", starter)).toBe("starter");
  expect(shownSource("/reasonscore", "published", starter)).toBe("published");
  for (const asked of [null, "", "own", "Published", "x"]) expect(shownSource("/", asked, starter)).toBe("published");
  expect(shownSource("/", "published", {...starter, published: null})).toBe("starter");
});

test.each([
  ["/", "/", "/"],
  ["/index.html", "/", "/"],
  ["/reports/x/", "/reports/x/", "/"],
  ["/reports/x/index.html", "/reports/x/", "/"],
  ["/irt", "/", "/irt"],
  ["/reports/x/irt.html", "/reports/x/", "/irt"],
  ["/models/gpt-4o-2024-08-06-1a2b3c4d.html", "/", "/models"]
])("%s below %s is page %s", (pathname, root, path) => {
  expect(pagePath(pathname, root)).toBe(path);
});
