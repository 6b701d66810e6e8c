// Vectors that hold the items of benchmarks still whose right answer is in their scorer: SHA-256 of the prompt, and of the scorer as JSON. It holds
// the environments of ZenAgent and data analysis, the hidden tests of ZenCode-Hard, and the tables of ZenSQL. A change of either must raise the version of the benchmark;
// `GOLDEN=write npx vitest run test/golden/benchmarks.scorers` then rewrites the files.
import {readFileSync, writeFileSync} from "node:fs";
import {expect, test} from "vitest";
import {benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {canonicalJson, sha256Hex} from "../../pipelines/generate/seed.js";

interface Golden {
  version: number;
  vectors: {place: number; edition: number; prompt_sha256: string; scorer_sha256: string}[];
}

test.each([
  {name: "zen-agent", cells: 40, size: 128},
  {name: "zen-data", cells: 10, size: 515},
  {name: "zen-code", cells: 65, size: 20},
  {name: "zen-sql", cells: 39, size: 77}
])("items of $name are what they were", ({name, cells, size}) => {
  const file = new URL(`benchmarks/${name}.json`, import.meta.url);
  const {items, version} = benchmarkTasks.get(name)!;
  const vector = (place: number, edition: number) => {
    const {prompt, scorer} = items.at(place, {edition});
    return {place, edition, prompt_sha256: sha256Hex(prompt), scorer_sha256: sha256Hex(canonicalJson(scorer))};
  };
  let recorded = JSON.parse(readFileSync(file, "utf8")) as Golden;
  if (process.env.GOLDEN === "write" && recorded.version !== version) {
    const places = Array.from({length: cells}, (_, cell) => size * cell + (cell % size));
    recorded = {version, vectors: places.map((place, i) => vector(place, 1 + (i % 2)))};
    const lines = recorded.vectors.map(each => `    ${JSON.stringify(each)}`);
    writeFileSync(file, `{\n  "version": ${version},\n  "vectors": [\n${lines.join(",\n")}\n  ]\n}\n`);
  }
  expect(recorded.version).toBe(version);
  expect(recorded.vectors.map(({place, edition}) => vector(place, edition))).toEqual(recorded.vectors);
  expect(recorded.vectors.length).toBeGreaterThan(0);
});
