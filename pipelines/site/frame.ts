// What frames every page: the title that a reader sees, and which models have a page of their own.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {currentBook} from "../book/read.js";
import {shownFolder} from "../run/results.js";
import {readManifest} from "../store/manifest.js";
import {fileOf} from "../store/publish.js";
import {readRows} from "../store/sql.js";

export interface Frame {
  /** The book's; of a single dataset that is shown, the dataset's. */
  title: string;
  /** The same as markup. */
  header: string;
  /** Models that have points in the store that is shown, read when asked for; of the book before it was ever evaluated. */
  models(): Promise<string[]>;
}

export async function frame(): Promise<Frame> {
  const folder = shownFolder();
  const book = await currentBook();
  const datasets = (await readManifest(folder))?.datasets ?? [];
  const title = datasets.length === 1 ? datasets[0]!.title : book.title;
  return {
    title,
    header: `<span>${escaped(title)}</span>`,
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

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
