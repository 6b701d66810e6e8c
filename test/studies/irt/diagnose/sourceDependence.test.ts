import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {sourceDependence} from "../../../../pipelines/studies/irt/diagnose/sourceDependence.js";
import {MISSING, probability} from "../../../../pipelines/studies/irt/item.js";
import {answers, normal, someItems} from "../simulated.js";

const SOURCES = ["law", "math", "physics"];
const ITEMS = someItems(90, randomOf("source items"));
const sources = ITEMS.map((_, j) => SOURCES[j % 3]!);
const random = randomOf("source persons");
const theta = Array.from({length: 60}, () => normal(random));

/** Answers of persons each of whom is abler in math, or less able, by a normal draw of this spread. */
const inMath = (spread: number) => {
  const mathAbility = theta.map(() => spread * normal(random));
  return answers(
    theta,
    person => ITEMS.map((item, j) => (sources[j] === "math" ? {...item, d: item.d + item.a * mathAbility[person]!} : item)),
    `source answers ${spread}`
  );
};

test("the mean over pairs is that of a loop over all pairs", () => {
  const responses = inMath(0.8);
  for (let cell = 0; cell < responses.cells.length; cell += 7) responses.cells[cell] = MISSING;
  const pairs = (isCounted: (i: number, j: number) => boolean): number => {
    let [products, scale] = [0, 0];
    for (const [person, ability] of theta.entries())
      for (let i = 0; i < ITEMS.length; i++)
        for (let j = 0; j < i; j++) {
          const both = [i, j].map(item => ({
            p: probability(ITEMS[item]!, ability),
            cell: responses.cells[person * ITEMS.length + item]!
          }));
          if (!isCounted(i, j) || both.some(({cell}) => cell === MISSING)) continue;
          products += both.reduce((product, {p, cell}) => product * (cell - p), 1);
          scale += both.reduce((product, {p}) => product * Math.sqrt(p * (1 - p)), 1);
        }
    return products / scale;
  };
  const across = pairs((i, j) => sources[i] !== sources[j]);
  for (const {source, r, items} of sourceDependence(ITEMS, responses, {theta, sources})) {
    expect(r, source).toBeCloseTo(pairs((i, j) => sources[i] === source && sources[j] === source) - across, 12);
    expect(items).toBe(30);
  }
});

test("an ability of one source makes its items dependent, and no others", () => {
  const [law, math, physics] = sourceDependence(ITEMS, inMath(1), {theta, sources});
  expect(math!.low).toBeGreaterThan(0);
  expect(math!.effective).toBeLessThan(15);
  for (const {low, high} of [law!, physics!]) expect(low < 0 && high > 0).toBe(true);
});

test("one source alone has no row, which defines the ability", () => {
  expect(sourceDependence(ITEMS, inMath(0), {theta, sources: ITEMS.map(() => "law")})).toEqual([]);
});
