// A store of responses of models and tasks with awkward names, whose texts tests publish elsewhere.
import {mkdir, mkdtemp} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {publishPartitioned} from "../../pipelines/store/partitioned/publish.node.js";

export const NAMES = ["org/name", "two words", "100%", "größe", "a=b&c", "", null];

/** Writes a store of two tests a model. */
export async function storeOf(folder: string, word: string): Promise<string> {
  await mkdir(folder, {recursive: true});
  const {connection, close} = await openDuckDB();
  const models = NAMES.map(name => (name === null ? "null" : `'${name}'`)).join(", ");
  const to = (table: string) => `to '${join(folder, `${table}.parquet`)}' (format parquet)`;
  await connection.run(
    `copy (select model, 'item-' || n as item_id, '${word}' as text from (select unnest([${models}]) as model), range(2) r(n) order by all) ${to("responses")}`
  );
  await connection.run(
    `copy (select 'item-' || n as item_id, if(n = 0, 'a/b c', null) as base_task from range(2) r(n)) ${to("items")}`
  );
  close();
  return folder;
}

/** A folder with such a store, an export of its texts in `results`, and an empty `dist`. */
export async function exportedTexts(): Promise<{root: string; dist: string; store: string}> {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-texts-"));
  const dist = join(root, "dist");
  await mkdir(dist);
  const store = await storeOf(join(root, "store"), "words");
  await publishPartitioned(store, join(root, "results"), {tables: ["responses"], report: () => {}});
  return {root, dist, store};
}
