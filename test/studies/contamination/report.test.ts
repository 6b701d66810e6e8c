// The report on an audit: shares by hand, nothing testable, and texts of others.
import {expect, test} from "vitest";
import {
  auditReport,
  auditReportSchema,
  type EffectLine,
  type ReportParts,
  reportText,
  shareText
} from "../../../pipelines/studies/contamination/report.js";

import type {Verdict} from "../../../pipelines/studies/contamination/settings.js";

const item = (verdict: Verdict, group = "g", {reason = "", domain = "", by_passage = false} = {}) => ({
  group,
  domain,
  verdict,
  reason,
  by_passage
});
const none: ReportParts = {source: "audit", items: [], files: [], effects: null, embeddings: null, probes: []};
const file = {corpus: "web", source: null, file: "a.txt", bytes: 1_500_000, documents: 3, read: true, problems: []};
const effect: EffectLine = {
  name: "m",
  simulated: true,
  clean_answers: 50,
  clean_accuracy: 0.5,
  clean_low: 0.36,
  clean_high: 0.64,
  contaminated_answers: 8,
  contaminated_accuracy: 0.9,
  contaminated_low: 0.5,
  contaminated_high: 0.99,
  compared_contaminated: 8,
  gain: 0.25,
  gain_low: 0.05,
  gain_high: 0.45,
  q: 0.01,
  memoriser: true,
  why: ""
};

test("verdicts are shares of all items, contaminated ones of those that could be tested, by task and by domain", () => {
  const items = [
    ...[item("exact", "a", {domain: "law"}), item("near", "a", {domain: "law"}), item("exact", "a", {domain: "law"})],
    ...[item("clean", "a", {domain: "law"}), item("clean", "b"), item("clean", "b"), item("clean", "b"), item("clean", "b")],
    ...[
      item("not_testable", "b", {reason: "3 words, fewer than 8"}),
      item("not_testable", "b", {reason: "5 words, fewer than 8"})
    ]
  ];
  const report = auditReport({...none, items, files: [file]});
  expect(auditReportSchema.parse(report)).toEqual(report);
  expect(report.verdicts.map(({verdict, items, n}) => [verdict, items, n])).toEqual([
    ["exact", 2, 10],
    ["near", 1, 10],
    ["clean", 5, 10],
    ["not_testable", 2, 10]
  ]);
  expect(report.contaminated).toMatchObject({n: 8, value: 3 / 8, by_passage: 0});
  const [a, b, law] = report.groups;
  // Wilson 1927 for 3 of 4, z = 1.959964: [0.30064, 0.95441]
  expect(a).toMatchObject({by: "task or bank", name: "a", n: 4, value: 0.75});
  expect([a!.low, a!.high]).toEqual([expect.closeTo(0.30064, 4), expect.closeTo(0.95441, 4)]);
  expect(b).toMatchObject({name: "b", n: 4, value: 0, not_testable: 2});
  expect(law).toMatchObject({by: "domain", name: "law", n: 4, value: 0.75});
  expect(report.groups.length).toBe(3);
  expect(report.reasons).toEqual([{reason: "words, fewer than 8", items: 2}]);
  const text = reportText(report);
  expect(text).toContain("Of 8 items that could be tested, 2 were found as exact copies and 1 as near copies: 37.5 % [");
  expect(text).toContain("| a | 75.0 % (30.1 to 95.4) | 4 | 2 | 1 | 1 | 0 |");
  expect(text).toContain("3 documents of 1 file, 1.5 MB; 1 read to their end, 0 not.");
});

test("where nothing could be tested no share is shown, and what was not read keeps items from being clean", () => {
  const report = auditReport({
    ...none,
    items: [item("not_testable", "g", {reason: "no document was read"})],
    files: [{...file, read: false, problems: ["a binary file, which was not read"]}]
  });
  expect(report.contaminated).toMatchObject({n: 0, value: null, low: 0, high: 1});
  const text = reportText(report);
  expect(text).toContain(
    "None of 1 item could be tested, so that nothing can be said about contamination. 1 file of 1 could not be read completely"
  );
  expect(text).toContain("| web | not stated | a.txt | 1.5 MB | 3 | not to its end | a binary file, which was not read |");
  expect(text).toContain("| g | – | 0 |");
  expect(reportText(auditReport(none))).toContain("None of 0 items could be tested");
  expect(shareText({value: null, low: 0, high: 1})).toBe("–");
});

test("models that gain are counted, simulated ones marked, and those without a test say why", () => {
  const untested = {
    ...effect,
    name: "n",
    simulated: false,
    gain: null,
    gain_low: null,
    gain_high: null,
    q: null,
    memoriser: null
  };
  const report = auditReport({
    ...none,
    items: [item("clean")],
    effects: [
      {...untested, contaminated_accuracy: null, contaminated_low: null, contaminated_high: null, why: "no other model"},
      effect
    ]
  });
  expect(report.effects).toMatchObject({tested: 1, gaining: 1});
  const text = reportText(report);
  expect(text).toContain(
    "1 of 1 evaluation gain where tests are contaminated, at a false discovery rate of 5 %. 1 of them are simulated."
  );
  expect(text).toContain(
    "| m (simulated) | 50.0 % (36.0 to 64.0) | 50 | 90.0 % (50.0 to 99.0) | 8 | +25.0 (5.0 to 45.0) | 8 | 0.010 | yes |"
  );
  expect(text).toContain("| n | 50.0 % (36.0 to 64.0) | 50 | – | 8 | – | 8 | – | not tested: no other model |");
  const alone = auditReport({
    ...none,
    items: [item("clean")],
    effects: [{...effect, gain: -0.1, gain_low: null, gain_high: null}]
  });
  expect(reportText(alone)).toContain("| -10.0 (–) |");
});

test("names of others end no table and start no markup", () => {
  const hostile = "a|b\n# <img src=x>`[x](javascript:1)";
  const report = auditReport({
    ...none,
    source: hostile,
    items: [item("exact", hostile, {reason: hostile}), item("not_testable", "g", {reason: hostile})],
    files: [{...file, corpus: hostile, source: hostile, file: hostile, problems: [hostile]}],
    effects: [{...effect, name: hostile}]
  });
  const whole = reportText(report);
  expect(whole).toContain("Source: `a|b # <img src=x> [x](javascript:1)`."); // code, which it cannot end
  const text = whole.replace(/Source: `.*`/u, "Source: code");
  expect(text).not.toMatch(/(?<!\\)<img/u);
  for (const line of text.split("\n").filter(line => line.startsWith("|")))
    expect([3, 4, 8, 10], line).toContain(line.match(/(?<!\\)\|/gu)!.length); // columns of our tables, and one
  expect(text.match(/^#/gmu)!.length).toBe(
    text.match(/^#{1,2} (?:Contamination|By task or bank|What was read|Effect on scores)$/gmu)!.length
  );
});

test("items of which only a passage was found are counted in the first sentence", () => {
  const items = [item("exact", "a", {by_passage: true}), item("exact"), item("clean")];
  expect(reportText(auditReport({...none, items, files: [file]}))).toMatch(/Of 1 of these only a passage was found/u);
});
