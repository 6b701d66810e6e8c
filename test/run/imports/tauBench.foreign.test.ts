// tau-bench's own trajectories of gpt-4o: pass^1 to pass^4 of its published table come out of the imported episodes.
import {existsSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {report} from "../../../pipelines/infer/progress.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {importedFrom} from "./imported.js";
import {rowsOf} from "./layouts.js";

const FILE = join(import.meta.dirname, "../../../../shared/data/agents/tau-bench-gpt-4o-airline.json.gz");
const absent = !existsSync(FILE);
const root = await mkdtemp(join(tmpdir(), "reasonbook-tau-"));
afterAll(() => rm(root, {recursive: true, force: true}));

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

test.skipIf(absent)(
  `pass^1 to pass^4 of 50 tasks are .420, .273, .220, .200${absent ? " (skipped: no ../shared/data/agents)" : ""}`,
  async () => {
    const {folder, samples, manifest} = await importedFrom(root, FILE);
    expect(manifest.imported!.formats).toEqual(["tau-bench"]);
    expect([manifest.models, samples.length]).toEqual([["gpt-4o"], 200]);
    const solved = await rowsOf<{c: number}>(folder, "select sum(status)::int as c from samples group by item_id");
    expect(solved).toHaveLength(50);
    const pass = (k: number) => solved.reduce((sum, {c}) => sum + (c < k ? 0 : choose(c, k)) / choose(4, k), 0) / solved.length;
    expect([1, 2, 3, 4].map(k => pass(k).toFixed(3))).toEqual(["0.420", "0.273", "0.220", "0.200"]);
    await study("episodes", folder, {report: report()});
    const [success] = await rowsOf(folder, "select value, n, episodes from agents where measure = 'success' and world = ''");
    expect(success).toMatchObject({value: 0.42, n: 200, episodes: 200});
    const [calls] = await rowsOf(folder, "select count(*)::int as n from episode_steps where call > 0");
    expect(calls).toEqual({n: 1164});
  }
);
