import {expect} from "vitest";
import {fullTest} from "../../repetitions.js";
import {reportOf} from "./report.js";
import {toldSet} from "./stories.js";

fullTest("a set of the grammar earns little by any shortcut", () => {
  const report = reportOf(toldSet(300, {chain_share: 0.1}));
  expect(report).toMatchObject({narratives: 300, deep: {depth: 4, narratives: 300}});
  expect(report.value("last_scene")).toBeLessThanOrEqual(0.15);
  expect(report.value("root_operation")).toBeLessThanOrEqual(0.2);
  expect(report.value("majority")).toBeLessThanOrEqual(0.15);
  expect(report.value("ngram_gain")).toBeLessThanOrEqual(0.05);
  expect(report.value("expression_gain")).toBeLessThanOrEqual(0.05);
  expect(report.value("chain_share")).toBeLessThanOrEqual(0.2);
  expect(report.value("number_leak")).toBe(0);
  expect(report.value("largest_sentence")).toBeLessThanOrEqual(0.02);
  expect(report.value("effective_operations")).toBeGreaterThan(0.7);
  for (const {name, overall, deep} of report.measures) {
    expect(overall, name).toEqual(deep);
    expect(overall.not_measured, name).toBe(null);
    if (overall.low !== null) expect(overall.low, name).toBeLessThanOrEqual(overall.value!);
    if (overall.high !== null) expect(overall.high, name).toBeGreaterThanOrEqual(overall.value!);
  }
});
