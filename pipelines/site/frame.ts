// Title, header, footer and model pages that are common to the whole site.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {currentBook} from "../book/read.node.js";
import {shownFolder} from "../run/results.js";
import {readManifest} from "../store/manifest.node.js";
import {publishedFolder} from "../store/places.node.js";
import {fileOf} from "../store/publish.node.js";
import {readRows} from "../store/sql.node.js";
import {projectVersion} from "../store/version.node.js";
import {hasPublished, siteSources, sourcesElement} from "./sources.js";

export interface Frame {
  /** Title of the book, or of the dataset where a single dataset is shown. */
  title: string;
  /** The sources of the pages' results as an element for the head of each page. */
  head: string;
  /** The title, and the place of the switch between sources, as markup for the page header. */
  header: string;
  /** What made the site, and for which book, as markup for the page footer. */
  footer: string;
  /** Models with points in the sources of the site, read when called; before a first evaluation, also the models of the book. */
  models(): Promise<string[]>;
}

/** The title, header and model pages of the site, for the store that is shown. @param isPreview whether Framework previews the site */
export async function frame({isPreview = false} = {}): Promise<Frame> {
  const folder = shownFolder();
  const book = await currentBook();
  const datasets = (await readManifest(folder))?.datasets ?? [];
  const title = datasets.length === 1 ? datasets[0]!.title : book.title;
  return {
    title,
    head: sourcesElement(await siteSources({isPreview})),
    header: `<span>${escaped(title)}</span><nav id="rb-source" aria-label="Source of the results"></nav>`,
    footer: `${escaped(title)}. Made with <a href="/about">reasonbook ${escaped((await projectVersion()).version)}</a>: how well language models reason, with n and interval.`,
    async models() {
      const models = new Set((await modelsIn(folder)) ?? book.models.map(({id}) => id));
      for (const model of (hasPublished() && (await modelsIn(publishedFolder()))) || []) models.add(model);
      return [...models];
    }
  };
}

/** Models with points in a store; null where it has no points. */
async function modelsIn(folder: string): Promise<string[] | null> {
  const points = join(folder, fileOf("points"));
  if (!existsSync(points)) return null;
  const models: string[] = [];
  for await (const {model} of readRows(points, {query: "select distinct model from t order by 1"})) models.push(String(model));
  return models;
}

/** A text as HTML, also between quotation marks. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
