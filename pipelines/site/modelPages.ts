// The pages of models: Framework compiles one, and a built site has a copy of it for each model of its sources.
import {existsSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {currentBook} from "../book/read.node.js";
import {shownFolder} from "../run/results.js";
import {modelPaths} from "../store/modelPath.js";
import {publishedFolder} from "../store/places.node.js";
import {fileOf} from "../store/publish.node.js";
import {readRows} from "../store/sql.node.js";
import {hasPublished} from "./sources.js";

/** In place of a model's name on the page that Framework compiles: nothing else on the page is called so. */
const ANY_MODEL = "rb-any-model";
/** The address of the page that Framework compiles. */
export const MODEL_PAGE = `/models/${ANY_MODEL}`;

/** Models with points in the sources of the site; before a first evaluation, those of the book as well. */
async function siteModels(): Promise<string[]> {
  const models = new Set((await modelsIn(shownFolder())) ?? (await currentBook()).models.map(({id}) => id));
  for (const model of (hasPublished() && (await modelsIn(publishedFolder()))) || []) models.add(model);
  return [...models];
}

/** Models with points in a store; null where it has no points. */
async function modelsIn(folder: string): Promise<string[] | null> {
  const points = join(folder, fileOf("points"));
  if (!existsSync(points)) return null;
  const models: string[] = [];
  for await (const {model} of readRows(points, {query: "select distinct model from t order by 1"})) models.push(String(model));
  return models;
}

/** Writes the page of each model of the site, from the one that Framework has compiled. Throws where two models would have the same path. */
export async function writeModelPages(dist: string): Promise<void> {
  const compiled = join(dist, `${MODEL_PAGE}.html`);
  if (!existsSync(compiled)) return; // a workbook without a page of models
  const html = readFileSync(compiled, "utf8");
  rmSync(compiled);
  for (const path of modelPaths(await siteModels()))
    writeFileSync(join(dist, `${path}.html`), html.replaceAll(ANY_MODEL, path.slice("/models/".length)));
}
