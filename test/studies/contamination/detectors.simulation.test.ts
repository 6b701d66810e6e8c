// The table of detectors: simulated again, cases have the counts of the table, and no test at 5 % exceeds its level where nothing is contaminated.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {binomialCdf} from "../../../pipelines/stats/distributions.js";
import {
  alarmsText,
  CASES,
  DETECTORS,
  type DetectorCase,
  type DetectorId,
  detectorRows,
  type FalseAlarms
} from "../../../pipelines/studies/contamination/detectors.js";
import {fullTest} from "../../repetitions.js";
import {DETECTORS_FILE, falseAlarmsOf, withDetectorTable} from "./detectorAlarms.js";

const table = JSON.parse(readFileSync(DETECTORS_FILE, "utf8")) as FalseAlarms[];
const entry = (id: DetectorId, name: DetectorCase) => table.find(row => row.id === id && row.case === name)!;

test("each detector has each case, in the file of the page and in the document", () => {
  expect(table.map(({id, case: name}) => `${id} ${name}`)).toEqual(
    DETECTORS.flatMap(({id}) => CASES.map(name => `${id} ${name}`))
  );
  const document = readFileSync("docs/contamination-probes.md", "utf8");
  const date = /Seeds 0 and up of each case; (\d{4}-\d\d-\d\d)\./.exec(document)![1]!;
  expect(withDetectorTable(document, table, date)).toBe(document);
  expect(detectorRows(table).every(({alarms}) => CASES.every(name => alarms[name] !== null))).toBe(true);
});

test("a case that was not simulated, and one in which nothing could be tested", () => {
  expect(detectorRows([])[0]!.alarms).toEqual({ordinary: null, weakest: null, foreign: null, extreme: null});
  expect(alarmsText(null)).toBe("–");
  expect(alarmsText({id: "order", case: "weakest", condition: "", alarms: 0, n: 0})).toBe("no test");
  // 8 of 200, Wilson 1927: [0.0204, 0.0768]
  expect(alarmsText({id: "order", case: "weakest", condition: "", alarms: 8, n: 200})).toBe("4.0 % [2.0, 7.7] of 200");
});

test.each([
  ["near", "foreign"],
  ["context", "foreign"],
  ["order", "foreign"]
] as const)("%s, %s: the counts of the table", (id, name) => {
  expect(falseAlarmsOf(id, name)).toEqual(entry(id, name));
});

fullTest.each([
  ["exact", "weakest"],
  ["paraphrase", "weakest"],
  ["min-k", "foreign"],
  ["effect", "weakest"],
  ["performance", "weakest"]
] as const)("%s, %s: the counts of the table", (id, name) => {
  expect(falseAlarmsOf(id, name)).toEqual(entry(id, name));
});

test.each([
  "min-k",
  "min-k++",
  "order",
  "context",
  "effect",
  "performance"
] as const)("%s keeps its level of 5 %% in ordinary and extreme cases and with few items", id => {
  for (const name of ["ordinary", "weakest", "extreme"] as const) {
    const {alarms, n} = entry(id, name);
    // more than 1 in 1,000 by chance, were the tests of a set independent
    if (n > 0) expect(binomialCdf(alarms - 1, n, 0.05), name).toBeLessThan(0.999);
  }
});

test("copies are not found where there are none", () => {
  for (const id of ["exact", "near"] as const)
    for (const name of CASES) expect(entry(id, name).alarms / entry(id, name).n).toBeLessThan(0.01);
});
