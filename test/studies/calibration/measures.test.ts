import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {areaOf} from "../../../pipelines/stats/area.js";
import {BINS, binned, type Stated} from "../../../pipelines/studies/calibration/bins.js";
import {scaled} from "../../../pipelines/studies/calibration/make.node.js";
import {
  acrossCategories,
  brierOf,
  calibrationError,
  calibrationLine,
  calibrationOf,
  selectiveAccuracy,
  withoutAuroc
} from "../../../pipelines/studies/calibration/measures.js";

const stated = (confidence: readonly number[], right: readonly number[]): Stated => ({
  confidence: Float64Array.from(confidence),
  right: Uint8Array.from(right)
});
/** Answers with confidences in whole percents. */
const answers = fc.array(fc.tuple(fc.integer({min: 0, max: 100}), fc.boolean()), {minLength: 1, maxLength: 80}).map(all =>
  stated(
    all.map(([percent]) => percent / 100),
    all.map(([, right]) => Number(right))
  )
);

describe("values that others computed", () => {
  test("the Brier score of scikit-learn's documented example", () => {
    // sklearn.metrics.brier_score_loss: y_true = [0, 1, 1, 0], y_prob = [0.1, 0.9, 0.8, 0.3] gives 0.0375
    expect(brierOf(stated([0.1, 0.9, 0.8, 0.3], [0, 1, 1, 0]))!.brier).toBeCloseTo(0.0375, 12);
  });

  test("the area under the ROC of scikit-learn's documented example", () => {
    // sklearn.metrics.roc_auc_score: y_true = [0, 0, 1, 1], y_score = [0.1, 0.4, 0.35, 0.8] gives 0.75
    expect(areaOf([0.35, 0.8], [0.1, 0.4]).value).toBe(0.75);
  });

  test("the reliability curve of scikit-learn's documented example", () => {
    // sklearn.calibration.calibration_curve: y_true = [0, 0, 0, 0, 1, 1, 1, 1, 1], y_pred = [.1, .2, .3, .4, .65, .7, .8, .9, 1], 3 bins:
    // prob_true [0, 0.5, 1], prob_pred [0.2, 0.525, 0.85]. Ten bins pool to these.
    const bins = binned(stated([0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1], [0, 0, 0, 0, 1, 1, 1, 1, 1]), "width");
    const pooled = [
      [1, 2, 3],
      [4, 6],
      [7, 8, 9]
    ].map(places => {
      const own = bins.filter(({bin}) => places.includes(bin));
      const n = own.reduce((sum, bin) => sum + bin.n, 0);
      return [
        own.reduce((sum, {correct}) => sum + correct, 0) / n,
        own.reduce((sum, bin) => sum + bin.n * bin.confidence, 0) / n
      ];
    });
    expect(pooled.flat().map(value => Number(value.toFixed(3)))).toEqual([0, 0.2, 0.5, 0.525, 1, 0.85]);
  });

  test("a calibration error by hand: 0.7 × |0.5 − 0.85| + 0.3 × |1/3 − 0.35|", () => {
    const bins = binned(
      stated(
        [...Array(70).fill(0.85), ...Array(30).fill(0.35)],
        [...Array(35).fill(1), ...Array(35).fill(0), ...Array(10).fill(1), ...Array(20).fill(0)]
      ),
      "width"
    );
    expect(calibrationError(bins).raw).toBeCloseTo(0.7 * 0.35 + 0.3 * (0.35 - 1 / 3), 12);
  });

  test("Cox's line goes through two groups of answers exactly: the logits of their shares", () => {
    // 50 answers at 0.3 of which 20 are right, 50 at 0.9 of which 40 are: two points determine the line.
    const line = calibrationLine(
      stated(
        [...Array(50).fill(0.3), ...Array(50).fill(0.9)],
        [...Array(20).fill(1), ...Array(30).fill(0), ...Array(40).fill(1), ...Array(10).fill(0)]
      )
    )!;
    const logit = (p: number) => Math.log(p / (1 - p));
    const slope = (logit(0.8) - logit(0.4)) / (logit(0.9) - logit(0.3));
    expect(line.slope.value).toBeCloseTo(slope, 6);
    expect(line.intercept.value).toBeCloseTo(logit(0.4) - slope * logit(0.3), 6);
    // The slope's variance is that of a difference of two logits, 1/(n p (1 − p)) each.
    const error = Math.sqrt(1 / (50 * 0.4 * 0.6) + 1 / (50 * 0.8 * 0.2)) / (logit(0.9) - logit(0.3));
    expect(line.slope.high - line.slope.value).toBeCloseTo(1.959964 * error, 4);
  });
});

describe("properties", () => {
  test("the parts of the Brier score add up, and nothing is left for whole percents", () => {
    fc.assert(
      fc.property(answers, all => {
        const {brier, reliability, resolution, uncertainty, within_bins} = brierOf(all)!;
        expect(reliability - resolution + uncertainty).toBeCloseTo(brier, 10);
        expect(within_bins).toBeCloseTo(0, 10);
        expect(Math.min(reliability, resolution, uncertainty)).toBeGreaterThanOrEqual(0);
      })
    );
  });

  test("confidences turned round have the other area, and ties count as half", () => {
    fc.assert(
      fc.property(answers, all => {
        const {auroc} = calibrationOf(all).measures;
        const turned = calibrationOf({...all, confidence: all.confidence.map(value => 1 - value)}).measures.auroc;
        if (auroc === null) expect(turned).toBeNull();
        else expect(auroc! + turned!).toBeCloseTo(1, 12);
      })
    );
  });

  test("bins of either kind hold every answer once, and equal confidences stand in one", () => {
    fc.assert(
      fc.property(answers, all => {
        for (const binning of ["width", "mass"] as const) {
          const bins = binned(all, binning);
          expect(bins.length).toBeLessThanOrEqual(BINS);
          expect(bins.reduce((sum, {n}) => sum + n, 0)).toBe(all.confidence.length);
          expect(bins.reduce((sum, {correct}) => sum + correct, 0)).toBe(all.right.reduce((a, b) => a + b, 0));
          for (const {lowest, highest, confidence} of bins) {
            expect(confidence).toBeGreaterThanOrEqual(lowest - 1e-9);
            expect(confidence).toBeLessThanOrEqual(highest + 1e-9);
          }
          for (let i = 1; i < bins.length; i++) expect(bins[i]!.lowest).toBeGreaterThan(bins[i - 1]!.highest - 1e-9);
        }
      })
    );
  });

  test("selective accuracy at full coverage is accuracy, and is exact where no confidences are equal", () => {
    fc.assert(
      fc.property(answers, all => {
        const curve = selectiveAccuracy(all);
        const {accuracy, n} = curve.at(-1)!;
        expect(n).toBe(all.confidence.length);
        expect(accuracy).toBeCloseTo(all.right.reduce((a, b) => a + b, 0) / n, 12);
        for (const stop of curve) expect(stop.accuracy >= 0 && stop.accuracy <= 1 + 1e-12).toBe(true);
      })
    );
    const half = selectiveAccuracy(stated([0.9, 0.8, 0.3, 0.1], [1, 1, 0, 0]), [0.25, 0.5, 0.75, 1]);
    expect(half.map(({accuracy}) => accuracy)).toEqual([1, 1, 2 / 3, 0.5]);
    expect(half.map(({threshold}) => threshold)).toEqual([0.9, 0.8, 0.3, 0.1]);
  });

  test("the interval of the calibration error holds the corrected estimate, and neither leaves 0 to 1", () => {
    fc.assert(
      fc.property(answers, all => {
        const {raw, corrected, low, high} = calibrationError(binned(all, "width"));
        expect(corrected).toBeLessThanOrEqual(raw + 1e-12);
        if (all.confidence.length < 2) {
          expect(low).toBeNull();
          return;
        }
        expect(low).toBeLessThanOrEqual(Math.max(0, corrected) + 1e-12);
        expect(high).toBeGreaterThanOrEqual(corrected - 1e-12);
        expect(low! >= 0 && high! <= 1).toBe(true);
      }),
      {numRuns: 30}
    );
  });
});

test("bins that agree by chance leave an interval: 20 answers at 95 %, of which 19 are right", () => {
  const all = stated(
    Array.from({length: 20}, () => 0.95),
    Array.from({length: 20}, (_, i) => Number(i > 0))
  );
  const {raw, low, high} = calibrationError(binned(all, "width"));
  expect(raw).toBeCloseTo(0, 12);
  expect(low).toBe(0);
  // Wilson 1927 for 19 of 20, z = 1.959964: accuracy from 0.76387, a gap of 0.18613; P(19 of 20) = 2.5 % at 0.7555, a gap of 0.1945
  expect(high).toBeGreaterThan(0.186);
  expect(high).toBeLessThan(0.21);
});

test.each([
  2, 3, 5, 20, 100, 5_000
])("of %i answers, all right or all wrong, at any confidence: no interval has a width of 0", n => {
  for (const right of [0, 1])
    for (const confidence of [0, 0.05, 0.5, 0.95, 1]) {
      const all = stated(
        Array.from({length: n}, () => confidence),
        Array.from({length: n}, () => right)
      );
      const {low, high} = calibrationError(binned(all, "mass"));
      expect(high! - low!).toBeGreaterThan(0.5 / n);
      expect(low!).toBeLessThanOrEqual(Math.abs(right - confidence) + 1e-3);
      expect(high!).toBeGreaterThanOrEqual(Math.abs(right - confidence) - 1e-3);
    }
});

test("Cox's line is plain logistic regression for confidences near 0 and 1: its scores are 0", () => {
  const random = randomOf("confidences near the ends");
  const confidence = Float64Array.from({length: 2_000}, () => 1 / (1 + Math.exp(-(random.real() * 20 - 10))));
  const right = Uint8Array.from(confidence, value => Number(random.chance(value)));
  const line = calibrationLine({confidence, right})!;
  const logits = Array.from(confidence, p => Math.log(p / (1 - p)));
  const residuals = logits.map((x, i) => right[i]! - 1 / (1 + Math.exp(-(line.intercept.value + line.slope.value * x))));
  expect(residuals.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 4);
  expect(residuals.reduce((sum, value, i) => sum + value * logits[i]!, 0)).toBeCloseTo(0, 4);
  const ends = calibrationLine({confidence: Float64Array.of(...confidence, 1, 1, 0), right: Uint8Array.of(...right, 1, 0, 0)});
  expect(ends!.slope.low).toBeLessThan(ends!.slope.high);
});

describe("the weakest cases", () => {
  test.each([
    ["one answer", stated([0.8], [1]), "a single answer"],
    ["all right", stated([0.8, 0.9, 0.7], [1, 1, 1]), "all answers are right"],
    ["all wrong", stated([0.8, 0.9, 0.7], [0, 0, 0]), "no answer is right"],
    ["all of one confidence", stated([0.8, 0.8, 0.8], [1, 0, 1]), "all confidences are the same"]
  ])("%s: no AUROC, with the reason, and no line", (_, all, reason) => {
    const {measures, bins, selective} = calibrationOf(all);
    expect([measures.auroc, measures.auroc_low, measures.auroc_high, measures.slope, measures.intercept]).toEqual(
      Array(5).fill(null)
    );
    expect(withoutAuroc(measures as never)).toBe(reason);
    expect(bins.width.length).toBeGreaterThan(0);
    expect(selective).toHaveLength(20);
    for (const [name, value] of Object.entries(measures)) expect(value === null || Number.isFinite(value), name).toBe(true);
    expect(withoutAuroc({n: 2, correct: 1, distinct_values: 2})).toBeNull();
  });

  test("confidences that divide right from wrong without a fault have an AUROC of 1 with an interval, and no line", () => {
    const {measures} = calibrationOf(stated([0.9, 0.8, 0.2, 0.1], [1, 1, 0, 0]));
    expect(measures.auroc).toBe(1);
    expect(measures.auroc_low).toBeLessThan(1);
    expect(measures.slope).toBeNull();
  });

  test("values that are all alike have no Student's interval", () => {
    const {measures} = calibrationOf(stated(Array(7).fill(0.7), Array(7).fill(1)));
    expect([measures.confidence_low, measures.gap_low, measures.brier_low]).toEqual([null, null, null]);
  });

  test("a correlation needs three categories that vary, its interval four", () => {
    const group = (accuracy: number, confidence: number) => ({accuracy, confidence});
    expect(acrossCategories([group(0.5, 0.5), group(0.6, 0.7)]).correlation).toBeNull();
    expect(acrossCategories([group(0.5, 0.5), group(0.6, 0.7), group(0.7, 0.6)])).toMatchObject({
      correlation_low: null,
      categories: 3
    });
    expect(acrossCategories([group(0.5, 0.5), group(0.5, 0.7), group(0.5, 0.6)]).correlation).toBeNull();
    const four = acrossCategories([group(0.1, 0.5), group(0.6, 0.7), group(0.7, 0.6), group(0.8, 0.9)]);
    expect(four.correlation_low).toBeLessThan(four.correlation!);
  });
});

describe("confidences that others measured", () => {
  test("shares stay, percents are told by values above 1, and what is neither is left out and counted", () => {
    expect(scaled([0, 0.3, 1])).toMatchObject({unit: "share", unreadable: 0});
    const percents = scaled([80, 100, 0, 1, 55]);
    expect([...percents.values]).toEqual([0.8, 1, 0, 0.01, 0.55]);
    expect(percents).toMatchObject({unit: "percent", unreadable: 0});
    expect(scaled([80, 0.8, -1, 130, Number.NaN])).toMatchObject({unit: "percent", unreadable: 4});
    expect(scaled([0.8, -0.2, 1e9])).toMatchObject({unit: "share", unreadable: 2});
    expect(scaled([])).toMatchObject({unit: "share", unreadable: 0});
  });
});
