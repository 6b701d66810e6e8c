// Scores free text as SQuAD does (Rajpurkar et al. 2016): exact match and F1 of words, without case, punctuation and articles.
import {textKind} from "../answer/kinds.js";
import {readAnswer, readOptions} from "../answer/read.js";
import {type Scoring, verdictFields} from "./scorer.js";

/** A text without case, punctuation, articles and repeated spaces, by SQuAD's evaluation script. */
export const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(/\b(?:a|an|the)\b/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();

/** F1 of the words that two texts share, 0…1. Two empty texts agree; an empty one and another do not. */
export function wordF1(given: string, truth: string): number {
  const [a, b] = [given, truth].map(text => normalised(text).split(" ").filter(Boolean)) as [string[], string[]];
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of a) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared++;
    left.set(word, count - 1);
  }
  return (2 * shared) / (a.length + b.length);
}

export const text: Scoring<"text"> = (answer, {prompt, reading: settings, expected}, {accept}) => {
  const reading = readAnswer(answer, textKind, readOptions(prompt, settings));
  const given = reading.answer ?? answer;
  const truths = [expected, ...accept, ...(settings?.accept ?? [])];
  const f1 = Math.max(...truths.map(truth => wordF1(given, truth)));
  const right = reading.answer !== null && truths.some(truth => normalised(given) === normalised(truth));
  return {
    right,
    ...verdictFields(reading),
    measures: {em: right ? 1 : 0, f1}
  };
};
