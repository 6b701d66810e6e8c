import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {type ItemPair, localDependence, residualsOf} from "../../../../pipelines/studies/irt/diagnose/residuals.js";
import {fit as fitted} from "../../../../pipelines/studies/irt/estimate/fit.js";
import {answers, normal, someItems} from "../simulated.js";

/** Q3 of a 2PL fit to answers that follow a 2PL; the last item copies a share of the answers of the one before. */
function pairsOf(seed: string, {persons, items, copied = 0}: {persons: number; items: number; copied?: number}): ItemPair[] {
  const random = randomOf(seed);
  const curves = someItems(items, random);
  const theta = Array.from({length: persons}, () => normal(random));
  const responses = answers(theta, () => curves, `${seed} answers`);
  for (let i = 0; i < persons; i++)
    if (random.chance(copied)) responses.cells[(i + 1) * items - 1] = responses.cells[(i + 1) * items - 2]!;
  const fit = fitted(responses, {model: "2pl", estimate: "ml"});
  if (fit.items.length < items) return [];
  return localDependence(
    residualsOf(
      fit.items,
      responses,
      fit.ability.map(({eap}) => eap)
    )
  ).pairs;
}

test("where the model holds, 5 % of the pairs have p below 0.05, in a short and in a longer test", () => {
  // 30 × 28 and 4 × 190 pairs; measured against the mean Q3, as before, the first shape had 7.0 % of 2,632
  const short = Array.from({length: 30}, (_, k) => pairsOf(`short ${k}`, {persons: 300, items: 8})).flat();
  const long = Array.from({length: 4}, (_, k) => pairsOf(`long ${k}`, {persons: 300, items: 20})).flat();
  const all = [...short, ...long];
  const rate = all.filter(({p}) => p <= 0.05).length / all.length;
  expect(all.length).toBeGreaterThan(1_500);
  expect(rate).toBeGreaterThan(0.036);
  expect(rate).toBeLessThan(0.064);
  const off = all.reduce((sum, {q3, expected}) => sum + q3 - expected, 0) / all.length;
  expect(Math.abs(off)).toBeLessThan(0.01);
});

test("a pair that hangs together is found first, with an expectation below 0", () => {
  const [first] = pairsOf("copied", {persons: 400, items: 12, copied: 0.4});
  expect(first).toMatchObject({i: 10, j: 11});
  expect(first!.adjusted).toBeLessThan(0.01);
  expect(first!.expected).toBeLessThan(0);
});
