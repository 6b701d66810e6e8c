// Imports results into a store of their own for a test, with all that was told meanwhile.
import {mkdtemp} from "node:fs/promises";
import {join} from "node:path";
import {type ImportOptions, importResults} from "../../../pipelines/run/imports/importResults.js";
import {rowsOf} from "./layouts.js";

/** Imports into a store of its own, with all that was told. */
export async function importedFrom(root: string, path: string, options: Partial<ImportOptions> = {}) {
  const told: string[] = [];
  const folder = await mkdtemp(join(root, "store-"));
  const report = {
    progress() {},
    info: (text: string) => void told.push(text),
    warn: (text: string) => void told.push(text),
    done() {}
  };
  const {manifest, repeated} = await importResults({paths: [path], folder, report, ...options});
  const samples = await rowsOf(
    folder,
    `select s.*, r.prompt, r.text, r.reasoning, t.latency_ms from samples s join responses r using (eval_id, item_id, trial)
     join timings t using (eval_id, item_id, trial) order by s.model, s.template, s.sampler, s.base_task, s.params, s."index", s.trial`
  );
  const measures = await rowsOf<{model: string; index: number; trial: number; name: string; value: number}>(
    folder,
    'select m.model, i."index", m.trial, m.name, m.value from measures m join items i using (item_id) order by all'
  );
  return {folder, manifest, repeated, samples, measures, told: told.join("\n")};
}
/** Some columns of rows. */
export const pick = (rows: readonly Record<string, unknown>[], ...names: string[]) =>
  rows.map(row => names.map(name => row[name]));
