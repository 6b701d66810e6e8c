// Which bins page Calibration draws: of evaluations with enough answers, of all together, or none; and the bins of several evaluations summed.
import {expect, test} from "vitest";
import {wilsonInterval} from "../../pipelines/stats/intervals.js";
import {binned} from "../../pipelines/studies/calibration/bins.js";
import {MIN_ANSWERS, pooledBins} from "../../pipelines/studies/calibration/pooled.js";
import {drawableBins} from "../../src/components/calibration.js";

type Rows = Parameters<typeof drawableBins>[0];
type Bins = Parameters<typeof drawableBins>[1];
/** Bins of equal width of an evaluation whose answers state these confidences, each right if its number passes. */
const binsOf = (evaluation: string, confidences: readonly number[], isRight: (i: number) => boolean = () => true) =>
  binned(
    {confidence: Float64Array.from(confidences), right: Uint8Array.from(confidences, (_, i) => Number(isRight(i)))},
    "width"
  ).map(bin => ({...bin, binning: "width", evaluation, simulated: true})) as unknown as Bins;
const rowsOf = (counts: Record<string, number>) =>
  Object.entries(counts).map(([evaluation, n]) => ({evaluation, n, simulated: true})) as unknown as Rows;
const spread = (n: number) => Array.from({length: n}, (_, i) => (i + 0.5) / n);

test("evaluations with enough answers are separate curves, and those without are named", () => {
  const counts = {a: MIN_ANSWERS, b: MIN_ANSWERS - 1};
  const bins = [...binsOf("a", spread(counts.a)), ...binsOf("b", spread(counts.b))];
  const drawable = drawableBins(rowsOf(counts), bins, ["a", "b"]);
  expect([drawable.names, drawable.bins, drawable.isPooled]).toEqual([["a"], binsOf("a", spread(counts.a)), false]);
  expect(drawable.note).toBe("Not drawn, with fewer than 50 answers: b (n = 49).");
  expect(drawableBins(rowsOf(counts), bins, ["a"]).note).toBe("");
});

test("one evaluation with few answers has no curve, and the reason has its n", () => {
  const {names, bins, note} = drawableBins(rowsOf({a: 17, b: 0}), binsOf("a", spread(17)), ["a"]);
  expect([names, bins]).toEqual([[], []]);
  expect(note).toBe("Too few answers of a for a diagram: n = 17, and ten bins need 50.");
});

test("several evaluations with few answers are one curve, without one that has none or enough", () => {
  const counts = {a: 37, b: 40, none: 0, many: 400};
  const fewBins = [...binsOf("a", spread(37)), ...binsOf("b", spread(40))];
  const {names, bins, note, isPooled} = drawableBins(rowsOf(counts), [...fewBins, ...binsOf("many", spread(400))], ["a", "b"]);
  expect([names, isPooled]).toEqual([["2 evaluations together"], true]);
  expect(bins.reduce((sum, {n}) => sum + n, 0)).toBe(77);
  expect(bins.every(row => row.evaluation === names[0] && row.simulated)).toBe(true);
  expect(note).toContain("each has only 37 to 40 answers");
});

test("several evaluations that have too few answers even together have no curve", () => {
  const {names, note} = drawableBins(rowsOf({a: 6, b: 6}), [...binsOf("a", spread(6)), ...binsOf("b", spread(6))], ["a", "b"]);
  expect(names).toEqual([]);
  expect(note).toBe("Too few answers of 2 evaluations together for a diagram: n = 12, and ten bins need 50.");
});

test("nothing to draw gives nothing", () => {
  const nothing = {names: [], bins: [], note: "", isPooled: false};
  expect(drawableBins([], [], [])).toEqual(nothing);
  expect(drawableBins(rowsOf({a: 0}), [], ["a"])).toEqual(nothing);
  expect(pooledBins([])).toEqual([]);
});

test("summed bins have the counts and the mean confidence of all answers as one evaluation would", () => {
  const answers = {a: spread(31), b: spread(7).concat(0.95, 0.95), c: [1, 1, 1]};
  const all = Object.values(answers).flat();
  const expected = binsOf("all", all, i => i % 3 !== 0);
  let before = 0;
  const parts = Object.entries(answers).flatMap(([name, confidences]) => {
    const start = before;
    before += confidences.length;
    return binsOf(name, confidences, i => (start + i) % 3 !== 0);
  });
  const pooled = pooledBins(parts);
  for (const [i, {bin, n, correct, confidence, accuracy, lowest, highest}] of pooled.entries()) {
    expect({bin, n, correct, lowest, highest}).toEqual({
      bin: expected[i]!.bin,
      n: expected[i]!.n,
      correct: expected[i]!.correct,
      lowest: expected[i]!.lowest,
      highest: expected[i]!.highest
    });
    expect(confidence).toBeCloseTo(expected[i]!.confidence, 12);
    expect(accuracy).toBeCloseTo(expected[i]!.accuracy, 12);
  }
  expect(pooled.length).toBe(expected.length);
});

test("intervals are over evaluations: wider than over answers where evaluations differ, and one evaluation counts as one trial", () => {
  const apart = pooledBins([...binsOf("a", Array(40).fill(0.95)), ...binsOf("b", Array(40).fill(0.95), () => false)])[0]!;
  const {low, high} = wilsonInterval(0.5, 80);
  expect(apart.accuracy).toBe(0.5);
  expect(apart.low).toBeLessThan(low);
  expect(apart.high).toBeGreaterThan(high);
  const single = pooledBins(binsOf("a", Array(40).fill(0.95), () => false))[0]!;
  expect(single.high).toBeCloseTo(0.7935, 4); // Wilson's upper end for 0 of 1: z² ÷ (1 + z²)
  const alike = pooledBins([..."abc"].flatMap(name => binsOf(name, Array(40).fill(0.95))))[0]!;
  expect(alike.low).toBeCloseTo(3 / (3 + 1.959964 ** 2), 4); // 3 of 3: n ÷ (n + z²)
});
