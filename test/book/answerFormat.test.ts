import {expect, test} from "vitest";
import {
  ANSWER_FORMATS,
  type AnswerSettings,
  answerFormatSchema,
  answerSettings,
  canonicalLocale,
  localeSchema,
  settingsSchema,
  withFormat
} from "../../pipelines/book/answerFormat.js";
import {templateSchema} from "../../pipelines/book/schemas.js";
import {parseYaml} from "../../pipelines/book/yaml.js";

test.each([
  ["en", "en"],
  ["pt-br", "pt-BR"],
  ["DE", "de"],
  ["eng", "en"], // the shortest code of a language, by RFC 5646
  ["zh-hant-tw", "zh-Hant-TW"]
])("language %s is written %s", (written, canonical) => {
  expect(canonicalLocale(written)).toBe(canonical);
  expect(localeSchema.parse(written)).toBe(canonical);
});

test.each(["", "german", "e", "en_US", "en-", "de_DE.UTF-8", "de DE", "x".repeat(100_000)])("%j is no language", written => {
  expect(canonicalLocale(written)).toBeUndefined();
  const result = localeSchema.safeParse(written);
  expect(result.success).toBe(false);
  expect(result.error!.issues[0]!.message.length).toBeLessThan(200);
});

test("settings have one order of fields, so that equal ones are equal as JSON", () => {
  const given = {accept: ["b"], classifier: false, locale: "de", format: "boxed"} as const;
  const settings = answerSettings(given)!;
  expect(settings).toEqual(given);
  expect(Object.keys(settings)).toEqual(["format", "locale", "classifier", "accept"]);
  expect(JSON.stringify(settingsSchema.parse(given))).toBe(JSON.stringify(settings));
});

test("settings in which nothing is set are none", () => {
  expect(answerSettings({})).toBeUndefined();
  expect(answerSettings({format: undefined, locale: undefined, classifier: undefined, accept: []})).toBeUndefined();
});

test("a format holds where none is declared, and leaves a declared one and the other settings as they are", () => {
  const plain: {item_id: string; reading?: AnswerSettings} = {item_id: "a"};
  expect(withFormat(plain, undefined)).toBe(plain);
  expect(withFormat(plain, "boxed")).toEqual({item_id: "a", reading: {format: "boxed"}});
  expect(plain).toEqual({item_id: "a"});
  const localized = {reading: {locale: "de"}};
  expect(withFormat(localized, "hash")).toEqual({reading: {format: "hash", locale: "de"}});
  const declared = {reading: {format: "line" as const}};
  expect(withFormat(declared, "hash")).toBe(declared);
});

test.each(ANSWER_FORMATS)("a template may declare %s", format => {
  expect(templateSchema.parse({answer_format: format}).answer_format).toBe(format);
  expect(answerFormatSchema.parse(format)).toBe(format);
});

test("an unknown format of a template is named with its place and the nearest one", () => {
  expect(() => parseYaml("id: mine\nanswer_format: jsn:answer\n", "mine.yaml", templateSchema)).toThrow(
    /^mine\.yaml:2:16 expected one of json:answer, .*any, got "jsn:answer"; did you mean "json:answer"\?$/u
  );
});
