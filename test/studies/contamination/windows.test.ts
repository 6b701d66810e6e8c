// Search of items in windows of documents, and the calibration of its threshold.
import fc from "fast-check";
import {expect, test} from "vitest";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {lexical} from "../../../pipelines/infer/reference/embedding.node.js";
import {areaUnderRoc, calibrationCurve} from "../../../pipelines/studies/contamination/calibration/curve.js";
import {labelledPairs, paraphrase} from "../../../pipelines/studies/contamination/calibration/measure.node.js";
import {
  nearestRows,
  openWindowSearch,
  unitRows,
  windowLength,
  windowsOf
} from "../../../pipelines/studies/contamination/windows.js";

const embed = async (texts: string[]) => texts.map(text => Float32Array.from(lexical(text)));

test("the search with early rejection gives what comparing all pairs in full gives", () => {
  const vector = fc.array(fc.double({min: -1, max: 1, noNaN: true}), {minLength: 130, maxLength: 130});
  fc.assert(
    fc.property(
      fc.array(vector, {minLength: 1, maxLength: 6}),
      fc.array(vector, {minLength: 1, maxLength: 12}),
      fc.constantFrom(-2, 0, 0.1, 0.85),
      (items, windows, least) => {
        const {position, cosine} = nearestRows(unitRows(items), unitRows([...windows, ...items]), {least});
        const all = [...windows, ...items];
        for (const [i, item] of items.entries()) {
          const full = all.map(other => cosineOf(item, other));
          const best = Math.max(...full);
          if (best < least - 1e-4) expect(position[i]).toBe(-1);
          if (position[i]! >= 0) {
            expect(full[position[i]!]!).toBeCloseTo(best, 4);
            expect(cosine[i]).toBeCloseTo(best, 4);
          } else expect(best).toBeLessThan(least + 1e-4);
        }
      }
    ),
    {numRuns: 40}
  );
});
function cosineOf(a: readonly number[], b: readonly number[]): number {
  const norm = Math.hypot(...a) * Math.hypot(...b);
  return norm > 0 ? a.reduce((sum, value, i) => sum + value * b[i]!, 0) / norm : 0;
}

test("vectors without a direction are at distance 1 from all, and lengths that differ are refused", () => {
  const rows = unitRows([
    [0, 0, 0],
    [Number.NaN, 1, 0]
  ]);
  expect([...nearestRows(rows, unitRows([[1, 2, 3]]), {least: -2}).cosine]).toEqual([0, 0]);
  expect([...nearestRows(rows, unitRows([[1, 2, 3]]), {least: 0.85}).position]).toEqual([-1, -1]);
  expect(() => unitRows([[1], [1, 2]])).toThrow("vectors of 1 and of 2 dimensions cannot be compared");
  expect(() => nearestRows(rows, unitRows([[1]]), {least: 0})).toThrow("cannot be compared");
  expect(nearestRows(unitRows([]), rows, {least: 0}).position.length).toBe(0);
});

test("windows cover every word, are of one length, and give offsets of whole words", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "word", "語", "x,y"), {maxLength: 60}),
      fc.constantFrom(8, 16, 32),
      (words, length) => {
        const text = words.join(" ");
        const windows = windowsOf(text, length);
        const covered = new Set(windows.flatMap(({word, words: size}) => Array.from({length: size}, (_, k) => word + k)));
        expect(covered.size).toBe(words.length);
        for (const {word, words: size, start, end} of windows) {
          expect(text.slice(start, end)).toBe(words.slice(word, word + size).join(" "));
          expect(size).toBe(Math.min(length, words.length - word));
        }
      }
    )
  );
  expect(windowsOf("", 8)).toEqual([]);
  expect(windowsOf(" \n ", 8)).toEqual([]);
  expect([0, 1, 9, 12, 40, 100_000].map(windowLength)).toEqual([8, 8, 8, 16, 32, 128]);
});

const FILLER =
  "The harbour was quiet that morning, and the ferries had not begun to run. People waited under the roof and talked. ".repeat(6);

test("a verbatim item in a long document is found there, and where it stands", async () => {
  const items = labelledPairs({names: ["shuffle", "movies", "cars"], count: 2})
    .filter(({kind}) => kind === "paraphrase")
    .map(({item}) => item);
  const search = await openWindowSearch(items, {embed});
  for (const [i, text] of items.entries()) {
    const shares: number[] = [];
    const page = `${FILLER}${text} ${FILLER}`;
    const hits = await search.add(page, {onShare: share => shares.push(share)});
    const own = hits.find(({item}) => item === i)!;
    expect(own.distance).toBeLessThan(0.15);
    expect(own.distance).toBe(Math.min(...hits.map(({distance}) => distance)));
    expect(own.start).toBeLessThan(FILLER.length + 200);
    expect(own.end).toBeGreaterThan(FILLER.length);
    expect(shares.at(-1)).toBe(1);
  }
  expect(await search.add(FILLER)).toEqual([]);
  expect(await search.add("")).toEqual([]);
  expect(search.windows()).toBeGreaterThan(20);
});

test("nothing to search, an embedder that gives too few vectors", async () => {
  const none = await openWindowSearch([], {embed});
  expect(await none.add(FILLER)).toEqual([]);
  await expect(openWindowSearch(["some words"], {embed: async () => []})).rejects.toThrow(
    "the embedder gave 0 vectors for 1 texts"
  );
});

test("precision and recall at each threshold, with Wilson's intervals", () => {
  const pairs = [
    ...[0.05, 0.1, 0.12, 0.3].map(distance => ({kind: "paraphrase" as const, distance})),
    ...[0.08, 0.2, 0.4, Number.NaN].map(distance => ({kind: "hard negative" as const, distance}))
  ];
  const [row] = calibrationCurve(pairs, {thresholds: [0.15]});
  expect(row!).toMatchObject({paraphrases: 4, found: 3, recall: 0.75, negatives: 4, wrong: 1, precision: 0.75});
  // Wilson 1927 for 3 of 4, z = 1.959964: [0.30064, 0.95441]
  expect([row!.recall_low, row!.recall_high]).toEqual([expect.closeTo(0.30064, 4), expect.closeTo(0.95441, 4)]);
  // Negatives that are farther than each paraphrase: 4, 3, 3 and 2 of 4; one without a distance is farther than all.
  expect(areaUnderRoc(pairs).value).toBe(12 / 16);
  const curve = calibrationCurve(pairs, {thresholds: [0, 0.1, 0.15, 0.2, 0.5, 1]});
  for (const [i, each] of curve.entries()) if (i > 0) expect(each.found).toBeGreaterThanOrEqual(curve[i - 1]!.found);
});

test("without pairs nothing is known, and no share is shown", () => {
  expect(calibrationCurve([], {thresholds: [0.15]})[0]!).toMatchObject({
    recall: null,
    precision: null,
    recall_low: 0,
    recall_high: 1
  });
  expect(areaUnderRoc([])).toEqual({value: null, low: 0, high: 1});
});

test("a paraphrase of any task keeps the numbers of its question, changes the wording, and repeats", () => {
  for (const name of tasks.keys()) {
    const pairs = labelledPairs({names: [name], count: 6, seed: 3});
    expect(pairs).toEqual(labelledPairs({names: [name], count: 6, seed: 3}));
    for (const {kind, item, other} of pairs) {
      expect(other).not.toBe(item);
      if (kind === "hard negative") continue;
      const question = item.split("\n\n").slice(1, -1).join("\n\n");
      const numbers = (text: string) => (text.match(/\d+/gu) ?? []).sort();
      expect(numbers(other)).toEqual(expect.arrayContaining(numbers(question)));
    }
  }
  expect(paraphrase("", randomOf("")).length).toBeLessThan(40);
});

test("wording alone does not tell a paraphrase from another question of the template, as the page says", async () => {
  const pairs = labelledPairs({count: 4});
  const [items, others] = await Promise.all([embed(pairs.map(({item}) => item)), embed(pairs.map(({other}) => other))]);
  const measured = pairs.map(({kind}, i) => ({kind, distance: 1 - cosineOf([...items[i]!], [...others[i]!])}));
  const [row] = calibrationCurve(measured, {thresholds: [0.15]});
  expect(row!.recall!).toBeGreaterThan(0.5);
  expect(row!.false_positive_rate!).toBeGreaterThan(0.5);
});
