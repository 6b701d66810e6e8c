// The audit of public training sets: its facts, the published tables that are made of them, and what must not get into them.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {expect, test} from "vitest";
import {AUDIT_FACTS, writeAuditFacts} from "../../../pipelines/run/published/audit.js";
import {PUBLISHED} from "../../../pipelines/store/publish.node.js";
import {ask} from "../../analyze/store.js";

const table = (name: string) => `read_parquet('${join(PUBLISHED, `${name}.parquet`)}')`;

test("every item of the four benchmarks has a verdict, and those with published answers have the published item's id", async () => {
  // sizes as the benchmarks state them: GSM8K's test set, HumanEval, TruthfulQA, MMLU-Pro
  expect(
    await ask(`select base_task, count(distinct item_id)::int as items, count(*) filter (i.item_id is null)::int as without
      from ${table("contamination_items")} left join ${table("items")} i using (item_id, base_task) group by 1 order by 1`)
  ).toEqual([
    {base_task: "gsm8k", items: 1319, without: 0},
    {base_task: "humaneval", items: 164, without: 164},
    {base_task: "mmlu-pro", items: 12_032, without: 0},
    {base_task: "truthfulqa", items: 817, without: 817}
  ]);
});

test("each item found has a document of the searched files, and no text of it is published", async () => {
  const rows = await ask(
    `select split_part(document, '#', 1) in (select file from ${table("contamination_files")}) as "isSearched", verdict
      from ${table("contamination_items")} where verdict in ('exact', 'near')`
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({isSearched}) => isSearched === true)).toBe(true);
  expect(await ask(`select count(*)::int as n from ${table("contamination_hits")} where excerpt <> ''`)).toEqual([{n: 0}]);
});

test("facts hold no text of a document, and a file of another set is refused", async () => {
  expect(gunzipSync(readFileSync(AUDIT_FACTS)).toString()).not.toContain("excerpt");
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-audit-"));
  try {
    const out = join(folder, "facts.jsonl.gz");
    const file = {format: "text", bytes: 3, sha256: null, documents: 1, words: 1, read: true, problems: []};
    const measures = {verdict: "exact", reason: "all words in one run", containment: 1, run_words: 9, subsequence: 1, words: 9};
    const write = (name: string, ...rows: object[]) =>
      writeFileSync(join(folder, `${name}.jsonl`), rows.map(row => `${JSON.stringify(row)}\n`).join(""));
    write("manifest", {...file, file: "/far/away/gpteacher/a.json", corpus: "gpteacher"});
    write("items", {
      ...measures,
      id: "gsm8k/1",
      jaccard_max: 1,
      document: null,
      by_passage: false,
      all_words: 9,
      bits_per_word: 5
    });
    write("hits", {...measures, id: "gsm8k/1", document: "../gpteacher/a.json#2", jaccard: 1, bits: 45, excerpt: "secret text"});
    await writeAuditFacts(folder, out);
    const facts = gunzipSync(readFileSync(out)).toString();
    expect(facts).not.toMatch(/secret|far/u);
    expect(facts).toContain('"document":"gpteacher/a.json#2"');
    write("manifest", {...file, file: "/far/away/other/a.json", corpus: "other"});
    await expect(writeAuditFacts(folder, out)).rejects.toThrow("/far/away/other/a.json is in none of the folders gpteacher");
  } finally {
    rmSync(folder, {recursive: true});
  }
});
