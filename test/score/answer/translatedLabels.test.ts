// Answers with their language's own label ("Réponse :", "答え：") are read in 22 languages, for numbers, words, lists and options.
import {expect, test} from "vitest";
import {WORDS} from "../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {LANGUAGES} from "../../../pipelines/generate/benchmarks/multilang/sentences.js";
import {CLOSINGS, lineForm} from "../../../pipelines/generate/parts/closings.js";
import {LANGUAGES as TABLE} from "../../../pipelines/score/answer/languages.js";
import {verdict} from "../scorers/scoring.js";
import {SENTENCES, STOPS} from "./translatedSentences.js";

interface Written {
  right: string;
  other: string;
  scorer: Record<string, unknown>;
  expected: string;
  choices?: string[];
}

const localized = (form: string): Record<string, unknown> => ({kind: "localized", form});

/** A right and another value of each kind of answer in a language. */
function written(code: string): Record<string, Written> {
  const {weekdays, numbers} = WORDS.get(code)!;
  const [first, second, third] = weekdays as [string, string, string];
  const list = [second, first, third].join(", ");
  const choices = [first, second, third, weekdays[3]!];
  return {
    number: {right: "42", other: "17", scorer: localized("number"), expected: "42"},
    date: {right: "2024-03-05", other: "2024-03-04", scorer: localized("date"), expected: "2024-03-05"},
    word: {right: first, other: second, scorer: localized("text"), expected: first},
    "number in words": {right: numbers[12]!, other: numbers[3]!, scorer: localized("text"), expected: numbers[12]!},
    name: {right: "Emil", other: "Adam", scorer: localized("text"), expected: "Emil"},
    list: {right: list, other: [first, second, third].join(", "), scorer: localized("list"), expected: list},
    "list item": {right: third, other: second, scorer: {kind: "list"}, expected: third},
    option: {right: "B", other: "C", scorer: {kind: "choice"}, expected: "B", choices},
    "option's text": {right: second, other: third, scorer: {kind: "choice"}, expected: "B", choices}
  };
}

/** Natural forms of an answer. @param label with its colon @param x the value */
const FORMS: Readonly<Record<string, (code: string, label: string, values: Written) => string>> = {
  "label alone": (_, label, {right}) => `${label} ${right}`,
  "bold label": (_, label, {right}) => `**${label}** ${right}`,
  "bold line": (_, label, {right}) => `**${label} ${right}**`,
  "bold value": (_, label, {right}) => `${label} **${right}**`,
  "after an explanation": (code, label, {right, other}) =>
    `${SENTENCES[code]!.considers.replace("{x}", other)}\n${label} ${right}`,
  "after a paragraph": (code, label, {right, other}) =>
    `${SENTENCES[code]!.considers.replace("{x}", other)} ${SENTENCES[code]!.considers.replace("{x}", right)}\n\n**${label}** ${right}\n`,
  "full-width colon": (_, label, {right}) => `${label.replace(/\s*[:：]$/u, "：")}${right}`,
  "narrow colon": (_, label, {right}) => `${label.replace(/\s*[:：]$/u, ":")} ${right}`,
  "no-break space": (_, label, {right}) => `${label.replace(/\s*[:：]$/u, "\u00a0:")} ${right}`,
  "sentence end": (code, label, {right}) => `${label} ${right}${STOPS[code] ?? "."}`,
  "value on the next line": (_, label, {right}) => `${label}\n${right}`,
  "bold word": (_, label, {right}) => `**${label.replace(/\s*[:：]$/u, "")}**: ${right}`,
  "quoted value": (_, label, {right}) => `${label} “${right}”`,
  "own quotation marks": (code, label, {right}) =>
    `${label} ${{fr: "« x »", ja: "「x」", zh: "「x」", de: "„x“"}[code]?.replace("x", right) ?? `«${right}»`}`,
  "in a bullet": (_, label, {right}) => `- ${label} ${right}`,
  "in the same line": (code, label, {right, other}) => `${SENTENCES[code]!.considers.replace("{x}", other)} ${label} ${right}`,
  heading: (_, label, {right}) => `### ${label}\n\n${right}`,
  "upper case": (_, label, {right}) => `${label.toUpperCase()} ${right}`,
  sentence: (code, _, {right}) => SENTENCES[code]!.states.replace("{x}", right),
  "sentence after an explanation": (code, _, {right, other}) =>
    `${SENTENCES[code]!.considers.replace("{x}", other)} ${SENTENCES[code]!.states.replace("{x}", right)}`
};

const cases = LANGUAGES.flatMap(({code}) =>
  Object.entries(written(code)).flatMap(([kind, values]) =>
    Object.entries(FORMS).map(([form, write]) => ({
      code,
      kind,
      form,
      text: write(code, CLOSINGS.get(code)!.label, values),
      ...values
    }))
  )
);

const verdictIn = (code: string, text: string, {scorer, expected, choices}: Written) =>
  verdict(text, scorer, {expected, ...(choices && {choices}), reading: {locale: code}});

test("every form of every kind of answer is read in every language", () => {
  const unread = cases.filter(each => verdictIn(each.code, each.text, each).right !== true);
  expect(unread.map(({code, kind, form, text}) => [code, kind, form, text])).toEqual([]);
});

test("every word of the table but the English ones announces an answer with a colon, also in bold and in capitals", () => {
  const unread = LANGUAGES.flatMap(({code}) => {
    const {number, word, option} = written(code) as Record<"number" | "word" | "option", Written>;
    return (code === "en" ? [] : TABLE.get(code)!.answer).flatMap(label =>
      [number, word, option].flatMap(values =>
        [`${label}: ${values.right}`, `**${label}:** ${values.right}`, `${label.toUpperCase()}：${values.right}`].filter(
          text => verdictIn(code, text, values).right !== true
        )
      )
    );
  });
  expect(unread).toEqual([]);
});

test("a label whose place is empty, or that repeats the prompt's form, is no answer", () => {
  for (const {code} of LANGUAGES) {
    const label = CLOSINGS.get(code)!.label;
    for (const [kind, values] of Object.entries(written(code)))
      for (const text of [label, `${label} `, `${label} ...`, `**${label}**`, lineForm(CLOSINGS.get(code)!, "words")])
        expect([code, kind, text, verdictIn(code, text, values).right]).toEqual([code, kind, text, false]);
  }
});

test("a value in an explanation is not read before another final answer", () => {
  const read = LANGUAGES.flatMap(({code}) => {
    const label = CLOSINGS.get(code)!.label;
    const {considers, states} = SENTENCES[code]!;
    return Object.entries(written(code)).flatMap(([kind, values]) => {
      const {right, other} = values;
      const last = considers.replace("{x}", other);
      return [
        // The right value is only mentioned, or belongs to an earlier label.
        `${considers.replace("{x}", right)}\n${label} ${other}`,
        `${label} ${right}\n${considers.replace("{x}", other)}\n${label} ${other}`,
        `${label} ${right}\n\n${states.replace("{x}", other)}`,
        `${states.replace("{x}", right)}\n${label} **${other}**`,
        `> ${label} ${right}\n\n${label} ${other}`,
        ...(code === "en"
          ? []
          : TABLE.get(code)!.correct.map(word => `${label} ${right}\n${word}, ${other}${STOPS[code] ?? "."}`)),
        `${considers.replace("{x}", `“${label} ${right}”`)} ${label} ${other}`,
        // The right value is quoted, and the text goes on without an answer.
        ...(code === "en" ? [] : [`${considers.replace("{x}", `“${label} ${right}”`)} ${last}`, `> ${label} ${right}\n\n${last}`])
      ]
        .filter(text => verdictIn(code, text, values).right === true)
        .map(text => [code, kind, text]);
    });
  });
  expect(read).toEqual([]);
});

test("a number word in another right spelling of its language is right; that of another number or language is not", () => {
  const words = (text: string, expected: string, locale: string): boolean | null =>
    verdict(text, {kind: "localized", form: "text"}, {expected, reading: {locale}}).right;
  for (const [locale, expected, also] of [
    ["ko", "이십팔", "스물여덟"],
    ["cs", "devadesát jedna", "jedenadevadesát"],
    ["cs", "devadesát jedna", "devadesát jeden"],
    ["fr", "soixante et onze", "septante et un"],
    ["fr", "vingt et un", "vingt-et-un"],
    ["de", "einunddreißig", "einunddreissig"],
    ["pt", "dezasseis", "dezesseis"],
    ["ar", "خمسة وعشرون", "خمسة وعشرين"],
    ["tr", "kırk altı", "KIRK ALTI"]
  ] as const)
    expect([also, words(`${CLOSINGS.get(locale)!.label} ${also}`, expected, locale)]).toEqual([also, true]);
  for (const [locale, expected, other] of [
    ["ko", "이십팔", "스물일곱"],
    ["cs", "devadesát jedna", "dvaadevadesát"],
    ["fr", "soixante et onze", "seventy-one"],
    ["de", "einunddreißig", "dreizehn"],
    ["de", "Montag", "zwei"]
  ] as const)
    expect([other, words(`${CLOSINGS.get(locale)!.label} ${other}`, expected, locale)]).toEqual([other, false]);
});
