// tau-bench's own trajectories of gpt-4o: pass^1 to pass^4 of its published table come out of the imported episodes.
import {existsSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {report} from "../../../pipelines/infer/progress.node.js";
import {type ItemTrials, passEstimate} from "../../../pipelines/stats/passK.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {importedFrom} from "./imported.js";
import {rowsOf} from "./layouts.js";

const FILE = join(import.meta.dirname, "../../../../shared/data/agents/tau-bench-gpt-4o-airline.json.gz");
const absent = !existsSync(FILE);
const root = await mkdtemp(join(tmpdir(), "reasonbook-tau-"));
afterAll(() => rm(root, {recursive: true, force: true}));

test.skipIf(absent)(
  `pass^1 to pass^4 of 50 tasks are .420, .273, .220, .200${absent ? " (skipped: no ../shared/data/agents)" : ""}`,
  async () => {
    const {folder, samples, manifest} = await importedFrom(root, FILE);
    expect(manifest.imported!.formats).toEqual(["tau-bench"]);
    expect([manifest.models, samples.length]).toEqual([["gpt-4o"], 200]);
    const tasks = await rowsOf<ItemTrials>(
      folder,
      "select count(*)::int as n, sum(status)::int as c from samples group by item_id"
    );
    expect(tasks).toHaveLength(50);
    const pass = (k: number) => passEstimate(tasks, {kind: "pass_hat", k})!.value;
    expect([1, 2, 3, 4].map(k => pass(k).toFixed(3))).toEqual(["0.420", "0.273", "0.220", "0.200"]);
    await study("episodes", folder, {report: report()});
    const [success] = await rowsOf(folder, "select value, n, episodes from agents where measure = 'success' and world = ''");
    expect(success).toMatchObject({value: 0.42, n: 200, episodes: 200});
    const passes = await rowsOf<{k: number; value: number; n: number; left_out: number}>(
      folder,
      "select k, value, n, left_out from agents where measure = 'pass_hat' and world = '' order by k"
    );
    expect(passes.map(({k, value, n, left_out}) => [k, value.toFixed(3), n, left_out])).toEqual([
      [2, "0.273", 50, 0],
      [3, "0.220", 50, 0],
      [4, "0.200", 50, 0]
    ]);
    const [calls] = await rowsOf(folder, "select count(*)::int as n from episode_steps where call > 0");
    expect(calls).toEqual({n: 1164});
  }
);
