// The detector of paraphrases on published ones that it has not learnt from, on many items, and as an option of an audit.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {english} from "../../../pipelines/generate/words/english.js";
import {openCandidateSearch} from "../../../pipelines/studies/contamination/paraphrases/search.js";
import {WEIGHTS} from "../../../pipelines/studies/contamination/paraphrases/weights.js";
import {workbook} from "../../workbook.js";
import {present, readSets} from "./paraphrases/sets.js";
import {detect} from "./paraphrases/training.js";

if (!present) console.warn("skipped without ../shared/data/paraphrases: published paraphrases");

test.skipIf(!present)("published paraphrases of unseen items are found, and few items without one are flagged", () => {
  const sets = readSets();
  const measure = (name: string, most: number) =>
    detect(sets[name]!.filter(({number}) => number % 2 === 1).slice(0, most), WEIGHTS, {seeds: [101]});
  for (const [name, least] of [
    ["gsm8k", 0.95],
    ["python with solutions", 0.85],
    ["sociology", 0.75]
  ] as const) {
    const {likely, wrong} = measure(name, 200);
    expect(likely.value).toBeGreaterThan(least);
    expect(wrong.value).toBeLessThan(0.04);
  }
});

test("248,000 items: each has at most two candidates, and a planted one is among them", () => {
  const word = (i: number) => english[i % english.length]!;
  const prose = (words: number, first: number) => Array.from({length: words}, (_, k) => word(first * (k + 7) + k * k)).join(" ");
  const items = Array.from({length: 248_000}, (_, i) => `${prose(10, i)} number ${i}`);
  const search = openCandidateSearch(items);
  for (let i = 0; i < 10; i++) search.add(prose(300, i), {file: "corpus", document: `${i}`});
  search.add(`so ${items[1_234]!.split(" ").reverse().join(" ")}`, {file: "corpus", document: "planted"});
  expect(search.candidates.filter(list => list.length > 2)).toEqual([]);
  expect(search.candidates[1_234]!.map(({window}) => window.document)).toContain("planted");
});

test("an audit with --probability writes the likeliest text of each item and counts it as near", async () => {
  await using book = await workbook();
  const lines = (...values: unknown[]) => values.map(value => `${JSON.stringify(value)}\n`).join("");
  const items = [
    "A baker sells 14 loaves on Monday and three times as many on Saturday. A loaf costs 5 euros. How much money does she take in on both days?",
    "Omar has 120 marbles. He gives a quarter of them to Lena and 18 to his brother. How many marbles are left?",
    "A train travels 240 km in 3 hours and then 90 km in 2 hours. What is its average speed over the whole trip?",
    "Which gas do plants take up during photosynthesis, and which do they release?"
  ].map((text, i) => ({id: `i${i}`, text, group: "g"}));
  await writeFile(join(book.root, "items.jsonl"), lines(...items));
  await writeFile(
    join(book.root, "corpus.jsonl"),
    lines(
      {
        id: "a",
        text: "Out of his 120 marbles Omar hands one quarter to Lena, and his brother gets 18. How many does Omar still own?"
      },
      {id: "b", text: "The weather will be fine tomorrow, with a little wind from the north."}
    )
  );
  const went = await book.command(
    "contamination",
    "audit",
    "--items",
    "items.jsonl",
    "--corpus",
    "corpus.jsonl",
    "--out",
    "audit",
    "--probability",
    "0.5"
  );
  expect(went.stdout).toContain("0 exact, 1 near, 3 clean");
  const rows = async (file: string) =>
    (await readFile(join(book.root, "audit", file), "utf8"))
      .split("\n")
      .filter(Boolean)
      .map(line => JSON.parse(line) as Record<string, unknown>);
  const paraphrases = await rows("paraphrases.jsonl");
  expect(paraphrases.map(({id}) => id)).toEqual(["i0", "i1", "i2", "i3"]);
  expect(paraphrases[1]).toMatchObject({document: "corpus.jsonl#a", begin: 0});
  expect(paraphrases[1]!.probability).toBe(Math.max(...paraphrases.map(({probability}) => probability as number)));
  expect((await rows("items.jsonl"))[1]).toMatchObject({
    verdict: "near",
    document: "corpus.jsonl#a",
    probability: paraphrases[1]!.probability
  });
});
