// Vectors that hold the items of ZenReason and ZenCalib still: place, SHA-256 of the prompt's UTF-8 bytes, right answer.
// A change that alters an item must raise the benchmark's version; `GOLDEN=write npx vitest run test/golden/benchmarks.reason.test.ts` then rewrites the file.
import {createHash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {expect, test} from "vitest";
import {benchmarks, benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";

interface Golden {
  version: number;
  vectors: {place: number; edition: number; prompt_sha256: string; expected: string}[];
}

test.each(["zen-reason", "zen-calib"])("%s", name => {
  const file = new URL(`benchmarks/${name}.json`, import.meta.url);
  const {items, version} = benchmarkTasks.get(name)!;
  const vector = (place: number, edition: number) => {
    const {prompt, expected} = items.at(place, {edition});
    return {place, edition, prompt_sha256: createHash("sha256").update(prompt).digest("hex"), expected};
  };
  if (process.env.GOLDEN === "write") {
    const size = benchmarks.get(name)!.cells.reduce((sum, cell) => sum + cell.size, 0);
    const places = Array.from({length: 30}, (_, i) => Math.floor((i * size) / 30));
    const vectors = [1, 2].flatMap(edition => places.map(place => vector(place, edition)));
    writeFileSync(file, `${JSON.stringify({version, vectors}, null, 1)}\n`);
  }
  const golden = JSON.parse(readFileSync(file, "utf8")) as Golden;
  expect(version).toBe(golden.version);
  expect(golden.vectors.length).toBe(60);
  for (const each of golden.vectors) expect(vector(each.place, each.edition)).toEqual(each);
});
