// Languages that categories name, by the codes of several benchmarks and by names.
import {expect, test} from "vitest";
import {englishAmong, languageOf} from "../../../pipelines/studies/languages/study.node.js";

test.each([
  ["en", "en", ""],
  ["de", "de", ""],
  ["en-US", "en", ""],
  ["pt_BR", "pt", ""],
  ["zh-TW", "zh-TW", ""],
  ["deu_Latn", "de", ""], // FLORES-200, Belebele
  ["arb_Arab", "ar", ""],
  ["swa", "sw", ""],
  ["German", "de", ""],
  ["algebra fr", "fr", "algebra"],
  ["high school physics: Swahili", "sw", "high school physics"],
  ["law/ja", "ja", "law"]
])("%s is %s", (category, language, kind) => {
  expect(languageOf(category)).toEqual({language, kind});
});

test.each([
  "",
  "Charts and tables",
  "ZenReason",
  "law",
  "qa1 4k",
  "128k",
  "EN of",
  "xx",
  "<b>de</b>",
  "high_school_physics",
  "4"
])("%s is none", category => {
  expect(languageOf(category)).toBeNull();
});

test("English is en, or else another kind of it", () => {
  expect(englishAmong(["de", "en-GB", "en"])).toBe("en");
  expect(englishAmong(["en-GB", "de"])).toBe("en-GB");
  expect(englishAmong(["de", "nl"])).toBeNull();
  expect(englishAmong([])).toBeNull();
});
