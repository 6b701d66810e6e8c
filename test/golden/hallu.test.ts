// Vectors that hold ZenHallu and ZenMultilang still: a change that alters an item must raise the benchmark's version and rewrite its file.
// `GOLDEN=write npx vitest run test/golden/hallu.test.ts` rewrites them.
// A vector is SHA-256 of the prompt's UTF-8 bytes and the expected answer; `all` is SHA-256 over those of every item of the first edition.
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {expect, test} from "vitest";
import {benchmarks, benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {sha256Hex} from "../../pipelines/generate/seed.js";

/** Items between two vectors: no multiple of the sizes of cells. */
const STEP = 97;

test.each(["zen-hallu", "zen-multilang"])("%s is what it was", name => {
  const file = new URL(`${name}.json`, import.meta.url);
  const made = goldenOf(name);
  if (process.env.GOLDEN === "write") writeFileSync(file, made);
  expect(existsSync(file)).toBe(true);
  expect(made).toBe(readFileSync(file, "utf8"));
});

function goldenOf(name: string): string {
  const {items} = benchmarkTasks.get(name)!;
  const count = items.places({}) as number;
  const vectors: string[] = [];
  const lines: string[] = [];
  for (let place = 0; place < count; place++) {
    const {prompt, expected} = items.at(place, {edition: 1});
    const prompt_sha256 = sha256Hex(prompt);
    lines.push(`${prompt_sha256} ${expected}`);
    if (place % STEP === 0) vectors.push(`    ${JSON.stringify({place, prompt_sha256, expected})}`);
  }
  const all = sha256Hex(lines.join("\n"));
  return `{\n  "version": ${benchmarks.get(name)!.version},\n  "all": "${all}",\n  "vectors": [\n${vectors.join(",\n")}\n  ]\n}\n`;
}
