import {expect, test} from "vitest";
import {CAUSAL_OPENING, causal} from "../../../../pipelines/generate/benchmarks/reasoning/causal.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveCausal} from "./causalSolver.js";

const measured = {benchmark: causal, solve: solveCausal, least_rate: 2_000};

qualityTests(measured, {size: 4_800});

test("level 5 takes at least eight steps, of which the last is the answer", () => {
  for (const {item, level} of placedItems(causal, {count: 600})) {
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
    if (level === 5) expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(8);
  }
});

const ask = (text: string) => solveCausal(`${CAUSAL_OPENING}\n\n${text}\n\nThink it through, then finish`)?.answer;

test("the second solver finds Pearl's published counterfactual of encouragement, homework and score", () => {
  // Pearl, Glymour & Jewell, Causal inference in statistics (2016), example 4.2.1: X = U, H = 0.5 X + U, Y = 0.7 X + 0.4 H + U; of a student with
  // X = 0.5, H = 1, Y = 1.5, Y would have been 1.90 had H been 2. In tenths: 4 of Y for each 1 of H.
  expect(
    ask(
      "In a causal model,\nX = u_X\nH = 5X + u_H\nY = 7X + 4H + u_Y\nIn one case, X was 5, H was 10, Y was 150.\nHad H been 20 in this case, what would Y have been?"
    )
  ).toBe("190");
});

test("the second solver adjusts the published kidney stone data for the size of stones", () => {
  // Charig et al. 1986 (doi:10.1136/bmj.292.6524.879): open surgery 81 of 87 and 192 of 263, with 270 and 80 others: expected
  // 357 × 81 ÷ 87 + 343 × 192 ÷ 263 = 582.78 of 700.
  expect(
    Number(
      ask(
        "Within each group,\nOf 87 small who had it, 81 recovered; of 270 small who did not, 234 recovered.\nOf 263 large who had it, 192 recovered; of 80 large who did not, 55 recovered.\nIf all of these"
      )
    )
  ).toBeCloseTo(582.78, 2);
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(causal, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});
