// The sources of a site's pages: reads which there are, describes them to the pages, and copies the published tables into a built site.
import {existsSync} from "node:fs";
import {copyFile, mkdir, stat} from "node:fs/promises";
import {join} from "node:path";
import {currentBook} from "../book/read.node.js";
import {currentIo} from "../io/current.node.js";
import {UserError} from "../rows/error.js";
import {REFERENCE} from "../run/evaluation.js";
import {shownFolder} from "../run/results.js";
import {digestOf} from "../store/files.node.js";
import {type Manifest, manifestFault, readManifest} from "../store/manifest.node.js";
import {publishedFolder} from "../store/places.node.js";
import {fileOf} from "../store/publish.node.js";
import {PUBLISHED_FOLDER, type Published, type PublishedOrigin, SITE_SOURCES, type SiteSources} from "../store/source.js";

/** Variable that adds the published answers to a site of other stores. */
export const WITH_PUBLISHED = "REASONBOOK_WITH_PUBLISHED";
/** Digits of a file's SHA-256 in its name, so that browsers may keep it for ever. */
const DIGEST_DIGITS = 8;

/** Whether the site contains the published answers: always next to the book's results, next to other stores on request. */
export const hasPublished = (folder = publishedFolder()): boolean => {
  const {env} = currentIo();
  return existsSync(join(folder, fileOf("manifest"))) && (!env.REASONBOOK_STORE || env[WITH_PUBLISHED] !== undefined);
};

/**
 * The sources of the site.
 * @param isPreview whether pages read the published files under their own names; a built site has them under names with a digest
 */
export async function siteSources({isPreview = false, folder = publishedFolder()} = {}): Promise<SiteSources> {
  const manifest = await readManifest(shownFolder());
  const isOwn = Boolean(currentIo().env.REASONBOOK_STORE) || (manifest ? hasRealModels(manifest) : await asksRealModels());
  return {
    local: isOwn ? "own" : "starter",
    localFirst: isOwn && manifest !== null,
    isEvaluated: isPreview || manifest !== null, // an open workbook evaluates its book by itself
    published: hasPublished(folder) ? await publishedTables(folder, isPreview) : null
  };
}

const hasRealModels = ({simulated, evaluations}: Manifest): boolean =>
  evaluations.length > 0 ? evaluations.some(each => !(each.simulated ?? simulated)) : !simulated;
const asksRealModels = async (): Promise<boolean> => (await currentBook()).models.some(({endpoint}) => endpoint !== REFERENCE);

async function publishedTables(folder: string, isPreview: boolean): Promise<Published> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new UserError(`${await manifestFault(folder)}; npm run published -- make writes it again`);
  const file = join(folder, fileOf("manifest"));
  const files = {...manifest.tables, manifest: {rows: 1, bytes: (await stat(file)).size, sha256: await digestOf(file)}};
  const tables = Object.entries(files).map(([table, {rows, bytes, sha256}]) => {
    const [name, ending] = fileOf(table).split(".") as [string, string];
    return [table, {rows, bytes, file: `${name}${isPreview ? "" : `.${sha256.slice(0, DIGEST_DIGITS)}`}.${ending}`}] as const;
  });
  return {origins: originsOf(manifest), tables: Object.fromEntries(tables)};
}

/** The projects of the published answers, each once. */
function originsOf({published = []}: Manifest): PublishedOrigin[] {
  const origins = new Map<string, PublishedOrigin>();
  for (const {suite, source, address, licence} of published) {
    const key = JSON.stringify([source, licence]);
    const suites = [...new Set([...(origins.get(key)?.suites ?? []), suite])];
    origins.set(key, {source, address, licence, suites});
  }
  return [...origins.values()];
}

/** The sources as an element of a page's head, which no browser runs. */
export const sourcesElement = (sources: SiteSources): string =>
  `<script type="application/json" id="${SITE_SOURCES}">${JSON.stringify(sources).replaceAll("<", "\\u003c")}</script>`;

/** Copies the published tables into a built site, under the names that its pages know. */
export async function copyPublished(
  {published}: SiteSources,
  {dist, folder = publishedFolder()}: {dist: string; folder?: string}
): Promise<void> {
  if (!published) return;
  const target = join(dist, "_file", PUBLISHED_FOLDER);
  await mkdir(target, {recursive: true});
  for (const [table, {file}] of Object.entries(published.tables)) await copyFile(join(folder, fileOf(table)), join(target, file));
}
