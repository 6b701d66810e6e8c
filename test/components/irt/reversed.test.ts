// Reversed items, of which abler models get wrong more often, on page Item response.
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {saturation} from "../../../pipelines/studies/irt/diagnose/saturation.js";
import {fit as fitted} from "../../../pipelines/studies/irt/estimate/fit.js";
import {wrightSentence} from "../../../src/components/irt/abilities.js";
import {type CalibratedItem, readable, within} from "../../../src/components/irt/calibration.js";
import {
  difColumns,
  difSentence,
  findings,
  misfits,
  saturationRows,
  saturationSentence
} from "../../../src/components/irt/checks.js";
import {
  along,
  chosenItem,
  curveSentence,
  informationOf,
  informationSentence,
  parameterSentence
} from "../../../src/components/irt/items.js";
import {fitFile, ofFit} from "../../../src/components/irt/ofFit.js";
import {tasks} from "../../../src/components/irt/tasks.js";
import {answers, normal, someItems} from "../../studies/irt/simulated.js";

const random = randomOf("reversed on the page");
const theta = Array.from({length: 200}, () => normal(random));
/** The last five are of a task of their own, all reversed; difficulty grows with length. */
const curves = someItems(15, random).map((item, j) => {
  const a = j < 10 ? 1.2 : -1.2;
  return {...item, id: `${j < 10 ? "rising" : "falling"}.${j}`, a, d: -a * ((j % 5) / 2 - 1)};
});
const drawn = answers(theta, () => curves, "reversed page answers");
const calibration = ofFit(fitFile(fitted(drawn, {model: "2pl", estimate: "eb"})), drawn, {
  facts: {
    item: id => ({category: id.split(".")[0]!, params: JSON.stringify({length: Number(id.split(".")[1]) % 5})}),
    person: id => ({name: id, model: null, groups: [], simulated: false})
  }
});
const BROKEN = /NaN|undefined|Infinity|null/;

test("curve and difficulty of a reversed item: where its curve crosses one half, said to be reversed", async () => {
  for (const [j, {id, a, d}] of curves.entries()) {
    const item = calibration.items[j]!;
    expect(Math.sign(item.a), id).toBe(Math.sign(a));
    expect(Math.abs(item.b - -d / a), id).toBeLessThan(4 * item.se_b);
    const text = curveSentence((await chosenItem(readable(calibration), id))!, calibration);
    expect(text).not.toMatch(BROKEN);
    expect(/Reversed: abler evaluations get it wrong more often.*look for a wrong key/.test(text), id).toBe(a < 0);
  }
});

test("difficulty along a parameter leaves reversed items out and says so; a task of nothing else has no line", () => {
  const rising = along(calibration, "rising", "length");
  expect(rising).toMatchObject({reversed: 0});
  expect(rising.items).toHaveLength(10);
  expect(parameterSentence(rising)).not.toMatch(/reversed/);
  expect(along(calibration, "falling", "length")).toMatchObject({reversed: 5, items: [], levels: []});
  const mixed = {...calibration, items: calibration.items.map(item => ({...item, category: "mixed"}))};
  expect(parameterSentence(along(mixed, "mixed", "length"))).toMatch(/over 10 items.* 5 reversed items, .* are left out\./);
});

test("saturation, information and map of a task of reversed items alone are finite and the right way round", () => {
  const falling = within(readable(calibration), "falling");
  const [row] = saturationRows({...falling, items: falling.items});
  expect(row!.resolvedShare.value).toBeGreaterThan(0);
  expect(row!.resolvedShare.low).toBeLessThanOrEqual(row!.resolvedShare.high);
  // turned round, the same items resolve the same difference of shares
  const turned = falling.items.map((item): CalibratedItem => ({...item, a: -item.a, d: -item.d}));
  expect(saturation(turned, [1, 2]).resolvedShare.value).toBeCloseTo(saturation(falling.items, [1, 2]).resolvedShare.value, 10);
  const curves = informationOf(falling);
  for (const {information} of curves) for (const bits of Array.from(information)) expect(bits).toBeGreaterThan(0);
  for (const text of [saturationSentence([row!], falling), informationSentence(curves, falling), wrightSentence(falling)])
    expect(text).not.toMatch(BROKEN);
});

test("what to look at: reversed items by name; too few common items, or evaluations, are no finding of none", () => {
  const of = (some: typeof calibration) =>
    Object.fromEntries(findings(some, misfits(some), tasks.checks(some)).map(({name, text}) => [name, text]));
  expect(of(calibration)["Negative item–rest correlation"]).toMatch(/falling\.1\d/);
  expect(of(calibration)["Evaluations that are not independent"]).toMatch(/No pair has answers to enough common items/);
  const few = answers(theta.slice(0, 12), () => curves, "reversed page few");
  const small = ofFit(fitFile(fitted(few, {model: "rasch", estimate: "eb"})), few);
  expect(of(small)["Local dependence (Q3)"]).toMatch(/^No pair of items has right and wrong answers by enough evaluations/);
});

test("an item that a whole group fails has an infinite delta, shown with the end that is known", () => {
  const row = {
    item: calibration.items[0]!,
    n: 40,
    odds: Number.POSITIVE_INFINITY,
    delta: Number.NEGATIVE_INFINITY,
    low: Number.NEGATIVE_INFINITY,
    high: -3.21,
    chi2: 20,
    p: 1e-5,
    adjusted: 1e-4,
    size: "C" as const
  };
  expect(
    difColumns()
      .find(({key}) => key === "delta")!
      .show(row)
  ).toBe("−∞ [−∞, −3.21]");
  expect(difSentence([row], "g", calibration)).toMatch(/1 of 1 item significantly treats.*1 being harder for the group/);
});
