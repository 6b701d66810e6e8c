// Plain words: how often text and names use words that this project replaces. Counts may fall and never rise.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {countWords} from "./wordList.js";

const FILE = join(import.meta.dirname, "wordCeilings.json");
const LOWER = "REASONBOOK_LOWER=1 npx vitest run --project unit test/words.test.ts";
const ceilings = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, number>;
const {total, files} = countWords();

test.each(Object.keys(total))("%s: not more often than before", name => {
  const ceiling = ceilings[name] ?? 0;
  const most = files[name]!.sort((a, b) => b[1] - a[1]).slice(0, 5);
  expect(
    total[name],
    `${total[name]} times, the ceiling is ${ceiling}; git diff shows the new ones; most are in ${most.map(([file, n]) => `${file} (${n})`).join(", ")}`
  ).toBeLessThanOrEqual(ceiling);
});

test("ceilings fall with the counts", () => {
  const lower = Object.keys(total).filter(name => total[name]! < (ceilings[name] ?? 0));
  if (lower.length === 0) return;
  if (!process.env.REASONBOOK_LOWER) {
    process.stdout.write(`words: ${lower.length} counts are below their ceilings; ${LOWER} lowers them\n`);
    return;
  }
  const next = Object.fromEntries(Object.keys(total).map(name => [name, Math.min(total[name]!, ceilings[name] ?? 0)]));
  writeFileSync(FILE, `${JSON.stringify(next, null, 2)}\n`);
});
