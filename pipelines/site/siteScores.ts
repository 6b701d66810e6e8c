// The headline scores of a built site, which the next build compares its own with.
import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {currentIo} from "../io/current.node.js";
import {shownFolder} from "../run/results.js";
import {publishedFolder} from "../store/places.node.js";
import {fileOf} from "../store/publish.node.js";
import {changesBetween, SITE_CHANGES, type SiteScore, type SiteScores} from "../store/siteChanges.js";
import type {SiteSources, Source} from "../store/source.js";
import {readRows} from "../store/sql.node.js";

/** Name of the file in a built site. */
const FILE = "scores.json";
const SCORES =
  "select coalesce(suite, '') as suite, model, template, sampler, formula as value, formula_low as low, formula_high as high, n::double as n from t where layer = 'mean' and isfinite(formula) and isfinite(formula_low) and isfinite(formula_high) order by suite, formula desc, model, template, sampler";

const text = z.string();
const number = z.number();
const scoreSchema = z.object({
  source: z.enum(["own", "published", "starter"]),
  ...{suite: text, model: text, template: text, sampler: text},
  ...{value: number, low: number, high: number, n: number}
});
const siteScoresSchema = z.object({built: text, scores: z.array(scoreSchema)});

/** The scores of the site that lies in `dist`; null where there is none, or one of a version that kept none. */
export async function readSiteScores(dist: string): Promise<SiteScores | null> {
  const json = await readFile(join(dist, FILE), "utf8").catch(() => null);
  if (json === null) return null;
  try {
    return siteScoresSchema.parse(JSON.parse(json));
  } catch {
    return null; // a file that is cut off, or another's
  }
}

/** The scores of the sources of a site, as they are now. */
async function currentScores({local, isEvaluated, published}: SiteSources): Promise<SiteScores> {
  const folders: [Source, string][] = [
    ...(isEvaluated ? [[local, shownFolder()] as [Source, string]] : []),
    ...(published ? [["published", publishedFolder()] as [Source, string]] : [])
  ];
  const scores: SiteScore[] = [];
  for (const [source, folder] of folders) {
    const file = join(folder, fileOf("adjusted_scores"));
    if (existsSync(file))
      for await (const row of readRows(file, {query: SCORES})) scores.push(scoreSchema.parse({source, ...row}));
  }
  return {built: new Date(currentIo().now()).toISOString(), scores};
}

/**
 * Writes the scores of a built site into it, and its changes since the previous build into its first page.
 * @param previous the scores of the site that this one takes the place of
 */
export async function writeSiteScores(dist: string, sources: SiteSources, previous: SiteScores | null): Promise<void> {
  const scores = await currentScores(sources);
  await writeFile(join(dist, FILE), JSON.stringify(scores));
  const page = join(dist, "index.html");
  if (!previous || !existsSync(page)) return;
  const changes = JSON.stringify(changesBetween(previous, scores)).replaceAll("<", "\\u003c");
  const html = await readFile(page, "utf8");
  await writeFile(
    page,
    html.replace(/<\/html>/iu, () => `<script type="application/json" id="${SITE_CHANGES}">${changes}</script>\n</html>`)
  );
}
