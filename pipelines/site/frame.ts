// Title, header and footer that are common to the whole site.
import {currentBook} from "../book/read.node.js";
import {shownFolder} from "../run/results.js";
import {readManifest} from "../store/manifest.node.js";
import {projectVersion} from "../store/version.node.js";
import {siteSources, sourcesElement} from "./sources.js";

export interface Frame {
  /** Title of the book, or of the dataset where a single dataset is shown. */
  title: string;
  /** The sources of the pages' results as an element for the head of each page. */
  head: string;
  /** The title, and the place of the switch between sources, as markup for the page header. */
  header: string;
  /** What made the site, and for which book, as markup for the page footer. */
  footer: string;
}

/** The title, header and footer of the site, for the store that is shown. @param isPreview whether Framework previews the site */
export async function frame({isPreview = false} = {}): Promise<Frame> {
  const book = await currentBook();
  const datasets = (await readManifest(shownFolder()))?.datasets ?? [];
  const title = datasets.length === 1 ? datasets[0]!.title : book.title;
  return {
    title,
    head: sourcesElement(await siteSources({isPreview})),
    header: `<span>${escaped(title)}</span><nav id="rb-source" aria-label="Source of the results"></nav>`,
    footer: `${escaped(title)}. Made with <a href="/about">reasonbook ${escaped((await projectVersion()).version)}</a>, a workbook that measures how well language models reason.`
  };
}

/** A text as HTML, also between quotation marks. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
