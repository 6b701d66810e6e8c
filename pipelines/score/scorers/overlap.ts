// Overlap of a text with reference texts: BLEU and chrF as sacreBLEU 2 computes them, and ROUGE-L.
import type {ScorerOf} from "../../book/scorers.js";
import {type Scoring, unscored, wrong} from "./scorer.js";

/** Longest n-grams: words of BLEU (Papineni et al. 2002), characters of chrF (Popović 2015). */
const MAX_WORDS = 4;
const MAX_CHARACTERS = 6;
/** chrF2 weighs recall twice. */
const BETA_SQUARED = 4;

/** How often each n-gram occurs. */
function countGrams(units: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= units.length; i++) {
    const gram = units.slice(i, i + n).join("\u0000");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function sharedCount(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [gram, count] of a) shared += Math.min(count, b.get(gram) ?? 0);
  return shared;
}

const gramsIn = (units: readonly string[], n: number): number => Math.max(0, units.length - n + 1);

/** The words of a text by mteval-v13a, sacreBLEU's default. */
function words13a(text: string): string[] {
  return ` ${text
    .replaceAll("<skipped>", "")
    .replaceAll("-\n", "")
    .replaceAll("\n", " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")} `
    .replace(/[{-~[-` -&(-+:-@/]/gu, " $& ")
    .replace(/([^0-9])([.,])/gu, "$1 $2 ")
    .replace(/([.,])([^0-9])/gu, " $1 $2")
    .replace(/([0-9])(-)/gu, "$1 $2 ")
    .split(/\s+/u)
    .filter(Boolean);
}

const charactersOf = (text: string): string[] => [...text.replace(/\s+/gu, "")];

/**
 * Returns BLEU of one text, 0 to 1: sacreBLEU's `sentence_bleu` ÷ 100, signature `case:mixed|eff:yes|tok:13a|smooth:exp` (`tok:char` for
 * languages without spaces between words). A mean of it is not BLEU of a corpus, which adds counts before it divides.
 * @param references at least one text
 */
export function sentenceBleu(text: string, references: readonly string[], {tokens}: {tokens: "13a" | "char"}): number {
  const split = tokens === "char" ? charactersOf : words13a;
  const hypothesis = split(text.trimEnd());
  const truths = references.map(reference => split(reference.trimEnd()));
  const distance = (length: number): number => Math.abs(length - hypothesis.length);
  const nearest = truths
    .map(({length}) => length)
    .reduce((a, b) => (distance(b) < distance(a) || (distance(b) === distance(a) && b < a) ? b : a));
  let logarithms = 0;
  let orders = 0;
  let smoothing = 1;
  let matches = 0;
  for (let n = 1; n <= MAX_WORDS && gramsIn(hypothesis, n) > 0; n++) {
    const most = new Map<string, number>();
    for (const truth of truths)
      for (const [gram, count] of countGrams(truth, n)) most.set(gram, Math.max(count, most.get(gram) ?? 0));
    const correct = sharedCount(countGrams(hypothesis, n), most);
    matches += correct;
    if (correct === 0) smoothing *= 2;
    logarithms += Math.log((correct || 1 / smoothing) / gramsIn(hypothesis, n));
    orders++;
  }
  if (matches === 0) return 0;
  return Math.min(1, Math.exp(1 - nearest / hypothesis.length)) * Math.exp(logarithms / orders);
}

/**
 * Returns chrF2, 0 to 1, the best of the references: sacreBLEU's `sentence_chrf` ÷ 100, signature `case:mixed|eff:yes|nc:6|nw:0|space:no`.
 */
export function chrf(text: string, references: readonly string[]): number {
  const hypothesis = charactersOf(text);
  return Math.max(
    ...references.map(reference => {
      const truth = charactersOf(reference);
      let precision = 0;
      let recall = 0;
      for (let n = 1; n <= Math.min(MAX_CHARACTERS, hypothesis.length, truth.length); n++) {
        const shared = sharedCount(countGrams(hypothesis, n), countGrams(truth, n));
        precision += shared / gramsIn(hypothesis, n);
        recall += shared / gramsIn(truth, n);
      }
      const orders = Math.min(MAX_CHARACTERS, hypothesis.length, truth.length);
      return precision + recall === 0
        ? 0
        : ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall) / orders;
    })
  );
}

/** Returns ROUGE-L, 0 to 1: F1 of the longest common subsequence of words (Lin 2004), without case, marks and stemming; the best of the references. */
export function rougeL(text: string, references: readonly string[]): number {
  const words = (each: string): string[] => each.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const hypothesis = words(text);
  return Math.max(
    ...references.map(reference => {
      const truth = words(reference);
      const common = lengthOfCommonSubsequence(hypothesis, truth);
      return common === 0 ? 0 : (2 * common) / (hypothesis.length + truth.length);
    })
  );
}

function lengthOfCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const lengths = new Uint32Array(b.length + 1);
  for (const word of a) {
    let diagonal = 0;
    for (let j = 1; j <= b.length; j++) {
      const above = lengths[j]!;
      lengths[j] = word === b[j - 1] ? diagonal + 1 : Math.max(above, lengths[j - 1]!);
      diagonal = above;
    }
  }
  return lengths[b.length]!;
}

/** Labels in front of the text that was asked for. */
const LABEL = /^[ \t]*(?:[*_#]{0,3})(?:answer|translation|summary)(?:[*_]{0,3}):(?:[*_]{0,3})[ \t]*/gimu;

/** The text behind the last label, or all of it. */
function textAfterLabel(answer: string): string {
  const last = [...answer.matchAll(LABEL)].at(-1);
  return (last ? answer.slice(last.index + last[0].length) : answer).trim();
}

/** Longest text that is compared, in characters: the longest common subsequence takes the product of two lengths. */
const MAX_TEXT = 20_000;

export const overlap: Scoring<"overlap"> = (answer, {expected, reading}, {accept, tokens, metric, pass}: ScorerOf<"overlap">) => {
  const references = [expected, ...accept, ...(reading?.accept ?? [])].filter(each => each.trim() !== "");
  if (references.length === 0) return unscored("it has no reference text");
  const text = textAfterLabel(answer);
  if (text === "") return wrong({bleu: 0, chrf: 0, rouge_l: 0});
  if ([text, ...references].some(each => each.length > MAX_TEXT))
    return unscored(`a text of more than ${MAX_TEXT.toLocaleString("en")} characters is not compared`);
  const measures = {
    bleu: sentenceBleu(text, references, {tokens}),
    chrf: chrf(text, references),
    rouge_l: rougeL(text, references)
  };
  return {right: measures[metric] >= pass, parsed: true, answer: text, answer_rule: "whole text", measures};
};
