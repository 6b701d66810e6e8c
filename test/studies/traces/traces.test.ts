// Detectors against faults planted into clean texts, and against clean texts of many kinds: prose, code, data, the simulated models' work.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {matchedSizes} from "../../../pipelines/score/compression.node.js";
import {wilson} from "../../../pipelines/stats/intervals.js";
import {findGarble, findRepetition, LOOP_CHARACTERS, LOOP_COPIES} from "../../../pipelines/studies/traces/garble.js";

import {injectedFaults} from "../../../pipelines/studies/traces/make.node.js";

/** Pieces of 300 to 3,000 characters of files of the project: English, TypeScript, YAML, JSON, CSS. */
function pieces(): string[] {
  const folders = [
    "docs",
    "src",
    "src/components",
    "pipelines",
    "pipelines/infer",
    "pipelines/generate/tasks",
    "data/suites",
    "test/golden/tasks"
  ];
  const files = [...folders.flatMap(folder => readdirSync(folder).map(name => join(folder, name))), "package.json", "README.md"];
  const texts = files.filter(name => /\.(md|ts|ya?ml|json|css)$/.test(name)).map(name => readFileSync(name, "utf8"));
  const random = randomOf("pieces of clean text");
  return texts.flatMap(text =>
    Array.from({length: 1 + Math.floor(text.length / 1_000)}, () => {
      const from = random.integer(0, Math.max(0, text.length - 300));
      return text.slice(from, from + random.integer(300, 3_000));
    })
  );
}
const clean = pieces();
const flagged = (text: string) => ({loop: findRepetition(text).loop !== null, garble: findGarble(text) !== null});
const upperEnd = (found: number, n: number) => {
  const {center, margin} = wilson(found / n, n);
  return center + margin;
};

test("clean text of many kinds is flagged in less than 2 % of cases, at 95 % confidence", () => {
  const loops = clean.filter(text => flagged(text).loop);
  const garbled = clean.filter(text => flagged(text).garble);
  expect(clean.length).toBeGreaterThan(400);
  expect(upperEnd(loops.length, clean.length), loops[0]?.slice(0, 300)).toBeLessThan(0.02);
  expect(upperEnd(garbled.length, clean.length), garbled[0]?.slice(0, 300)).toBeLessThan(0.02);
});

test.each(
  injectedFaults.filter(({claimed}) => claimed).map(injectedFault => [injectedFault.name, injectedFault] as const)
)("%s: found in more than 95 %% of clean texts, at 95 %% confidence", (name, {detector, injectFault}) => {
  const random = randomOf(`planted ${name}`);
  const hosts = clean.filter(text => !flagged(text).loop && !flagged(text).garble);
  const missed = hosts.filter(text => !flagged(injectFault(text, random))[detector]);
  expect(upperEnd(missed.length, hosts.length)).toBeLessThan(0.05);
});

test("a loop is what it says: each character equals the one a period before, for three copies or more", () => {
  fc.assert(
    fc.property(
      fc.string({maxLength: 300}),
      fc.string({minLength: 1, maxLength: 200}),
      fc.integer({min: 1, max: 12}),
      (head, block, copies) => {
        const text = head + block.repeat(copies);
        const {loop, repetition} = findRepetition(text);
        if (loop) {
          const {start, length, period} = loop;
          for (let i = start + period; i < start + length; i++) expect(text[i]).toBe(text[i - period]);
          expect(length).toBeGreaterThanOrEqual(Math.max(LOOP_CHARACTERS, LOOP_COPIES * period));
        }
        if (block.length * copies >= LOOP_CHARACTERS + 300 && copies >= LOOP_COPIES + 2) expect(loop).not.toBeNull();
        expect(repetition).toBeGreaterThanOrEqual(0);
        expect(repetition).toBeLessThanOrEqual(1);
      }
    ),
    {numRuns: 1_000}
  );
});

test("repetition is the share of 32-character shingles that stood there before, as counting them in a set says", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("the sum is ", "so 12 and ", "next ", "x"), {maxLength: 60}), words => {
      const text = words.join("");
      const shingles = Array.from({length: Math.max(0, text.length - 31)}, (_, i) => text.slice(i, i + 32));
      const expected = shingles.length < 2 ? 0 : 1 - new Set(shingles).size / shingles.length;
      expect(findRepetition(text).repetition).toBeCloseTo(expected, 9);
    })
  );
});

test("short repeats, ruled lines and lists are no loops", () => {
  for (const text of [
    "=".repeat(120),
    "ha ".repeat(40),
    `${"-".repeat(80)}\nName | Value\n${"-".repeat(80)}\n`,
    "1, 2, 3, 1, 2, 3, 1, 2, 3"
  ])
    expect(findRepetition(`${clean[0]!.slice(0, 400)}\n${text}\n${clean[1]!.slice(0, 300)}`).loop).toBeNull();
});

test("other languages, formulas and data are not garbled", () => {
  const texts = [
    "Die Donaudampfschifffahrtsgesellschaft schrieb ihren Fahrgästen, dass Rechtsschutzversicherungen schwer verständlich sind.",
    "Zażółć gęślą jaźń, powiedział Grzegorz Brzęczyszczykiewicz z Chrząszczyżewoszyc, powiat Łękołody.",
    "Съешь ещё этих мягких французских булок, да выпей чаю. Answer: 12",
    "これは日本語の文章です。漢字とひらがなとカタカナが混ざっていますが、普通の文章です。答えは十二です。",
    "∀ε>0 ∃δ>0: |x−a|<δ ⇒ |f(x)−f(a)|<ε, with α = β·γ and Σᵢ xᵢ² ≤ π/4; the angle θ is 30°.",
    '{"a":{"b":[1,2,{"c":"x-9"}],"d":null},"e":"2024-01-31","f":[true,false,12.5]}',
    "M 12.5 30.1 L 88.2 30.1 L 88.2 71.9 A 40 40 0 0 1 12.5 71.9 Z C 1 2 3 4 5 6",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  ];
  for (const text of texts) expect(findGarble(text.repeat(4)), text).toBeNull();
});

test("why a text is garbled is told with the place", () => {
  const head = "The sum of the first three numbers is twelve, so the answer follows from there. ".repeat(5);
  const {kind, start} = findGarble(`${head}${"\ufffd".repeat(40)}`)!;
  expect(kind).toBe("broken");
  expect(start).toBeGreaterThan(100);
  expect(findGarble(`${head}${"xkcd qrst bvnm wrtz hjkl pqsd ".repeat(10)}`)!.kind).toBe("consonants");
});

test("sizes are of equally many bytes, none for a part longer than the trace", () => {
  expect(matchedSizes("a".repeat(511))).toEqual({first_512: null, first_1024: null, first_2048: null, last_1024: null});
  const text = clean.find(each => each.length > 2_100)!;
  const {first_512, first_1024, first_2048, last_1024} = matchedSizes(text);
  expect(first_512!).toBeLessThan(first_1024!);
  expect(first_1024!).toBeLessThan(first_2048!);
  expect(first_2048!).toBeLessThan(2_048);
  expect(last_1024!).toBeGreaterThan(100);
  // What follows the part does not show in its size.
  expect(matchedSizes(text + clean[0]!).first_2048).toBe(first_2048);
  // 171 characters of three bytes are 513 bytes.
  expect(matchedSizes("漢".repeat(171)).first_512).not.toBeNull();
});

test("longer parts compress better per byte whatever they say, which is why only equal lengths are compared", () => {
  const long = clean.filter(text => Buffer.byteLength(text) >= 2_048).map(matchedSizes);
  const better = long.filter(({first_512, first_2048}) => first_2048! / 2048 < first_512! / 512).length;
  expect(long.length).toBeGreaterThan(30);
  expect(better / long.length).toBeGreaterThan(0.8);
});
