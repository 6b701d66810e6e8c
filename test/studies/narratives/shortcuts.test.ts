import {expect, test} from "vitest";
import type {NarrativeLine} from "../../../pipelines/generate/narratives/narrative.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {shortcutStudy} from "../../../pipelines/studies/narratives/shortcuts.js";
import {reportOf} from "./report.js";
import {toldSet, written} from "./stories.js";

const digits = Array.from({length: 10}, (_, i) => i);

test("where all answers are 7, the majority earns everything", () => {
  const report = reportOf(digits.map(i => written(`m${i}`, "(MAX 7 3)", [["beat 0", "There were 7 crates and 3 crates."]])));
  expect(report.overall("majority")).toMatchObject({n: 10, value: 1, high: 1});
  // Wilson's lower end at 10 of 10 is 10 / (10 + z²), 0.7225
  expect(report.overall("majority").low).toBeCloseTo(10 / (10 + 1.959964 ** 2), 5);
});

test("where the last scene decides, reading it alone earns everything, and the first scene nothing", () => {
  const lines = digits.slice(0, 8).map(i =>
    written(`c${i}`, `(MAX ${i + 2} (MIN 1 (MIN 0 9 (MIN 4 5))))`, [
      ["introduction", "The hall was quiet."],
      ["beat 3", "Mara found 4 crates and 5 crates. Call it the white ledger a."],
      ["beat 2", "Then came 0 crates, 9 crates and the white ledger a, called the green ledger a."],
      ["beat 1", "Another crate, 1 crate, beside the green ledger a made the blue ledger a."],
      ["beat 0", `Last came ${i + 2} crates and the blue ledger a.`],
      ["question", "What was the red ledger a?"]
    ])
  );
  const report = reportOf(lines);
  expect(report.value("last_scene")).toBe(1);
  expect(report.deepFigure("last_scene")).toMatchObject({n: 8, value: 1});
  expect(report.value("root_operation")).toBe(1);
  expect(report.value("last_number")).toBe(1);
  expect(report.value("chain_share")).toBe(1);
  expect(report.value("first_scene")).toBe(1 / 8); // the smallest of 4 and 5 is the answer of one story
  expect(report.value("largest_number")).toBe(1 / 8); // 9 is the largest but of the story whose answer is 9, and there it is the answer
});

test("extra numbers in bracketed padding are found by a regular expression, and what that gains", () => {
  const report = reportOf(
    digits.map(i =>
      written(`b${i}`, `(SUM ${i} 1)`, [
        ["beat 0", `She counted ${i} crates and 1 crate.`],
        ["padding", "[A dog barked at 8 gulls and 6 ravens.]"]
      ])
    )
  );
  expect(report.value("unstripped")).toBe(0);
  expect(report.value("stripped_by_expression")).toBe(1);
  expect(report.value("last_scene")).toBe(1);
  expect(report.overall("expression_gain")).toMatchObject({n: 10, value: 1, high: 1});
  expect(report.overall("expression_gain").low).toBeGreaterThan(0.5);
});

test("padding with extra numbers in words of its own is found by trigrams learnt from the other half", () => {
  const animals = ["gulls", "ravens", "otters", "foxes"];
  const lines = Array.from({length: 40}, (_, i) =>
    written(`n${i}`, `(SUM ${i % 10} 2)`, [
      ["beat 0", `In the ledger she entered ${i % 10} crates and 2 crates.`],
      ["padding", `Far away a dog barked at ${(i % 7) + 2} ${animals[i % 4]} near the ${i % 3 ? "old" : "cold"} pier.`]
    ])
  );
  const report = reportOf(lines);
  expect(report.overall("ngram_auc")).toMatchObject({n: 40, value: 1});
  expect(report.value("unstripped")).toBe(0);
  expect(report.value("stripped_by_ngrams")).toBe(1);
  expect(report.value("ngram_gain")).toBe(1);
});

test("what is learnt is not tried on the same narratives: words that only one narrative has tell nothing, nor does an answer", () => {
  const random = randomOf("own words");
  const said = () =>
    `${Array.from({length: 8}, () => `w${random.integer(0, 1e9).toString(36).replace(/\d/gu, "x")}`).join(" ")}.`;
  const lines = Array.from({length: 200}, (_, i) =>
    written(`o${i}`, `(MAX ${i} 0)`, [
      ["beat 0", `${said()}\n${said()}`],
      ["padding", `${said()}\n${said()}`]
    ])
  );
  const report = reportOf(lines);
  // learnt from the same half it would be 1; single words that two narratives share by chance move it about 0.5
  expect(Math.abs(report.value("ngram_auc")! - 0.5)).toBeLessThan(0.15);
  expect(report.overall("majority")).toMatchObject({n: 200, value: 0});
});

test("padding of the same sentences as beats is not told apart, and stripping gains nothing", () => {
  const lines = Array.from({length: 40}, (_, i) => {
    const said = (n: number) => `She counted ${n} crates by the old pier.`;
    return written(`s${i}`, `(MAX ${i % 10} 0)`, [
      ["beat 0", `${said(i % 10)} ${said(0)}`],
      ["padding", `${said(3)} ${said(5)}`]
    ]);
  });
  const report = reportOf(lines);
  expect(report.value("ngram_auc")).toBe(0.5);
  expect(report.value("ngram_gain")).toBeLessThanOrEqual(0);
});

test("an answer that stands in the padding, in a beat beyond its operands, or alone on a line is a leak", () => {
  const leak = (...parts: [string, string][]) => reportOf([written("l", "(SUM 2 3)", parts)]).value("number_leak");
  expect(leak(["beat 0", "There were 2 crates and 3 crates."])).toBe(0);
  expect(leak(["beat 0", "There were 2 crates and 3 crates, so five crates."])).toBe(1);
  expect(leak(["beat 0", "There were 2 crates and 3 crates."], ["padding", "Mara saw 5 gulls."])).toBe(1);
  expect(leak(["instructions", "Answer like this:\n5"], ["beat 0", "There were 2 crates and 3 crates."])).toBe(0);
  const plain = (text: string) => {
    const {parts: _, ...line} = written("l", "(SUM 2 (MAX 2 4))", [["beat 0", text]]);
    return reportOf([{...line, ground_truth_value: 2}]).value("number_leak");
  };
  expect(plain("There were 2, 2 and 4.")).toBe(0); // the list has 2 twice, so without parts it may be said twice
  expect(plain("There were 2, 2 and 4, hence 2.")).toBe(1);
  const repeated = (...parts: [string, string][]) => reportOf([written("l", "(MAX 2 5)", parts)]).value("number_leak");
  expect(repeated(["beat 0", "There were 2 crates and 5 crates."])).toBe(0);
  expect(repeated(["beat 0", "There were 2 crates, and then:\n5."])).toBe(1);
});

test("sentences of padding that a story has more than once are counted, all of them, and those of beats are not", () => {
  const story = (id: string, padding: string) =>
    written(id, "(MAX 7 3)", [
      ["beat 0", "There were 7 crates and 3 crates. Rain fell. Rain fell."],
      ["padding", padding]
    ]);
  // 3 of 4 sentences in one story, none of 2 in the other: 3 of 6
  const report = reportOf([story("a", "Rain fell. Gulls cried.\nRain fell. Rain fell."), story("b", "Rain fell. Gulls cried.")]);
  expect(report.overall("repeated_sentences")).toMatchObject({n: 2, value: 0.5});
  const bare = reportOf([written("c", "(MAX 7 3)", [["beat 0", "There were 7 crates and 3 crates."]])]);
  expect(bare.overall("repeated_sentences")).toMatchObject({n: 0, value: null, not_measured: "no narrative has padding"});
});

test("operations whose result cannot change the answer are not effective", () => {
  // MIN 0 … is 0 for any digit of the inner MAX; of SUM the inner result always counts
  const of = (ast: string) => reportOf([written("e", ast, [["beat 0", "Nothing was said."]])]).value("effective_operations");
  expect(of("(MIN 0 (MAX 4 5))")).toBe(0.5);
  expect(of("(SUM 0 (MAX 4 5))")).toBe(1);
  expect(of("(SUM 1 (MIN 0 (MAX 4 5)))")).toBeCloseTo(2 / 3, 12);
});

test("longer texts with larger answers correlate", () => {
  const lines = digits.map(i =>
    written(`r${i}`, `(MAX ${i} 0)`, [["beat 0", `There were ${i} crates and 0 crates.${" Rain fell.".repeat(i)}`]])
  );
  expect(reportOf(lines).overall("length_correlation")).toMatchObject({n: 10, value: 1, low: null});
  expect(reportOf(lines.map(line => ({...line, ground_truth_value: 4}))).overall("length_correlation").not_measured).toBe(
    "all texts are equally long, or all answers the same"
  );
});

test("without parts only what the text allows is measured, and the rest says why", () => {
  const lines = toldSet(12).map(({parts: _, anchors: __, ...line}) => line as NarrativeLine);
  const report = reportOf(lines);
  const unmeasured = report.measures.filter(({overall}) => overall.not_measured !== null);
  expect(unmeasured.map(({name}) => name)).toEqual([
    ...["last_scene", "first_scene", "unstripped", "stripped_by_expression", "expression_gain"],
    ...["stripped_by_ngrams", "ngram_gain", "ngram_auc", "repeated_sentences"]
  ]);
  for (const {overall} of unmeasured)
    expect(overall).toEqual({
      n: 0,
      value: null,
      low: null,
      high: null,
      not_measured: "no narrative has parts, so its scenes are not known"
    });
  expect(report.overall("root_operation").n).toBe(12);
});

test("lists that cannot be read and parts outside the text are refused", () => {
  const line = written("x", "(MAX 1 2)", [["beat 0", "There were 1 and 2."]]);
  const {first} = shortcutStudy();
  expect(() => first({...line, ast_str: "(MAX 1"})).toThrow("a bracket is not closed");
  expect(() => first({...line, parts: [{kind: "beat", operation: 0, start: 0, end: 99}]})).toThrow("beyond the text");
  expect(() => first({...line, parts: [{kind: "beat", operation: 3, start: 0, end: 5}]})).toThrow("A beat tells operation 3");
});
