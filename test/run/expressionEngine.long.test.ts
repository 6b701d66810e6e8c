import {expect, test} from "vitest";
import {equalExpressions} from "../../pipelines/run/expressionEngine.js";

test("a comparison that meets the limit has no result, and the next one has an engine again", () => {
  const long = Array.from({length: 2_000}, (_, i) => `\\sin(\\frac{x}{${i + 1}})`).join("+");
  expect(equalExpressions(long, `${long}+x^{200}-x^{200}`)).toBeNull();
  expect(equalExpressions("\\sqrt{8}", "2\\cdot\\sqrt{2}")).toBe(true);
  expect(equalExpressions("\\sqrt{8}", "2\\cdot\\sqrt{3}")).toBe(false);
});

test("what the engine cannot read is not equal", () => {
  expect(equalExpressions("\\frac{1}{", "1")).toBe(false);
  expect(equalExpressions("\\operatorname{unknown}(1)", "1")).toBe(false);
});
