// Scorers beside exact match: what counts as right, what is a hedge, and what cannot be scored.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {scorerSchema} from "../../../pipelines/book/scorers.js";
import {normalised, wordF1} from "../../../pipelines/score/scorers/registry.js";
import {verdict} from "./scoring.js";

describe("choice", () => {
  const cities = {expected: "B", choices: ["York", "New York", "Paris", "A dog"]};
  test.each([
    ["Answer: B", true],
    ["The answer is (b).", true],
    ["The answer is New York.", true],
    ["**Answer: (B) New York**", true],
    ["Answer: B. New York", true],
    ["Answer: B) new york", true],
    ["I thought of York first. The answer is New York because it is larger.", true],
    ["<think>The answer is C.</think>(B)", true],
    ["Answer: (B), not (C)", true],
    ["Answer: York", false],
    ["Answer: A", false],
    ["Answer: a dog", false],
    ["Answer: (B) Paris", false],
    ["Answer: E", false],
    ["Answer: New York or Paris", false],
    ["It is (B) or (C).", false],
    ["Answer: B or Paris", false],
    ["Answer: not New York", false],
    ["I do not know.", false],
    ["", false]
  ])("%j is right: %s", (text, right) => {
    expect(verdict(text, {kind: "choice"}, cities).right).toBe(right);
  });

  test("a right answer beyond the choices, or a test without choices, has no score, with the reason", () => {
    expect(verdict("Answer: B", {kind: "choice"}, {expected: "E", choices: ["x", "y"]})).toMatchObject({
      right: null,
      reason: 'the right answer "E" is no letter of its 2 choices'
    });
    expect(verdict("Answer: B", {kind: "choice"}, {expected: "B"}).reason).toContain("at least two choices");
  });

  test("of two options with one text, the text names neither and the letter does", () => {
    const twice = {expected: "A", choices: ["red", "red", "blue"]};
    expect(verdict("Answer: red", {kind: "choice"}, twice).right).toBe(false);
    expect(verdict("Answer: A", {kind: "choice"}, twice).right).toBe(true);
  });

  test("every letter of up to 26 choices is read, whatever the options' texts contain", () => {
    const texts = fc.uniqueArray(fc.string({minLength: 2, maxLength: 12}), {minLength: 2, maxLength: 26});
    fc.assert(
      fc.property(texts, fc.nat(25), (choices, at) => {
        const place = at % choices.length;
        const letter = String.fromCharCode(65 + place);
        expect(verdict(`Answer: (${letter})`, {kind: "choice"}, {expected: letter, choices}).right).toBe(true);
      })
    );
  });
});

describe("number", () => {
  test.each([
    ["The answer is $1,234.50.", "1234.5", {}, true],
    ["Answer: 50 %", "50%", {}, true],
    ["Answer: −7", "-7", {}, true],
    ["A: 18", "$18", {}, true],
    ["Answer: 3.15", "3.14159", {relative: 0.01}, true],
    ["Answer: 3.2", "3.14159", {relative: 0.01}, false],
    ["Answer: 10.4", "10", {absolute: 0.5}, true],
    ["Answer: 10.6", "10", {absolute: 0.5}, false],
    ["Answer: -10", "10", {relative: 1}, false],
    ["Answer: 10 or 10.1", "10", {absolute: 0.5}, false],
    ["Answer: 1e400", "1", {absolute: 1}, false],
    ["none", "0", {absolute: 100}, false]
  ])("%j against %j with %o is right: %s", (text, expected, tolerance, right) => {
    expect(verdict(text, {kind: "number", ...tolerance}, {expected}).right).toBe(right);
  });

  test("a right answer that is no number has no score", () => {
    expect(verdict("Answer: 3", {kind: "number"}, {expected: "several"})).toMatchObject({right: null});
  });
});

describe("text, by SQuAD's evaluation script", () => {
  // Values of the official script (normalize_answer, f1_score), worked out by hand from its definition.
  test.each([
    ["The Cat!", "cat", 1],
    ["the quick brown fox", "a brown fox", 4 / 5],
    ["", "", 1],
    ["", "cat", 0],
    ["dog", "cat", 0],
    ["cat cat cat", "cat", 2 / 4]
  ])("F1 of %j and %j is %d", (given, truth, f1) => expect(wordF1(given, truth)).toBeCloseTo(f1, 12));

  test("F1 is symmetric, between 0 and 1, and 1 of a text with itself", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(wordF1(a, b)).toBe(wordF1(b, a));
        expect(wordF1(a, b)).toBeGreaterThanOrEqual(0);
        expect(wordF1(a, b)).toBeLessThanOrEqual(1);
        expect(wordF1(a, a)).toBe(1);
        expect(normalised(normalised(a))).toBe(normalised(a));
      })
    );
  });

  test.each([
    ["The answer is the Eiffel Tower.", true, 1],
    ["Eiffel tower", true, 1],
    ["Answer: tower", false, 2 / 3],
    ["Answer: the Eiffel Tower or the Louvre", false, undefined],
    ["Answer: La tour Eiffel", true, 1]
  ])("%j", (text, right, f1) => {
    const found = verdict(text, {kind: "text", accept: ["la tour eiffel"]}, {expected: "Eiffel Tower"});
    expect(found.right).toBe(right);
    expect(found.measures.em).toBe(right ? 1 : 0);
    if (f1 !== undefined) expect(found.measures.f1).toBeCloseTo(f1, 12);
  });
});

describe("other right answers of an item", () => {
  test.each([
    [{kind: "exact"}, "Oslo", ["Christiania", "Kristiania"], "Answer: Kristiania", "Answer: Bergen"],
    [{kind: "exact", ignore_case: false}, "Oslo", ["Kristiania"], "Answer: Kristiania", "Answer: kristiania"],
    [{kind: "text"}, "1871", ["in 1871", "the year 1871"], "Answer: In 1871.", "Answer: in 1872"],
    [{kind: "number"}, "0.5", ["1/2", "no number", "50"], "Answer: 50", "Answer: 5"],
    [{kind: "number", absolute: 1}, "10", ["20"], "Answer: 20.5", "Answer: 15"],
    [{kind: "localized", form: "text"}, "samstag", ["Sonnabend"], "Answer: Sonnabend", "Answer: Sonntag"]
  ])("%j of %s accepts %j", (scorer, expected, accept, right, wrong) => {
    expect(verdict(right, scorer, {expected, reading: {accept}}).right).toBe(true);
    expect(verdict(wrong, scorer, {expected, reading: {accept}}).right).toBe(false);
    expect(verdict(right, scorer, {expected}).right).toBe(false);
    expect(verdict(`Answer: ${expected}`, scorer, {expected, reading: {accept}}).right).toBe(true);
  });

  test("the best of them counts for f1", () => {
    const reading = {accept: ["the town hall of Oslo"]};
    expect(verdict("Answer: town hall", {kind: "text"}, {expected: "Akershus", reading}).measures.f1).toBeCloseTo(2 / 3, 12);
  });
});

describe("set and list", () => {
  test.each([
    ["Answer: b, a and c", true, 1],
    ['Answer: ["c", "b", "a"]', true, 1],
    ["Answer: {a, b, c}", true, 1],
    ["Answer: a, b", false, 0.8],
    ["Answer: a, b, c, d", false, 6 / 7],
    ["Answer: a, b, or c", false, undefined],
    ["", false, 0]
  ])("the set %j is right: %s", (text, right, f1) => {
    const found = verdict(text, {kind: "set"}, {expected: "a, b, c"});
    expect(found.right).toBe(right);
    if (f1 !== undefined) expect(found.measures.f1).toBeCloseTo(f1, 12);
  });

  test.each([
    ["Answer: a, b, c", true, 1],
    ["Answer: a, c, b", false, 1 / 3],
    ["Answer: a, b", false, 2 / 3]
  ])("the list %j is right: %s", (text, right, share) => {
    const found = verdict(text, {kind: "list"}, {expected: "a, b, c"});
    expect(found.right).toBe(right);
    expect(found.measures.in_place).toBeCloseTo(share, 12);
  });

  test("elements may stand on lines of their own, and one may hold the word and", () => {
    expect(verdict("- salt and pepper\n- oil", {kind: "set", separator: "\n"}, {expected: "oil\nsalt and pepper"}).right).toBe(
      true
    );
  });
});

describe("regex", () => {
  test.each([
    ["room 42", {pattern: "\\d+"}, true],
    ["room 42", {pattern: "\\d+", whole: true}, false],
    ["ROOM", {pattern: "room", ignore_case: true}, true],
    ["", {pattern: "x"}, false]
  ])("%j %o is right: %s", (text, given, right) => {
    expect(verdict(text, {kind: "regex", ...given}).right).toBe(right);
  });

  test("a search that takes too long is ended and leaves the answer without a score", () => {
    const found = verdict(`${"a".repeat(60)}!`, {kind: "regex", pattern: "^(a+)+$", milliseconds: 50});
    expect(found).toMatchObject({right: null, reason: expect.stringContaining("takes longer than 50 ms")});
    expect(verdict("aaa", {kind: "regex", pattern: "^(a+)+$", milliseconds: 50}).right).toBe(true);
  });

  test("a pattern that is none is refused where it is written, and told where the right answer is the pattern", () => {
    expect(scorerSchema.safeParse({kind: "regex", pattern: "("}).success).toBe(false);
    expect(verdict("x", {kind: "regex"}, {expected: "("})).toMatchObject({right: null});
  });
});

describe("json", () => {
  const schema = {type: "object", properties: {n: {type: "integer", minimum: 1}}, required: ["n"], additionalProperties: false};
  test.each([
    ['{"n": 3}', true],
    ['Here it is:\n```json\n{"n": 3}\n```\nDone.', true],
    ['{"n": 0}', false],
    ['{"n": 3, "m": 1}', false],
    ['```json\n{"n": 3}\n```\nor\n```json\n{"n": 4}\n```', false],
    ["n = 3", false]
  ])("%j follows the schema: %s", (text, right) => expect(verdict(text, {kind: "json", schema}).right).toBe(right));

  test("a document equals the right one whatever the order of its fields", () => {
    expect(verdict('{"b": [1, 2], "a": 1.0}', {kind: "json"}, {expected: '{"a":1,"b":[1,2]}'}).right).toBe(true);
    expect(verdict('{"b": [2, 1], "a": 1}', {kind: "json"}, {expected: '{"a":1,"b":[1,2]}'}).right).toBe(false);
  });
});

test.each([
  ["code without tests", {kind: "code"}, "it has no tests"],
  ["code that was not run", {kind: "code", tests: "assert f(1) == 1"}, "need the sandbox"],
  ["code in another language", {kind: "code", language: "javascript", tests: "f(1)"}, "in javascript are not run"],
  ["rubric", {kind: "rubric", rubric: "be kind"}, "needs a judging model"]
])("answers of kind %s have no score, with the reason", (_, scorer, reason) => {
  expect(verdict("def f(): pass", scorer)).toMatchObject({right: null, reason: expect.stringContaining(reason)});
});
