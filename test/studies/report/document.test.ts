// The document of a report: its schema, what changed since the last one, and its text.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {describe, expect, test} from "vitest";
import {changesOf, previousOf, reportDigest, reportDocument, reportJson} from "../../../pipelines/studies/report/document.js";

import {columnsOf, reasonsOf, reportMarkdown, scoreText, summaryOf} from "../../../pipelines/studies/report/markdown.js";
import type {RankRow, ScoreRow} from "../../../pipelines/studies/report/rows.js";
import {type ReportDocument, reportJsonSchema, reportSchema} from "../../../pipelines/studies/report/schema.js";

const STORE = {
  version: "0.1.0",
  git_commit: null,
  book_hash: "b",
  status: "complete",
  seed: 7,
  finished: "2026-03-04T05:06:07.000Z",
  tables: {
    samples: {rows: 4, bytes: 9, sha256: "aa"},
    timings: {rows: 4, bytes: 9, sha256: "never the same"},
    items: {rows: 2, bytes: 5}
  }
};
const named = (model: string) => ({
  eval_id: `id of ${model}`,
  model,
  template: "plain",
  sampler: "greedy",
  suite_id: "zen",
  simulated: false
});
const part = {
  domain: "",
  category: "",
  low: 40,
  high: 60,
  n: 64,
  categories: 3,
  empty: 1,
  scored: 2,
  testable: 0,
  contaminated: 0,
  why: ""
};
const scores = (model: string, score: number | null): ScoreRow[] => [
  {...named(model), ...part, number: 1, scope: "overall", score},
  {...named(model), ...part, number: 2, scope: "domain", domain: "Language", score},
  {
    ...named(model),
    ...part,
    number: 3,
    scope: "domain",
    domain: "Mathematics",
    score: null,
    low: null,
    high: null,
    n: 0,
    why: "all 7 categories are empty"
  },
  {...named(model), ...part, number: 4, scope: "domain", domain: "Reasoning", score: 50}
];
const rank = (model: string, score: number | null, place: number | null): RankRow => ({
  ...named(model),
  score,
  low: 40,
  high: 60,
  n: 64,
  rank: place,
  rank_low: place,
  rank_high: place,
  among: 2,
  all_score: null,
  all_low: null,
  all_high: null,
  all_n: null,
  difference: null,
  difference_low: null,
  difference_high: null,
  items: 0,
  left_out: 0,
  testable: 0,
  contaminated: 0,
  memoriser: null,
  ece: null,
  ece_low: null,
  ece_high: null,
  ece_n: 0,
  ece_source: "",
  answers: 64,
  truncated: 0,
  cost: 0.1,
  prompt_tokens: null,
  completion_tokens: 10
});
const rows = {scores: [...scores("b", 30), ...scores("a", 50)], ranks: [rank("b", 30, 2), rank("a", 50, 1)], changes: []};
const other = (document: ReportDocument): ReportDocument => ({...document, digest: "of another store", date: "2026-01-01"});

describe("report.json", () => {
  test("has the published schema, which stands in the documents", async () => {
    const document = reportDocument(rows, STORE);
    expect(reportSchema.parse(JSON.parse(reportJson(document)))).toEqual(document);
    expect(await readFile(join(import.meta.dirname, "../../../docs/report.schema.json"), "utf8")).toBe(
      `${JSON.stringify(reportJsonSchema(), null, 2)}\n`
    );
  });

  test("lists evaluations by rank, and says nothing that differs from run to run", () => {
    const document = reportDocument(rows, STORE);
    expect(document.suites[0]!.evaluations.map(({model}) => model)).toEqual(["a", "b"]);
    expect(document.date).toBe("2026-03-04");
    expect(reportJson(document)).not.toContain("never the same");
    expect(document.suites[0]!.evaluations[0]!.cost.prompt_tokens).toBeNull();
  });

  test("says how many samples people corrected, as text too; reports of before have none", () => {
    const document = reportDocument(rows, {...STORE, evaluations: [{eval_id: "id of b", corrected: 3}, {eval_id: "id of a"}]});
    expect(document.suites[0]!.evaluations.map(({corrected}) => corrected)).toEqual([0, 3]);
    expect(reportMarkdown(document)).toContain("Samples corrected by hand, against what their scorer says: 3 of b.");
    const earlier = JSON.parse(reportJson(reportDocument(rows, STORE)).replaceAll(/\s*"corrected": 0,/gu, ""));
    expect(reportSchema.parse(earlier).suites[0]!.evaluations[0]!.corrected).toBe(0);
    expect(reportMarkdown(reportDocument(rows, STORE))).not.toContain("orrected");
  });

  test("of a store without evaluations is a report", () => {
    const document = reportDocument({scores: [], ranks: [], changes: []}, {...STORE, tables: {}});
    expect(reportSchema.parse(document).suites).toEqual([]);
    expect(document.simulated).toBe("none");
    expect(reportMarkdown(document)).toContain("No evaluation of this store");
  });
});

describe("changes", () => {
  const before = reportDocument(rows, STORE);
  const now = (model: string, score: number | null) => ({...named(model), score, low: 45, high: 62, n: 64});

  test("are of the report before, and stay when the same store is reported on again", () => {
    const digest = reportDigest(STORE.tables);
    expect(previousOf(null, digest)).toBeNull();
    expect(previousOf(before, digest)).toBeNull(); // the first report of this store
    const first = previousOf(other(before), digest)!;
    expect(first.date).toBe("2026-01-01");
    const changes = changesOf(first, [now("a", 55)]);
    const again = previousOf(reportDocument({...rows, changes}, STORE), digest)!;
    expect(changesOf(again, [now("a", 55)])).toEqual(changes);
  });

  test("name what is new and what is gone, and have Newcombe's interval", () => {
    const changes = changesOf(previousOf(other(before), "now"), [now("a", 55), now("c", 20)]);
    expect(changes.map(({model, kind}) => [model, kind]).sort()).toEqual([
      ["a", "both"],
      ["b", "gone"],
      ["c", "new"]
    ]);
    const a = changes.find(({model}) => model === "a")!;
    expect(a.change).toBe(5);
    expect(a.change_low).toBeCloseTo(5 - Math.hypot(10, 10), 12);
    expect(a.change_high).toBeCloseTo(5 + Math.hypot(7, 10), 12);
    expect(changes.filter(({kind}) => kind !== "both").every(({change}) => change === null)).toBe(true);
  });

  test("of a score that was none have no number", () => {
    const changes = changesOf({date: "2026-01-01", scores: [{...now("a", null), low: null, high: null}]}, [now("a", 55)]);
    expect(changes[0]).toMatchObject({change: null, change_low: null, change_high: null, kind: "both"});
  });

  test("rest on the tables that the report is made from alone", () => {
    const {samples, items} = STORE.tables;
    expect(reportDigest({samples, items})).toBe(reportDigest(STORE.tables));
    expect(reportDigest({samples: {...samples, sha256: "bb"}, items})).not.toBe(reportDigest(STORE.tables));
  });
});

describe("report.md", () => {
  test("has the published columns first, a dash with its reason, n and interval", () => {
    const document = reportDocument(rows, STORE);
    expect(columnsOf(document.suites[0]!.domains).map(({label}) => label)).toEqual(["Reasoning", "Mathematics", "Language"]);
    expect(columnsOf([{domain: "Code generation"}, {domain: "Safety"}]).map(({label}) => label)).toEqual(["Code", "Safety"]);
    expect(reasonsOf(document.suites[0]!)).toEqual(["Mathematics: all 7 categories are empty"]);
    const text = reportMarkdown(document);
    expect(text).toContain("| evaluation | rank | Overall | Reasoning | Mathematics | Language |");
    expect(text).toContain(String.raw`50.0 \[40.0, 60.0\] n 64`);
    expect(text).toContain("Mathematics: all 7 categories are empty");
    expect(scoreText({score: -0.04, low: null, high: null, n: 1})).toBe("0.0 n 1");
  });

  test("takes no name for markup", () => {
    const name = "<img src=x onerror=alert(1)> | **b** [l](javascript:alert(1))\nrow";
    const document = reportDocument({scores: scores(name, 50), ranks: [rank(name, 50, 1)], changes: []}, STORE);
    const text = reportMarkdown(document);
    expect(text).not.toMatch(/(?<!\\)<img|(?<!\\)\[l|(?<!\\)\*\*b/u);
    expect(
      text
        .split("\n")
        .filter(line => line.includes("javascript"))
        .every(line => /^(?:\||Summary: )/u.test(line))
    ).toBe(true);
  });
});

describe("the tables of domains and categories", () => {
  const category = (model: string, name: string, score: number | null, contaminated = 0): ScoreRow => ({
    ...{...named(model), ...part, number: 5, scope: "category", domain: "Reasoning", category: name, score},
    ...(score === null ? {low: null, high: null, n: 0} : {}),
    ...{testable: 12, contaminated}
  });
  const textOf = (added: ScoreRow[]) => reportMarkdown(reportDocument({...rows, scores: [...rows.scores, ...added]}, STORE));

  test("have n and interval of each evaluation, and contaminated items where there are any", () => {
    const text = textOf([category("a", "Deduction", 70, 3), category("b", "Deduction", null), category("b", "Spatial", 20)]);
    expect(text).toContain(
      [
        "#### Reasoning",
        "",
        "| category | a | b |",
        "| --- | --- | --- |",
        "| mean of 2 of 3 categories | 50.0 \\[40.0, 60.0\\] n 64 | 50.0 \\[40.0, 60.0\\] n 64 |",
        "| Deduction | 70.0 \\[40.0, 60.0\\] n 64; 3 of 12 items contaminated | — |",
        "| Spatial | — | 20.0 \\[40.0, 60.0\\] n 64 |"
      ].join("\n")
    );
    expect(text).not.toContain("#### Mathematics");
  });

  test("are left out where nothing was scored, and show eight evaluations of many", () => {
    expect(textOf([category("a", "Deduction", null)])).not.toContain("Domains and categories");
    const models = Array.from({length: 9}, (_, i) => `m${i}`);
    const many = reportMarkdown(
      reportDocument(
        {
          ...{scores: models.flatMap(model => [...scores(model, 40), category(model, "Deduction", 60)]), changes: []},
          ranks: models.map((model, i) => rank(model, 40, i + 1))
        },
        STORE
      )
    );
    expect(many).toContain("The first 8 of 9 evaluations.");
    expect(many).toMatch(/^\| category \| m0 \|.* m7 \|$/mu);
  });
});

describe("the summary", () => {
  test("names the leader, whom it cannot be told from, the coverage and domains without a score", () => {
    const tie = (row: RankRow): RankRow => ({...row, rank_low: 1});
    const suiteOf = (ranks: RankRow[]) => reportDocument({...rows, ranks}, STORE).suites[0]!;
    const separate = summaryOf(suiteOf(rows.ranks)).join(" ");
    expect(separate).toContain(
      "a has the highest overall score, 50.0 [40.0, 60.0] of 100, n = 64, in suite zen: rank 1 [1, 1] of 2."
    );
    expect(separate).not.toContain("Not significantly worse");
    expect(separate).toContain("Overall of 2 of 9 categories.");
    expect(separate).toContain("Domains without a score: Mathematics.");
    expect(summaryOf(suiteOf(rows.ranks.map(tie))).join(" ")).toContain(
      "Not significantly worse, by ranks with 95 % intervals: b."
    );
  });

  test("of another suite that ranks nobody and simulates has no leader, and the reason", () => {
    const alone = {suite_id: "other", simulated: true};
    const own = scores("x", null).map(row => ({...row, ...alone, why: "only 1 of 9 categories"}));
    const [suite] = reportDocument({scores: own, ranks: [{...rank("x", null, null), ...alone}], changes: []}, STORE).suites;
    expect(summaryOf(suite!)[0]).toBe("Suite other ranks no evaluation.");
    expect(reasonsOf(suite!)[0]).toBe("Overall: only 1 of 9 categories");
  });
});
