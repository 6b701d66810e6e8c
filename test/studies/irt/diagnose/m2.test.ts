// M2 and the Rasch forms of S-X2, against mirt 1.47; M2 also against NumPy.
import {expect, test} from "vitest";
import {summedScoreFit} from "../../../../pipelines/studies/irt/diagnose/itemFit.js";
import {type FreeParameters, limitedInformation} from "../../../../pipelines/studies/irt/diagnose/overallFit.js";
import {absent, commonSlope, golden, logLikelihood, twoParameter} from "../golden.js";

const SETS = ["LSAT6", "LSAT7", "WIRS", "Abortion"];

// Abortion's Rasch is left out: its abilities spread beyond mirt's fixed nodes of -6 … 6, so its golden fit is not the maximum.
const RASCH_SETS = SETS.slice(0, 3);

test("a simulated 2PL: M2 is NumPy's", () => {
  const {expected, items, responses} = twoParameter();
  const fit = limitedInformation(items, responses, {model: "2pl"})!;
  expect(fit.df).toBe(expected.m2.df);
  expect(fit.m2).toBeCloseTo(expected.m2.m2, 6);
  expect(fit.p).toBeCloseTo(expected.m2.p, 7);
});

test
  .skipIf(absent)
  .each([
    ...RASCH_SETS.map(set => [set, "Rasch"] as const),
    ...SETS.flatMap(set => (["2PL", "3PL"] as const).map(model => [set, model] as const))
  ])("%s %s: M2", async (set, model) => {
  const {golden: mirt, items, responses} = await golden(`${set}_${model}`);
  const own = model === "Rasch" ? commonSlope(items, responses) : items;
  expect(logLikelihood(own, responses)).toBeCloseTo(mirt.loglik, 4);
  const fit = limitedInformation(own, responses, {model: model.toLowerCase() as FreeParameters});
  const expected = mirt.M2?.[0];
  if (!expected) return expect(fit).toBeNull();
  expect(fit!.df).toBe(expected.df);
  expect(fit!.m2 / expected.M2).toBeCloseTo(1, set === "WIRS" ? 2 : 4);
  expect(fit!.p).toBeCloseTo(expected.p, 3);
  expect(fit!.rmsea).toBeCloseTo(expected.RMSEA, set === "WIRS" ? 3 : 5);
  // mirt divides by n - 1 in the estimate and by n in its bounds; here n - 1 in all three.
  const unlike = Math.sqrt(mirt.N / (mirt.N - 1));
  expect(fit!.low).toBeCloseTo(expected.RMSEA_5 * unlike, set === "WIRS" ? 3 : 4);
  expect(fit!.high).toBeCloseTo(expected.RMSEA_95 * unlike, set === "WIRS" ? 3 : 4);
});

test.skipIf(absent).each(RASCH_SETS)(
  "%s Rasch: S-X2 counts the common slope in every item, as mirt counts the variance",
  async set => {
    const {golden: mirt, items, responses} = await golden(`${set}_Rasch`);
    const fit = summedScoreFit(commonSlope(items, responses), responses, {parameters: 2});
    for (const [j, expected] of mirt.itemfit_sx2.entries()) {
      expect(fit[j]!.df).toBe(expected["df.S_X2"]);
      expect(fit[j]!.x2! / expected.S_X2!).toBeCloseTo(1, 2);
      expect(fit[j]!.p!).toBeCloseTo(expected["p.S_X2"]!, 3);
    }
  }
);
