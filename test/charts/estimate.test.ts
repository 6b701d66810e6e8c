// What charts of estimates show and say: pure functions, tested without a browser.
import fc from "fast-check";
import {expect, test} from "vitest";
import {beyondText, estimateText, reach, shareText} from "../../pipelines/charts/shared/estimate.js";
import {formatReasonScore} from "../../pipelines/charts/shared/interval.js";

const estimate = (value: number, low: number | null, high: number | null) => ({value, low, high, clusters: 9});

test("an estimate stands with its interval or not at all", () => {
  expect(estimateText(estimate(12.4, 10, 15.1), String)).toBe("12.4 [10, 15.1]");
  expect(estimateText(estimate(12.4, null, null), String)).toBe("too few points");
  expect(estimateText(null, String)).toBe("–");
  expect(shareText(estimate(0.6123, 0.5, 0.7))).toBe("61.2 % [50.0, 70.0]");
  expect(shareText(estimate(0.6, null, null))).toBe("too few points");
});

test("a ReasonScore is shown unless its model may be guessing, or its interval is wider than half of the scale", () => {
  const score = {score: 629.7, low: 510, high: 630.7, formula_low: 0.2};
  expect(formatReasonScore(score)).toBe("629.7 [510.0, 630.7]");
  expect(formatReasonScore({...score, low: 131})).toBe("629.7 [131.0, 630.7]");
  expect(formatReasonScore({...score, low: 10})).toBe("[10.0, 630.7], wide");
  expect(formatReasonScore({...score, low: 10, formula_low: -0.03})).toBe("[10.0, 630.7], not above guessing");
  expect(formatReasonScore({score: 40, low: 10, high: 55, formula_low: 0})).toBe("[10.0, 55.0], not above guessing");
  expect(formatReasonScore({score: null, low: null, high: null, formula_low: null})).toBe("–");
});

test("a chart reaches to every interval, unless a few are far wider than the rest; then its caption counts them", () => {
  const usual = Array.from({length: 20}, (_, i) => estimate(i, i - 5, i + 5));
  expect(reach(usual)).toEqual([-5, 24]);
  expect(beyondText(usual, reach(usual))).toBe("");
  const wide = [...usual, estimate(10, -1_000, 1_000), estimate(12, 7, Number.POSITIVE_INFINITY)];
  const [least, most] = reach(wide);
  expect(least).toBeGreaterThan(-100);
  expect(most).toBeLessThan(100);
  expect(beyondText(wide, [least, most])).toBe(" 2 intervals extend beyond the chart.");
});

test("no estimate ever leaves its chart", () => {
  const number = fc.double({min: -1e6, max: 1e6, noNaN: true});
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number, number), {minLength: 1, maxLength: 40}), triples => {
      const all = triples.map(triple => {
        const [low, value, high] = [...triple].sort((a, b) => a - b);
        return estimate(value!, low!, high!);
      });
      const [least, most] = reach(all);
      for (const {value} of all) expect(value >= least && value <= most).toBe(true);
    })
  );
});
