// Generated questions about images: how fast their pictures are drawn as PNG, per core by processor time. How fast the items are made, with their
// pictures as SVG, is measured by the bench `benchmarks`.

import {benchmarkTask} from "../../pipelines/generate/benchmarks/benchmark.js";
import {vision} from "../../pipelines/generate/benchmarks/vision/vision.js";
import {sentImage} from "../../pipelines/infer/raster.node.js";
import {secondsOf} from "./facts.bench.js";
import type {BenchRow} from "./infer.bench.js";

/** Pictures a second that each benchmark is to reach, and how many are drawn. */
const TARGET = 50;
const DRAWN = 200;

export function benchVision(): BenchRow[] {
  return vision.map(benchmark => {
    const {items} = benchmarkTask(benchmark);
    // The first half of the places shows its pictures.
    const place = (i: number) => Math.floor((i * (items.places({}) as number)) / (2 * DRAWN));
    const pictures = Array.from({length: DRAWN}, (_, i) => items.at(place(i)).images![0]!);
    for (const picture of pictures.slice(-DRAWN / 10)) sentImage(picture); // the last ones, which are no longer kept when their turn comes
    let bytes = 0;
    const rate =
      DRAWN /
      secondsOf(() => {
        for (const picture of pictures) bytes += sentImage(picture).length;
      });
    return {
      work: `pictures of ${benchmark.name} drawn as PNG (data URLs of ${Math.round(bytes / DRAWN / 1_000)} kB)`,
      ours: `${Math.round(rate).toLocaleString("en")}/s`,
      baseline: `${TARGET}/s`,
      ratio: rate / TARGET,
      target: "≥ 1 × baseline"
    };
  });
}
if (process.argv[1]?.endsWith("vision.bench.ts")) console.table(benchVision());
