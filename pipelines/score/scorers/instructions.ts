// Scores whether instructions were followed that a program can check: IFEval (Zhou et al. 2023, arXiv:2311.07911), strict and loose.
import {franc} from "franc";
import type {InstructionId} from "../../book/scorers.js";
import {type Scoring, unscored} from "./scorer.js";

// Checks of instructions about words, letters, case and language: IFEval's families keywords, change_case, language, startend, punctuation
// and combination (Zhou et al. 2023, arXiv:2311.07911; arguments by the names in its data).

/** ISO 639-1 codes that IFEval asks for, with the codes of the detector (ISO 639-3). */
const LANGUAGES: Record<string, string> = {
  en: "eng",
  es: "spa",
  pt: "por",
  ar: "arb",
  hi: "hin",
  fr: "fra",
  ru: "rus",
  de: "deu",
  ja: "jpn",
  it: "ita",
  bn: "ben",
  uk: "ukr",
  th: "tha",
  ur: "urd",
  ta: "tam",
  te: "tel",
  bg: "bul",
  ko: "kor",
  pl: "pol",
  he: "heb",
  fa: "pes",
  vi: "vie",
  ne: "nep",
  sw: "swh",
  kn: "kan",
  mr: "mar",
  gu: "guj",
  pa: "pan",
  ml: "mal",
  fi: "fin"
};
const NO_LANGUAGE = "und";

/** Whether an answer is in a language; one whose language cannot be told counts, as in IFEval. */
function isIn(answer: string, language: string): boolean {
  const code = LANGUAGES[language.slice(0, 2).toLowerCase()];
  const detected = franc(answer.toLowerCase(), {only: Object.values(LANGUAGES)});
  return code === undefined || detected === NO_LANGUAGE || detected === code;
}

const plain = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
const times = (answer: string, words: string): number => [...answer.matchAll(new RegExp(plain(words), "giu"))].length;
/** Whether a text has letters and all of them are upper-case, or lower-case. */
const isUpper = (answer: string) => answer === answer.toUpperCase() && answer !== answer.toLowerCase();
const isLower = (answer: string) => answer === answer.toLowerCase() && answer !== answer.toUpperCase();

const wordChecks = {
  "keywords:existence": (answer, values) => texts(values, "keywords").every(word => times(answer, word) > 0),
  "keywords:frequency": (answer, values) =>
    followsRelation(times(answer, text(values, "keyword")), text(values, "relation"), count(values, "frequency")),
  "keywords:forbidden_words": (answer, values) =>
    !texts(values, "forbidden_words").some(word =>
      new RegExp(`(?<![\\p{L}\\p{N}_])${plain(word)}(?![\\p{L}\\p{N}_])`, "iu").test(answer)
    ),
  "keywords:letter_frequency": (answer, values) =>
    followsRelation(times(answer, text(values, "letter")), text(values, "let_relation"), count(values, "let_frequency")),
  "language:response_language": (answer, values) => isIn(answer, text(values, "language")),
  "change_case:capital_word_frequency": (answer, values) =>
    followsRelation(
      (answer.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).filter(isUpper).length,
      text(values, "capital_relation"),
      count(values, "capital_frequency")
    ),
  "change_case:english_capital": answer => isUpper(answer) && isIn(answer, "en"),
  "change_case:english_lowercase": answer => isLower(answer) && isIn(answer, "en"),
  "punctuation:no_comma": answer => !answer.includes(","),
  "startend:end_checker": (answer, values) =>
    answer
      .trim()
      .replace(/^"+|"+$/gu, "")
      .toLowerCase()
      .endsWith(text(values, "end_phrase").trim().toLowerCase()),
  "startend:quotation": answer => /^".*"$/su.test(answer.trim()) && answer.trim().length > 1,
  "combination:repeat_prompt": (answer, values) =>
    answer.trim().toLowerCase().startsWith(text(values, "prompt_to_repeat").trim().toLowerCase()),
  "combination:two_responses": answer => {
    const parts = answer.split("******").map(part => part.trim());
    const inner = parts.slice(1, -1);
    const written = parts.filter(Boolean);
    return inner.every(Boolean) && written.length === 2 && written[0] !== written[1];
  }
} satisfies Record<string, Check>;

// Checks of instructions about length and layout: IFEval's families length_constraints, detectable_content and detectable_format (Zhou et
// al. 2023, arXiv:2311.07911).

const SENTENCE = /[^.!?…]*\p{L}[^.!?…]*(?:[.!?…]+["'”’)\]]*|$)/gu;
/** Full stops that end no sentence. */
const ABBREVIATED =
  /\b(?:mr|mrs|ms|dr|prof|st|capt|lt|mt|e\.g|i\.e|etc|inc|ltd|jr|sr|co|vs|[a-z])\.(?=\s|\p{L})|(?<=\d)\.(?=\d)/giu;

/** Number of sentences of a text. */
const sentencesOf = (answer: string): number =>
  (answer.replace(ABBREVIATED, match => match.replaceAll(".", "")).match(SENTENCE) ?? []).length;

const RESPONSES = ["My answer is yes.", "My answer is no.", "My answer is maybe."];

/** Stretches between single, and between double, asterisks that hold more than asterisks and spaces. */
function highlights(answer: string): number {
  const filled = (pattern: RegExp) =>
    [...answer.matchAll(pattern)].filter(([match]) => match.replace(/^\*+|\*+$/gu, "").trim() !== "").length;
  return filled(/\*[^\n*]*\*/gu) + filled(/\*\*[^\n*]*\*\*/gu);
}

const layoutChecks = {
  "length_constraints:number_sentences": (answer, values) =>
    followsRelation(sentencesOf(answer), text(values, "relation"), count(values, "num_sentences")),
  "length_constraints:number_words": (answer, values) =>
    followsRelation((answer.match(/[\p{L}\p{N}_]+/gu) ?? []).length, text(values, "relation"), count(values, "num_words")),
  "length_constraints:number_paragraphs": (answer, values) => {
    const parts = answer.split(/\s?\*\*\*\s?/u);
    const inner = parts.slice(1, -1).every(part => part.trim() !== "");
    return inner && parts.filter(part => part.trim() !== "").length === count(values, "num_paragraphs");
  },
  "length_constraints:nth_paragraph_first_word": (answer, values) => {
    const paragraphs = answer.split("\n\n").filter(part => part.trim() !== "");
    const nth = paragraphs[count(values, "nth_paragraph") - 1] ?? "";
    const first = nth
      .trim()
      .replace(/^['"]+/u, "")
      .split(/[\s.,?!'"]/u, 1)[0]!
      .toLowerCase();
    return paragraphs.length === count(values, "num_paragraphs") && first === text(values, "first_word").toLowerCase();
  },
  "detectable_content:number_placeholders": (answer, values) =>
    (answer.match(/\[[^\n\]]*\]/gu) ?? []).length >= count(values, "num_placeholders"),
  "detectable_content:postscript": (answer, values) => {
    const marker = text(values, "postscript_marker").trim().toLowerCase();
    if (marker === "p.p.s") return /p\.\s?p\.\s?s/iu.test(answer);
    return marker === "p.s." ? /p\.\s?s\./iu.test(answer) : answer.toLowerCase().includes(marker);
  },
  "detectable_format:number_bullet_lists": (answer, values) =>
    (answer.match(/^[^\S\n]*(?:\*[^*\n]|-).*$/gmu) ?? []).length === count(values, "num_bullets"),
  "detectable_format:constrained_response": answer => RESPONSES.some(each => answer.includes(each)),
  "detectable_format:number_highlighted_sections": (answer, values) => highlights(answer) >= count(values, "num_highlights"),
  "detectable_format:multiple_sections": (answer, values) => {
    const mark = text(values, "section_spliter").replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    return (answer.match(new RegExp(`${mark}\\s?\\d+\\s?`, "gu")) ?? []).length >= count(values, "num_sections");
  },
  "detectable_format:json_format": answer => {
    try {
      JSON.parse(answer.trim().replace(/^```(?:json)?|```$/giu, ""));
      return true;
    } catch {
      return false;
    }
  },
  "detectable_format:title": answer =>
    (answer.match(/<<[^\n]+>>/gu) ?? []).some(title => title.replace(/^<+|>+$/gu, "").trim() !== "")
} satisfies Record<string, Check>;

// Exact checks of lines and words, which IFEval has none of. Lines without a word do not count.

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const linesIn = (answer: string): string[][] =>
  answer
    .split("\n")
    .map(wordsIn)
    .filter(words => words.length > 0);

const lineChecks = {
  "lines:number_lines": (answer, settings) => linesIn(answer).length === count(settings, "num_lines"),
  "lines:number_words": (answer, settings) => linesIn(answer).every(words => words.length === count(settings, "num_words")),
  "lines:first_letters": (answer, settings) =>
    linesIn(answer)
      .map(([word]) => [...word!][0])
      .join("") === text(settings, "letters").toLowerCase(),
  "lines:last_letter": (answer, settings) =>
    linesIn(answer).every(words => words.at(-1)!.endsWith(text(settings, "letter").toLowerCase())),
  "lines:word_place": (answer, settings) =>
    linesIn(answer)[count(settings, "line") - 1]?.[count(settings, "place") - 1] === text(settings, "word").toLowerCase(),
  "words:max_letters": (answer, settings) => wordsIn(answer).every(word => [...word].length <= count(settings, "num_letters")),
  "words:min_letters": (answer, settings) => wordsIn(answer).every(word => [...word].length >= count(settings, "num_letters")),
  "words:forbidden_letter": (answer, settings) => !answer.toLowerCase().includes(text(settings, "letter").toLowerCase()),
  "words:no_repeats": answer => new Set(wordsIn(answer)).size === wordsIn(answer).length
} satisfies Record<string, Check>;

const checks: Record<InstructionId, Check> = {...wordChecks, ...layoutChecks, ...lineChecks};

/** The answer, and what IFEval's loose reading accepts for it: without first or last line, without asterisks. */
function variants(answer: string): string[] {
  const lines = answer.split("\n");
  const readings = [lines, lines.slice(1), lines.slice(0, -1), lines.slice(1, -1)].map(part => part.join("\n").trim());
  return [...new Set([answer, ...readings, ...[answer, ...readings].map(text => text.replaceAll("*", ""))])];
}

export const instructions: Scoring<"instructions"> = (answer, {prompt}, {instructions: asked}) => {
  if (answer.trim() === "")
    return {right: false, parsed: false, answer: null, answer_rule: null, measures: {followed: 0, followed_loose: 0}};
  const followed = {strict: 0, loose: 0};
  for (const {id, kwargs} of asked) {
    const values = {...(id === "combination:repeat_prompt" && {prompt_to_repeat: prompt}), ...present(kwargs)};
    try {
      const strict = checks[id](answer, values);
      followed.strict += strict ? 1 : 0;
      followed.loose += strict || variants(answer).some(text => text.trim() !== "" && checks[id](text, values)) ? 1 : 0;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return unscored(`instruction ${id}: ${error.message}`);
    }
  }
  return {
    right: followed.strict === asked.length,
    parsed: true,
    answer: `${followed.strict} of ${asked.length} followed`,
    answer_rule: "whole text",
    measures: {followed: followed.strict / asked.length, followed_loose: followed.loose / asked.length}
  };
};

/** Arguments that have a value: IFEval's data have null for those of other instructions. */
const present = (kwargs: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(kwargs).filter(([, value]) => value !== null && value !== undefined));

// What the checks of instructions share: their interface, their arguments, and the comparisons that IFEval words.

type Arguments = Record<string, unknown>;

/** Whether an answer follows an instruction. Throws a RangeError where an argument is missing. */
type Check = (answer: string, values: Arguments) => boolean;

/** An argument that is a text. */
function text(values: Arguments, name: string): string {
  const value = values[name];
  if (typeof value !== "string" || value === "") throw new RangeError(`${name} is missing`);
  return value;
}

/** An argument that is a list of texts, at least one. */
function texts(values: Arguments, name: string): string[] {
  const value = values[name];
  if (!Array.isArray(value) || value.length === 0 || !value.every(each => typeof each === "string"))
    throw new RangeError(`${name} is missing`);
  return value;
}

/** An argument that is a number. */
function count(values: Arguments, name: string): number {
  const value = values[name];
  if (typeof value !== "number") throw new RangeError(`${name} is missing`);
  return value;
}

/** The comparison that a relation words: fewer than, or at least. */
function followsRelation(actual: number, relation: string, asked: number): boolean {
  if (relation === "less than") return actual < asked;
  if (relation === "at least") return actual >= asked;
  throw new RangeError(`relation ${JSON.stringify(relation)} is neither "less than" nor "at least"`);
}
