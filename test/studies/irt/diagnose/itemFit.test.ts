// Against mirt 1.47 with its own item parameters and EAP abilities, and against NumPy with those of SciPy.
import {expect, test} from "vitest";
import {summedScoreFit} from "../../../../pipelines/studies/irt/diagnose/itemFit.js";
import {empiricalReliability} from "../../../../pipelines/studies/irt/diagnose/reliability.js";
import {localDependence, meanSquares, residualsOf} from "../../../../pipelines/studies/irt/diagnose/residuals.js";
import {absent, golden, twoParameter} from "../golden.js";

const SETS = ["LSAT6", "LSAT7", "WIRS", "Abortion"];
const FITS = SETS.flatMap(set => ["Rasch", "2PL", "3PL"].map(model => [`${set}_${model}`] as const));

test("a simulated 2PL: infit, outfit, Zh and Q3 are NumPy's", () => {
  const {expected, items, responses, theta} = twoParameter();
  const fit = meanSquares(items, responses, theta);
  for (const kind of ["items", "persons"] as const)
    for (const [k, own] of fit[kind].entries())
      for (const name of ["outfit", "infit", "zh"] as const)
        expect(own[name], `${name} of ${kind} ${k}`).toBeCloseTo(expected[kind][name][k]!, 7);
  const {pairs} = localDependence(residualsOf(items, responses, theta));
  for (const {i, j, q3} of pairs) {
    const [low, high] = [Math.min(i, j), Math.max(i, j)];
    expect(q3).toBeCloseTo(expected.q3[(high * (high - 1)) / 2 + low]!, 7);
  }
});

test.skipIf(absent).each(FITS)("%s: infit, outfit and Zh of items and of persons", async name => {
  const {golden: mirt, items, responses, theta} = await golden(name);
  const fit = meanSquares(items, responses, theta);
  for (const [j, expected] of mirt.itemfit_infit.entries()) {
    const own = fit.items[j]!;
    expect(own.outfit).toBeCloseTo(expected.outfit, 6);
    expect(own.zOutfit).toBeCloseTo(expected["z.outfit"], 4);
    expect(own.infit).toBeCloseTo(expected.infit, 6);
    expect(own.zInfit).toBeCloseTo(expected["z.infit"], 4);
    expect(own.zh).toBeCloseTo(mirt.itemfit_Zh[j]!.Zh, 5);
    expect(own.n).toBe(mirt.N);
  }
  for (const [i, expected] of mirt.personfit.entries()) {
    const own = fit.persons[i]!;
    expect(own.outfit).toBeCloseTo(expected.outfit, 6);
    expect(own.zOutfit).toBeCloseTo(expected["z.outfit"], 4);
    expect(own.infit).toBeCloseTo(expected.infit, 6);
    expect(own.zInfit).toBeCloseTo(expected["z.infit"], 4);
    expect(own.zh).toBeCloseTo(expected.Zh, 5);
  }
});

test.skipIf(absent).each(FITS.filter(([name]) => !name.endsWith("Rasch")))("%s: S-X2", async name => {
  const {golden: mirt, items, responses} = await golden(name);
  const fit = summedScoreFit(items, responses, {parameters: name.endsWith("3PL") ? 3 : 2});
  for (const [j, expected] of mirt.itemfit_sx2.entries()) {
    expect(fit[j]!.df).toBe(expected["df.S_X2"]);
    if (expected.S_X2 === null) expect(fit[j]!.x2).toBeNull();
    else {
      expect(fit[j]!.x2!).toBeCloseTo(expected.S_X2, 4);
      expect(fit[j]!.p!).toBeCloseTo(expected["p.S_X2"]!, 5);
      expect(fit[j]!.rmsea!).toBeCloseTo(expected["RMSEA.S_X2"]!, 5);
    }
  }
});

test.skipIf(absent).each(FITS)("%s: Q3", async name => {
  const {golden: mirt, items, responses, theta} = await golden(name);
  const {pairs, mean} = localDependence(residualsOf(items, responses, theta));
  expect(pairs.length).toBe((items.length * (items.length - 1)) / 2);
  for (const {i, j, q3, n} of pairs) {
    expect(q3).toBeCloseTo(mirt.Q3[i]![j]!, 6);
    expect(n).toBe(mirt.N);
  }
  const off = mirt.Q3.flatMap((row, i) => row.filter((_, j) => j < i));
  expect(mean).toBeCloseTo(off.reduce((sum, x) => sum + x, 0) / off.length, 6);
});

test.skipIf(absent).each(FITS)("%s: reliability", async name => {
  const {golden: mirt, theta, se} = await golden(name);
  expect(empiricalReliability(theta, se)).toBeCloseTo(mirt.empirical_rxx, 6);
});
