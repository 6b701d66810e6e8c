import {JSDOM} from "jsdom";
import {expect, test} from "vitest";
import {checksOf} from "../../pipelines/run/gate/checks.js";
import {decide, levelOf, needed, verdictOf} from "../../pipelines/run/gate/decide.js";
import {affordable, type Gate} from "../../pipelines/run/gate/gate.js";
import {junitOf, xmlText} from "../../pipelines/run/gate/junit.js";
import {gateJson, gateMarkdown, gateSchema, gateText} from "../../pipelines/run/gate/text.js";
import {answer, evidence, rule} from "./world.js";

const HOSTILE = "m|<b>\"&'@all](x)\n`\u0001";
const gateOf = (model: string): Gate => {
  const answers = Array.from({length: 40}, (_, i) => answer(`p-${i}`, {status: i % 2 ? 1 : 0}));
  const rules = [
    rule({metric: "accuracy", at_least: 0.9}),
    rule({metric: "truncated", at_most: 0.5}),
    rule({id: "near", metric: "accuracy", at_least: 0.5})
  ];
  const checks = checksOf(rules, {evaluations: [evidence(answers, {model})], baseline: null, level: 0.05});
  const decided = decide(
    checks.map(({tested}) => tested),
    {level: 0.05}
  );
  return {
    verdict: verdictOf(decided.map(({verdict}) => verdict)),
    checks: checks.map((check, i) => ({...check, ...decided[i]!, needed: null})),
    level: 0.05,
    lookLevel: 0.05,
    look: null,
    drawn: 0,
    stopped: null
  };
};

test("JUnit's XML is well-formed whatever a model is called, and says its name", () => {
  const {window} = new JSDOM("");
  const parsed = new window.DOMParser().parseFromString(junitOf(gateOf(HOSTILE)), "text/xml");
  expect(parsed.querySelector("parsererror")).toBeNull();
  expect([...parsed.querySelectorAll("testcase")].map(each => each.firstElementChild!.tagName)).toEqual([
    "failure",
    "system-out",
    "skipped"
  ]);
  expect(parsed.querySelector("testcase")!.getAttribute("name")).toContain(HOSTILE.replace("\u0001", "\ufffd"));
  expect(xmlText("\ud800a\udc00\ud83d\ude00")).toBe("\ufffda\ufffd\ud83d\ude00");
});

test("markdown: a name can end no cell, begin no markup and mention nobody; text and JSON say the same verdicts", () => {
  const gate = gateOf(HOSTILE);
  const rows = gateMarkdown(gate)
    .split("\n")
    .filter(line => line.startsWith("| "));
  for (const row of rows) expect(row.match(/(?<!\\)\|/gu)).toHaveLength(7);
  expect(rows.join("")).not.toMatch(/<b>|@all|(?<!\\)`/u);
  expect(gateText(gate)).toMatch(/gate: fail; 1 passed, 1 failed, 1 undecided of 3/u);
  expect(gateSchema.parse(gateJson(gate)).checks.map(({verdict}) => verdict)).toEqual(["fail", "pass", "undecided"]);
});

test("verdicts of none, of one, and of passes that stay; a gate without checks passes nothing", () => {
  expect(verdictOf([])).toBe("undecided");
  expect(verdictOf(["pass", "undecided"])).toBe("undecided");
  expect(verdictOf(["undecided", "fail"])).toBe("fail");
  expect(decide([{fail: null, pass: null}], {level: 0.05})[0]).toEqual({verdict: "undecided", adjusted: null});
  expect(decide([{fail: 0.5, pass: 0.5}], {level: 0.05, passed: [true]})[0]!.verdict).toBe("pass");
  // 0.04 alone fails; beside another of its kind Holm asks for 0.025
  expect(decide([{fail: 0.04, pass: 1}], {level: 0.05})[0]!.verdict).toBe("fail");
  expect(
    decide(
      [
        {fail: 0.04, pass: 1},
        {fail: 0.9, pass: 1}
      ],
      {level: 0.05}
    ).map(({verdict}) => verdict)
  ).toEqual(["undecided", "undecided"]);
});

test("the levels of all looks sum to the whole; what cannot be said is not said", () => {
  const sum = Array.from({length: 10_000}, (_, i) => levelOf(0.05, i + 1)).reduce((total, each) => total + each, 0);
  expect(sum).toBeLessThan(0.05);
  expect(sum).toBeCloseTo(0.05, 4);
  expect(levelOf(0.05, null)).toBe(0.05);
  expect(needed({n: 100, distance: 0}, {level: 0.05})).toBeNull();
  expect(needed({n: 100, distance: null}, {level: 0.05})).toBeNull();
  expect(needed({n: 0, distance: 1}, {level: 0.05})).toBeNull();
  // (z.95 + z.8)² = 6.18: at half a standard error away 6.18 ÷ 0.25 times as many
  expect(needed({n: 100, distance: 0.5}, {level: 0.05})).toBe(Math.ceil(100 * (6.182557 / 0.25 - 1)));
});

test("a budget buys the most samples a point that it can pay for", () => {
  expect(affordable([10, 10, 20], {wanted: 100, budget: 21})).toBe(20);
  expect(affordable([10, 10, 20], {wanted: 100, budget: 23})).toBe(21);
  expect(affordable([10, 10, 20], {wanted: 15, budget: 1_000})).toBe(15);
  expect(affordable([10, 10, 20], {wanted: 100, budget: 1})).toBeNull();
  expect(affordable([], {wanted: 100, budget: 10})).toBeNull();
});
