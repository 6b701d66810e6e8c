// Checks of instructions about words, letters, case and language: IFEval's families keywords, change_case, language, startend, punctuation
// and combination (Zhou et al. 2023, arXiv:2311.07911; arguments by the names in its data).
import {franc} from "franc";
import {type Check, count, followsRelation, text, texts} from "./check.js";

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
  const found = franc(answer.toLowerCase(), {only: Object.values(LANGUAGES)});
  return code === undefined || found === NO_LANGUAGE || found === code;
}

const plain = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
const times = (answer: string, words: string): number => [...answer.matchAll(new RegExp(plain(words), "giu"))].length;
/** Whether a text has letters and all of them are upper-case, or lower-case. */
const isUpper = (answer: string) => answer === answer.toUpperCase() && answer !== answer.toLowerCase();
const isLower = (answer: string) => answer === answer.toLowerCase() && answer !== answer.toUpperCase();

export const wordChecks = {
  "keywords:existence": (answer, given) => texts(given, "keywords").every(word => times(answer, word) > 0),
  "keywords:frequency": (answer, given) =>
    followsRelation(times(answer, text(given, "keyword")), text(given, "relation"), count(given, "frequency")),
  "keywords:forbidden_words": (answer, given) =>
    !texts(given, "forbidden_words").some(word =>
      new RegExp(`(?<![\\p{L}\\p{N}_])${plain(word)}(?![\\p{L}\\p{N}_])`, "iu").test(answer)
    ),
  "keywords:letter_frequency": (answer, given) =>
    followsRelation(times(answer, text(given, "letter")), text(given, "let_relation"), count(given, "let_frequency")),
  "language:response_language": (answer, given) => isIn(answer, text(given, "language")),
  "change_case:capital_word_frequency": (answer, given) =>
    followsRelation(
      (answer.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).filter(isUpper).length,
      text(given, "capital_relation"),
      count(given, "capital_frequency")
    ),
  "change_case:english_capital": answer => isUpper(answer) && isIn(answer, "en"),
  "change_case:english_lowercase": answer => isLower(answer) && isIn(answer, "en"),
  "punctuation:no_comma": answer => !answer.includes(","),
  "startend:end_checker": (answer, given) =>
    answer
      .trim()
      .replace(/^"+|"+$/gu, "")
      .toLowerCase()
      .endsWith(text(given, "end_phrase").trim().toLowerCase()),
  "startend:quotation": answer => /^".*"$/su.test(answer.trim()) && answer.trim().length > 1,
  "combination:repeat_prompt": (answer, given) =>
    answer.trim().toLowerCase().startsWith(text(given, "prompt_to_repeat").trim().toLowerCase()),
  "combination:two_responses": answer => {
    const parts = answer.split("******").map(part => part.trim());
    const inner = parts.slice(1, -1);
    const written = parts.filter(Boolean);
    return inner.every(Boolean) && written.length === 2 && written[0] !== written[1];
  }
} satisfies Record<string, Check>;
