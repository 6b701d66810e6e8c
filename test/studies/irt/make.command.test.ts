// The study of item response theory on the book's own store, and the command `irt fit`.
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {command} from "../../workbook.js";

const STORE = "data/store";
const there = existsSync(join(STORE, "samples.parquet"));
const silent = {info() {}, warn() {}, progress() {}, done() {}};
const folder = mkdtempSync(join(tmpdir(), "irt-"));
afterAll(() => rmSync(folder, {recursive: true}));

test.skipIf(!there)("the reference models' latent ability is recovered", async () => {
  await study("irt_ability", STORE, {report: silent});
  // Spearman's correlation, by DuckDB
  const {rows} = await query(
    `with pairs as (select theta, ability from irt_ability join (select distinct model, ability from reference_models) using (model)
       where truncated = 'missing'),
     ranks as (select rank() over (order by theta) as x, rank() over (order by ability) as y from pairs)
     select corr(x, y), count(*) from ranks`,
    {folder: STORE}
  );
  const [correlation, n] = rows[0] as [number, number];
  expect(Number(n)).toBeGreaterThanOrEqual(50);
  expect(correlation).toBeGreaterThanOrEqual(0.97);
  const fits = (await query("select irt_model, truncated, converged, loglik from irt_fit", {folder: STORE})).rows as unknown[][];
  expect(fits.map(([model, truncated, converged]) => [model, truncated, converged])).toEqual([
    ["2pl", "missing", true],
    ["3pl", "missing", true],
    ["3pl", "wrong", true],
    ["rasch", "missing", true]
  ]);
});

test("the command writes what its guide says, null where nothing finite is", async () => {
  const responses = join(folder, "responses.csv");
  const out = join(folder, "fit.json");
  writeFileSync(responses, "1,1,1,1\n0,1,0,1\n1,0,0,1\n0,0,1,1\n1,1,0,1\n0,0,0,1\n0,1,1,1\n1,0,1,1\n");
  const {code, stderr} = await command([
    ...["irt", "fit", "--responses", responses, "--model", "2pl", "--estimate", "map"],
    ...["--prior-a", "lognormal:0,0.5", "--out", out]
  ]);
  expect(code, stderr).toBe(0);
  const fit = JSON.parse(readFileSync(out, "utf8")) as {
    n: number;
    items: number;
    item: Record<string, number | string | null>[];
    ability: Record<string, number | string | null>[];
    converged: boolean;
  };
  expect(fit).toMatchObject({n: 8, items: 4, model: "2pl", estimate: "map", converged: true});
  expect(Object.keys(fit.item[0]!)).toEqual(["id", "a", "b", "c", "d", "se_a", "se_b", "se_c", "se_d"]);
  expect(Object.keys(fit.ability[0]!)).toEqual(["id", "eap", "eap_se", "map", "ml", "wle", "lo", "hi"]);
  // the last item tells nothing, and neither end of the scale has a finite likeliest ability
  expect(fit.item[3]).toMatchObject({id: "4", a: null, b: null, se_b: null});
  expect(fit.ability[0]!.ml).toBeNull();
  expect(fit.ability[5]!.ml).toBeNull();
  expect(fit.ability[0]!.eap).toBeGreaterThan(0);
});

test("a prior that does not fit is refused by name", async () => {
  const words = ["--responses", "x.csv", "--model", "2pl", "--prior-c", "beta:5", "--out", "y.json"];
  const {code, stderr} = await command(["irt", "fit", ...words]);
  expect(code).toBe(2);
  expect(stderr).toBe('--prior-c expects beta:NUMBER,NUMBER with a positive second one, got "beta:5"\n');
});
