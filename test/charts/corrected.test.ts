// @vitest-environment jsdom
import {expect, test} from "vitest";
import {correctedNotice} from "../../pipelines/charts/shared/corrected.js";

const textOf = (evaluations: Parameters<typeof correctedNotice>[0]) =>
  (correctedNotice(evaluations).textContent ?? "").replace(/\s+/gu, " ");

test("a notice names the models whose samples were corrected, and leads to the list; nothing where nobody corrected any", () => {
  expect(textOf([])).toBe("");
  expect(textOf([{model: "a"}, {model: "b", corrected: 0}])).toBe("");
  expect(textOf([{model: "a", corrected: 1}])).toBe(
    "Corrected by hand, against what their scorer said: 1 sample of a. Who, when and why: Runs."
  );
  // evaluations of one model are counted together, the most first
  expect(
    textOf([
      {model: "a", corrected: 1},
      {model: "b", corrected: 1_000},
      {model: "a", corrected: 2}
    ])
  ).toContain("1,000 samples of b, 3 samples of a.");
  const many = Array.from({length: 9}, (_, i) => ({model: `m${i}`, corrected: 9 - i}));
  expect(textOf(many)).toContain(
    "9 samples of m0, 8 samples of m1, 7 samples of m2, 6 samples of m3, 5 samples of m4 and 10 samples of 4 more models."
  );
  const hostile = correctedNotice([{model: "<img src=x>", corrected: 1}]) as HTMLElement;
  expect(hostile.querySelector("img")).toBeNull();
  expect(hostile.querySelector("a")!.href).toMatch(/#corrections$/);
});
