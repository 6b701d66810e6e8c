// Title, header, footer and model pages that are common to the whole site.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {currentBook} from "../book/read.node.js";
import {shownFolder} from "../run/results.js";
import {readManifest} from "../store/manifest.node.js";
import {fileOf} from "../store/publish.node.js";
import {readRows} from "../store/sql.node.js";
import {projectVersion} from "../store/version.node.js";

export interface Frame {
  /** Title of the book, or of the dataset where a single dataset is shown. */
  title: string;
  /** The title as markup for the page header. */
  header: string;
  /** What made the site, and for which book, as markup for the page footer. */
  footer: string;
  /** Models with points in the store that is shown, read when called; before a first evaluation, the models of the book. */
  models(): Promise<string[]>;
}

/** The title, header and model pages of the site, for the store that is shown. */
export async function frame(): Promise<Frame> {
  const folder = shownFolder();
  const book = await currentBook();
  const datasets = (await readManifest(folder))?.datasets ?? [];
  const title = datasets.length === 1 ? datasets[0]!.title : book.title;
  return {
    title,
    header: `<span>${escaped(title)}</span>`,
    footer: `${escaped(title)}. Made with <a href="/about">reasonbook ${escaped((await projectVersion()).version)}</a>: how well language models reason, with n and interval.`,
    async models() {
      const points = join(folder, fileOf("points"));
      if (!existsSync(points)) return book.models.map(({id}) => id);
      const models: string[] = [];
      for await (const {model} of readRows(points, {query: "select distinct model from t order by 1"}))
        models.push(String(model));
      return models;
    }
  };
}

/** A text as HTML, also between quotation marks. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
