import fc from "fast-check";
import {expect, test} from "vitest";
import {quadrantOf} from "../../../pipelines/studies/truncation/quadrants.js";

const thresholds = {accuracy: 0.5, truncation: 0.1};
const at = (low: number, high: number, truncated_low: number, truncated_high: number) =>
  quadrantOf({low, high, truncated_low, truncated_high}, thresholds);

test("four readings, and none where an interval crosses a threshold", () => {
  expect(at(0.6, 0.7, 0, 0.05)).toBe("strong");
  expect(at(0.6, 0.7, 0.2, 0.3)).toBe("context");
  expect(at(0.1, 0.2, 0.2, 0.3)).toBe("both");
  expect(at(0.1, 0.2, 0, 0.05)).toBe("capability");
  expect(at(0.4, 0.6, 0, 0.05)).toBe("open");
  expect(at(0.6, 0.7, 0.05, 0.2)).toBe("open");
  expect(at(0, 1, 1, 1)).toBe("open");
});

test("a wider interval never changes one reading into another: at most it cannot be placed any more", () => {
  const share = fc.double({min: 0, max: 1, noNaN: true});
  fc.assert(
    fc.property(share, share, share, share, share, (a, b, c, d, wider) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const [truncated_low, truncated_high] = [Math.min(c, d), Math.max(c, d)];
      const narrow = quadrantOf({low, high, truncated_low, truncated_high}, thresholds);
      const wide = quadrantOf(
        {low: low - wider, high: high + wider, truncated_low: truncated_low - wider, truncated_high: truncated_high + wider},
        thresholds
      );
      expect([narrow, "open"]).toContain(wide);
    })
  );
});
