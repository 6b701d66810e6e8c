// The views that open on published answers: pages, and the benchmarks that their chooser offers.
import {existsSync} from "node:fs";
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, test} from "vitest";
import {copyPublished, siteSources} from "../../pipelines/site/sources.js";
import {readManifest} from "../../pipelines/store/manifest.node.js";
import {PUBLISHED} from "../../pipelines/store/publish.node.js";
import {suitesOf} from "../../pipelines/store/shown.js";
import {defaultSource} from "../../pipelines/store/source.js";

const absent = !existsSync(join(PUBLISHED, "manifest.json"));
const skipped = absent ? " (skipped: data/published is absent)" : "";

const PAGES = [
  "/",
  "/compare",
  "/clusters",
  "/irt",
  "/adaptive",
  "/extraction",
  "/sql",
  "/tokens",
  "/hazard",
  "/truncation"
].concat("/long-context", "/agents", "/samples", "/explore", "/compression", "/categories", "/claims", "/reproductions");
const SUITES = ["mmlu-pro", "gsm8k", "math-level-5", "livebench", "babilong", "bbh", "tau-bench-airline"];
/** Pages that show one benchmark at a time. */
const BY_SUITE = ["/", "/compare", "/clusters"];

test.skipIf(absent)(`at least 25 views show published answers by default${skipped}`, async () => {
  const {published} = await siteSources();
  const site = {local: "starter", localFirst: false, isEvaluated: true, published} as const;
  for (const path of PAGES) expect(defaultSource(path, site), path).toBe("published");
  const suites = suitesOf((await readManifest(PUBLISHED))!);
  expect([...suites].sort()).toEqual([...SUITES].sort());
  expect(PAGES.length + BY_SUITE.length * (suites.length - 1)).toBeGreaterThanOrEqual(25);
});

test.skipIf(absent)(
  `a built site has each published table with the bytes of its file, and names that change with them${skipped}`,
  async () => {
    const sources = await siteSources();
    const dist = await mkdtemp(join(tmpdir(), "reasonbook-sources-"));
    try {
      await copyPublished(sources, {dist});
      const {file} = sources.published!.tables.points!;
      expect(file).toMatch(/^points\.[0-9a-f]{8}\.parquet$/);
      expect(await readFile(join(dist, "_file", "published", file))).toEqual(await readFile(join(PUBLISHED, "points.parquet")));
    } finally {
      await rm(dist, {recursive: true, force: true});
    }
  }
);
