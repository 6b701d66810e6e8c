// Calibration of distances of embeddings: the interval of the area under the ROC, and embedders of which it is known what they tell apart.
import {expect, test} from "vitest";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {areaInterval} from "../../../pipelines/stats/area.js";
import {areaUnderRoc} from "../../../pipelines/studies/contamination/calibration/curve.js";
import {calibrated, labelledPairs} from "../../../pipelines/studies/contamination/calibration/measure.node.js";

test("the interval of an area is that of Newcombe's equation, as wide as Hanley and McNeil's error, and never of width 0", () => {
  // Hanley & McNeil 1982 (Radiology 143, 29–36): area 0.893, 51 abnormal and 58 normal images, standard error 0.032
  const {low, high} = areaInterval(0.893, {m: 51, n: 58, z: 1});
  expect((high - low) / 2).toBeCloseTo(0.032, 2);
  const inside = (area: number, t: number, m: number, n: number) => {
    const size = (m + n) / 2 - 1;
    const variance = ((t * (1 - t)) / (m * n)) * (1 + size * ((1 - t) / (2 - t)) + size * (t / (1 + t)));
    return (area - t) ** 2 <= 1.959963984540054 ** 2 * variance;
  };
  for (const area of [0, 0.1, 0.5, 0.97, 1])
    for (const [m, n] of [
      [1, 1],
      [4, 60],
      [150, 150]
    ] as const) {
      const grid = Array.from({length: 10_001}, (_, i) => i / 10_000).filter(t => inside(area, t, m, n));
      const found = areaInterval(area, {m, n});
      expect(found.low).toBeCloseTo(grid[0]!, 3);
      expect(found.high).toBeCloseTo(grid.at(-1)!, 3);
      expect(found.high - found.low).toBeGreaterThan(0.01);
    }
});

test("of 400 sets of 40 and 40 distances with a known area, about 95 % have it in the interval", () => {
  const random = randomOf("area");
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());
  // Φ(d ÷ √2) for two normal distributions d apart; d = 1.5: 0.85558 (R: pnorm(1.5/sqrt(2)))
  const truth = 0.85558;
  let held = 0;
  for (let set = 0; set < 400; set++) {
    const pairs = [
      ...Array.from({length: 40}, () => ({kind: "paraphrase" as const, distance: normal()})),
      ...Array.from({length: 40}, () => ({kind: "hard negative" as const, distance: normal() + 1.5}))
    ];
    const {low, high} = areaUnderRoc(pairs);
    if (low <= truth && truth <= high) held++;
  }
  expect(held / 400).toBeGreaterThan(0.92);
  expect(held / 400).toBeLessThan(0.985);
});

test("an embedder to which all is alike is at chance and finds everything, one without directions finds nothing", async () => {
  const inLongTexts = ["verbose-listops", "facts", "needles"]; // not calibrated on
  const calibratedOn = [...tasks.keys()].filter(name => !inLongTexts.includes(name) && !name.startsWith("expanded-"));
  const pairs = 2 * calibratedOn.length;
  const alike = await calibrated(async texts => texts.map(() => Float32Array.of(3, 4)), {count: 2, thresholds: [0, 0.15]});
  expect(alike.curve[1]).toMatchObject({
    threshold: 0.15,
    paraphrases: pairs,
    found: pairs,
    recall: 1,
    negatives: pairs,
    wrong: pairs,
    false_positive_rate: 1,
    precision: 0.5
  });
  expect(alike.area.value).toBe(0.5);
  expect(alike.area.low).toBeLessThan(0.45);
  const lost = await calibrated(async texts => texts.map(() => new Float32Array(2)), {count: 1, thresholds: [1]});
  expect(lost.curve[0]).toMatchObject({found: 0, wrong: 0, precision: null});
});

test("an embedder that tells questions from rewordings is found to do so, and each text is embedded once", async () => {
  // a question and its rewording share its numbers and names: words that are not in every question of the task
  const planted = labelledPairs({count: 3});
  const angleOf = new Map<string, number>();
  for (const [i, {kind, item, other}] of planted.entries()) {
    if (!angleOf.has(item)) angleOf.set(item, i);
    angleOf.set(other, kind === "paraphrase" ? angleOf.get(item)! + 0.1 : angleOf.get(item)! + 1);
  }
  const asked: string[] = [];
  const {curve, area} = await calibrated(
    async texts => {
      asked.push(...texts);
      return texts.map(text => Float32Array.of(2 * Math.cos(angleOf.get(text)!), 2 * Math.sin(angleOf.get(text)!)));
    },
    {count: 3}
  );
  expect(new Set(asked).size).toBe(asked.length);
  // 1 − cos 0.1 = 0.005, 1 − cos 1 = 0.46
  const at = (threshold: number) => curve.find(row => row.threshold === threshold)!;
  expect([at(0).found, at(0.01).found, at(0.45).wrong, at(0.47).wrong]).toEqual([0, planted.length / 2, 0, planted.length / 2]);
  expect([area.value, area.high]).toEqual([1, 1]);
  expect(area.low).toBeGreaterThan(0.9);
  expect(at(0.15).precision).toBe(1);
});
