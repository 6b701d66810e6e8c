// Answers in a stated language: digits of other scripts, dates, words, lists, and answers in another language, by hand.
import {describe, expect, test} from "vitest";
import {verdict} from "./scoring.js";

const number = {kind: "localized", form: "number"};
const date = {kind: "localized", form: "date"};
const day = {kind: "localized", form: "text", accept: ["Sonnabend"], foreign: ["Saturday", "samedi", "суббота"]};
const list = {kind: "localized", form: "list", foreign: ["Monday", "Friday", "Sunday"]};

test.each(["٤٢", "۴۲", "४२", "৪২", "４２", "๔๒", "42"])("%j is 42", digits => {
  expect(verdict(`Answer: ${digits}`, number, {expected: "42"}).right).toBe(true);
  expect(verdict(`Answer: ${digits}`, number, {expected: "43"}).right).toBe(false);
});

describe("dates", () => {
  test.each([
    ["Answer: 2024-03-05", true],
    ["Answer: ٢٠٢٤-٠٣-٠٥", true],
    ["It is 2024-3-5.", true],
    ["Answer: 2024-05-03", false],
    ["Answer: 5 March 2024", false],
    ["", false]
  ])("%j", (text, right) => expect(verdict(text, date, {expected: "2024-03-05"}).right).toBe(right));
});

describe("words", () => {
  test.each([
    ["Answer: Samstag", true, 0],
    ["Answer: samstag.", true, 0],
    ["Antwort\nAnswer: **Sonnabend**", true, 0],
    ["Answer: Saturday", false, 1],
    ["Answer: суббота", false, 1],
    ["Answer: Sonntag", false, 0],
    ["Answer: Sunday", false, 0],
    ["", false, 0]
  ])("%j", (text, right, other) => {
    const found = verdict(text, day, {expected: "Samstag"});
    expect([found.right, found.measures.wrong_language]).toEqual([right, other]);
  });
  test("hyphens, spaces and vowel marks do not matter; letters do", () => {
    expect(verdict("Answer: twenty one", {kind: "localized"}, {expected: "twenty-one"}).right).toBe(true);
    expect(verdict("Answer: واحِد وعشرون", {kind: "localized"}, {expected: "واحد وعشرون"}).right).toBe(true);
    expect(verdict("Answer: dieciseis", {kind: "localized"}, {expected: "dieciséis"}).right).toBe(false);
    expect(verdict("Answer: Adam", {kind: "localized"}, {expected: "Adam"}).measures).toEqual({});
  });
});

describe("lists", () => {
  test.each([
    ["Answer: Freitag, Montag, Sonntag", true, 0],
    ["Answer: Freitag、Montag، Sonntag", true, 0],
    ["Answer: Freitag < Montag < Sonntag", true, 0],
    ["Answer: Montag, Freitag, Sonntag", false, 0],
    ["Answer: Friday, Monday, Sunday", false, 1],
    ["Answer: Freitag, Monday, Sonntag", false, 0],
    ["", false, 0]
  ])("%j", (text, right, other) => {
    const found = verdict(text, list, {expected: "Freitag, Montag, Sonntag"});
    expect([found.right, found.measures.wrong_language]).toEqual([right, other]);
  });
  test("a list in another spelling is right as a whole, and not where parts are of two", () => {
    const names = {kind: "localized", form: "list", accept: ["Adam, Boris"]};
    const rightOf = (text: string) => verdict(text, names, {expected: "Адам, Борис"}).right;
    expect(["Адам, Борис", "Adam, Boris", "Boris, Adam", "Адам, Boris"].map(text => rightOf(`Ответ: ${text}`))).toEqual([
      true,
      true,
      false,
      false
    ]);
  });
});
