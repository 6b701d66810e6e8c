// Scores that a built site keeps for the next build, and what is written into its first page.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, expect, test} from "vitest";
import {readSiteScores, writeSiteScores} from "../../pipelines/site/siteScores.js";
import {siteSources} from "../../pipelines/site/sources.js";
import {SITE_CHANGES, type SiteChanges} from "../../pipelines/store/siteChanges.js";

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "reasonbook-scores-"));
  writeFileSync(join(dist, "index.html"), "<!DOCTYPE html>\n<html>\n<body></body>\n</html>\n");
});
afterEach(() => rmSync(dist, {recursive: true, force: true}));

const changesIn = (): SiteChanges | null => {
  const [, text] =
    new RegExp(`id="${SITE_CHANGES}">(.*)</script>`, "u").exec(readFileSync(join(dist, "index.html"), "utf8")) ?? [];
  return text ? (JSON.parse(text) as SiteChanges) : null;
};

test("a first build says nothing of changes; the next one names what is other, though a name holds markup", async () => {
  const sources = {...(await siteSources()), isEvaluated: false};
  await writeSiteScores(dist, sources, await readSiteScores(dist));
  expect(changesIn()).toBe(null);
  const first = (await readSiteScores(dist))!;
  expect(first.scores.filter(({suite}) => suite === "gsm8k").length).toBeGreaterThan(30);
  expect(first.scores.every(({source, low, value, high}) => source === "published" && low <= value && value <= high)).toBe(true);
  const gone = {...first.scores[0]!, model: "</script><b>gone"};
  const before = {built: first.built, scores: [...first.scores.slice(1), gone]};
  await writeSiteScores(dist, sources, before);
  expect(changesIn()).toEqual({since: first.built, added: [first.scores[0]], removed: [gone], changed: []});
});

test.each([
  "",
  "{",
  "[]",
  '{"built": 1, "scores": []}',
  '{"built": "x", "scores": [{"model": "m"}]}'
])("a file of scores that reads %j is none", async content => {
  writeFileSync(join(dist, "scores.json"), content);
  expect(await readSiteScores(dist)).toBe(null);
});
