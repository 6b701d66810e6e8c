// Checks of instructions about length and layout: IFEval's families length_constraints, detectable_content and detectable_format (Zhou et
// al. 2023, arXiv:2311.07911).
import {type Check, count, followsRelation, text} from "./check.js";

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

export const layoutChecks = {
  "length_constraints:number_sentences": (answer, given) =>
    followsRelation(sentencesOf(answer), text(given, "relation"), count(given, "num_sentences")),
  "length_constraints:number_words": (answer, given) =>
    followsRelation((answer.match(/[\p{L}\p{N}_]+/gu) ?? []).length, text(given, "relation"), count(given, "num_words")),
  "length_constraints:number_paragraphs": (answer, given) => {
    const parts = answer.split(/\s?\*\*\*\s?/u);
    const inner = parts.slice(1, -1).every(part => part.trim() !== "");
    return inner && parts.filter(part => part.trim() !== "").length === count(given, "num_paragraphs");
  },
  "length_constraints:nth_paragraph_first_word": (answer, given) => {
    const paragraphs = answer.split("\n\n").filter(part => part.trim() !== "");
    const nth = paragraphs[count(given, "nth_paragraph") - 1] ?? "";
    const first = nth
      .trim()
      .replace(/^['"]+/u, "")
      .split(/[\s.,?!'"]/u, 1)[0]!
      .toLowerCase();
    return paragraphs.length === count(given, "num_paragraphs") && first === text(given, "first_word").toLowerCase();
  },
  "detectable_content:number_placeholders": (answer, given) =>
    (answer.match(/\[[^\n\]]*\]/gu) ?? []).length >= count(given, "num_placeholders"),
  "detectable_content:postscript": (answer, given) => {
    const marker = text(given, "postscript_marker").trim().toLowerCase();
    if (marker === "p.p.s") return /p\.\s?p\.\s?s/iu.test(answer);
    return marker === "p.s." ? /p\.\s?s\./iu.test(answer) : answer.toLowerCase().includes(marker);
  },
  "detectable_format:number_bullet_lists": (answer, given) =>
    (answer.match(/^[^\S\n]*(?:\*[^*\n]|-).*$/gmu) ?? []).length === count(given, "num_bullets"),
  "detectable_format:constrained_response": answer => RESPONSES.some(each => answer.includes(each)),
  "detectable_format:number_highlighted_sections": (answer, given) => highlights(answer) >= count(given, "num_highlights"),
  "detectable_format:multiple_sections": (answer, given) => {
    const mark = text(given, "section_spliter").replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    return (answer.match(new RegExp(`${mark}\\s?\\d+\\s?`, "gu")) ?? []).length >= count(given, "num_sections");
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
