// Simulation: intervals of the calibration error hold a known gap from 20 answers on, and none has a width of 0.
import {expect, test} from "vitest";
import {BINNINGS} from "../../../pipelines/studies/calibration/bins.js";
import {leeway, repetitions} from "../../repetitions.js";
import {CONFIDENCES, GAPS, simulateGap} from "./gaps.js";

const RUNS = repetitions(120);
/** Largest mean width of an interval by the number of answers: that of accuracy is 0.40, 0.25 and 0.14 where half are right. */
const MAX_WIDTH = new Map([
  [20, 0.5],
  [60, 0.3],
  [200, 0.17]
]);

test.each(CONFIDENCES)("%s: confidences with a gap of 0, 0.03, 0.1 and 0.3", confidences => {
  for (const [n, widest] of MAX_WIDTH)
    for (const gap of GAPS)
      for (const binning of n > 60 ? (["width"] as const) : BINNINGS) {
        const {coverage, width, narrowest} = simulateGap({confidences, gap, n, binning}, RUNS);
        expect(coverage, `${n} answers, gap ${gap}, equal ${binning}`).toBeGreaterThanOrEqual(0.93 - leeway(0.93, RUNS));
        expect(width, `${n} answers, gap ${gap}, equal ${binning}`).toBeLessThan(widest);
        expect(narrowest).toBeGreaterThan(0.25 / Math.sqrt(n));
      }
});
