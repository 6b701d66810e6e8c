// A store as an older reader would have left it: answers of which none was found, and no version of a reader in the manifest.
import {readFile, rename, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {openDuckDB} from "../pipelines/store/duckdb.node.js";
import type {Manifest} from "../pipelines/store/manifest.node.js";
import {recordTables} from "./recordTables.js";

export const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as Manifest;

/** Takes the answers from all samples of a store, and the reader's version from its manifest. */
export async function makeOlder(folder: string): Promise<void> {
  const [file, changed] = [join(folder, "samples.parquet"), join(folder, "older.parquet")];
  const {connection, close} = await openDuckDB({spill: folder});
  try {
    const query = `select * replace (0 as status, false as parsed, null::varchar as answer, null::varchar as answer_rule) from read_parquet('${file}')`;
    await connection.run(`copy (${query}) to '${changed}' (format parquet)`);
  } finally {
    close();
  }
  await rename(changed, file);
  await recordTables(folder);
  const manifest = await manifestOf(folder);
  await writeFile(
    join(folder, "manifest.json"),
    JSON.stringify({
      ...manifest,
      evaluations: manifest.evaluations.map(({reader: _, ...each}) => each)
    })
  );
}
