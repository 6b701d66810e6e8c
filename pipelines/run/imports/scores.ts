// What another program's scores say: numbers of letters, truth values and dictionaries, and from which one on an answer is right.
import {letterOf} from "../../book/letters.js";
import {fieldsOf, numberOf, objectOf} from "./json.js";

/** Grades that are letters: correct, incorrect, partly correct, no answer. */
const LETTERS: Record<string, number> = {C: 1, I: 0, P: 0.5, N: 0};
const WORDS: Record<string, number> = {true: 1, yes: 1, pass: 1, correct: 1, false: 0, no: 0, fail: 0, incorrect: 0};

/** A score as a number: a number, a truth value, a grade's letter or a word of this kind; null for anything else. */
export function scoreOf(value: unknown): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string") return numberOf(value);
  const text = value.trim();
  const known = LETTERS[text] ?? WORDS[text.toLowerCase()];
  if (known !== undefined) return known;
  return text === "" ? null : numberOf(Number(text));
}

/** Every score of a value: of a dictionary or list one for each of its parts, under `name.part`. Values that are no scores are left out. */
export function scoresOf(name: string, value: unknown): Record<string, number> {
  const parts = Array.isArray(value) ? {...value} : objectOf(value);
  if (!parts) {
    const score = scoreOf(value);
    return score === null ? {} : {[name]: score};
  }
  return Object.assign({}, ...Object.entries(fieldsOf(parts)).map(([part, each]) => scoresOf(`${name}.${part}`, each)));
}

/**
 * Whether a score calls an answer right. Full marks do; of grades between 0 and 1 those from `pass` on. A score beyond these bounds is on
 * another scale, of which nothing is known: null.
 */
export function isRight(score: number | null | undefined, pass = 1): boolean | null {
  if (score === null || score === undefined || score < 0 || score > 1) return null;
  return score >= pass;
}

/**
 * The score that says right or wrong: the one that was asked for, else the first of those that are preferred, else the first there is.
 * @param asked a name, or its beginning up to a point or comma · returns null where the asked one is missing, or there is none
 */
export function mainScore(
  scores: Readonly<Record<string, number>>,
  {asked, preferred = []}: {asked?: string | undefined; preferred?: readonly string[]} = {}
): {name: string; value: number} | null {
  const names = Object.keys(scores);
  const called = (wanted: string) =>
    names.find(name => name === wanted) ?? names.find(name => name.startsWith(`${wanted}.`) || name.startsWith(`${wanted},`));
  const name =
    asked !== undefined
      ? called(asked)
      : (preferred.map(called).find(found => found !== undefined) ?? names.find(each => isRight(scores[each]) !== null));
  return name === undefined ? null : {name, value: scores[name]!};
}

/** What log-probabilities of choices say: the letter of the likeliest, and the confidence in it and in the right one (softmax). */
export function likeliest(
  logprobs: readonly number[],
  right: number
): {answer: string | null; measures: Record<string, number>} | null {
  if (logprobs.length < 2 || !logprobs.every(Number.isFinite)) return null;
  const most = Math.max(...logprobs);
  const weights = logprobs.map(each => Math.exp(each - most));
  const sum = weights.reduce((a, b) => a + b);
  const places = logprobs.flatMap((each, place) => (each === most ? [place] : []));
  return {
    answer: places.length === 1 ? letterOf(places[0]!) : null,
    measures: {
      ...(right >= 0 && right < logprobs.length && {confidence: weights[right]! / sum}),
      ...(places.length === 1 && {confidence_chosen: 1 / sum})
    }
  };
}

/** Log-probabilities of choices as text for reading. */
export const likelihoodText = (choices: readonly string[], logprobs: readonly number[]): string =>
  ["log-probability of each choice", ...logprobs.map((each, i) => `${letterOf(i)}  ${each}  ${choices[i] ?? ""}`.trimEnd())].join(
    "\n"
  );
