import {expect, test} from "vitest";
import {logic} from "../../../../pipelines/generate/benchmarks/academic/logic.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {entails, follows, isTrueOf, parseFormula, solveLogic} from "./logicSolver.js";

const measured = {benchmark: logic, solve: solveLogic, least_rate: 200};

qualityTests(measured, {size: 6_000});

test("a truth table of level 5 takes at least eight steps, of which the last is the answer", () => {
  for (const {item, cell} of placedItems(logic, {count: 600})) {
    if (cell !== "table 5") continue;
    expect(item.steps!.length).toBeGreaterThanOrEqual(8);
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
  }
});

test("of 256 syllogisms the second solver finds the fifteen valid ones, without existential import", () => {
  // Figures 1 to 4 with subject S, predicate P and middle M; the fifteen are those of every textbook, such as Copi's.
  const text = (form: string, one: string, other: string) =>
    ({
      A: `All ${one} are ${other}.`,
      E: `No ${one} are ${other}.`,
      I: `Some ${one} are ${other}.`,
      O: `Some ${one} are not ${other}.`
    })[form]!;
  const [s, p, m] = ["singers", "painters", "members"] as const;
  const figures = [
    [m, p, s, m],
    [p, m, s, m],
    [m, p, m, s],
    [p, m, m, s]
  ] as const;
  const forms = [..."AEIO"];
  const valid = figures.flatMap(([a, b, c, d], figure) =>
    forms.flatMap(major =>
      forms.flatMap(minor =>
        forms
          .filter(end => follows([text(major, a, b), text(minor, c, d)], text(end, s, p)))
          .map(end => `${major}${minor}${end}-${figure + 1}`)
      )
    )
  );
  expect(valid).toEqual([
    ...["AAA-1", "AII-1", "EAE-1", "EIO-1"],
    ...["AEE-2", "AOO-2", "EAE-2", "EIO-2"],
    ...["AII-3", "EIO-3", "IAI-3", "OAO-3"],
    ...["AEE-4", "EIO-4", "IAI-4"]
  ]);
});

test.each([
  [["(p → q)", "p"], "q", true],
  [["(p → q)", "q"], "p", false],
  [["(p → q)", "¬q"], "¬p", true],
  [["(p ∨ q)", "¬p"], "q", true],
  [["(p → q)", "(q → r)"], "(p → r)", true],
  // Peirce's law, De Morgan's and the paradox of material implication
  [[], "(((p → q) → p) → p)", true],
  [[], "(¬(p ∧ q) ↔ (¬p ∨ ¬q))", true],
  [["¬p"], "(p → q)", true],
  [[], "(p → q)", false]
])("from %j, %s follows: %s", (premises, conclusion, expected) => {
  expect(entails(premises.map(parseFormula), parseFormula(conclusion))).toBe(expected);
});

test("the order of quantifiers counts", () => {
  // Each dot of a circle of three has an arrow to the next one; no dot has arrows to all.
  const circle = {size: 3, arrows: new Set(["1 2", "2 3", "3 1"]), red: new Set([1])};
  const arrow = "an arrow goes from x to y and x and y are different.";
  expect(isTrueOf(`For every dot x there is a dot y such that: ${arrow}`, circle)).toBe(true);
  expect(isTrueOf(`There is a dot x such that for every dot y: ${arrow}`, circle)).toBe(false);
  expect(isTrueOf(`For all dots x and y: ${arrow}`, circle)).toBe(false);
  expect(isTrueOf(`There are dots x and y such that: ${arrow}`, circle)).toBe(true);
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(logic, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});
