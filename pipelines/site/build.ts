// Builds the published site.
import {stat} from "node:fs/promises";
import {join} from "node:path";
import {formatBytes} from "../book/bytes.js";
import {plural} from "../book/plural.js";
import type {Report} from "../infer/progress.node.js";
import {currentIo} from "../io/current.node.js";
import {shownFolder} from "../run/results.js";
import {readManifest} from "../store/manifest.node.js";
import {dropWithheld, fileOf, isWithheld, MOST_TEXTS, showStore, TEXTS} from "../store/publish.node.js";
import {assembleSite} from "./assemble.js";
import {bundleScripts} from "./bundle.js";
import {contentsText} from "./contents.js";
import {readFirstContents, writeFirstContents} from "./firstContents.js";
import {writeFirstViews} from "./firstView.js";
import {writeModelPages} from "./modelPages.js";
import {finishSite} from "./policy.js";
import {buildPages} from "./preview.js";
import {emptyTables, refresh} from "./refresh.js";
import {readSiteScores, writeSiteScores} from "./siteScores.js";
import {copyPublished, siteSources} from "./sources.js";
import {readList, type Texts, type TextsAddress, textsOf, writeTextsPlace} from "./texts.js";

/** Texts of responses that are published where nobody says otherwise: hosts of static sites take about as much. */
const MOST_BYTES = 1e9;

/**
 * Refreshes stale tables (of a book that was never evaluated, the site has no results where it has published answers), builds the site, joins each page's scripts, and writes first views and the content policy into its pages.
 * @param texts whether texts of responses are published, or where pages find an export of them; absent = up to a gigabyte
 */
export async function buildSite({
  report,
  dist = "dist",
  texts
}: {
  report: Report;
  dist?: string;
  texts?: boolean | TextsAddress | undefined;
}): Promise<void> {
  const previous = await readSiteScores(dist); // Framework removes the site before it writes this one
  await assembleSite();
  await using _shown = await showStore(shownFolder());
  const elsewhere = typeof texts === "object" ? {at: texts, found: await readList(texts, dist)} : null; // refused before anything is made
  currentIo().env[MOST_TEXTS] = String(texts === undefined ? MOST_BYTES : texts === true ? Number.POSITIVE_INFINITY : 0);
  let away: Texts | null = null;
  let hasTexts = false;
  const {isEvaluated, published} = await siteSources();
  // Its models may cost money, and the simulated ones of the starter book minutes, of which a newcomer wants nothing yet.
  const isPublishedAlone = !isEvaluated && published !== null;
  try {
    await using _empty = isPublishedAlone ? await emptyTables() : null;
    if (!isPublishedAlone) await refresh([], {report, stale: true});
    if (elsewhere) away = await textsOf(elsewhere.at, elsewhere.found, shownFolder());
    const {size} = await stat(join(shownFolder(), fileOf(TEXTS))).catch(() => ({size: 0}));
    hasTexts = away !== null || (size > 0 && !isWithheld(TEXTS, size));
    if (isWithheld(TEXTS, size))
      report.info(
        `the ${formatBytes(size)} of texts of responses stay in the store${texts === undefined ? `, being more than ${formatBytes(MOST_BYTES)}; --responses all publishes them` : ""}`
      );
    const code = await buildPages();
    if (code !== 0) throw new Error(`the site was not built: Framework ended with exit code ${code}`);
  } finally {
    delete currentIo().env[MOST_TEXTS];
    await dropWithheld(shownFolder());
  }
  const sources = await siteSources();
  await copyPublished(sources, {dist});
  const contents = readFirstContents({sources, dist}).catch((error: Error) => {
    report.info(`no page can be read before its scripts run: ${error.message}`);
    return new Map();
  }); // in a thread, during the next steps
  await writeFirstViews({report, dist, sources});
  await writeSiteScores(dist, sources, previous);
  await bundleScripts(dist);
  await writeModelPages(dist);
  writeFirstContents(dist, await contents);
  if (away) {
    const pages = await writeTextsPlace(away, dist);
    const bytes = away.parts.reduce((sum, part) => sum + part.bytes, 0);
    report.info(
      `${plural(pages, "page")} fetch texts when a reader opens one, from ${away.folder}: ${plural(away.parts.length, "file")}, ${formatBytes(bytes)}`
    );
  }
  await finishSite(dist);
  const manifest = await readManifest(shownFolder());
  if (isPublishedAlone)
    report.info(
      "the site contains the published answers alone; npm run run evaluates the book, whose results the next build adds"
    );
  if (manifest)
    for (const sentence of contentsText({folder: shownFolder(), manifest}, {hasTexts, sources})) report.info(sentence);
}
