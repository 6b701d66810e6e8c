// Vectors that hold the benchmarks of images still: a change that alters an item must raise the benchmark's version, one that alters the PNG of the
// same SVG the version in pipelines/book/image.ts, which stands in cache keys. `GOLDEN=write npx vitest run test/golden/vision.test.ts` then rewrites them.
import {hash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {expect, test} from "vitest";
import {svgOf} from "../../pipelines/book/image.node.js";
import {benchmarks, benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {sha256Hex} from "../../pipelines/generate/seed.js";
import {sentImage} from "../../pipelines/infer/raster.node.js";

interface Vector {
  benchmark: string;
  version: number;
  place: number;
  edition: number;
  prompt_sha256: string;
  expected: string;
  svg_sha256?: string;
  png_sha256?: string;
}
const FILE = new URL("vision.json", import.meta.url);
/** Items between two vectors: a prime, so that kinds and both facets of the image take turns. */
const STEP = 1_511;

function vectors(): Vector[] {
  return [...benchmarks.values()]
    .filter(({domain}) => domain === "Multimodal")
    .flatMap(({name, version}) => {
      const {items} = benchmarkTasks.get(name)!;
      const places = Array.from({length: Math.floor((items.places({}) as number) / STEP)}, (_, i) => i * STEP);
      return places.map((place, i) => {
        const edition = 1 + (i % 2);
        const {prompt, expected, images: [image] = []} = items.at(place, {edition});
        return {
          benchmark: name,
          version,
          place,
          edition,
          prompt_sha256: sha256Hex(prompt),
          expected,
          ...(image && {
            svg_sha256: sha256Hex(svgOf(image)),
            png_sha256: hash("sha256", Buffer.from(sentImage(image).split(",")[1]!, "base64"), "hex")
          })
        };
      });
    });
}

test("items, their drawings and the PNG of these are what they were", () => {
  const made = vectors();
  if (process.env.GOLDEN === "write")
    writeFileSync(FILE, `[\n${made.map(vector => `  ${JSON.stringify(vector)}`).join(",\n")}\n]\n`);
  expect(made.length).toBe(40);
  expect(made).toEqual(JSON.parse(readFileSync(FILE, "utf8")));
});
